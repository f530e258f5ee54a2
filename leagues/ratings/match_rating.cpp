#include "leagues/ratings/match_rating.hpp"

namespace danno::leagues::ratings {

std::vector<MatchRating> rate_match(const Results& results) {
  const Ratings ratings = fit(results);
  std::vector<MatchRating> rated;
  for (const AgentRating& rating : ratings.agents)
    rated.push_back({rating.elo, rating.elo_low, rating.elo_high});
  if (rated.size() != 2) return rated;
  for (std::size_t i = 0; i < 2; ++i) {
    const AgentRating& own = ratings.agents[i];
    const double other = ratings.agents[1 - i].elo;
    // A bound on one side alone (all won or lost) is relative to the other's rating as it stands.
    const bool both = own.elo_low && own.elo_high;
    const auto difference = [&](std::optional<double> bound) {
      return bound ? std::optional(both ? 2 * *bound : *bound - other) : std::nullopt;
    };
    rated[i] = {own.elo - other, difference(own.elo_low), difference(own.elo_high)};
  }
  return rated;
}

}  // namespace danno::leagues::ratings
