// Which of two agents is better, said once for the whole season.
//
// A ladder looks after every round, at every pair, and agents come and go. What it calls decided
// errs in at most 5 % of seasons all the same: every pair that may ever be looked at has a share of
// the error, and its difference a confidence sequence (ratings/anytime.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::formats::ladder {

/// Of a whole season: the chance that anything it calls decided is wrong.
inline constexpr double kSeasonError = 0.05;

/// An agent with fewer deals is compared with nobody: its standard error is too rough a guess.
inline constexpr std::int64_t kFirstDeals = 30;

/// The ratings that orders are decided by if the luck of the dice is taken out. A mistake that so
/// few deals as were played do not show with the small chance that a pair may err costs more than
/// one that they do not show once in forty times: docs/statistics.md.
[[nodiscard]] ratings::Ratings rate_adjusted(const ratings::Results& adjusted);

/// Pairs whose orders share a part of kSeasonError, by the places of the two in the order of
/// arrival, from 0: the pairs of those who were there at the start (0), and for the k-th one that
/// comes later its pairs with all who came before (k).
[[nodiscard]] std::size_t group_of(std::size_t arrival, std::size_t other, std::size_t starters);

/// What a pair may err of kSeasonError, both its orders together. One half is for group 0,
/// 1/(k(k+1)) of the other half for group k. In a group all undecided pairs have the same, by
/// Shaffer's (1986) sharper form of Holm's procedure: of the two orders of a pair that was decided
/// rightly one can still be wrong, of an undecided pair both. `decided` orders of the group were
/// said so far.
[[nodiscard]] double error_share(std::size_t group, std::size_t starters, std::size_t decided);

struct DecidedOrder {
  int better = 0;
  int worse = 0;
  bool operator==(const DecidedOrder&) const = default;
};

/// The orders that the ratings decide, by agent numbers, rising. `arrival` goes by agent, `decided`
/// by group: orders said so far in the season; groups beyond its end have none.
[[nodiscard]] std::vector<DecidedOrder> decided_orders(const ratings::Ratings& ratings,
                                                       std::span<const std::size_t> arrival,
                                                       std::size_t starters,
                                                       std::span<const std::size_t> decided = {});

}  // namespace danno::leagues::formats::ladder
