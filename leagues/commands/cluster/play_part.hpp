// Plays one part of a plan on any machine; needs nothing but the plan's folder.
#pragma once

#include <span>

#include "leagues/commands/cluster/part_file.hpp"
#include "leagues/commands/cluster/plan_file.hpp"
#include "leagues/runner/runner.hpp"

namespace danno::leagues::commands::cluster {

/// Returns whether nothing of the part is missing in its complete file. If so, removes what earlier
/// attempts left beside it.
[[nodiscard]] bool is_whole(const PartsPlan& plan, int part);

/// Throws std::runtime_error, with what to do, if this machine cannot play the part because an
/// agent is not what was planned.
void require_planned_agents(const PartsPlan& plan, int part);

/// Plays the deals that earlier attempts at the part did not play; `header` is that of this attempt
/// and names the part. When nothing is missing, its file is completed. Throws std::system_error if
/// the file cannot be written, and std::runtime_error if an agent that started when the plan was
/// made does not get ready for its first game here: then the machine is at fault.
runner::RunEnd play_part(const PartsPlan& plan, const PartHeader& header,
                         runner::RunOptions options, std::span<const runner::Observer> observers);

}  // namespace danno::leagues::commands::cluster
