#include "leagues/formats/tournament/odds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <random>

#include "leagues/ratings/covariance_factor.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/shrunk_strengths.hpp"

namespace danno::leagues::formats::tournament {
namespace {

constexpr int kSimulations = 2000;
constexpr std::uint64_t kSeed = 1;

/// The standard fixes the generator but not its distributions: these are ours, so that the same
/// league has the same table everywhere.
class Luck {
 public:
  double uniform() { return (static_cast<double>(random_() >> 11U) + 0.5) * 0x1p-53; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }
  double gumbel() { return -std::log(-std::log(uniform())); }
  int below(std::size_t n) { return static_cast<int>(uniform() * static_cast<double>(n)); }

 private:
  std::mt19937_64 random_{kSeed};
};

referee::record::GameRecord race(const PlannedGame& game, const std::vector<double>& elo,
                                 Luck& luck) {
  referee::record::GameRecord record;
  record.seats = static_cast<std::uint8_t>(game.seats.size());
  std::vector<double> performance;
  for (const int entrant : game.seats)
    performance.push_back(elo[static_cast<std::size_t>(entrant)] / ratings::kEloPerNat +
                          luck.gumbel());
  for (std::size_t seat = 0; seat < performance.size(); ++seat) {
    const auto better = std::ranges::count_if(
        performance, [own = performance[seat]](double other) { return other > own; });
    record.places[seat] = static_cast<std::uint8_t>(better + 1);
  }
  return record;
}

Chance chance_of(Luck& luck) {
  return {.shuffle =
              [&luck](std::vector<int> entrants, int, int) {
                for (std::size_t i = entrants.size(); i > 1; --i)
                  std::swap(entrants[i - 1], entrants[static_cast<std::size_t>(luck.below(i))]);
                return entrants;
              },
          .lowest_at_start = [](const PlannedGame&) { return 0; },
          .die = [&luck](const PlannedGame&, int, int) { return luck.below(6) + 1; }};
}

void count(const Tournament& tournament, std::vector<TournamentOdds>& odds) {
  const auto of = [&](int entrant) -> TournamentOdds& {
    return odds[static_cast<std::size_t>(entrant)];
  };
  const Stage& after_first = tournament.stages[tournament.stages.size() > 1 ? 1 : 0];
  for (const StageRow& row : after_first.rows)
    of(row.entrant).advance += 1.0 / kSimulations;
  for (const StageRow& row : tournament.stages.back().rows)
    of(row.entrant).final += 1.0 / kSimulations;
  of(tournament.stages.back().rows.front().entrant).win += 1.0 / kSimulations;
}

}  // namespace

std::vector<TournamentOdds> tournament_odds(const Field& field, const std::vector<double>& elo,
                                            const ratings::SquareMatrix& covariance,
                                            const solver::Watch& watch) {
  const ratings::Strengths strengths = ratings::shrunk_strengths(elo, covariance);
  const ratings::SquareMatrix factor = ratings::factor_of(strengths.covariance);
  Luck luck;
  std::vector<TournamentOdds> odds(elo.size());
  for (int i = 0; i < kSimulations; ++i) {
    watch("tournaments simulated", static_cast<std::uint64_t>(i), kSimulations);
    std::vector<double> normal(elo.size());
    std::ranges::generate(normal, [&] { return luck.normal(); });
    std::vector<double> drawn = ratings::correlate(factor, normal);
    std::ranges::transform(drawn, strengths.mean, drawn.begin(), std::plus());
    count(play_tournament(field, chance_of(luck),
                          [&](std::span<const PlannedGame> games) {
                            std::vector<referee::record::GameRecord> records;
                            for (const PlannedGame& game : games)
                              records.push_back(race(game, drawn, luck));
                            return records;
                          }),
          odds);
  }
  return odds;
}

}  // namespace danno::leagues::formats::tournament
