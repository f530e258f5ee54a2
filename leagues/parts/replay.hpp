// Plays randomly drawn deals of parts again, to check that their decisions are the agents'. Dice,
// rules and points cannot show that.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "leagues/parts/plan_file.hpp"
#include "leagues/parts/played_parts.hpp"
#include "referee/record/agent_set.hpp"

namespace danno::leagues::parts {

struct Replayed {
  std::uint64_t same = 0;
  std::uint64_t different = 0;
  std::uint64_t undecided = 0;  ///< Deals that came out differently each time they were played.
};

/// Deals from one file that would be merged.
struct MergeableDeals {
  store::Id line_up = 0;
  std::uint64_t first = 0;
  std::uint64_t deals = 0;
  referee::record::AgentSet absent = {};
  Source* source = nullptr;
};

/// Plays `count` of these deals, drawn now (or all), twice on this thread, under the plan's limits.
/// If both plays agree and the part's differs, calls `on_different`. Ends early if a stop was
/// requested. Throws what require_starts() throws.
[[nodiscard]] Replayed replay(
    const PartsPlan& plan, const PlayedParts& played, std::vector<MergeableDeals> candidates,
    std::uint64_t count, const referee::play::PlayDeals& play,
    const std::function<void(Source&, const std::string& deal)>& on_different);

}  // namespace danno::leagues::parts
