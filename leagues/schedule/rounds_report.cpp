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
#include "leagues/report/json.hpp"
#include "leagues/schedule/rated_league.hpp"

namespace danno::leagues::schedule {
namespace {

using base::Json;
using base::show_count;

const report::TableRow& find_row(const report::DivisionTable& division, const std::string& name) {
  return *std::ranges::find(division.rows, name, &report::TableRow::name);
}

std::string show_place(int place) { return place == 0 ? "-" : fmt::format("{}", place); }

/// Returns the standings by the format's figures, beside the ratings.
report::Sheet standings_sheet(const RoundsTables& tables, const RoundsView& report,
                              const report::DivisionTable& division) {
  constexpr std::size_t kNameColumn = 1;
  report::TableCells cells{{"place", "agent"}, {}, {"games", "Elo ±95 %"}};
  for (std::string figure : report.figures) {
    std::ranges::replace(figure, '_', ' ');
    cells.headings.push_back(std::move(figure));
  }
  // A narrow terminal drops the figures from the last to the second.
  cells.optional_columns.insert(cells.optional_columns.end(), cells.headings.rbegin(),
                                cells.headings.rend() - 3);
  cells.headings.insert(cells.headings.end(), {"Elo ±95 %", "games", "faults"});
  for (const Placing& placing : report.standings) {
    const std::string name = entrant_name(tables.league, placing.entrant);
    const report::TableRow& row = find_row(division, name);
    auto& shown = cells.rows.emplace_back(std::vector{show_place(placing.place), name});
    for (const double figure : placing.figures)
      shown.push_back(fmt::format("{}", figure));
    shown.insert(shown.end(), {report::show_elo(row.rating()), fmt::format("{}", row.tally.games),
                               row.never_ready ? "never-ready" : report::show_faults(row.tally)});
  }
  return {"standings", std::move(cells), kNameColumn, report.notes};
}

/// Returns a bracket drawn in text, a line in each row.
report::Sheet drawing_sheet(std::span<const std::string> lines) {
  report::Sheet sheet{"bracket", {{lines.front()}, {}}, 0, {}};
  for (const std::string& line : lines.subspan(1))
    sheet.cells.rows.push_back({line});
  return sheet;
}

/// Returns the division's rating table with the standings and the format's own keys added.
Json division_json(const RoundsTables& tables, std::size_t number) {
  Json json = report::division_json(tables.rated.divisions[number]);
  const RoundsView& report = tables.views[number];
  Json standings = Json::array();
  for (const Placing& placing : report.standings) {
    Json row{{"place", placing.place == 0 ? Json(nullptr) : Json(placing.place)},
             {"name", entrant_name(tables.league, placing.entrant)}};
    for (std::size_t i = 0; i < report.figures.size(); ++i)
      row[report.figures[i]] = placing.figures[i];
    standings.push_back(std::move(row));
  }
  json["standings"] = std::move(standings);
  json.update(report.json);
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
    std::vector<report::Sheet> sheets{standings_sheet(tables, report, division)};
    sheets.insert(sheets.end(), report.sheets.begin(), report.sheets.end());
    for (const report::Sheet& sheet : sheets) {
      text += fmt::format("\n### {}\n\n", sheet.title);
      report::add_markdown_table(text, sheet.cells, sheet.name_column, sheet.notes);
    }
    text += "\n### all games\n\n" + report::division_markdown(division);
  }
  return text;
}

std::string csv_line(const std::string& rules, const Placing& placing,
                     const report::TableRow& row) {
  const std::int64_t deals = row.tally.deals;
  std::string line =
      fmt::format("{},{},{},{}", rules, placing.place == 0 ? "" : show_place(placing.place),
                  base::escape_csv(row.name), base::escape_csv(row.author));
  for (const double figure : placing.figures)
    line += fmt::format(",{}", figure);
  return line +
         fmt::format(
             ",{},{},{},{},{},{},{}\r\n", report::csv_cells(row.raw_rating()), row.tally.games,
             deals, row.has_score() ? fmt::format("{:.5f}", row.tally.score()) : "",
             row.tally.faults.empty() ? "" : base::escape_csv(report::show_faults(row.tally)),
             row.adjusted ? report::csv_cells(*row.adjusted_rating()) : ",,",
             to_string(row.rated_by));
}

std::string table_csv(const RoundsTables& tables) {
  std::string text = "rules,place,name,author";
  for (const std::string& figure : tables.views.front().figures)
    text += "," + figure;
  text +=
      ",elo,elo_low,elo_high,games,deals,score,faults,adjusted_elo,adjusted_low,adjusted_high,"
      "rated_by\r\n";
  for (std::size_t number = 0; number < tables.views.size(); ++number) {
    const report::DivisionTable& division = tables.rated.divisions[number];
    for (const Placing& placing : tables.views[number].standings)
      text += csv_line(division.rules, placing,
                       find_row(division, entrant_name(tables.league, placing.entrant)));
  }
  return text;
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
    add(standings_sheet(tables, report, division));
    add_sheets(tables.rated, division, shown.sheets);
  }
  return shown;
}

}  // namespace

void EncountersFormat::prepare_tables(store::Reader& store, const solver::Watch& watch) const {
  report::store_luck(store, watch);
}

std::string EncountersFormat::field(const store::League& league) const {
  return fmt::format("{}, {}", title_, base::show_count(league.entrants.size(), "agent"));
}

report::LeagueStatus EncountersFormat::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  report::LeagueStatus status;
  status.cells.headings = {"rules", "round", "games", "left at most", "faults"};
  Json divisions = Json::array();
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
    divisions.push_back({{"rules", division.definition().id},
                         {"round", round},
                         {"games", games},
                         {"games_planned", planned},
                         {"faults", faults},
                         {"complete", state.finished}});
    status.cells.rows.push_back({std::string(division.definition().id),
                                 state.finished ? "finished" : fmt::format("{}", round),
                                 show_count(games), show_count(planned - games),
                                 show_count(faults)});
  }
  status.json = {{"league", league.name}, {"complete", finished}, {"divisions", divisions}};
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
    pages.divisions[i].event = rounds_pages(tables, i, title_);
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

std::string show_half_points(std::int64_t half_points) {
  return fmt::format("{}{}", half_points / 2, half_points % 2 == 0 ? "" : ".5");
}

std::string entrant_name(const store::StoredLeague& league, int entrant) {
  return league.agents[static_cast<std::size_t>(entrant)].shown_name();
}

}  // namespace danno::leagues::schedule
