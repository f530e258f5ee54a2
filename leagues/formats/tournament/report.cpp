#include "leagues/formats/tournament/report.hpp"

#include <fmt/format.h>

#include "leagues/formats/tournament/pages.hpp"
#include "leagues/formats/tournament/sheets.hpp"
#include "leagues/formats/tournament/store.hpp"
#include "leagues/formats/tournament/table.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::formats::tournament {
namespace {

using files::Json;
using words::show_count;

}  // namespace

std::string TournamentReport::field(const store::League& league) const {
  const int repeat = league.format_keys.value("repeat", 1);
  return fmt::format("{} of {} agents",
                     repeat == 1 ? "a tournament" : fmt::format("{} tournaments", repeat),
                     league.entrants.size());
}

plan::LeagueStatus TournamentReport::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const auto all = read_divisions(store);
  const bool finished = !all.empty() && are_finished(all, repeat_of(league));
  plan::LeagueStatus status;
  Json divisions = Json::array();
  for (const TournamentDivision& division : all) {
    const std::string_view rules = division.ground().definition().id;
    divisions.push_back(
        {{"rules", rules}, {"games", division.games()}, {"games_planned", games_of(league)}});
    status.lines.push_back(fmt::format("{}: {} of {} games", rules, show_count(division.games()),
                                       show_count(games_of(league))));
  }
  status.json = {{"league", league.name}, {"complete", finished}, {"divisions", divisions}};
  status.headline = fmt::format("{}: {}", league.name, finished ? "complete" : "not finished");
  return status;
}

plan::ShownTables TournamentReport::tables(const store::Reader& store, const solver::Watch& watch,
                                           PublishedJson* /*published*/) const {
  const auto table = compute_tournament_table(store, watch);
  plan::ShownTables shown{table.digests, tournament_files(table), {}};
  for (const TournamentDivisionTable& division : table.divisions) {
    for (plan::Sheet& sheet : tournament_sheets(table, division)) {
      sheet.title =
          fmt::format("{}, {} tournament: {}", table.name, division.definition->id, sheet.title);
      shown.sheets.push_back(std::move(sheet));
    }
  }
  return shown;
}

std::string_view TournamentReport::why_no_history() const {
  return "a tournament has no rating history, its games are one event; 'danno league table' "
         "rates them";
}

LeaguePages TournamentReport::pages(const store::Reader& store, const solver::Watch& watch) const {
  const TournamentTable table = compute_tournament_table(store, watch);
  return {tournament_json(table), tournament_pages(table, store.league())};
}

}  // namespace danno::leagues::formats::tournament
