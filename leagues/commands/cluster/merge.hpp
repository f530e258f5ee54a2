// Merges the played parts of a plan into the league's store: every game is checked by the referee's
// rules, then stored in the order of the deals, by the rules of a run (runner/runner.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "leagues/commands/cluster/plan_file.hpp"
#include "leagues/runner/runner.hpp"
#include "leagues/store/writer.hpp"

namespace danno::leagues::commands::cluster {

struct MergeResult {
  runner::RunEnd end = runner::RunEnd::Complete;
  bool was_merged = false;           ///< True if all of the plan was merged before.
  std::uint64_t deals = 0;           ///< The number of deals merged now.
  std::vector<std::string> refused;  ///< One line each: which file, why, what to do.
  std::vector<int> parts_left;       ///< Parts with deals left to play.
  std::uint64_t deals_left = 0;      ///< The number of the plan's deals that are not stored.
  bool league_complete = false;      ///< The league is complete and its seeds are published.
};

/// Called for games that were checked, with their number; may be empty. Calls never overlap.
using OnChecked = std::function<void(std::uint64_t games)>;

/// Merges what is there, in any state of the parts, and can be repeated. All games are checked
/// before the first is stored, on so many threads; of a file with a game that is false nothing is
/// taken. Line-ups are merged from their beginning: deals after a missing one wait in their file.
/// `folder` is the league's. Throws PlanError, and store::OtherLeague if games of another isolation
/// level are stored.
MergeResult merge(store::Writer& store, const std::filesystem::path& folder, const PartsPlan& plan,
                  int threads, const OnChecked& on_checked);

/// Opens the store of the league in the folder for merging. Throws PlanError if there is none.
[[nodiscard]] store::Writer open_to_merge(const std::filesystem::path& folder);

}  // namespace danno::leagues::commands::cluster
