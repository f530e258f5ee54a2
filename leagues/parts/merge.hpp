// Merges the played parts of a plan into the league's store: adjudicated, in the order of the
// deals, by the rules of a run (play/runner.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "leagues/parts/differing_nodes.hpp"
#include "leagues/parts/failed_parts.hpp"
#include "leagues/parts/plan_file.hpp"
#include "leagues/parts/replay.hpp"
#include "leagues/play/runner.hpp"

namespace danno::leagues::parts {

struct Merged {
  play::RunEnd end = play::RunEnd::Complete;
  std::uint64_t deals = 0;           ///< The number of deals merged now.
  std::vector<std::string> refused;  ///< One line each: which file, why, what to do.
  std::vector<std::string> notes;    ///< One line each: which .checked file was of no use, and why.
  std::vector<int> parts_left;       ///< Parts with deals left to play.
  std::vector<FailedHost> failed;    ///< Where parts that are left could not be played.
  std::uint64_t deals_left = 0;      ///< The number of the plan's deals that are not stored.
  bool league_complete = false;      ///< The league is complete and its seeds are published.
  std::vector<NodeDifference> differing;  ///< Machines that differ from the others.
  Replayed replayed;                      ///< The replays before merging.
};

struct MergeOptions {
  int threads = 1;
  /// The number of deals that are replayed first (see replay()); a part that differs is refused.
  std::uint64_t replays = 0;
  referee::play::PlayDeals play = {};  ///< The player for replays; if empty, a new_deal_player().
};

/// Called for games that were merged, with their number; may be empty.
using OnMerged = std::function<void(std::uint64_t games)>;

/// Merges what is there, in any state of the parts, and can be repeated. Line-ups are merged from
/// their beginning: deals after a missing one wait in their file. Blocks of parts that were checked
/// (check_played.hpp) are taken as they lie in the file; others are checked here, on all threads.
/// `folder` is the league's. Throws PlanError.
Merged merge(store::Store& store, const std::filesystem::path& folder, const PartsPlan& plan,
             const MergeOptions& options, const OnMerged& on_merged);

/// Opens the store of the league in the folder for merging. Throws PlanError if there is none.
[[nodiscard]] store::Store open_to_merge(const std::filesystem::path& folder);

}  // namespace danno::leagues::parts
