// A tournament on paper and as files: seating lists, score sheets, standings, chances. table.json
// nests as it was played:
//
//     league, version, digest, format, authors_apart, finished
//     divisions: a list, one for each rule set
//       rules, games, seeds, records, …
//       agents: the table, best first, over all tournaments
//       tournaments: finished, and stages, a list
//         stage, final
//         standings: points, wins, totals, who advances
//         games: id, round, table, game, and seats with place, total and points
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/tournament/table.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

using base::Json;
using report::Sheet;
using report::TableCells;

/// Returns points. They are counted in sixtieths, so that shared places divide evenly.
double in_points(std::int64_t points_60) { return static_cast<double>(points_60) / 60; }

std::string format_mean(double place) { return fmt::format("{:.4g}", place); }

/// Returns "2nd", or "forfeit".
std::string format_place(const TournamentGame& game, std::size_t seat) {
  constexpr std::array kEndings{"th", "st", "nd", "rd"};
  if (ratings::forfeited_seats(game.record).has(seat)) return "forfeit";
  const std::size_t place = game.record.places[seat];
  return fmt::format("{}{}", place, kEndings.at(place < kEndings.size() ? place : 0));
}

class DivisionReport {
 public:
  DivisionReport(const TournamentTable& table, const TournamentDivision& division)
      : table_(table), division_(division) {}

  [[nodiscard]] Json json() const {
    Json tournaments = Json::array();
    for (std::size_t number = 0; number < division_.tournaments.size(); ++number) {
      const Tournament& tournament = division_.tournaments[number];
      Json stages = Json::array();
      for (std::size_t stage = 0; stage < tournament.stages.size(); ++stage)
        stages.push_back(stage_json(number, stage));
      tournaments.push_back({{"finished", tournament.finished}, {"stages", stages}});
    }
    report::OutputTable agents;
    add_rows(agents);
    return {{"rules", division_.definition->id},
            {"rated_by", report::to_string(report::RatedBy::Raw)},
            {"games", division_.games},
            {"games_planned", planned_game_count(table_.league)},
            {"isolation", table_.isolation},
            {"isolation_layers", table_.isolation_layers},
            {"seeds", Json::array({report::epoch_json(*table_.epoch)})},
            {"records", division_.records},
            {"agents", report::to_json(agents, report::rounded)},
            {"tournaments", tournaments}};
  }

  /// Describes a row for each agent: its place, rating and chances.
  void add_rows(report::OutputTable& table) const {
    for (std::size_t i = 0; i < division_.rows.size(); ++i) {
      table.rows.emplace_back();
      add_agent(table, division_.rows[i].rated, i + 1, division_.rows[i]);
      add_play(table, division_.rows[i].rated, division_.rows[i].odds);
    }
  }

  /// Returns the sheets in the order of play. Their titles name neither league nor rules.
  [[nodiscard]] std::vector<Sheet> sheets() const {
    std::vector<Sheet> sheets;
    for (std::size_t number = 0; number < division_.tournaments.size(); ++number) {
      const Tournament& tournament = division_.tournaments[number];
      for (std::size_t stage = 0; stage < tournament.stages.size(); ++stage)
        add_stage(number, stage, sheets);
    }
    sheets.push_back({"all games", final_cells(), {}});
    if (TableCells faults = fault_cells(); !faults.rows.empty())
      sheets.push_back({"faults", std::move(faults), {}});
    sheets.back().notes = notes();
    return sheets;
  }

 private:
  [[nodiscard]] std::string name(int entrant) const { return entrant_name(table_.league, entrant); }
  [[nodiscard]] double in_units(std::int64_t points) const {
    return static_cast<double>(points) / division_.definition->unit;
  }
  [[nodiscard]] std::string format_total(std::int64_t points) const {
    return rules::format_points(*division_.definition, static_cast<rules::Points>(points));
  }

  /// Returns the id of a game, as 'danno replay' takes it: rules, the agents by seat, deal,
  /// seating.
  [[nodiscard]] std::string game_id(std::size_t number, const PlannedGame& game) const {
    std::vector<std::string> names;
    for (const int entrant : game.seats)
      names.push_back(name(entrant));
    return fmt::format("{}/{}/{}/0", division_.definition->id, fmt::join(names, ","),
                       deal_number(table_.league.agents.size(), static_cast<int>(number), game));
  }

  [[nodiscard]] Json game_json(std::size_t number, const TournamentGame& game) const {
    const auto& [planned, record] = game;
    const rules::SeatSet out = ratings::forfeited_seats(record);
    Json seats = Json::array();
    for (std::size_t seat = 0; seat < planned.seats.size(); ++seat) {
      seats.push_back({{"name", name(planned.seats[seat])},
                       {"place", record.places[seat]},
                       {"total", in_units(record.totals[seat])},
                       {"points", in_points(ratings::points_60(record, seat))},
                       {"forfeited", out.has(seat)}});
    }
    return {{"id", game_id(number, planned)},
            {"round", planned.round + 1},
            {"table", planned.table + 1},
            {"game", planned.game + 1},
            {"first", name(planned.seats[record.first])},
            {"danno", name(planned.seats[static_cast<std::size_t>(planned.danno)])},
            {"capped", record.capped},
            {"seats", seats}};
  }

  [[nodiscard]] Json stage_json(std::size_t number, std::size_t stage) const {
    const Tournament& tournament = division_.tournaments[number];
    Json rows = Json::array();
    for (const StageRow& row : tournament.stages[stage].rows) {
      rows.push_back({{"name", name(row.entrant)},
                      {"points", in_points(row.points_60)},
                      {"wins", row.wins},
                      {"totals", in_units(row.totals)},
                      {"best_total", in_units(row.best)},
                      {"advances", row.advances}});
    }
    Json games = Json::array();
    for (const TournamentGame& game : tournament.stages[stage].games)
      games.push_back(game_json(number, game));
    return {{"stage", stage + 1},
            {"final", is_final(tournament, stage)},
            {"standings", rows},
            {"games", games}};
  }

  void add_agent(report::OutputTable& table, const report::TableRow& rated, std::size_t rank,
                 const TournamentRow& row) const {
    const report::EloInterval rating{rated.elo, rated.elo_low, rated.elo_high, row.rated_deals};
    const report::EloInterval elo = rating.reliable();
    const auto of_rated = [&](auto value) { return rated.elo ? Json(value) : Json(); };
    table.add({.csv = "rules"}, division_.definition->id);
    table.add({.key = "rank", .heading = "#"}, rank);
    table.add({.key = "name", .heading = "agent", .is_text = true}, rated.name);
    table.add({.key = "author"}, rated.author);
    table.add({.json = "version"}, rated.version);
    table.add({.json = "hash"}, report::short_hash(rated.hash));
    table.add({.key = "mean_place", .heading = "place", .show = format_mean}, row.mean_place);
    table.add({.key = "titles", .heading = "titles"}, row.titles);
    table.add({.heading = "Elo ±95 %"}, report::format_elo(rating));
    table.add({.heading = "range"},
              of_rated(report::format_ranks(rated.rank_low, rated.rank_high)));
    table.add({.key = "elo"}, elo.elo);
    table.add({.key = "elo_low"}, elo.low);
    table.add({.key = "elo_high"}, elo.high);
    table.add({.json = "rank_low"}, of_rated(rated.rank_low));
    table.add({.json = "rank_high"}, of_rated(rated.rank_high));
  }

  void add_play(report::OutputTable& table, const report::TableRow& rated,
                const TournamentOdds& odds) const {
    const ratings::AgentTally& tally = rated.tally;
    Json against = Json::object();
    for (const auto& [entrant, count] : tally.faults_against)
      against[name(entrant)] = count;
    table.add({.key = "games", .heading = "games"}, tally.games);
    table.add({.json = "deals"}, tally.deals);
    table.add({.heading = "points", .show = report::three_digits}, tally.points());
    table.add({.key = "score", .heading = "score", .digits = 5, .show = base::format_chance},
              tally.score());
    table.add({.key = "points", .digits = 5}, tally.points());
    table.add({.key = "win_share", .heading = "wins", .digits = 5, .show = base::format_chance},
              tally.win_share());
    table.add({.json = "average_opponent", .heading = "opponents", .show = report::whole_elo},
              rated.average_opponent);
    table.add({.json = "los_next", .heading = "LOS", .show = report::whole_percent, .none = ""},
              rated.los_next);
    table.add({.json = "chance"}, {{"advance", report::rounded(odds.advance)},
                                   {"final", report::rounded(odds.final)},
                                   {"win", report::rounded(odds.win)}});
    table.add({.csv = "advance", .heading = "advance", .show = base::format_chance}, odds.advance);
    table.add({.csv = "final", .heading = "final", .show = base::format_chance}, odds.final);
    table.add({.csv = "win", .heading = "win", .show = base::format_chance}, odds.win);
    table.add({.json = "faults"}, report::faults_json(tally));
    table.add({.csv = "faults"},
              tally.faults.empty() ? Json() : Json(report::format_faults(tally)));
    table.add({.heading = "faults", .is_text = true}, report::format_faults(tally));
    table.add({.json = "faults_against"}, against);
    table.add({.json = "full_name", .is_optional = true},
              rated.full_name == rated.name ? Json() : Json(rated.full_name));
  }

  /// Adds a stage's seating list and score sheets, and its standings.
  void add_stage(std::size_t number, std::size_t stage, std::vector<Sheet>& sheets) const {
    const Tournament& tournament = division_.tournaments[number];
    const auto first = static_cast<std::ptrdiff_t>(sheets.size());
    sheets.push_back({"seating", seating_cells(tournament, stage), {}, true});
    for (const TableGames& games : games_by_table(tournament.stages[stage]))
      sheets.push_back(score_sheet(number, games));
    sheets.push_back({outcome(tournament, stage), stage_cells(tournament, stage), {}});
    const std::string which =
        repeat_count(table_.league) > 1 ? fmt::format("tournament {}, ", number + 1) : "";
    const std::string title =
        is_final(tournament, stage) ? "the final" : fmt::format("stage {}", stage + 1);
    for (auto sheet = sheets.begin() + first; sheet != sheets.end(); ++sheet)
      sheet->title = fmt::format("{}{}, {}", which, title, sheet->title);
  }

  /// Returns the stage's entrants, sorted by name, with table and seat in each round. First games,
  /// played or due, seat the tables.
  [[nodiscard]] TableCells seating_cells(const Tournament& tournament, std::size_t stage) const {
    std::map<std::string, std::vector<std::string>> places;  // by agent: of every round
    const auto add = [&](const PlannedGame& game) {
      if (game.game != 0 || static_cast<std::size_t>(game.stage) != stage) return;
      for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
        places[name(game.seats[seat])].push_back(
            fmt::format("table {}, seat {}", game.table + 1, seat + 1));
    };
    for (const TournamentGame& game : tournament.stages[stage].games)
      add(game.planned);
    std::ranges::for_each(tournament.next, add);
    report::OutputTable table;
    for (auto& [agent, rounds] : places) {
      rounds.resize(2);
      table.rows.emplace_back();
      table.add({.heading = "agent", .is_text = true}, agent);
      table.add({.heading = "round 1", .is_text = true}, rounds[0]);
      table.add({.heading = "round 2", .is_text = true}, rounds[1]);
    }
    return report::to_cells(table);
  }

  [[nodiscard]] Sheet score_sheet(std::size_t number, const TableGames& games) const {
    const PlannedGame& planned = games.front()->planned;
    report::OutputTable table;
    for (std::size_t seat = 0; seat < planned.seats.size(); ++seat)
      add_scores(table, games, seat);
    Sheet sheet{fmt::format("round {}, table {}", planned.round + 1, planned.table + 1),
                report::to_cells(table),
                {},
                true};
    for (const TournamentGame* const game : games) {
      sheet.notes.emplace_back(
          fmt::format("game {}: {}", game->planned.game + 1, game_id(number, game->planned)));
    }
    return sheet;
  }

  /// Adds an entrant's line of a score sheet; "began" and "danno" name the games.
  void add_scores(report::OutputTable& table, const TableGames& games, std::size_t seat) const {
    table.rows.emplace_back();
    table.add({.heading = "seat"}, seat + 1);
    table.add({.heading = "agent", .is_text = true}, name(games.front()->planned.seats[seat]));
    std::int64_t sum_60 = 0;
    std::vector<int> began;
    std::vector<int> danno;
    for (const TournamentGame* const game : games) {
      const auto& [planned, record] = *game;
      const std::int64_t points_60 = ratings::points_60(record, seat);
      sum_60 += points_60;
      table.add({.heading = fmt::format("game {}", planned.game + 1)},
                format_total(record.totals[seat]));
      table.add({.heading = "place"}, format_place(*game, seat));
      table.add({.heading = "points"}, format_points_60(points_60));
      if (record.first == seat) began.push_back(planned.game + 1);
      if (static_cast<std::size_t>(planned.danno) == seat) danno.push_back(planned.game + 1);
    }
    table.add({.heading = "sum"}, format_points_60(sum_60));
    table.add({.heading = "began"}, fmt::format("{}", fmt::join(began, ", ")));
    table.add({.heading = "danno"}, fmt::format("{}", fmt::join(danno, ", ")));
  }

  /// Returns the result of a stage: "4 of 7 advance", "won by ada".
  [[nodiscard]] std::string outcome(const Tournament& tournament, std::size_t stage) const {
    const std::vector<StageRow>& rows = tournament.stages[stage].rows;
    if (is_final(tournament, stage)) return "won by " + name(rows.front().entrant);
    const auto advance = std::ranges::count(rows, true, &StageRow::advances);
    return advance == 0 ? "not finished" : fmt::format("{} of {} advance", advance, rows.size());
  }

  /// Returns the places of an entrant in a round's games, in the order of play: "2nd 1st".
  [[nodiscard]] static std::string places_in(const Stage& stage, int round, int entrant) {
    std::string places;
    for (const TournamentGame& game : stage.games) {
      const auto seat = game.planned.seat(entrant);
      if (game.planned.round == round && seat)
        places += (places.empty() ? "" : " ") + format_place(game, *seat);
    }
    return places;
  }

  /// Returns the standings after a stage.
  [[nodiscard]] TableCells stage_cells(const Tournament& tournament, std::size_t number) const {
    const Stage& stage = tournament.stages[number];
    report::OutputTable table;
    for (const StageRow& row : stage.rows) {
      const std::size_t above = table.rows.size();
      table.rows.emplace_back();
      table.add({.heading = "#"}, above + 1);
      table.add({.heading = "agent", .is_text = true}, name(row.entrant));
      table.add({.heading = "points"}, format_points_60(row.points_60));
      table.add({.heading = "won"}, row.wins);
      table.add({.heading = "totals"}, format_total(row.totals));
      table.add({.heading = "round 1"}, places_in(stage, 0, row.entrant));
      table.add({.heading = "round 2"}, places_in(stage, 1, row.entrant));
      table.add({.heading = "next", .is_text = true}, format_next(tournament, number, above));
    }
    TableCells cells = report::to_cells(table);
    cells.optional_columns = {"totals"};
    return cells;
  }

  [[nodiscard]] TableCells final_cells() const {
    report::OutputTable table;
    add_rows(table);
    TableCells cells = report::to_cells(table);
    cells.optional_columns = {"opponents", "score", "LOS", "wins", "games", "range"};
    return cells;
  }

  /// Returns the faults by agent and opponents at the table; without rows if there are none.
  [[nodiscard]] TableCells fault_cells() const {
    report::OutputTable table;
    for (const TournamentRow& row : division_.rows) {
      std::vector<std::string> others;
      for (const auto& [entrant, count] : row.rated.tally.faults_against)
        others.push_back(fmt::format("{} {}", name(entrant), count));
      if (others.empty()) continue;
      table.rows.emplace_back();
      table.add({.heading = "faults"}, report::format_faults(row.rated.tally));
      table.add({.heading = "agent", .is_text = true}, row.rated.name);
      table.add({.heading = "with at the table", .is_text = true},
                fmt::format("{}", fmt::join(others, ", ")));
    }
    return report::to_cells(table);
  }

  [[nodiscard]] std::vector<report::Note> notes() const {
    std::vector<report::Note> notes;
    notes.emplace_back(
        fmt::format("{} of {} games; points: N for the first of N seats down to 1, a "
                    "forfeit 0",
                    division_.games, planned_game_count(table_.league)));
    notes.emplace_back(
        "Elo: pairwise Bradley-Terry on all tables, prior 0.5, 0 = mean of the pool; ±: 95 % "
        "against that mean; range: ranks that the games leave open; LOS: chance to be better than "
        "the next by Elo",
        "Elo: 0 = mean of the pool, ±: 95 %");
    notes.emplace_back(
        "advance (past the first stage), final, win: chances in one more such tournament, from 2 "
        "000 simulated ones with ratings as uncertain as they are",
        "advance, final, win: chances in one more such tournament");
    notes.emplace_back("seating list and score sheets: tournament.md",
                       "seating list and score sheets: -v and tournament.md");
    notes.emplace_back("dice: " + report::format_epoch(*table_.epoch), "");
    for (const std::string& layers : table_.isolation_layers)
      notes.emplace_back("isolation " + layers, "isolation " + layers.substr(0, layers.find(':')));
    return notes;
  }

  const TournamentTable& table_;
  const TournamentDivision& division_;
};

std::string to_markdown(const TournamentTable& table, const char* title, bool with_details) {
  std::string text = fmt::format("# {}: {}\n", base::escape_markdown(table.league.name), title);
  for (const TournamentDivision& division : table.divisions) {
    text += fmt::format("\n## {}\n", division.definition->id);
    for (const Sheet& sheet : DivisionReport(table, division).sheets()) {
      if (sheet.is_detail && !with_details) continue;
      text += fmt::format("\n### {}\n\n", base::escape_markdown(sheet.title));
      text += report::to_markdown(sheet.cells, sheet.notes);
    }
  }
  return text;
}

std::string to_csv(const TournamentTable& table) {
  report::OutputTable rows;
  for (const TournamentDivision& division : table.divisions)
    DivisionReport(table, division).add_rows(rows);
  return report::to_csv(rows);
}

}  // namespace

std::string tournament_json(const TournamentTable& table) {
  Json divisions = Json::array();
  for (const TournamentDivision& division : table.divisions)
    divisions.push_back(DivisionReport(table, division).json());
  const Json json{{"league", table.league.name},
                  {"version", report::kTablesVersion},
                  {"digest", store::whole_digest(table.digests)},
                  {"format", "tournament"},
                  {"authors_apart", table.league.settings.value("apart", false)},
                  {"finished", table.finished},
                  {"divisions", divisions}};
  return base::dump(json, 2) + "\n";
}

report::LeagueTables make_tables(const TournamentTable& table) {
  report::LeagueTables shown{
      table.digests,
      {{"table.json", tournament_json(table)},
       {"table.md", to_markdown(table, "tournament", false)},
       {"table.csv", to_csv(table)},
       {"tournament.md",
        to_markdown(table, "seating, score sheets and standings of the tournament", true)}},
      {}};
  for (const TournamentDivision& division : table.divisions) {
    for (Sheet& sheet : DivisionReport(table, division).sheets()) {
      sheet.title = fmt::format("{}, {} tournament: {}", table.league.name, division.definition->id,
                                sheet.title);
      shown.sheets.push_back(std::move(sheet));
    }
  }
  return shown;
}

}  // namespace danno::leagues::schedule::tournament
