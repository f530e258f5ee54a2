// Ratings by the model that a league chose.
#pragma once

#include <string>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::tables {

struct LeagueRatings {
  const ratings::RatingModel* model = &ratings::kBradleyTerry;
  std::string failed;  ///< Why it is not the model of the league; empty if it is.
  ratings::Ratings ratings;
};

/// `results` hold what the model needs. If it has no finite ratings for them (Plackett-Luce when
/// every game that could end in a tie did), the ratings are by Bradley-Terry: a league always has
/// standings.
[[nodiscard]] LeagueRatings rate_league(const ratings::Results& results,
                                        const ratings::RatingModel& model);

}  // namespace danno::leagues::tables
