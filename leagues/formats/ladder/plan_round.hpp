// A ladder's next round: where deals tell most about what is open.
//
// A pure function of the ratings: who has the first deals yet to come meets opponents from top to
// bottom, and nobody else plays. Then every deal goes where it narrows most the differences whose
// order is open. Let C be the covariance of the ratings, L the Laplacian of the open pairs'
// weights, M = C L C. A table of a and b that adds the information q to their difference, whose
// variance is s, takes
//   q / (1 + q s) (M_aa + M_bb - 2 M_ab)
// from the weighted sum of the open differences' variances (the D-optimal update of Sherman and
// Morrison 1950, for a sum of contrasts); then C and M are updated, and the next table is chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/formats/ladder/orders.hpp"
#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::formats::ladder {

/// Deals of one table that are planned together: long against the start of its agents, short
/// against a round.
inline constexpr std::uint64_t kDealsOfTable = 5;
/// Every agent gets this share of an equal share of a round at least, in whole deals; where a round
/// has too few deals for that, the least served get theirs first.
inline constexpr double kLeastShare = 0.5;
/// Of an agent's deals those against one other, at most; more where there are too few others.
inline constexpr double kLargestShareOfPair = 0.25;

/// Which differences count.
enum class Focus { All, Top };

struct RoundState {
  const ratings::Results& results;
  const ratings::Ratings& ratings;  ///< Of the results.
  /// Whose order is decided.
  std::span<const DecidedOrder> decided;
  /// By agent; two of one author never meet. Empty: of nobody, or it does not matter.
  std::span<const std::string> authors;
  /// By agent: the order in which they came, from 0.
  std::span<const std::size_t> arrival;
  int seats = 2;
  Focus focus = Focus::All;
  std::optional<std::uint64_t> most_deals = {};
  double least_share = kLeastShare;
};

struct PlannedTable {
  std::vector<int> agents;  ///< Rising.
  std::uint64_t deals = 0;
  bool operator==(const PlannedTable&) const = default;
};

/// Each table once, in the order of their first deals; empty where too few agents may meet.
[[nodiscard]] std::vector<PlannedTable> plan_round(const RoundState& state);

}  // namespace danno::leagues::formats::ladder
