// The tournament of True Greed (docs/rules.md): tables of six, stages, a cut, a final.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include "leagues/base/count.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/rounds.hpp"
#include "leagues/schedule/tournament/table.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

using base::format_count;
using base::Json;

class TournamentFormat : public RoundsFormat {
 public:
  TournamentFormat()
      : RoundsFormat({.name = "tournament",
                      .keys = {{"repeat", KeyKind::Number, "for a tournament: how many are played",
                                "1", "", 1, 10'000}}}) {}

  void read_keys(store::League& league, FormatKeys& keys) const override {
    for (const char* const key : {"seats", "deals", "mirror", "rank_by", "rating"}) {
      if (!keys.league.contains(key)) continue;
      keys.league.complain(
          key, fmt::format("a tournament has its own scheme; expected no '{}' beside it", key));
    }
    league.mirror = false;
    league.has_fixed_games = true;
    league.format_keys["apart"] = league.max_per_author > 0;
  }

  /// Reports authors with more agents than the first stage has tables, because these cannot be kept
  /// apart.
  void check_entrants(store::League& league, FormatKeys& keys) const override {
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
                         tables + 1, author, entrants, format_count(tables, "table")));
    }
  }

  [[nodiscard]] int event_count(const store::StoredLeague& league) const override {
    return repeat_count(league);
  }
  [[nodiscard]] std::uint64_t games_at_most(const store::StoredLeague& league,
                                            const RoundsState& /*state*/) const override {
    return planned_game_count(league);
  }

  [[nodiscard]] RoundsState replay_rounds(const RoundsDivision& division,
                                          int number) const override {
    RoundsState state;
    if (!division.epoch()) return state;
    const std::size_t entrants = division.league().agents.size();
    const auto add = [&](const PlannedGame& game) {
      const std::uint64_t deal = deal_number(entrants, number, game);
      // A round has fewer tables than the league has entrants.
      const std::uint64_t place = deal * entrants + static_cast<std::uint64_t>(game.table);
      const bool played = division.game(deal, game.seats) != nullptr;
      state.meetings.push_back({deal, game.seats, deal, deal + 1, place, played, game.first});
    };
    const Tournament tournament = replay_tournament(division, number);
    for (const Stage& stage : tournament.stages) {
      for (const TournamentGame& game : stage.games)
        add(game.planned);
    }
    std::ranges::for_each(tournament.next, add);
    state.finished = tournament.finished;
    return state;
  }

  [[nodiscard]] std::string field(const store::League& league) const override {
    const int repeat = league.format_keys.value("repeat", 1);
    return fmt::format("{} of {} agents",
                       repeat == 1 ? "a tournament" : fmt::format("{} tournaments", repeat),
                       league.entrants.size());
  }

  [[nodiscard]] report::LeagueStatus status(const store::Reader& store) const override {
    const store::StoredLeague league = store.league();
    const std::uint64_t planned = planned_game_count(league);
    report::LeagueStatus status;
    Json divisions = Json::array();
    bool finished = true;
    for (const RoundsDivision& division : read_rounds(store, league)) {
      int number = 0;
      finished = finished && replay_current(division, number).finished;
      const std::string_view rules = division.definition().id;
      divisions.push_back(
          {{"rules", rules}, {"games", division.games()}, {"games_planned", planned}});
      status.lines.push_back(fmt::format("{}: {} of {} games", rules,
                                         format_count(division.games()), format_count(planned)));
    }
    status.json = {{"league", league.name}, {"complete", finished}, {"divisions", divisions}};
    status.headline = fmt::format("{}: {}", league.name, finished ? "complete" : "not finished");
    return status;
  }

  [[nodiscard]] report::LeagueTables tables(const store::Reader& store, const solver::Watch& watch,
                                            PublishedJson* /*published*/) const override {
    return make_tables(compute_tournament_table(store, watch));
  }

  [[nodiscard]] std::string_view why_no_history() const override {
    return "a tournament has no rating history, its games are one event; 'danno league table' "
           "rates them";
  }

  [[nodiscard]] LeaguePages pages(const store::Reader& store,
                                  const solver::Watch& watch) const override {
    const TournamentTable table = compute_tournament_table(store, watch);
    return {tournament_json(table), tournament_pages(table)};
  }
};

}  // namespace

const LeagueFormat& format() {
  static const TournamentFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::schedule::tournament
