// What 'danno league play' tells of a part, and what it keeps of a failure.
#pragma once

#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/parts/failed_parts.hpp"
#include "leagues/parts/play_part.hpp"

namespace danno::leagues::cli::verbs {

/// Prints how far the part is, on stdout.
void show_part(const parts::PartsPlan& plan, int part, const parts::PartProgress& progress,
               const terminal::Invocation& invocation);
/// Prints what was kept, with the command that goes on, on stderr.
void tell_how_to_go_on(const parts::PartsPlan& plan, int part, const std::string& what_was_kept);
/// Keeps what failed, so that merge and status tell it, and ends slowly: after `linger`, as in
/// "30s", or, if that is empty, at once outside of a batch job. Throws UsageError.
void keep_failure(const parts::PartsPlan& plan, const std::string& linger,
                  const parts::FailedPart& failed);

}  // namespace danno::leagues::cli::verbs
