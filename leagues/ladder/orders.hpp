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

namespace danno::leagues::ladder {

/// Of a whole season: the chance that anything it calls decided is wrong.
inline constexpr double kSeasonError = 0.05;

/// An agent with fewer deals is compared with nobody: its standard error is too rough a guess.
inline constexpr std::int64_t kFirstDeals = 30;

/// What a pair may err of kSeasonError, by the places of the two in the order of arrival, from 0:
/// one half is for the pairs of those who were there at the start, shared equally, and the other
/// for later ones: the k-th of them has 1/(k(k+1)) of it, shared over those who came before.
[[nodiscard]] double error_share(std::size_t arrival, std::size_t other, std::size_t starters);

struct DecidedOrder {
  int better = 0;
  int worse = 0;
  bool operator==(const DecidedOrder&) const = default;
};

/// The orders that the ratings decide, by agent numbers, rising. `arrival` goes by agent.
[[nodiscard]] std::vector<DecidedOrder> decided_orders(const ratings::Ratings& ratings,
                                                       std::span<const std::size_t> arrival,
                                                       std::size_t starters);

}  // namespace danno::leagues::ladder
