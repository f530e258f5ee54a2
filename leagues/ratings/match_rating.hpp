// Rates agents by one match.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {

/// A rating relative to the pool's mean. For two agents, which are equally far from the mean on
/// both sides, it is their difference.
struct MatchRating {
  double elo = 0;
  std::optional<double> low;  ///< The 95 % interval; empty if unbounded.
  std::optional<double> high;
};

/// Returns the ratings by agent.
[[nodiscard]] std::vector<MatchRating> rate_match(const Results& results);

/// Returns the same without the luck of the dice if that is more informative than the raw results;
/// see tighter_estimate().
[[nodiscard]] std::vector<MatchRating> rate_adjusted_match(const Results& adjusted,
                                                           const Results& raw);

/// Fits ratings to luck-adjusted results. They carry several times the information of raw ones, so
/// a prior of half a win would move a rating by more than its error. Mistakes between good agents
/// are rare and skew: few deals show less spread than there is.
[[nodiscard]] Ratings fit_adjusted(const Results& adjusted, double unseen_mistake = kUnseenMistake);

/// Returns which of two is surely stronger by these ratings, 0 or 1; nullopt if neither is. It is
/// asked of the ratings whose figure is shown, and of no others: "either of two tests" would name a
/// winner of equals more often than in 5 %.
[[nodiscard]] std::optional<std::size_t> stronger_of_two(const std::vector<MatchRating>& ratings);

/// Returns the rating with bounds that hold however often one looks while deals are added
/// (intervals.hpp). `deals` is the current number of deals. A one-sided bound is unchanged.
[[nodiscard]] MatchRating at_any_time(const MatchRating& rating, std::int64_t deals);

/// Returns the adjusted rating if it is bounded and no wider, otherwise the raw one. If everything
/// was won or lost, no luck could be removed, and the raw bound holds.
[[nodiscard]] const MatchRating& tighter_estimate(const MatchRating& raw,
                                                  const MatchRating& adjusted);

}  // namespace danno::leagues::ratings
