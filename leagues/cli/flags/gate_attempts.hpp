// The flag --attempts FILE of 'danno gate'.
#pragma once

#include <vector>

#include "leagues/cli/flags/gate_flags.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/gate/attempts.hpp"
#include "leagues/gate/run.hpp"

namespace danno::leagues::cli::flags {

/// Records and reports the attempts, one for each test; returns none without a journal. An attempt
/// counts before its first game. Throws UsageError.
[[nodiscard]] std::vector<gate::Attempt> book_attempts(const GateArguments& arguments,
                                                       gate::Gate& gate,
                                                       const terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::flags
