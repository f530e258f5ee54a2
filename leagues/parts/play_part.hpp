// Plays one part of a plan on any machine; needs nothing but the plan's folder.
#pragma once

#include <span>
#include <string>

#include "leagues/parts/part_file.hpp"
#include "leagues/parts/plan_file.hpp"
#include "leagues/play/runner.hpp"

namespace danno::leagues::parts {

struct PartRunOptions {
  PartHeader header;  ///< The header of this attempt; names the part.
  play::RunOptions run;
};

/// Returns whether nothing of the part is missing in its complete file. If so, removes what earlier
/// attempts left beside it.
[[nodiscard]] bool is_whole(const PartsPlan& plan, int part);

/// Returns why this machine cannot play the part, because an agent is not what was planned; empty
/// if it can.
[[nodiscard]] std::string find_agent_mismatch(const PartsPlan& plan, int part);
/// Throws std::runtime_error, with what to do, if this machine cannot play that part.
void require_usable_node(const PartsPlan& plan, int part);

/// Plays the deals that earlier attempts at the part did not play. When nothing is missing, its
/// file is completed. Throws std::system_error if the file cannot be written, and what
/// require_starts() throws.
play::RunEnd play_part(const PartsPlan& plan, const PartRunOptions& options,
                       std::span<const play::Observer> observers);

}  // namespace danno::leagues::parts
