// Checks a part where it was played, so that merging need not: writes PLAN/parts/NNNN.checked.
#pragma once

#include "leagues/parts/plan_file.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::parts {

/// Returns whether the part's complete file was checked as it is.
[[nodiscard]] bool is_checked(const PartsPlan& plan, int part);

/// Checks every game of a complete part, computes their luck if the values of their rules are here,
/// and writes what it found. `watch` is called on this thread; what it throws ends the check.
/// Throws std::runtime_error, with the game, if the part is wrong, and std::system_error.
void check_played(const PartsPlan& plan, int part, int threads, const solver::Watch& watch);

}  // namespace danno::leagues::parts
