// The tournament of True Greed (docs/rules.md): tables of six, stages, a cut, a final.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/league_format.hpp"
#include "leagues/schedule/tournament/scheme.hpp"
#include "leagues/schedule/tournament/store.hpp"
#include "leagues/schedule/tournament/table.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

using base::Json;
using base::show_count;

/// The fixtures of a league of tournaments: the games of a round that do not depend on each other.
class TournamentFixtures : public schedule::Fixtures {
 public:
  /// The store's league repeats its tournaments `repeat` times; `epoch` is its only one.
  TournamentFixtures(const store::Reader& store, const store::Epoch& epoch, int repeat);

  /// Returns the missing games of every division's earliest round. A division that is ahead waits
  /// for the others, so that line-ups are added to the store in one order.
  [[nodiscard]] std::vector<schedule::Fixture> next(store::Store& store) override;
  void add(const schedule::Fixture& fixture,
           std::span<const referee::play::DealResult> deals) override;

 private:
  /// A division and the games of its tournaments that are due; none if all are finished.
  struct Due {
    std::size_t division = 0;
    int number = 0;  ///< The tournament's.
    std::vector<PlannedGame> games;
  };
  [[nodiscard]] Due due(std::size_t division);
  [[nodiscard]] std::uint64_t due_round(const Due& due) const;
  void plan(store::Store& store, const Due& due, std::vector<schedule::Fixture>& fixtures) const;

  std::vector<TournamentDivision> divisions_;
  std::vector<int> numbers_;  // the tournament being played, by division
  int repeat_;
};

std::shared_ptr<const referee::play::FixedGame> set_game(const TournamentDice& dice,
                                                         const PlannedGame& game) {
  const auto made = std::make_shared<referee::play::FixedGame>();
  referee::play::FixedGame& set = *made;
  set.key = dice.key(game);
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
    set.agent_seeds[seat] = dice.agent_seed(game, static_cast<int>(seat));
  if (game.first) set.first = static_cast<std::uint8_t>(*game.first);
  return made;
}

TournamentFixtures::TournamentFixtures(const store::Reader& store, const store::Epoch& epoch,
                                       int repeat)
    : divisions_(TournamentDivision::read(store, epoch)),
      numbers_(divisions_.size()),
      repeat_(repeat) {}

TournamentFixtures::Due TournamentFixtures::due(std::size_t division) {
  // Finished tournaments are not replayed again: the number only rises.
  for (int& number = numbers_[division]; number < repeat_; ++number) {
    Tournament tournament = divisions_[division].replay(number);
    if (!tournament.finished) return {division, number, std::move(tournament.next)};
  }
  return {};
}

std::uint64_t TournamentFixtures::due_round(const Due& due) const {
  const TournamentDice dice(divisions_[due.division].ground(), due.number);
  return dice.deal(due.games.front());
}

std::vector<schedule::Fixture> TournamentFixtures::next(store::Store& store) {
  std::vector<Due> all;
  for (std::size_t division = 0; division < divisions_.size(); ++division) {
    Due due = this->due(division);
    if (!due.games.empty()) all.push_back(std::move(due));
  }
  std::vector<schedule::Fixture> fixtures;
  if (all.empty()) return fixtures;
  const auto round = [&](const Due& due) { return due_round(due); };
  // The number of a game's deal rises with its round, so it tells which division is behind.
  const std::uint64_t earliest = round(*std::ranges::min_element(all, {}, round));
  for (const Due& due : all) {
    if (round(due) == earliest) plan(store, due, fixtures);
  }
  return fixtures;
}

void TournamentFixtures::plan(store::Store& store, const Due& due,
                              std::vector<schedule::Fixture>& fixtures) const {
  const TournamentDivision& division = divisions_[due.division];
  const TournamentDice dice(division.ground(), due.number);
  for (const PlannedGame& game : due.games) {
    const store::StoredLineUp line_up = division.plan(store, dice, game);
    if (division.find(dice, game)) continue;
    const std::uint64_t deal = dice.deal(game);
    fixtures.push_back({line_up, &division.tables()[game.seats.size() - 2],
                        &division.ground().game_rules(game), deal, deal + 1, set_game(dice, game)});
  }
}

void TournamentFixtures::add(const schedule::Fixture& fixture,
                             std::span<const referee::play::DealResult> deals) {
  const auto division = std::ranges::find_if(divisions_, [&](const TournamentDivision& one) {
    return &one.ground().definition() == fixture.division->definition;
  });
  for (const referee::play::DealResult& deal : deals)
    division->add(deal.deal, fixture.line_up.agents, deal.games.at(0));
}

constexpr std::int64_t kMaxRepeat = 10'000;

class TournamentFormat : public LeagueFormat {
 public:
  TournamentFormat()
      : LeagueFormat(
            {.name = "tournament",
             .own_keys = {{"repeat",
                           "'repeat' is that of format = \"tournament\"",
                           {schedule::KeyKind::Number, "for a tournament: how many are played", "1",
                            "", 1, kMaxRepeat}}}}) {}

  void read_keys(store::League& league, schedule::FormatKeys& keys) const override {
    for (const char* const key : {"seats", "deals", "mirror", "rank_by", "rating"}) {
      if (!keys.league.contains(key)) continue;
      keys.league.complain(
          key, fmt::format("a tournament has its own scheme; expected no '{}' beside it", key));
    }
    league.mirror = false;
    league.has_fixed_games = true;
    league.format_keys["repeat"] = keys.league.integer("repeat", 1, kMaxRepeat).value_or(1);
    league.format_keys["apart"] = league.max_per_author > 0;
  }

  /// Reports authors with more agents than the first stage has tables, because these cannot be kept
  /// apart.
  void check_entrants(store::League& league, schedule::FormatKeys& keys) const override {
    if (league.max_per_author == 0) return;
    const auto entrants = static_cast<int>(league.entrants.size());
    const auto tables = static_cast<int>(table_sizes(entrants).size());
    std::map<std::string, int> of_author;
    for (std::size_t i = 0; i < league.entrants.size(); ++i) {
      const std::string& author = league.entrants[i].author;
      if (author.empty() || ++of_author[author] != tables + 1) continue;
      keys.report_problem(
          i, fmt::format("{} or more agents of the author '{}'; {} entrants sit at {}, "
                         "and agents of one author share none",
                         tables + 1, author, entrants,
                         show_count(static_cast<std::uint64_t>(tables), "table")));
    }
  }

  [[nodiscard]] schedule::GameCount count(const store::Reader& store) const override {
    const store::StoredLeague league = store.league();
    std::set<const rules::Definition*> rule_sets;
    for (const store::StoredDivision& division : league.divisions)
      rule_sets.insert(division.definition);
    schedule::GameCount count{planned_game_count(league) * rule_sets.size()};
    const auto divisions = read_divisions(store);
    for (const TournamentDivision& division : divisions)
      count.stored += division.games();
    count.finished = !divisions.empty() && are_finished(divisions, repeat_count(league));
    return count;
  }

  [[nodiscard]] std::unique_ptr<schedule::Fixtures> fixtures(
      const store::Reader& store, const store::Epoch& epoch) const override {
    return std::make_unique<TournamentFixtures>(store, epoch, repeat_count(store.league()));
  }

  /// The scheme, played again with the stored games, tells which games there should be.
  [[nodiscard]] std::optional<schedule::FixedTables> check_plan(
      const store::Reader& store) const override {
    schedule::FixedTables settled;
    const auto epoch = tournament_epoch(store);
    if (!epoch) return settled;
    const int repeat = repeat_count(store.league());
    for (const auto& division : TournamentDivision::read(store, *epoch)) {
      for (int number = 0; epoch->revealed && !epoch->open && number < repeat; ++number) {
        store::require(division.replay(number).finished,
                       "{}: tournament {} is not finished, but its seed is published",
                       division.ground().definition().id, number + 1);
      }
      for (const auto& [agents, games] : division.settle(repeat)) {
        const store::StoredDivision& table = division.tables().at(agents.size() - 2);
        settled[{table.id, agents}] = games;
      }
    }
    return settled;
  }

  [[nodiscard]] std::string field(const store::League& league) const override;
  [[nodiscard]] report::LeagueStatus status(const store::Reader& store) const override;
  [[nodiscard]] report::LeagueTables tables(const store::Reader& store, const solver::Watch& watch,
                                            PublishedJson* published) const override;
  [[nodiscard]] std::string_view why_no_history() const override;
  [[nodiscard]] LeaguePages pages(const store::Reader& store,
                                  const solver::Watch& watch) const override;
};

std::string TournamentFormat::field(const store::League& league) const {
  const int repeat = league.format_keys.value("repeat", 1);
  return fmt::format("{} of {} agents",
                     repeat == 1 ? "a tournament" : fmt::format("{} tournaments", repeat),
                     league.entrants.size());
}

report::LeagueStatus TournamentFormat::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const auto all = read_divisions(store);
  const bool finished = !all.empty() && are_finished(all, repeat_count(league));
  report::LeagueStatus status;
  Json divisions = Json::array();
  for (const TournamentDivision& division : all) {
    const std::string_view rules = division.ground().definition().id;
    divisions.push_back({{"rules", rules},
                         {"games", division.games()},
                         {"games_planned", planned_game_count(league)}});
    status.lines.push_back(fmt::format("{}: {} of {} games", rules, show_count(division.games()),
                                       show_count(planned_game_count(league))));
  }
  status.json = {{"league", league.name}, {"complete", finished}, {"divisions", divisions}};
  status.headline = fmt::format("{}: {}", league.name, finished ? "complete" : "not finished");
  return status;
}

report::LeagueTables TournamentFormat::tables(const store::Reader& store,
                                              const solver::Watch& watch,
                                              PublishedJson* /*published*/) const {
  const auto table = compute_tournament_table(store, watch);
  report::LeagueTables shown{table.digests, tournament_files(table), {}};
  for (const TournamentDivisionTable& division : table.divisions) {
    for (report::Sheet& sheet : tournament_sheets(table, division)) {
      sheet.title =
          fmt::format("{}, {} tournament: {}", table.name, division.definition->id, sheet.title);
      shown.sheets.push_back(std::move(sheet));
    }
  }
  return shown;
}

std::string_view TournamentFormat::why_no_history() const {
  return "a tournament has no rating history, its games are one event; 'danno league table' "
         "rates them";
}

LeaguePages TournamentFormat::pages(const store::Reader& store, const solver::Watch& watch) const {
  const TournamentTable table = compute_tournament_table(store, watch);
  return {tournament_json(table), tournament_pages(table, store.league())};
}

}  // namespace

const LeagueFormat& format() {
  static const TournamentFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::schedule::tournament
