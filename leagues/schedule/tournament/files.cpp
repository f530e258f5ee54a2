// Writes the tables of a tournament. table.json nests as it was played:
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

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/report/json.hpp"
#include "leagues/schedule/tournament/table.hpp"

namespace danno::leagues::schedule::tournament {

using base::Json;
namespace {

/// Returns points. They are counted in sixtieths, so that shared places divide evenly.
double in_points(std::int64_t points_60) { return static_cast<double>(points_60) / 60; }

/// Returns a total as the rule set writes it.
double shown(const rules::Definition& definition, std::int64_t units) {
  return static_cast<double>(units) / definition.unit;
}

Json game_json(const TournamentTable& table, const TournamentDivisionTable& division,
               std::size_t number, const TournamentGame& game) {
  const PlannedGame& planned = game.planned;
  const rules::SeatSet out = ratings::forfeited_seats(game.record);
  Json seats = Json::array();
  for (std::size_t seat = 0; seat < planned.seats.size(); ++seat) {
    seats.push_back({{"name", entrant_name(table, planned.seats[seat])},
                     {"place", game.record.places[seat]},
                     {"total", shown(*division.definition, game.record.totals[seat])},
                     {"points", in_points(ratings::points_60(game.record, seat))},
                     {"forfeited", out.has(seat)}});
  }
  return {{"id", game_id(table, division, number, planned)},
          {"round", planned.round + 1},
          {"table", planned.table + 1},
          {"game", planned.game + 1},
          {"first", entrant_name(table, planned.seats[game.record.first])},
          {"danno", entrant_name(table, planned.seats[static_cast<std::size_t>(planned.danno)])},
          {"capped", game.record.capped},
          {"seats", seats}};
}

Json stage_json(const TournamentTable& table, const TournamentDivisionTable& division,
                std::size_t tournament_number, std::size_t number) {
  const rules::Definition& definition = *division.definition;
  const Tournament& tournament = division.tournaments[tournament_number];
  const Stage& stage = tournament.stages[number];
  Json rows = Json::array();
  for (const StageRow& row : stage.rows) {
    rows.push_back({{"name", entrant_name(table, row.entrant)},
                    {"points", in_points(row.points_60)},
                    {"wins", row.wins},
                    {"totals", shown(definition, row.totals)},
                    {"best_total", shown(definition, row.best)},
                    {"advances", row.advances}});
  }
  Json games = Json::array();
  for (const TournamentGame& game : stage.games)
    games.push_back(game_json(table, division, tournament_number, game));
  return {{"stage", number + 1},
          {"final", tournament.finished && number + 1 == tournament.stages.size()},
          {"standings", rows},
          {"games", games}};
}

/// Removes the intervals that rest on too few deals.
TournamentRow without_unreliable_intervals(TournamentRow row) {
  if (row.rating)
    report::clear_unreliable_interval(row.rating->deals, row.rating->elo_low, row.rating->elo_high);
  return row;
}

Json row_json(const TournamentTable& table, const TournamentRow& shown, std::size_t rank) {
  const TournamentRow row = without_unreliable_intervals(shown);
  const store::StoredAgent& agent = table.entrants[static_cast<std::size_t>(row.entrant)];
  Json against = Json::object();
  for (const auto& [entrant, count] : row.tally.faults_against)
    against[entrant_name(table, entrant)] = count;
  // Agents without a rating have null.
  const auto rated = [&](auto ratings::AgentRating::*figure) {
    return row.rating ? std::optional<double>((*row.rating).*figure) : std::nullopt;
  };
  return {
      {"rank", rank},
      {"name", entrant_name(table, row.entrant)},
      {"author", agent.author},
      {"version", agent.version},
      {"hash", report::short_hash(agent.hash)},
      {"mean_place", report::rounded(row.mean_place)},
      {"titles", row.titles},
      {"elo", report::rounded_or_null(rated(&ratings::AgentRating::elo))},
      {"elo_low", report::rounded_or_null(row.rating ? row.rating->elo_low : std::nullopt)},
      {"elo_high", report::rounded_or_null(row.rating ? row.rating->elo_high : std::nullopt)},
      {"rank_low", row.rating ? Json(row.rating->rank_low) : Json(nullptr)},
      {"rank_high", row.rating ? Json(row.rating->rank_high) : Json(nullptr)},
      {"games", row.tally.games},
      {"deals", row.tally.deals},
      {"score", report::rounded(row.tally.score())},
      {"points", report::rounded(row.tally.points())},
      {"win_share", report::rounded(row.tally.win_share())},
      {"average_opponent", report::rounded_or_null(rated(&ratings::AgentRating::average_opponent))},
      {"los_next", report::rounded_or_null(row.rating ? row.rating->los_next : std::nullopt)},
      {"chance",
       {{"advance", report::rounded(row.odds.advance)},
        {"final", report::rounded(row.odds.final)},
        {"win", report::rounded(row.odds.win)}}},
      {"faults", report::faults_json(row.tally)},
      {"faults_against", against}};
}

Json division_json(const TournamentTable& table, const TournamentDivisionTable& division) {
  Json tournaments = Json::array();
  for (std::size_t number = 0; number < division.tournaments.size(); ++number) {
    const Tournament& tournament = division.tournaments[number];
    Json stages = Json::array();
    for (std::size_t i = 0; i < tournament.stages.size(); ++i)
      stages.push_back(stage_json(table, division, number, i));
    tournaments.push_back({{"finished", tournament.finished}, {"stages", stages}});
  }
  Json agents = Json::array();
  for (const TournamentRow& row : division.rows)
    agents.push_back(row_json(table, row, agents.size() + 1));
  Json seeds = Json::array();
  if (table.epoch) seeds.push_back(report::epoch_json(*table.epoch));
  return {{"rules", division.definition->id},
          {"rated_by", report::to_string(report::RatedBy::Raw)},
          {"games", division.games},
          {"games_planned", table.games_planned},
          {"isolation", table.isolation},
          {"isolation_layers", table.isolation_layers},
          {"seeds", seeds},
          {"records", division.records},
          {"agents", agents},
          {"tournaments", tournaments}};
}

}  // namespace

std::string tournament_json(const TournamentTable& table) {
  Json divisions = Json::array();
  for (const TournamentDivisionTable& division : table.divisions)
    divisions.push_back(division_json(table, division));
  const Json json{{"league", table.name},
                  {"version", report::kTablesVersion},
                  {"digest", store::whole_digest(table.digests)},
                  {"format", "tournament"},
                  {"authors_apart", table.apart},
                  {"finished", table.finished},
                  {"divisions", divisions}};
  return base::dump(json, 2) + "\n";
}

namespace {

/// Returns the sheets as Markdown; details are those for playing by hand, such as score sheets.
std::string markdown(const TournamentTable& table, const char* title, bool with_details) {
  std::string text = fmt::format("# {}: {}\n", base::escape_markdown(table.name), title);
  for (const TournamentDivisionTable& division : table.divisions) {
    text += fmt::format("\n## {}\n", division.definition->id);
    for (const report::Sheet& sheet : tournament_sheets(table, division)) {
      if (sheet.is_detail && !with_details) continue;
      text += fmt::format("\n### {}\n\n", base::escape_markdown(sheet.title));
      report::add_markdown_table(text, sheet.cells, sheet.name_column, sheet.notes);
    }
  }
  return text;
}

}  // namespace

std::string tournament_markdown(const TournamentTable& table) {
  return markdown(table, "tournament", false);
}

std::string tournament_papers(const TournamentTable& table) {
  return markdown(table, "seating, score sheets and standings of the tournament", true);
}

std::string tournament_csv(const TournamentTable& table) {
  std::string text =
      "rules,rank,name,author,mean_place,titles,elo,elo_low,elo_high,games,score,points,win_share,"
      "advance,final,win,faults\r\n";
  for (const TournamentDivisionTable& division : table.divisions) {
    std::size_t rank = 0;
    for (const TournamentRow& shown : division.rows) {
      const TournamentRow row = without_unreliable_intervals(shown);
      const auto& rating = row.rating;
      const store::StoredAgent& agent = table.entrants[static_cast<std::size_t>(row.entrant)];
      text += fmt::format("{},{},{},{},{:.4f},{},", division.definition->id, ++rank,
                          base::escape_csv(agent.shown_name()), base::escape_csv(agent.author),
                          row.mean_place, row.titles);
      text += fmt::format("{},{},{},",
                          report::csv_or_empty(rating ? std::optional(rating->elo) : std::nullopt),
                          report::csv_or_empty(rating ? rating->elo_low : std::nullopt),
                          report::csv_or_empty(rating ? rating->elo_high : std::nullopt));
      text += fmt::format(
          "{},{:.5f},{:.5f},{:.5f},{:.4f},{:.4f},{:.4f},{}\r\n", row.tally.games, row.tally.score(),
          row.tally.points(), row.tally.win_share(), row.odds.advance, row.odds.final, row.odds.win,
          row.tally.faults.empty() ? "" : base::escape_csv(report::show_faults(row.tally)));
    }
  }
  return text;
}

std::vector<report::TableFile> tournament_files(const TournamentTable& table) {
  return {{"table.json", tournament_json(table)},
          {"table.md", tournament_markdown(table)},
          {"table.csv", tournament_csv(table)},
          {"tournament.md", tournament_papers(table)}};
}

}  // namespace danno::leagues::schedule::tournament
