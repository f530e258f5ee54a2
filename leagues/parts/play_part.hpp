// Plays one part of a plan, on whatever machine: needs the plan's folder and nothing else.
#pragma once

#include <span>
#include <string>

#include "leagues/parts/part_file.hpp"
#include "leagues/parts/plan_file.hpp"
#include "leagues/play/runner.hpp"

namespace danno::leagues::parts {

struct PartOrder {
  int part = 1;       ///< From 1 to PartsPlan::parts.
  PartHeader header;  ///< Of this attempt.
  play::RunOptions options;
};

/// Deals of a part, and how many of them its files hold.
struct PartProgress {
  std::uint64_t deals = 0;
  bool complete = false;  ///< Its file is there.
};
/// Throws PlanError if the plan has no such part.
[[nodiscard]] PartProgress part_progress(const PartsPlan& plan, int part);

/// Why the part (0: some part) cannot be played on this machine: an agent is not what was planned.
/// Empty: it can.
[[nodiscard]] std::string why_unfit(const PartsPlan& plan, int part = 0);

/// Goes on with what earlier attempts at the part played. When nothing is missing, its file is
/// complete. Throws std::system_error where that cannot be written, and as require_starts().
play::RunEnd play_part(const PartsPlan& plan, const PartOrder& order,
                       std::span<const play::Observer> observers);

}  // namespace danno::leagues::parts
