#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "leagues/table_json.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/tournament/report.hpp"

namespace danno::leagues {
namespace {

using nlohmann::ordered_json;

double in_points(std::int64_t points_60) { return static_cast<double>(points_60) / 60; }

double shown(const rules::Definition& definition, std::int64_t units) {
  return static_cast<double>(units) / definition.unit;
}

ordered_json game_json(const TournamentTable& table, const rules::Definition& definition,
                       const TournamentGame& game) {
  const Pairing& pairing = game.pairing;
  const unsigned out = forfeited_seats(game.record);
  ordered_json seats = ordered_json::array();
  for (std::size_t seat = 0; seat < pairing.seats.size(); ++seat) {
    seats.push_back({{"name", name_of(table, pairing.seats[seat])},
                     {"place", game.record.places[seat]},
                     {"total", shown(definition, game.record.totals[seat])},
                     {"points", in_points(points_60(game.record, seat))},
                     {"forfeited", ((out >> seat) & 1U) != 0}});
  }
  return {{"round", pairing.round + 1},
          {"table", pairing.table + 1},
          {"game", pairing.game + 1},
          {"first", name_of(table, pairing.seats[game.record.first])},
          {"danno", name_of(table, pairing.seats[static_cast<std::size_t>(pairing.danno)])},
          {"capped", game.record.capped},
          {"seats", seats}};
}

ordered_json stage_json(const TournamentTable& table, const rules::Definition& definition,
                        const Tournament& tournament, std::size_t number) {
  const Stage& stage = tournament.stages[number];
  ordered_json rows = ordered_json::array();
  for (const StageRow& row : stage.rows) {
    rows.push_back({{"name", name_of(table, row.entrant)},
                    {"points", in_points(row.points_60)},
                    {"wins", row.wins},
                    {"totals", shown(definition, row.totals)},
                    {"best_total", shown(definition, row.best)},
                    {"advances", row.advances}});
  }
  ordered_json games = ordered_json::array();
  for (const TournamentGame& game : stage.games)
    games.push_back(game_json(table, definition, game));
  return {{"stage", number + 1},
          {"final", tournament.finished && number + 1 == tournament.stages.size()},
          {"standings", rows},
          {"games", games}};
}

ordered_json row_json(const TournamentTable& table, const TournamentRow& row, std::size_t rank) {
  ordered_json against = ordered_json::object();
  for (const auto& [entrant, count] : row.tally.faults_against)
    against[name_of(table, entrant)] = count;
  const auto rated = [&](auto AgentRating::*figure) {
    return row.rating ? std::optional<double>((*row.rating).*figure) : std::nullopt;
  };
  return {{"rank", rank},
          {"name", name_of(table, row.entrant)},
          {"author", table.entrants[static_cast<std::size_t>(row.entrant)].author},
          {"mean_place", rounded(row.mean_place)},
          {"titles", row.titles},
          {"elo", rounded_or_null(rated(&AgentRating::elo))},
          {"elo_low", rounded_or_null(row.rating ? row.rating->elo_low : std::nullopt)},
          {"elo_high", rounded_or_null(row.rating ? row.rating->elo_high : std::nullopt)},
          {"rank_low", row.rating ? ordered_json(row.rating->rank_low) : ordered_json(nullptr)},
          {"rank_high", row.rating ? ordered_json(row.rating->rank_high) : ordered_json(nullptr)},
          {"games", row.tally.games},
          {"deals", row.tally.deals},
          {"score", rounded(row.tally.score())},
          {"points", rounded(row.tally.points())},
          {"win_share", rounded(row.tally.win_share())},
          {"average_opponent", rounded_or_null(rated(&AgentRating::average_opponent))},
          {"los_next", rounded_or_null(row.rating ? row.rating->los_next : std::nullopt)},
          {"chance",
           {{"advance", rounded(row.odds.advance)},
            {"final", rounded(row.odds.final)},
            {"win", rounded(row.odds.win)}}},
          {"faults", faults_json(row.tally)},
          {"faults_against", against}};
}

ordered_json division_json(const TournamentTable& table, const TournamentDivisionTable& division) {
  ordered_json tournaments = ordered_json::array();
  for (const Tournament& tournament : division.tournaments) {
    ordered_json stages = ordered_json::array();
    for (std::size_t i = 0; i < tournament.stages.size(); ++i)
      stages.push_back(stage_json(table, *division.definition, tournament, i));
    tournaments.push_back({{"finished", tournament.finished}, {"stages", stages}});
  }
  ordered_json agents = ordered_json::array();
  for (const TournamentRow& row : division.rows)
    agents.push_back(row_json(table, row, agents.size() + 1));
  ordered_json seeds = ordered_json::array();
  if (table.epoch) seeds.push_back(epoch_json(*table.epoch));
  return {{"rules", division.definition->id},
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
  ordered_json divisions = ordered_json::array();
  for (const TournamentDivisionTable& division : table.divisions)
    divisions.push_back(division_json(table, division));
  const ordered_json json{{"league", table.name},
                          {"format", "tournament"},
                          {"finished", table.finished},
                          {"divisions", divisions}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string tournament_csv(const TournamentTable& table) {
  std::string text =
      "rules,rank,name,author,mean_place,titles,elo,elo_low,elo_high,games,score,points,win_share,"
      "advance,final,win,faults\r\n";
  for (const TournamentDivisionTable& division : table.divisions) {
    std::size_t rank = 0;
    for (const TournamentRow& row : division.rows) {
      const auto& rating = row.rating;
      const StoredAgent& agent = table.entrants[static_cast<std::size_t>(row.entrant)];
      text += fmt::format("{},{},{},{},{:.4f},{},", division.definition->id, ++rank,
                          escape_csv(agent.shown_name()), escape_csv(agent.author), row.mean_place,
                          row.titles);
      text +=
          fmt::format("{},{},{},", csv_or_empty(rating ? std::optional(rating->elo) : std::nullopt),
                      csv_or_empty(rating ? rating->elo_low : std::nullopt),
                      csv_or_empty(rating ? rating->elo_high : std::nullopt));
      text += fmt::format("{},{:.5f},{:.5f},{:.5f},{:.4f},{:.4f},{:.4f},{}\r\n", row.tally.games,
                          row.tally.score(), row.tally.points(), row.tally.win_share(),
                          row.odds.advance, row.odds.final, row.odds.win,
                          row.tally.faults.empty() ? "" : escape_csv(show_faults(row.tally)));
    }
  }
  return text;
}

void write_tournament_files(const TournamentTable& table, const std::filesystem::path& folder) {
  write_whole(folder / "table.json", tournament_json(table));
  write_whole(folder / "table.md", tournament_markdown(table));
  write_whole(folder / "table.csv", tournament_csv(table));
}

}  // namespace danno::leagues
