#include "tests/property/simulated_odds.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/schedule/tournament/table.hpp"
#include "tests/property/simulated_tables.hpp"

namespace danno::leagues {

OddsRates simulate_odds(int deals, int tournaments, std::uint64_t seed) {
  constexpr int kEntrants = 8;
  Chance chance(seed);
  OddsRates rates;
  for (int number = 0; number < tournaments; ++number) {
    std::vector<double> elos(kEntrants);
    std::ranges::generate(elos, [&] { return 100 * chance.normal(); });
    std::vector<double> strengths;
    for (const double elo : elos)
      strengths.push_back(elo / ratings::kEloPerNat);
    ratings::Results results(kEntrants);
    for (int deal = 0; deal < deals * kEntrants / 2; ++deal) {
      const auto i = static_cast<int>(chance.below(kEntrants));
      const auto next = static_cast<int>(chance.below(kEntrants - 1));
      add_deal(results,
               mirrored_deal({i, (i + 1 + next) % kEntrants}, strengths, kSharedLuck, chance));
    }
    const ratings::Ratings ratings = ratings::fit(results);
    std::vector<double> rated;
    for (const ratings::AgentRating& row : ratings.agents)
      rated.push_back(row.elo);
    const schedule::tournament::Field field{.entrants = kEntrants};
    const auto said =
        schedule::tournament::tournament_odds(field, rated, ratings.covariance, solver::unwatched);
    const auto truly = schedule::tournament::tournament_odds(
        field, elos, ratings::SquareMatrix(kEntrants), solver::unwatched);
    const auto favourite = static_cast<std::size_t>(
        std::ranges::max_element(said, {}, &schedule::tournament::TournamentOdds::win) -
        said.begin());
    rates.said += said[favourite].win / tournaments;
    rates.truly += truly[favourite].win / tournaments;
  }
  return rates;
}

}  // namespace danno::leagues
