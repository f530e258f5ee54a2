// Rates agents by the model that a league chose.
#pragma once

#include <string>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::tables {

struct LeagueRatings {
  const ratings::RatingModel* model = &ratings::kBradleyTerry;
  /// Why another model than the league's is used; empty if it is the league's.
  std::string failed;
  ratings::Ratings ratings;
};

/// Rates `results`, which must hold what the model needs. If the model has no finite ratings for
/// them (Plackett-Luce if every game that could end in a tie did), the ratings are by
/// Bradley-Terry, so that a league always has standings.
[[nodiscard]] LeagueRatings rate_league(const ratings::Results& results,
                                        const ratings::RatingModel& model);

}  // namespace danno::leagues::tables
