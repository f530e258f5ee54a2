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

#include "leagues/base/escape.hpp"
#include "leagues/report/json.hpp"
#include "leagues/schedule/tournament/replay.hpp"
#include "leagues/schedule/tournament/table.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

using base::Json;
using report::Sheet;
using report::TableCells;

constexpr std::size_t kNameColumn = 1;

/// Returns points. They are counted in sixtieths, so that shared places divide evenly.
double in_points(std::int64_t points_60) { return static_cast<double>(points_60) / 60; }

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// Returns "2nd", or "forfeit".
std::string show_place(const TournamentGame& game, std::size_t seat) {
  constexpr std::array kEndings{"th", "st", "nd", "rd"};
  if (ratings::forfeited_seats(game.record).has(seat)) return "forfeit";
  const std::size_t place = game.record.places[seat];
  return fmt::format("{}{}", place, kEndings.at(place < kEndings.size() ? place : 0));
}

report::EloInterval rating(const TournamentRow& row) {
  return {row.rated.elo, row.rated.elo_low, row.rated.elo_high, row.rated_deals};
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
    Json agents = Json::array();
    for (const TournamentRow& row : division_.rows)
      agents.push_back(row_json(row, agents.size() + 1));
    return {{"rules", division_.definition->id},
            {"rated_by", report::to_string(report::RatedBy::Raw)},
            {"games", division_.games},
            {"games_planned", planned_game_count(table_.league)},
            {"isolation", table_.isolation},
            {"isolation_layers", table_.isolation_layers},
            {"seeds", Json::array({report::epoch_json(*table_.epoch)})},
            {"records", division_.records},
            {"agents", agents},
            {"tournaments", tournaments}};
  }

  /// Adds a line for each agent.
  void add_csv(std::string& text) const {
    std::size_t rank = 0;
    for (const TournamentRow& row : division_.rows) {
      const ratings::AgentTally& tally = row.rated.tally;
      text += fmt::format("{},{},{},{},{:.4f},{},{},", division_.definition->id, ++rank,
                          base::escape_csv(row.rated.name), base::escape_csv(row.rated.author),
                          row.mean_place, row.titles, report::csv_cells(rating(row)));
      text += fmt::format("{},{:.5f},{:.5f},{:.5f},{:.4f},{:.4f},{:.4f},{}\r\n", tally.games,
                          tally.score(), tally.points(), tally.win_share(), row.odds.advance,
                          row.odds.final, row.odds.win,
                          tally.faults.empty() ? "" : base::escape_csv(report::show_faults(tally)));
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
    sheets.push_back({"all games", final_cells(), kNameColumn, {}});
    if (TableCells faults = fault_cells(); !faults.rows.empty())
      sheets.push_back({"faults", std::move(faults), kNameColumn, {}});
    sheets.back().notes = notes();
    return sheets;
  }

 private:
  [[nodiscard]] std::string name(int entrant) const { return entrant_name(table_.league, entrant); }
  [[nodiscard]] double in_units(std::int64_t points) const {
    return static_cast<double>(points) / division_.definition->unit;
  }
  [[nodiscard]] std::string show_total(std::int64_t points) const {
    return rules::show_points(*division_.definition, static_cast<rules::Points>(points));
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

  [[nodiscard]] Json row_json(const TournamentRow& row, std::size_t rank) const {
    const report::TableRow& rated = row.rated;
    Json against = Json::object();
    for (const auto& [entrant, count] : rated.tally.faults_against)
      against[name(entrant)] = count;
    const report::EloInterval elo = rating(row).reliable();
    Json json{{"rank", rank},
              {"name", rated.name},
              {"author", rated.author},
              {"version", rated.version},
              {"hash", report::short_hash(rated.hash)},
              {"mean_place", report::rounded(row.mean_place)},
              {"titles", row.titles},
              {"elo", report::rounded_or_null(elo.elo)},
              {"elo_low", report::rounded_or_null(elo.low)},
              {"elo_high", report::rounded_or_null(elo.high)},
              {"rank_low", rated.elo ? Json(rated.rank_low) : Json(nullptr)},
              {"rank_high", rated.elo ? Json(rated.rank_high) : Json(nullptr)},
              {"games", rated.tally.games},
              {"deals", rated.tally.deals},
              {"score", report::rounded(rated.tally.score())},
              {"points", report::rounded(rated.tally.points())},
              {"win_share", report::rounded(rated.tally.win_share())},
              {"average_opponent", report::rounded_or_null(rated.average_opponent)},
              {"los_next", report::rounded_or_null(rated.los_next)},
              {"chance",
               {{"advance", report::rounded(row.odds.advance)},
                {"final", report::rounded(row.odds.final)},
                {"win", report::rounded(row.odds.win)}}},
              {"faults", report::faults_json(rated.tally)},
              {"faults_against", against}};
    if (rated.full_name != rated.name) json["full_name"] = rated.full_name;
    return json;
  }

  /// Adds a stage's seating list and score sheets, and its standings.
  void add_stage(std::size_t number, std::size_t stage, std::vector<Sheet>& sheets) const {
    const Tournament& tournament = division_.tournaments[number];
    const auto first = static_cast<std::ptrdiff_t>(sheets.size());
    sheets.push_back({"seating", seating_cells(tournament, stage), 0, {}, true});
    for (const TableGames& games : games_by_table(tournament.stages[stage]))
      sheets.push_back(score_sheet(number, games));
    sheets.push_back({outcome(tournament, stage), stage_cells(tournament, stage), kNameColumn, {}});
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
    TableCells cells{{"agent", "round 1", "round 2"}, {}, {}};
    for (auto& [agent, rounds] : places) {
      rounds.resize(2);
      cells.rows.push_back({agent, rounds[0], rounds[1]});
    }
    return cells;
  }

  [[nodiscard]] Sheet score_sheet(std::size_t number, const TableGames& games) const {
    const PlannedGame& planned = games.front()->planned;
    Sheet sheet{fmt::format("round {}, table {}", planned.round + 1, planned.table + 1),
                {{"seat", "agent"}, {}},
                kNameColumn,
                {},
                true};
    std::vector<std::string>& headings = sheet.cells.headings;
    for (const TournamentGame* const game : games) {
      const int of_round = game->planned.game + 1;
      headings.insert(headings.end(), {fmt::format("game {}", of_round), "place", "points"});
      sheet.notes.emplace_back(
          fmt::format("game {}: {}", of_round, game_id(number, game->planned)));
    }
    headings.insert(headings.end(), {"sum", "began", "danno"});
    for (std::size_t seat = 0; seat < planned.seats.size(); ++seat)
      sheet.cells.rows.push_back(score_row(games, seat));
    return sheet;
  }

  /// Returns an entrant's line of a score sheet; "began" and "danno" name the games.
  [[nodiscard]] std::vector<std::string> score_row(const TableGames& games,
                                                   std::size_t seat) const {
    std::vector<std::string> row{fmt::to_string(seat + 1),
                                 name(games.front()->planned.seats[seat])};
    std::int64_t sum_60 = 0;
    std::vector<int> began;
    std::vector<int> danno;
    for (const TournamentGame* const game : games) {
      const auto& [planned, record] = *game;
      const std::int64_t points_60 = ratings::points_60(record, seat);
      sum_60 += points_60;
      row.insert(row.end(), {show_total(record.totals[seat]), show_place(*game, seat),
                             show_points_60(points_60)});
      if (record.first == seat) began.push_back(planned.game + 1);
      if (static_cast<std::size_t>(planned.danno) == seat) danno.push_back(planned.game + 1);
    }
    row.insert(row.end(), {show_points_60(sum_60), fmt::format("{}", fmt::join(began, ", ")),
                           fmt::format("{}", fmt::join(danno, ", "))});
    return row;
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
        places += (places.empty() ? "" : " ") + show_place(game, *seat);
    }
    return places;
  }

  /// Returns the standings after a stage.
  [[nodiscard]] TableCells stage_cells(const Tournament& tournament, std::size_t number) const {
    const Stage& stage = tournament.stages[number];
    TableCells cells{
        {"#", "agent", "points", "won", "totals", "round 1", "round 2", ""}, {}, {"totals"}};
    for (const StageRow& row : stage.rows) {
      const std::size_t above = cells.rows.size();
      cells.rows.push_back(
          {fmt::to_string(above + 1), name(row.entrant), show_points_60(row.points_60),
           fmt::to_string(row.wins), show_total(row.totals), places_in(stage, 0, row.entrant),
           places_in(stage, 1, row.entrant), show_next(tournament, number, above)});
    }
    return cells;
  }

  /// Returns every entrant's place, rating and chances.
  [[nodiscard]] TableCells final_cells() const {
    TableCells cells{{"#", "agent", "place", "titles", "Elo ±95 %", "range", "games", "points",
                      "score", "wins", "opponents", "LOS", "advance", "final", "win", "faults"},
                     {},
                     {"opponents", "score", "LOS", "wins", "games", "range"}};
    for (const TournamentRow& row : division_.rows) {
      const report::TableRow& rated = row.rated;
      const ratings::AgentTally& tally = rated.tally;
      cells.rows.push_back(
          {fmt::to_string(cells.rows.size() + 1), rated.name, fmt::format("{:.4g}", row.mean_place),
           fmt::to_string(row.titles), report::show_elo(rating(row)),
           rated.elo ? report::show_ranks(rated.rank_low, rated.rank_high) : "-",
           fmt::to_string(tally.games), fmt::format("{:.3f}", tally.points()),
           percent(tally.score()), percent(tally.win_share()),
           rated.average_opponent ? fmt::format("{:+.0f}", *rated.average_opponent) : "-",
           rated.los_next ? fmt::format("{:.0f} %", 100 * *rated.los_next) : "",
           percent(row.odds.advance), percent(row.odds.final), percent(row.odds.win),
           report::show_faults(tally)});
    }
    return cells;
  }

  /// Returns the faults by agent and opponents at the table; without rows if there are none.
  [[nodiscard]] TableCells fault_cells() const {
    TableCells cells{{"faults", "agent", "with at the table"}, {}};
    for (const TournamentRow& row : division_.rows) {
      std::vector<std::string> others;
      for (const auto& [entrant, count] : row.rated.tally.faults_against)
        others.push_back(fmt::format("{} {}", name(entrant), count));
      if (others.empty()) continue;
      cells.rows.push_back({report::show_faults(row.rated.tally), row.rated.name,
                            fmt::format("{}", fmt::join(others, ", "))});
    }
    return cells;
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
    notes.emplace_back("dice: " + report::show_epoch(*table_.epoch), "");
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
      report::add_markdown_table(text, sheet.cells, sheet.name_column, sheet.notes);
    }
  }
  return text;
}

std::string to_csv(const TournamentTable& table) {
  std::string text =
      "rules,rank,name,author,mean_place,titles,elo,elo_low,elo_high,games,score,points,win_share,"
      "advance,final,win,faults\r\n";
  for (const TournamentDivision& division : table.divisions)
    DivisionReport(table, division).add_csv(text);
  return text;
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

report::LeagueTables show_tables(const TournamentTable& table) {
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
