// Plans a ladder's next round so that its deals bring the most information about open orders.
//
// A pure function of the ratings. Agents that lack their first deals meet opponents from top to
// bottom, and nobody else plays. Otherwise every deal goes where it narrows the open differences
// most. Let C be the covariance of the ratings, L the Laplacian of the open pairs' weights, M = C L
// C. A table of a and b that adds the information q to their difference, whose variance is s,
// reduces the weighted sum of the open differences' variances by q / (1 + q s) (M_aa + M_bb - 2
// M_ab) (the D-optimal update of Sherman and Morrison 1950, for a sum of contrasts); then C and M
// are updated, and the next table is chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/formats/ladder/orders.hpp"
#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::formats::ladder {

/// The number of deals that are planned together for a table: large compared with the cost of
/// starting agents, small compared with a round.
inline constexpr std::uint64_t kDealsOfTable = 5;
/// The least share of an equal part of a round that every agent gets, in whole deals. If a round
/// has too few deals for that, the agents with the fewest deals come first.
inline constexpr double kLeastShare = 0.5;
/// The largest share of an agent's deals against one opponent; more if there are too few others.
inline constexpr double kLargestShareOfPair = 0.25;

/// Which differences count.
enum class Focus { All, Top };

struct RoundState {
  const ratings::Results& results;
  const ratings::Ratings& ratings;  ///< The ratings of `results`.
  /// The pairs whose order is decided.
  std::span<const DecidedOrder> decided;
  /// Indexed by agent; two agents of one author never meet. Empty if authors do not matter.
  std::span<const std::string> authors;
  /// Indexed by agent: the order of arrival, from 0.
  std::span<const std::size_t> arrival;
  int seats = 2;
  Focus focus = Focus::All;
  std::optional<std::uint64_t> most_deals = {};
  double least_share = kLeastShare;
};

struct PlannedTable {
  std::vector<int> agents;  ///< Sorted.
  std::uint64_t deals = 0;
  bool operator==(const PlannedTable&) const = default;
};

/// Returns each table once, in the order of their first deals; empty if too few agents may meet.
[[nodiscard]] std::vector<PlannedTable> plan_round(const RoundState& state);

}  // namespace danno::leagues::formats::ladder
