// The tables of formats in rounds, such as Swiss and knock-out. Each division has a view of its
// rounds, with standings by the format's own figures, and beside it the rating table of all games.
#include "leagues/schedule/rounds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/report/block_luck.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/rated_league.hpp"

namespace danno::leagues::schedule {
namespace {

using base::format_count;
using base::Json;

const report::TableRow& find_row(const report::DivisionTable& division, const std::string& name) {
  return *std::ranges::find(division.rows, name, &report::TableRow::name);
}

/// Describes the standings by the format's figures, beside the ratings.
void add_standings(report::OutputTable& table, const RoundsTables& tables, std::size_t number) {
  const report::DivisionTable& division = tables.rated.divisions[number];
  const RoundsView& view = tables.views[number];
  for (const Placing& placing : view.standings) {
    const std::string name = entrant_name(tables.league, placing.entrant);
    const report::TableRow& row = find_row(division, name);
    const report::EloInterval raw = row.raw_rating().reliable();
    const report::EloInterval adjusted = row.adjusted_rating().reliable();
    const std::string faults = report::format_faults(row.tally);
    table.rows.emplace_back();
    table.add({.csv = "rules"}, division.rules);
    table.add({.key = "place", .heading = "place"},
              placing.place == 0 ? Json() : Json(placing.place));
    table.add({.key = "name", .heading = "agent", .is_text = true}, name);
    table.add({.csv = "author"}, row.author);
    for (std::size_t i = 0; i < view.figures.size(); ++i) {
      std::string heading = view.figures[i];
      std::ranges::replace(heading, '_', ' ');
      table.add({.json = view.figures[i]}, placing.figures[i]);
      table.add({.csv = view.figures[i], .heading = heading},
                fmt::format("{}", placing.figures[i]));
    }
    table.add({.heading = "Elo ±95 %"}, report::format_elo(row.rating()));
    table.add({.csv = "elo"}, raw.elo);
    table.add({.csv = "elo_low"}, raw.low);
    table.add({.csv = "elo_high"}, raw.high);
    table.add({.csv = "games", .heading = "games"}, row.tally.games);
    table.add({.csv = "deals"}, row.tally.deals);
    table.add({.csv = "score", .digits = 5}, row.has_score() ? Json(row.tally.score()) : Json());
    table.add({.csv = "faults"}, row.tally.faults.empty() ? Json() : Json(faults));
    table.add({.heading = "faults", .is_text = true}, row.never_ready ? "never-ready" : faults);
    table.add({.csv = "adjusted_elo"}, adjusted.elo);
    table.add({.csv = "adjusted_low"}, adjusted.low);
    table.add({.csv = "adjusted_high"}, adjusted.high);
    table.add({.csv = "rated_by"}, to_string(row.rated_by));
  }
}

report::Sheet standings_sheet(const RoundsTables& tables, std::size_t number) {
  report::OutputTable table;
  add_standings(table, tables, number);
  report::TableCells cells = report::to_cells(table);
  // A narrow terminal drops the figures from the last to the second.
  cells.optional_columns = {"games", "Elo ±95 %"};
  cells.optional_columns.insert(cells.optional_columns.end(), cells.headings.rbegin() + 3,
                                cells.headings.rend() - 3);
  return {"standings", std::move(cells), tables.views[number].notes};
}

/// Returns a bracket drawn in text, a line in each row.
report::Sheet drawing_sheet(std::span<const std::string> lines) {
  report::Sheet sheet{"bracket", {{lines.front()}, {}, {}, "l"}, {}};
  for (const std::string& line : lines.subspan(1))
    sheet.cells.rows.push_back({line});
  return sheet;
}

/// Returns the division's rating table with the standings and the format's own keys added.
Json division_json(const RoundsTables& tables, std::size_t number) {
  Json json = report::division_json(tables.rated.divisions[number]);
  report::OutputTable standings;
  add_standings(standings, tables, number);
  json["standings"] = report::to_json(standings);
  json.update(tables.views[number].json);
  return json;
}

std::string table_json(const RoundsTables& tables) {
  Json divisions = Json::array();
  for (std::size_t number = 0; number < tables.views.size(); ++number)
    divisions.push_back(division_json(tables, number));
  const Json json{{"league", tables.rated.name},
                  {"version", report::kTablesVersion},
                  {"digest", store::whole_digest(tables.rated.digests)},
                  {"format", tables.format},
                  {"finished", tables.finished},
                  {"divisions", divisions}};
  return base::dump(json, 2) + "\n";
}

std::string table_markdown(const RoundsTables& tables) {
  std::string text = fmt::format("# {}\n", base::escape_markdown(tables.rated.name));
  for (std::size_t number = 0; number < tables.views.size(); ++number) {
    const report::DivisionTable& division = tables.rated.divisions[number];
    const RoundsView& report = tables.views[number];
    text += fmt::format("\n## {}\n", division.rules);
    if (!report.drawing.empty())
      text += fmt::format("\n```\n{}\n```\n", fmt::join(report.drawing, "\n"));
    std::vector<report::Sheet> sheets{standings_sheet(tables, number)};
    sheets.insert(sheets.end(), report.sheets.begin(), report.sheets.end());
    for (const report::Sheet& sheet : sheets) {
      text += fmt::format("\n### {}\n\n", sheet.title);
      text += report::to_markdown(sheet.cells, sheet.notes);
    }
    text += "\n### all games\n\n" + report::division_markdown(division);
  }
  return text;
}

std::string table_csv(const RoundsTables& tables) {
  report::OutputTable table;
  for (std::size_t number = 0; number < tables.views.size(); ++number)
    add_standings(table, tables, number);
  return report::to_csv(table);
}

report::LeagueTables show(const RoundsTables& tables) {
  report::LeagueTables shown{tables.rated.digests,
                             {{"table.json", table_json(tables)},
                              {"table.md", table_markdown(tables)},
                              {"table.csv", table_csv(tables)}},
                             {}};
  for (std::size_t number = 0; number < tables.views.size(); ++number) {
    const report::DivisionTable& division = tables.rated.divisions[number];
    const RoundsView& report = tables.views[number];
    const auto add = [&](report::Sheet sheet) {
      sheet.title = fmt::format("{}: {}, {}", tables.rated.name, division.rules, sheet.title);
      shown.sheets.push_back(std::move(sheet));
    };
    if (!report.drawing.empty()) add(drawing_sheet(report.drawing));
    for (const report::Sheet& sheet : report.sheets)
      add(sheet);
    add(standings_sheet(tables, number));
    add_sheets(tables.rated, division, shown.sheets);
  }
  return shown;
}

}  // namespace

void EncountersFormat::prepare_tables(store::Reader& store, const solver::Watch& watch) const {
  report::store_luck(store, watch);
}

std::string EncountersFormat::field(const store::League& league) const {
  return fmt::format("{}, {}", facts().title, base::format_count(league.entrants.size(), "agent"));
}

report::LeagueStatus EncountersFormat::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  report::LeagueStatus status;
  report::OutputTable table;
  bool finished = true;
  for (const RoundsDivision& division : read_rounds(store, league)) {
    // Only games are stored, and the rounds follow from them again.
    const RoundsState state = replay_rounds(division, 0);
    const store::StoredDivision& stored = division.tables().front();
    const std::uint64_t planned = games_at_most(league, state);
    const std::uint64_t games = store.count_deals(stored).stored * kGamesOfADeal;
    const std::uint64_t round = state.meetings.empty() ? 0 : state.meetings.back().round + 1;
    const std::uint64_t faults = store.faults(stored).size();
    finished = finished && state.finished;
    table.rows.emplace_back();
    table.add({.json = "rules", .heading = "rules", .is_text = true}, division.definition().id);
    table.add({.json = "round"}, round);
    table.add({.heading = "round"}, state.finished ? Json("finished") : Json(round));
    table.add({.json = "games", .heading = "games", .show = report::count}, games);
    table.add({.json = "games_planned"}, planned);
    table.add({.heading = "left at most", .show = report::count}, planned - games);
    table.add({.json = "faults", .heading = "faults", .show = report::count}, faults);
    table.add({.json = "complete"}, state.finished);
  }
  status.cells = report::to_cells(table);
  status.json = {
      {"league", league.name}, {"complete", finished}, {"divisions", report::to_json(table)}};
  status.headline = fmt::format("{}: {}", league.name, finished ? "complete" : "not finished");
  if (!finished) status.lines = {"", "'danno league run FILE' continues"};
  return status;
}

RoundsTables EncountersFormat::compute(const store::Reader& store,
                                       const store::StoredLeague& league,
                                       const solver::Watch& watch, PublishedJson* published) const {
  RoundsTables tables{league, name(), true, rate_league(store, watch, published), {}};
  for (const RoundsDivision& division : read_rounds(store, league)) {
    tables.views.push_back(view(division));
    tables.finished = tables.finished && tables.views.back().finished;
  }
  return tables;
}

report::LeagueTables EncountersFormat::tables(const store::Reader& store,
                                              const solver::Watch& watch,
                                              PublishedJson* published) const {
  const store::StoredLeague league = store.league();
  return show(compute(store, league, watch, published));
}

LeaguePages EncountersFormat::pages(const store::Reader& store, const solver::Watch& watch) const {
  const store::StoredLeague league = store.league();
  const RoundsTables tables = compute(store, league, watch);
  LeaguePages pages{show(tables).json(), rated_divisions(tables.rated, league)};
  for (std::size_t i = 0; i < tables.views.size(); ++i)
    pages.divisions[i].event = rounds_pages(tables, i, facts().title);
  return pages;
}

Json encounter_json(const store::StoredLeague& league, const Encounter& encounter) {
  Json names = Json::array();
  Json points = Json::array();
  for (const int entrant : encounter.entrants) {
    names.push_back(entrant_name(league, entrant));
    points.push_back(static_cast<double>(encounter.entrant_points(entrant)) / 2);
  }
  return {{"round", encounter.round + 1},
          {"agents", names},
          {"points", points},
          {"first_deal", encounter.first},
          {"deals", encounter.end - encounter.first},
          {"finished", encounter.finished}};
}

std::string format_half_points(std::int64_t half_points) {
  return fmt::format("{}{}", half_points / 2, half_points % 2 == 0 ? "" : ".5");
}

std::vector<store::Id> entrant_ids(const store::StoredLeague& league,
                                   std::span<const int> entrants) {
  std::vector<store::Id> ids;
  for (const int entrant : entrants)
    ids.push_back(league.agents[static_cast<std::size_t>(entrant)].id);
  return ids;
}

std::string entrant_name(const store::StoredLeague& league, int entrant) {
  return league.agents[static_cast<std::size_t>(entrant)].shown_name();
}

}  // namespace danno::leagues::schedule
