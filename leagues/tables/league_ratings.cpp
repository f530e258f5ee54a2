#include "leagues/tables/league_ratings.hpp"

#include <stdexcept>

namespace danno::leagues::tables {

LeagueRatings rate_league(const ratings::Results& results, const ratings::RatingModel& model) {
  try {
    return {&model, "", ratings::fit(results, {.model = &model})};
  } catch (const std::invalid_argument& error) {
    return {&ratings::kBradleyTerry, error.what(), ratings::fit(results)};
  }
}

}  // namespace danno::leagues::tables
