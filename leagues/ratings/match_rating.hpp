// The strength of agents by one match.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {

/// Against the pool's mean; of two agents, who are as far from it on both sides, the difference.
struct MatchRating {
  double elo = 0;
  std::optional<double> low;  ///< 95 %; empty: unbounded.
  std::optional<double> high;
};

/// By agent.
[[nodiscard]] std::vector<MatchRating> rate_match(const Results& results);

/// The same with the luck of the dice taken out, where that tells more than the raw results: as
/// more_telling().
[[nodiscard]] std::vector<MatchRating> rate_adjusted_match(const Results& adjusted,
                                                           const Results& raw);

/// Ratings of luck-adjusted results. They tell several times as much as raw ones, so that a prior
/// of half a win would move few deals by more than their error; and between good agents mistakes
/// are rare and skew, so that few deals show less spread than there is.
[[nodiscard]] Ratings fit_adjusted(const Results& adjusted, double unseen_mistake = kUnseenMistake);

/// The ratings, of the raw and the adjusted results, that a LOS of i against j is taken from: the
/// adjusted ones unless the raw difference has the smaller error.
[[nodiscard]] const Ratings& surer_of(const Ratings& raw, const Ratings& adjusted, int i, int j);

/// With bounds that hold however often one looks while deals are added: `rating` is of so many now
/// (anytime.hpp). A bound on one side stays.
[[nodiscard]] MatchRating at_any_time(const MatchRating& rating, std::int64_t deals);

/// The adjusted one if it is bounded and no wider; else the raw one. Where all was won or lost, no
/// luck was to be taken out, and the raw bound holds.
[[nodiscard]] const MatchRating& more_telling(const MatchRating& raw, const MatchRating& adjusted);

}  // namespace danno::leagues::ratings
