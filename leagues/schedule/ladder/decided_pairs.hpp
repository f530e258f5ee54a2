// Decides, once for the whole season, which of two agents is better.
//
// A ladder looks at every pair after every round, while agents come and go. Still, an order that it
// calls decided is wrong in at most 5 % of seasons: every pair that may ever be looked at has a
// share of the error, and each test holds at all times at once (ratings/intervals.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::schedule::ladder {

/// The probability, for a whole season, that any order called decided is wrong.
inline constexpr double kSeasonError = 0.05;

/// The number of deals below which an agent is not compared, as its standard error is unreliable.
inline constexpr std::int64_t kFirstDeals = 30;

/// Rates luck-adjusted results for decisions. A mistake that so few deals as were played do not
/// show with the small chance that a pair may err costs more than one that they do not show once in
/// forty times: docs/statistics.md.
[[nodiscard]] ratings::Ratings rate_adjusted(const ratings::Results& adjusted);

/// Pairs whose orders share a part of kSeasonError, by the places of the two in the order of
/// arrival, from 0: the pairs of agents that were there at the start (0), and for the k-th one that
/// comes later its pairs with all earlier ones (k).
[[nodiscard]] std::size_t pair_group(std::size_t arrival, std::size_t other, std::size_t starters);

/// Returns a pair's share of kSeasonError, for both its orders together. Group 0 has one half, and
/// group k has 1/(k(k+1)) of the other half. In a group all undecided pairs have equal shares, by
/// Shaffer's (1986) sharper form of Holm's procedure: if a pair was decided rightly, one of its
/// orders can still be wrong; of an undecided pair, both can. `decided` is the number of orders of
/// the group that were decided so far.
[[nodiscard]] double error_share(std::size_t group, std::size_t starters, std::size_t decided);

struct DecidedPair {
  int better = 0;
  int worse = 0;
  auto operator<=>(const DecidedPair&) const = default;
};

/// The agents of a season, by number.
struct Arrivals {
  std::span<const std::size_t> arrival;  ///< The places in the order of arrival, from 0.
  std::size_t starters = 0;              ///< The number of agents in the first round.
};

/// Returns the pairs that two tests decide, sorted; each test has half of a pair's share of the
/// error. One compares the ratings; the other counts points by places between the two alone, and
/// also decides when one of them lost everything. `decided` is the number of pairs decided so far
/// in the season, indexed by group (0 beyond its end).
[[nodiscard]] std::vector<DecidedPair> find_decided_pairs(
    const ratings::Results& results, const ratings::Ratings& ratings, const Arrivals& arrivals,
    std::span<const std::size_t> decided = {});

/// Returns the pairs that are new beside `decided`: those of `found` that do not contradict, and
/// all that follow, because the order of strengths is transitive.
[[nodiscard]] std::vector<DecidedPair> find_new_pairs(std::span<const DecidedPair> decided,
                                                      std::span<const DecidedPair> found,
                                                      std::size_t agents);

}  // namespace danno::leagues::schedule::ladder
