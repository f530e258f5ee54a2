#include "leagues/formats/rounds_report.hpp"

#include <fmt/format.h>

#include "leagues/formats/rated_league.hpp"
#include "leagues/formats/rounds_files.hpp"
#include "leagues/formats/rounds_pages.hpp"
#include "leagues/tables/block_luck.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::formats {

namespace {

using files::Json;
using words::show_count;

}  // namespace

std::string RoundsReport::field(const store::League& league) const {
  return fmt::format("{}, {} agents", title_, league.entrants.size());
}

plan::LeagueStatus RoundsReport::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  plan::LeagueStatus status;
  status.cells.headings = {"rules", "round", "games", "left at most", "faults"};
  Json divisions = Json::array();
  bool finished = true;
  for (const store::StoredDivision& division : league.divisions) {
    const ToldRounds told = format_.tell(league, read_played(store, league, division));
    const std::uint64_t planned = games_at_most(league, told);
    const std::uint64_t games = store.count_deals(division).stored * kGamesOfADeal;
    const int round = told.encounters.empty() ? 0 : told.encounters.back().round + 1;
    const std::uint64_t faults = store.faults(division).size();
    finished = finished && told.finished;
    divisions.push_back({{"rules", division.definition->id},
                         {"round", round},
                         {"games", games},
                         {"games_planned", planned},
                         {"faults", faults},
                         {"complete", told.finished}});
    status.cells.rows.push_back({std::string(division.definition->id),
                                 told.finished ? "finished" : fmt::format("{}", round),
                                 show_count(games), show_count(planned - games),
                                 show_count(faults)});
  }
  status.json = {{"league", league.name}, {"complete", finished}, {"divisions", divisions}};
  status.headline = fmt::format("{}: {}", league.name, finished ? "complete" : "not finished");
  if (!finished) status.lines = {"", "'danno league run FILE' plays on"};
  return status;
}

void RoundsReport::prepare_tables(store::Publisher& store, const solver::Watch& watch) const {
  tables::keep_luck(store, watch);
}

RoundsTables RoundsReport::compute(const store::Reader& store, const store::StoredLeague& league,
                                   const solver::Watch& watch, PublishedJson* published) const {
  RoundsTables tables{league, format_.name(), true, rate_league(store, watch, published), {}};
  for (const store::StoredDivision& division : league.divisions) {
    tables.views.push_back(view(league, read_played(store, league, division)));
    tables.finished = tables.finished && tables.views.back().finished;
  }
  return tables;
}

plan::ShownTables RoundsReport::tables(const store::Reader& store, const solver::Watch& watch,
                                       PublishedJson* published) const {
  const store::StoredLeague league = store.league();
  return show(compute(store, league, watch, published));
}

LeaguePages RoundsReport::pages(const store::Reader& store, const solver::Watch& watch) const {
  const store::StoredLeague league = store.league();
  const RoundsTables tables = compute(store, league, watch);
  LeaguePages pages{show(tables).json(), rated_divisions(tables.rated, league)};
  for (std::size_t i = 0; i < tables.views.size(); ++i)
    pages.divisions[i].event = rounds_pages(tables, i, title_);
  return pages;
}

Json encounter_json(const store::StoredLeague& league, const Encounter& encounter) {
  Json names = Json::array();
  Json points = Json::array();
  for (const int entrant : encounter.entrants) {
    names.push_back(name_of(league, entrant));
    points.push_back(static_cast<double>(encounter.points_of(entrant)) / 2);
  }
  return {{"round", encounter.round + 1},
          {"agents", names},
          {"points", points},
          {"first_deal", encounter.first},
          {"deals", encounter.end - encounter.first},
          {"finished", encounter.finished}};
}

std::string show_half_points(std::int64_t half_points) {
  return fmt::format("{}{}", half_points / 2, half_points % 2 == 0 ? "" : ".5");
}

std::string name_of(const store::StoredLeague& league, int entrant) {
  return league.agents[static_cast<std::size_t>(entrant)].shown_name();
}

}  // namespace danno::leagues::formats
