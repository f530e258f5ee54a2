// Replays tournaments, and computes their tables, with the odds of each entrant by simulation:
// games are drawn by the ratings, and ratings by their errors.
#include "leagues/schedule/tournament/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numbers>
#include <random>
#include <set>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/intervals.hpp"
#include "leagues/ratings/numerics.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/schedule/formats.hpp"
#include "referee/record/dice_stream.hpp"

namespace danno::leagues::schedule::tournament {

namespace {

// --- the replay ------------------------------------------------------------------------------

int thrown_face(const referee::record::Key& key, int seat, int again) {
  const rules::Dice thrown = referee::record::DiceStream(key).start(seat, again, 1);
  int face = 0;
  while (thrown.count(face) == 0)
    ++face;
  return face + 1;
}

/// Counts rounds over all tournaments.
std::uint64_t round_number(std::size_t entrants, int number, int stage, int round) {
  const int stages = number * most_stages(static_cast<int>(entrants)) + stage;
  return static_cast<std::uint64_t>(stages) * 2 + static_cast<std::uint64_t>(round);
}

/// Returns the entrants in a drawn order: each has a ticket of 64 bits, an HMAC of its own, and
/// they are sorted by ticket.
std::vector<int> shuffle(const RoundsDivision& division, std::vector<int> entrants,
                         std::uint64_t round) {
  const referee::record::Seed seed{division.epoch()->seed};
  const referee::record::Key key = referee::record::seating_key(
      seed, {std::string(division.definition().id)}, division.key_names(entrants), round);
  std::ranges::sort(entrants, {}, [&](int entrant) {
    const std::string name = division.league().agents[static_cast<std::size_t>(entrant)].key_name();
    return std::pair(referee::record::agent_seed(seed, key, 0, name, 0), name);
  });
  return entrants;
}

/// Returns the entrants, with their authors if these may not meet.
Field make_field(const store::StoredLeague& league) {
  Field field{.entrants = static_cast<int>(league.agents.size())};
  if (league.settings.value("apart", false)) field.authors = number_authors(league);
  return field;
}

// --- the odds --------------------------------------------------------------------------------

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

using CountedGames = std::vector<const TournamentGame*>;

/// Returns the games without advice, which count.
CountedGames counted_games(const RoundsDivision& division,
                           std::span<const Tournament> tournaments) {
  const referee::play::Advice advice = division.tables().front().advice;
  const std::size_t entrants = division.league().agents.size();
  CountedGames games;
  for (std::size_t number = 0; number < tournaments.size(); ++number) {
    for (const Stage& stage : tournaments[number].stages) {
      for (const TournamentGame& game : stage.games) {
        const auto deal = deal_number(entrants, static_cast<int>(number), game.planned);
        if (!ratings::is_advised(advice, deal)) games.push_back(&game);
      }
    }
  }
  return games;
}

std::vector<ratings::AgentTally> count_tallies(const CountedGames& games, std::size_t entrants) {
  std::vector<ratings::AgentTally> tallies(entrants);
  for (const TournamentGame* const game : games)
    ratings::add_deal(tallies, game->planned.seats, {0, {game->record}});
  return tallies;
}

/// Returns the entrants' numbers in the ratings; kNotRated for those that never played.
std::vector<int> rated_numbers(const CountedGames& games, std::size_t entrants) {
  std::vector<int> numbers(entrants, ratings::kNotRated);
  for (const TournamentGame* const game : games) {
    for (std::size_t seat = 0; seat < game->planned.seats.size(); ++seat) {
      if (!game->record.absent.has(seat))
        numbers[static_cast<std::size_t>(game->planned.seats[seat])] = 0;
    }
  }
  int next = 0;
  for (int& number : numbers)
    number = number == ratings::kNotRated ? number : next++;
  return numbers;
}

ratings::Ratings rate(const CountedGames& games, const std::vector<int>& numbers) {
  ratings::Results results(std::ranges::max(numbers) + 1);
  for (const TournamentGame* const game : games) {
    std::vector<int> agents;
    for (const int entrant : game->planned.seats)
      agents.push_back(numbers[static_cast<std::size_t>(entrant)]);
    ratings::rate_deal(results, agents, {0, {game->record}});
  }
  return ratings::fit(results);
}

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

report::TableRow make_row(const store::StoredAgent& agent, const ratings::AgentTally& tally,
                          const ratings::AgentRating* rating) {
  report::TableRow row = report::unrated_row(agent, tally);
  row.never_ready = rating == nullptr && row.tally.games > 0;
  if (rating == nullptr) return row;
  report::add_rating(row, *rating);
  row.elo = rating->elo;
  row.elo_low = rating->elo_low;
  row.elo_high = rating->elo_high;
  return row;
}

TournamentDivision compute(const RoundsDivision& division, const solver::Watch& watch) {
  TournamentDivision table;
  table.definition = &division.definition();
  table.games = division.games();
  table.records = division.records();
  const store::StoredLeague& league = division.league();
  const auto repeat = static_cast<std::uint64_t>(repeat_count(league));
  for (std::uint64_t number = 0; number < repeat; ++number) {
    watch("tournaments shown", number, repeat);
    table.tournaments.push_back(replay_tournament(division, static_cast<int>(number)));
    if (!table.tournaments.back().finished) break;
  }
  const std::size_t entrants = league.agents.size();
  const CountedGames games = counted_games(division, table.tournaments);
  const std::vector<int> numbers = rated_numbers(games, entrants);
  const ratings::Ratings ratings = rate(games, numbers);
  const auto odds = compute_odds(make_field(league), numbers, ratings, watch);
  const std::vector<ratings::AgentTally> tallies = count_tallies(games, entrants);
  for (std::size_t i = 0; i < entrants; ++i) {
    const ratings::AgentRating* const rating =
        numbers[i] == ratings::kNotRated ? nullptr
                                         : &ratings.agents[static_cast<std::size_t>(numbers[i])];
    table.rows.push_back({static_cast<int>(i), make_row(league.agents[i], tallies[i], rating),
                          rating == nullptr ? 0 : rating->deals, odds[i]});
  }
  table.connected =
      std::ranges::all_of(ratings.agents, [](const auto& agent) { return agent.component == 0; });
  add_places(table.tournaments, table.rows);
  std::ranges::stable_sort(table.rows, {}, &TournamentRow::mean_place);
  return table;
}

}  // namespace

std::uint64_t deal_number(std::size_t entrants, int number, const PlannedGame& game) {
  return round_number(entrants, number, game.stage, game.round) * 2 +
         static_cast<std::uint64_t>(game.game);
}

Chance make_chance(const RoundsDivision& division, int number) {
  const std::size_t entrants = division.league().agents.size();
  const auto deal = [entrants, number](const PlannedGame& game) {
    return deal_number(entrants, number, game);
  };
  return {.shuffle =
              [&division, entrants, number](std::vector<int> seated, int stage, int round) {
                return shuffle(division, std::move(seated),
                               round_number(entrants, number, stage, round));
              },
          .lowest_at_start =
              [&division, deal](const PlannedGame& game) {
                return division.start_roll(deal(game), game.seats).lowest;
              },
          .die =
              [&division, deal](const PlannedGame& game, int seat, int again) {
                return thrown_face(division.key(deal(game), game.seats), seat, again);
              }};
}

Tournament replay_tournament(const RoundsDivision& division, int number) {
  const std::size_t entrants = division.league().agents.size();
  const auto play = [&](std::span<const PlannedGame> games) {
    std::vector<referee::record::GameRecord> records;
    for (const PlannedGame& game : games) {
      const auto* const record = division.game(deal_number(entrants, number, game), game.seats);
      if (record == nullptr) return std::vector<referee::record::GameRecord>();
      records.push_back(*record);
    }
    return records;
  };
  return play_tournament(make_field(division.league()), make_chance(division, number), play);
}

int repeat_count(const store::StoredLeague& league) { return league.settings.value("repeat", 1); }

std::uint64_t planned_game_count(const store::StoredLeague& league) {
  std::uint64_t games = 0;  // of one tournament
  for (int left = static_cast<int>(league.agents.size());; left = (left + 1) / 2) {
    games += 4 * table_sizes(left).size();
    if (left <= rules::kMaxSeats) return games * static_cast<std::uint64_t>(repeat_count(league));
  }
}

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

TournamentTable compute_tournament_table(const store::Reader& store, const solver::Watch& watch) {
  TournamentTable table;
  table.league = store.league();
  table.digests = store.digests();
  std::set<std::string> levels;
  std::set<std::string> layers;
  for (const store::StoredDivision& division : table.league.divisions) {
    const auto found = store.isolation_levels(division);
    levels.insert(found.begin(), found.end());
    const auto lines = store.isolation_layers(division);
    layers.insert(lines.begin(), lines.end());
  }
  table.isolation.assign(levels.begin(), levels.end());
  table.isolation_layers.assign(layers.begin(), layers.end());
  for (const RoundsDivision& division : read_rounds(store, table.league)) {
    table.epoch = division.epoch();
    if (table.epoch) table.divisions.push_back(compute(division, watch));
  }
  const auto repeat = static_cast<std::size_t>(repeat_count(table.league));
  table.finished =
      table.epoch && std::ranges::all_of(table.divisions, [&](const auto& division) {
        return division.tournaments.size() == repeat && division.tournaments.back().finished;
      });
  return table;
}

std::vector<TableGames> games_by_table(const Stage& stage) {
  std::map<std::pair<int, int>, TableGames> tables;
  for (const TournamentGame& game : stage.games)
    tables[{game.planned.round, game.planned.table}].push_back(&game);
  std::vector<TableGames> games;
  for (auto& [round_and_table, played] : tables)
    games.push_back(std::move(played));
  return games;
}

bool is_final(const Tournament& tournament, std::size_t stage) {
  return tournament.finished && stage + 1 == tournament.stages.size();
}

std::string format_next(const Tournament& tournament, std::size_t stage, std::size_t row) {
  if (row == 0 && is_final(tournament, stage)) return "wins";
  return tournament.stages[stage].rows[row].advances ? "advances" : "";
}

std::string format_points_60(std::int64_t points_60) {
  return fmt::format("{:.4g}", static_cast<double>(points_60) / 60);
}

}  // namespace danno::leagues::schedule::tournament
