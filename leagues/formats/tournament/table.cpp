#include "leagues/formats/tournament/table.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "leagues/formats/tournament/store.hpp"
#include "leagues/scores/rated_deal.hpp"

namespace danno::leagues::formats::tournament {
namespace {

/// Below everybody who plays.
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
          if (!scores::is_advised(advice, dice.deal(game.planned))) games_.push_back(&game);
        }
      }
    }
  }

  [[nodiscard]] std::vector<scores::AgentTally> tallies(std::size_t entrants) const {
    std::vector<scores::AgentTally> tallies(entrants);
    for (const TournamentGame* const game : games_)
      scores::add_deal(tallies, game->planned.seats, {0, {game->record}});
    return tallies;
  }

  /// Numbers in the ratings by entrant, in the order of their names; kNotRated who never played.
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
    std::vector<int> numbers(names.size(), scores::kNotRated);
    int next = 0;
    for (const std::size_t entrant : by_name) {
      if (started.contains(static_cast<int>(entrant))) numbers[entrant] = next++;
    }
    return numbers;
  }

  [[nodiscard]] ratings::Results results(const std::vector<int>& numbers) const {
    ratings::Results results(static_cast<int>(
        numbers.size() - static_cast<std::size_t>(std::ranges::count(numbers, scores::kNotRated))));
    for (const TournamentGame* const game : games_) {
      std::vector<int> agents;
      for (const int entrant : game->planned.seats)
        agents.push_back(numbers[static_cast<std::size_t>(entrant)]);
      scores::rate_deal(results, agents, {0, {game->record}});
    }
    return results;
  }

 private:
  std::vector<const TournamentGame*> games_;
};

/// Chances from the ratings; who never started loses to everybody.
std::vector<TournamentOdds> odds_of(const Field& field, const std::vector<int>& numbers,
                                    const ratings::Ratings& ratings, const solver::Watch& watch) {
  std::vector<double> elo;
  ratings::SquareMatrix covariance(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const int own = numbers[i];
    elo.push_back(own == scores::kNotRated ? kForfeitsElo
                                           : ratings.agents[static_cast<std::size_t>(own)].elo);
    for (std::size_t j = 0; own != scores::kNotRated && j < numbers.size(); ++j) {
      const int other = numbers[j];
      if (other == scores::kNotRated) continue;
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
    Tournament& tournament = table.tournaments.emplace_back(division.tell(number));
    if (!tournament.finished) break;
  }
  table.records = division.records();

  const std::vector<std::string>& names = division.ground().names;
  const CountedGames games(division, table.tournaments);
  const std::vector<int> numbers = games.numbers(names);
  const ratings::Ratings ratings = ratings::fit(games.results(numbers));
  const std::vector<TournamentOdds> odds = odds_of(division.field(), numbers, ratings, watch);
  const std::vector<scores::AgentTally> tallies = games.tallies(names.size());
  for (std::size_t entrant = 0; entrant < names.size(); ++entrant) {
    TournamentRow& row = table.rows.emplace_back();
    row.entrant = static_cast<int>(entrant);
    row.tally = tallies[entrant];
    row.odds = odds[entrant];
    if (numbers[entrant] != scores::kNotRated)
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

std::string name_of(const TournamentTable& table, int entrant) {
  return table.entrants[static_cast<std::size_t>(entrant)].shown_name();
}

TournamentTable compute_tournament_table(const store::Reader& store, const solver::Watch& watch) {
  const store::StoredLeague league = store.league();
  TournamentTable table;
  table.name = league.name;
  table.digests = store.digests();
  table.repeat = repeat_of(league);
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

}  // namespace danno::leagues::formats::tournament
