// Decides, once for the whole season, which of two agents is better.
//
// A ladder looks at every pair after every round, while agents come and go. Still, an order that it
// calls decided is wrong in at most 5 % of seasons: every pair that may ever be looked at has a
// share of the error, and its difference has a confidence sequence (ratings/anytime.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::formats::ladder {

/// The probability, for a whole season, that any order called decided is wrong.
inline constexpr double kSeasonError = 0.05;

/// The number of deals below which an agent is not compared, as its standard error is unreliable.
inline constexpr std::int64_t kFirstDeals = 30;

/// The ratings that orders are decided by if the luck of the dice is taken out. A mistake that so
/// few deals as were played do not show with the small chance that a pair may err costs more than
/// one that they do not show once in forty times: docs/statistics.md.
[[nodiscard]] ratings::Ratings rate_adjusted(const ratings::Results& adjusted);

/// Pairs whose orders share a part of kSeasonError, by the places of the two in the order of
/// arrival, from 0: the pairs of those who were there at the start (0), and for the k-th one that
/// comes later its pairs with all who came before (k).
[[nodiscard]] std::size_t group_of(std::size_t arrival, std::size_t other, std::size_t starters);

/// Returns a pair's share of kSeasonError, for both its orders together. Group 0 has one half, and
/// group k has 1/(k(k+1)) of the other half. In a group all undecided pairs have equal shares, by
/// Shaffer's (1986) sharper form of Holm's procedure: if a pair was decided rightly, one of its
/// orders can still be wrong; of an undecided pair, both can. `decided` is the number of orders of
/// the group that were decided so far.
[[nodiscard]] double error_share(std::size_t group, std::size_t starters, std::size_t decided);

struct DecidedOrder {
  int better = 0;
  int worse = 0;
  bool operator==(const DecidedOrder&) const = default;
};

/// Returns the orders that the ratings decide, sorted by agent numbers. `arrival` is indexed by
/// agent, `decided` by group (the number of orders decided so far in the season; 0 beyond its end).
[[nodiscard]] std::vector<DecidedOrder> decided_orders(const ratings::Ratings& ratings,
                                                       std::span<const std::size_t> arrival,
                                                       std::size_t starters,
                                                       std::span<const std::size_t> decided = {});

}  // namespace danno::leagues::formats::ladder
