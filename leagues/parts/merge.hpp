// Takes what was played of a plan into the league's store: adjudicated, in the order of the deals,
// by the rules of a run (play/runner.hpp).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "leagues/parts/plan_file.hpp"
#include "leagues/parts/replay.hpp"
#include "leagues/play/runner.hpp"

namespace danno::leagues::parts {

struct Merged {
  play::RunEnd end = play::RunEnd::Complete;
  std::uint64_t deals = 0;           ///< That were taken in now.
  std::vector<std::string> refused;  ///< A line each: which file, why, what to do.
  std::vector<int> parts_left;       ///< That have deals to play.
  std::uint64_t deals_left = 0;      ///< Of the plan, that are not stored.
  bool league_complete = false;      ///< The seeds are published.
  Replayed replayed;                 ///< Before anything was taken in.
};

struct MergeOptions {
  int threads = 1;
  /// So many deals are played again first, see replay(); a part that differs is refused.
  std::uint64_t replays = 0;
  referee::play::PlayDeals play = {};  ///< Plays them; empty: a new_deal_player().
};

/// In any state of the parts, as often as wanted. Whole beginnings of line-ups come in: what is
/// behind a deal that is missing waits in its file. `folder` is the league's. Throws PlanError.
Merged merge(store::Store& store, const std::filesystem::path& folder, const PartsPlan& plan,
             const MergeOptions& options, std::span<const play::Observer> observers);

/// The store of the league in the folder, to merge into. Throws PlanError if there is none.
[[nodiscard]] store::Store open_to_merge(const std::filesystem::path& folder);

}  // namespace danno::leagues::parts
