// Computes the tables of tournaments, and the odds of each entrant by simulation: games are drawn
// by the ratings, and ratings by their errors.
#include "leagues/schedule/tournament/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <numeric>
#include <random>
#include <set>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/intervals.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/schedule/tournament/store.hpp"

namespace danno::leagues::schedule::tournament {

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

/// Draws the places of a game. With Gumbel noise on the strengths these follow the Plackett-Luce
/// model (Yellott 1977).
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

/// Returns chances for a simulated tournament.
Chance make_chance(Luck& luck) {
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
  // Entrants of the second stage have survived the first cut.
  const Stage& after_first = tournament.stages[tournament.stages.size() > 1 ? 1 : 0];
  for (const StageRow& row : after_first.rows)
    of(row.entrant).advance += 1.0 / kSimulations;
  for (const StageRow& row : tournament.stages.back().rows)
    of(row.entrant).final += 1.0 / kSimulations;
  of(tournament.stages.back().rows.front().entrant).win += 1.0 / kSimulations;
}

/// A rating below that of every agent that plays.
constexpr double kForfeitsElo = -4000;

/// Games that count, with the entrants at their seats.
class CountedGames {
 public:
  CountedGames(const TournamentDivision& division, std::span<const Tournament> tournaments) {
    const referee::play::Advice advice = division.tables().front().advice;
    for (std::size_t number = 0; number < tournaments.size(); ++number) {
      const TournamentDice dice(division.ground(), static_cast<int>(number));
      for (const Stage& stage : tournaments[number].stages) {
        for (const TournamentGame& game : stage.games) {
          if (!ratings::is_advised(advice, dice.deal(game.planned))) games_.push_back(&game);
        }
      }
    }
  }

  [[nodiscard]] std::vector<ratings::AgentTally> tallies(std::size_t entrants) const {
    std::vector<ratings::AgentTally> tallies(entrants);
    for (const TournamentGame* const game : games_)
      ratings::add_deal(tallies, game->planned.seats, {0, {game->record}});
    return tallies;
  }

  /// Numbers in the ratings by entrant, in the order of their names; kNotRated for an entrant that
  /// never played.
  [[nodiscard]] std::vector<int> numbers(const std::vector<std::string>& names) const {
    std::vector<std::size_t> by_name(names.size());
    std::iota(by_name.begin(), by_name.end(), std::size_t{0});
    std::ranges::sort(by_name, {}, [&](std::size_t entrant) { return names[entrant]; });
    std::set<int> started;
    for (const TournamentGame* const game : games_) {
      for (std::size_t seat = 0; seat < game->planned.seats.size(); ++seat) {
        if (!game->record.absent.has(seat)) started.insert(game->planned.seats[seat]);
      }
    }
    std::vector<int> numbers(names.size(), ratings::kNotRated);
    int next = 0;
    for (const std::size_t entrant : by_name) {
      if (started.contains(static_cast<int>(entrant))) numbers[entrant] = next++;
    }
    return numbers;
  }

  [[nodiscard]] ratings::Results results(const std::vector<int>& numbers) const {
    ratings::Results results(static_cast<int>(
        numbers.size() -
        static_cast<std::size_t>(std::ranges::count(numbers, ratings::kNotRated))));
    for (const TournamentGame* const game : games_) {
      std::vector<int> agents;
      for (const int entrant : game->planned.seats)
        agents.push_back(numbers[static_cast<std::size_t>(entrant)]);
      ratings::rate_deal(results, agents, {0, {game->record}});
    }
    return results;
  }

 private:
  std::vector<const TournamentGame*> games_;
};

/// Returns the chances by the ratings; an entrant that never started loses to everybody.
std::vector<TournamentOdds> compute_odds(const Field& field, const std::vector<int>& numbers,
                                         const ratings::Ratings& ratings,
                                         const solver::Watch& watch) {
  std::vector<double> elo;
  ratings::SquareMatrix covariance(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const int own = numbers[i];
    elo.push_back(own == ratings::kNotRated ? kForfeitsElo
                                            : ratings.agents[static_cast<std::size_t>(own)].elo);
    for (std::size_t j = 0; own != ratings::kNotRated && j < numbers.size(); ++j) {
      const int other = numbers[j];
      if (other == ratings::kNotRated) continue;
      covariance(i, j) =
          ratings.covariance(static_cast<std::size_t>(own), static_cast<std::size_t>(other));
    }
  }
  return tournament_odds(field, elo, covariance, watch);
}

void add_places(std::span<const Tournament> tournaments, std::vector<TournamentRow>& rows) {
  const auto finished = std::ranges::count(tournaments, true, &Tournament::finished);
  for (const Tournament& tournament : tournaments) {
    if (!tournament.finished && finished > 0) continue;
    const double count = finished > 0 ? static_cast<double>(finished) : 1;
    const std::vector<int> ranking = tournament.ranking();
    for (std::size_t place = 0; place < ranking.size(); ++place) {
      TournamentRow& row = rows[static_cast<std::size_t>(ranking[place])];
      row.mean_place += static_cast<double>(place + 1) / count;
      if (place == 0 && tournament.finished) ++row.titles;
    }
  }
}

TournamentDivisionTable compute(const TournamentDivision& division, int repeat,
                                const solver::Watch& watch) {
  TournamentDivisionTable table;
  table.definition = &division.ground().definition();
  table.games = division.games();
  for (int number = 0; number < repeat; ++number) {
    watch("tournaments shown", static_cast<std::uint64_t>(number),
          static_cast<std::uint64_t>(repeat));
    Tournament& tournament = table.tournaments.emplace_back(division.replay(number));
    if (!tournament.finished) break;
  }
  table.records = division.records();

  const std::vector<std::string>& names = division.ground().names;
  const CountedGames games(division, table.tournaments);
  const std::vector<int> numbers = games.numbers(names);
  const ratings::Ratings ratings = ratings::fit(games.results(numbers));
  const std::vector<TournamentOdds> odds = compute_odds(division.field(), numbers, ratings, watch);
  const std::vector<ratings::AgentTally> tallies = games.tallies(names.size());
  for (std::size_t entrant = 0; entrant < names.size(); ++entrant) {
    TournamentRow& row = table.rows.emplace_back();
    row.entrant = static_cast<int>(entrant);
    row.tally = tallies[entrant];
    row.odds = odds[entrant];
    if (numbers[entrant] != ratings::kNotRated)
      row.rating = ratings.agents[static_cast<std::size_t>(numbers[entrant])];
  }
  add_places(table.tournaments, table.rows);
  std::ranges::stable_sort(table.rows, {}, &TournamentRow::mean_place);
  return table;
}

std::set<std::string> as_set(const std::vector<std::string>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

std::vector<TournamentOdds> tournament_odds(const Field& field, const std::vector<double>& elo,
                                            const ratings::SquareMatrix& covariance,
                                            const solver::Watch& watch) {
  const ratings::Strengths strengths = ratings::shrunk_strengths(elo, covariance);
  const ratings::SquareMatrix factor = ratings::factorise(strengths.covariance);
  Luck luck;
  std::vector<TournamentOdds> odds(elo.size());
  for (int i = 0; i < kSimulations; ++i) {
    watch("tournaments simulated", static_cast<std::uint64_t>(i), kSimulations);
    std::vector<double> normal(elo.size());
    std::ranges::generate(normal, [&] { return luck.normal(); });
    std::vector<double> drawn = ratings::correlate(factor, normal);
    std::ranges::transform(drawn, strengths.mean, drawn.begin(), std::plus());
    count(play_tournament(field, make_chance(luck),
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

std::string entrant_name(const TournamentTable& table, int entrant) {
  return table.entrants[static_cast<std::size_t>(entrant)].shown_name();
}

TournamentTable compute_tournament_table(const store::Reader& store, const solver::Watch& watch) {
  const store::StoredLeague league = store.league();
  TournamentTable table;
  table.name = league.name;
  table.digests = store.digests();
  table.repeat = repeat_count(league);
  table.apart = league.settings.value("apart", false);
  table.entrants = league.agents;
  table.games_planned = static_cast<std::uint64_t>(table.repeat) *
                        tournament_games(static_cast<int>(league.agents.size()));
  std::set<std::string> levels;
  std::set<std::string> layers;
  for (const store::StoredDivision& division : league.divisions) {
    levels.merge(as_set(store.isolation_levels(division)));
    layers.merge(as_set(store.isolation_layers(division)));
  }
  table.isolation.assign(levels.begin(), levels.end());
  table.isolation_layers.assign(layers.begin(), layers.end());
  table.epoch = tournament_epoch(store);
  if (!table.epoch) return table;
  for (const TournamentDivision& division : TournamentDivision::read(store, *table.epoch))
    table.divisions.push_back(compute(division, table.repeat, watch));
  table.finished = std::ranges::all_of(table.divisions, [&](const auto& division) {
    return division.tournaments.size() == static_cast<std::size_t>(table.repeat) &&
           division.tournaments.back().finished;
  });
  return table;
}

}  // namespace danno::leagues::schedule::tournament
