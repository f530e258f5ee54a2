// Plays one part of a plan on any machine; needs nothing but the plan's folder.
#pragma once

#include <span>
#include <string>

#include "leagues/parts/part_file.hpp"
#include "leagues/parts/plan_file.hpp"
#include "leagues/play/runner.hpp"

namespace danno::leagues::parts {

struct PartOrder {
  int part = 1;       ///< The part, from 1 to PartsPlan::parts.
  PartHeader header;  ///< The header of this attempt.
  play::RunOptions options;
};

/// The number of deals in a part's files.
struct PartProgress {
  std::uint64_t deals = 0;
  bool complete = false;  ///< True if its complete file exists.
};
/// Returns the progress of a part. Throws PlanError if the plan has no such part.
[[nodiscard]] PartProgress part_progress(const PartsPlan& plan, int part);

/// Removes what attempts at a complete part left; all that they played is in its file.
void remove_attempts(const PartsPlan& plan, int part);

/// Returns why the part (0: any part) cannot be played on this machine, because an agent is not
/// what was planned; empty if it can.
[[nodiscard]] std::string why_unfit(const PartsPlan& plan, int part = 0);
/// Returns the numbers of the parts that are not complete.
[[nodiscard]] std::vector<int> missing_parts(const PartsPlan& plan);
/// Throws std::runtime_error, with what to do, if this machine cannot play that part.
void check_fit(const PartsPlan& plan, int part);

/// Plays the deals that earlier attempts at the part did not play. When nothing is missing, its
/// file is completed. Throws std::system_error if the file cannot be written, and what
/// require_starts() throws.
play::RunEnd play_part(const PartsPlan& plan, const PartOrder& order,
                       std::span<const play::Observer> observers);

}  // namespace danno::leagues::parts
