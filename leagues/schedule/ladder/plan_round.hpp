// Plans a ladder's next round: the agent with the fewest deals meets its least certain neighbours.
//
// A pure function of the ratings. Agents that lack their first deals meet opponents of all
// strengths, and nobody else plays. Otherwise tables are planned one by one. The least served agent
// is first; it meets those to whom its order is open, the least certain first: the chance to be
// better is nearest to 1/2. Every pair is planned once before any is planned again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/schedule/ladder/decided_pairs.hpp"

namespace danno::leagues::schedule::ladder {

/// The number of deals that are planned together for a table: large compared with the cost of
/// starting agents, small compared with a round.
inline constexpr std::uint64_t kDealsOfTable = 5;

/// The agents that get more deals: none, or the top ones, in proportion to 1/rank.
enum class Focus { All, Top };

struct RoundState {
  const ratings::Results& results;
  const ratings::Ratings& ratings;  ///< The ratings of `results`.
  /// The pairs whose order is decided.
  std::span<const DecidedPair> decided;
  /// Indexed by agent; two agents of one author never meet. Empty if authors do not matter.
  std::span<const std::string> authors;
  /// Indexed by agent: the order of arrival, from 0.
  std::span<const std::size_t> arrival;
  int seats = 2;
  Focus focus = Focus::All;
  std::optional<std::uint64_t> most_deals = {};
};

struct PlannedTable {
  std::vector<int> agents;  ///< Sorted.
  std::uint64_t deals = 0;
  bool operator==(const PlannedTable&) const = default;
};

/// Returns each table once, in the order of their first deals; empty if too few agents may meet.
[[nodiscard]] std::vector<PlannedTable> plan_round(const RoundState& state);

}  // namespace danno::leagues::schedule::ladder
