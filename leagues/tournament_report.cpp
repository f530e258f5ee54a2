#include "leagues/tournament_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "leagues/tally.hpp"
#include "leagues/text_escape.hpp"

namespace danno::leagues {
namespace {

using nlohmann::ordered_json;

double in_points(std::int64_t points_60) { return static_cast<double>(points_60) / 60; }

std::string name_of(const PlayedTournament& played, int entrant) {
  return played.entrants[static_cast<std::size_t>(entrant)].agent.name;
}

double shown(const rules::Definition& definition, std::int64_t units) {
  return static_cast<double>(units) / definition.unit;
}

std::vector<AgentTally> tallies_of(const PlayedTournament& played, const Tournament& tournament) {
  std::vector<AgentTally> tallies(played.entrants.size());
  for (const Stage& stage : tournament.stages) {
    for (const TournamentGame& game : stage.games)
      add_deal(tallies, game.pairing.seats, {0, {game.record}});
  }
  return tallies;
}

ordered_json game_json(const PlayedTournament& played, const rules::Definition& definition,
                       const TournamentGame& game) {
  const Pairing& pairing = game.pairing;
  const unsigned out = forfeited_seats(game.record);
  ordered_json seats = ordered_json::array();
  for (std::size_t seat = 0; seat < pairing.seats.size(); ++seat) {
    seats.push_back({{"name", name_of(played, pairing.seats[seat])},
                     {"place", game.record.places[seat]},
                     {"total", shown(definition, game.record.totals[seat])},
                     {"points", in_points(points_60(game.record, seat))},
                     {"forfeited", ((out >> seat) & 1U) != 0}});
  }
  return {{"round", pairing.round + 1},
          {"table", pairing.table + 1},
          {"game", pairing.game + 1},
          {"first", name_of(played, pairing.seats[game.record.first])},
          {"danno", name_of(played, pairing.seats[static_cast<std::size_t>(pairing.danno)])},
          {"capped", game.record.capped},
          {"seats", seats}};
}

ordered_json stage_json(const PlayedTournament& played, const PlayedDivision& division,
                        std::size_t number) {
  const Stage& stage = division.tournament.stages[number];
  ordered_json rows = ordered_json::array();
  for (const StageRow& row : stage.rows) {
    rows.push_back({{"name", name_of(played, row.entrant)},
                    {"points", in_points(row.points_60)},
                    {"wins", row.wins},
                    {"totals", shown(*division.definition, row.totals)},
                    {"best_total", shown(*division.definition, row.best)},
                    {"advances", row.advances}});
  }
  ordered_json games = ordered_json::array();
  for (const TournamentGame& game : stage.games)
    games.push_back(game_json(played, *division.definition, game));
  return {{"stage", number + 1},
          {"final", number + 1 == division.tournament.stages.size()},
          {"standings", rows},
          {"games", games}};
}

ordered_json agents_json(const PlayedTournament& played, const PlayedDivision& division) {
  const std::vector<AgentTally> tallies = tallies_of(played, division.tournament);
  ordered_json agents = ordered_json::array();
  for (const int entrant : division.tournament.ranking()) {
    const AgentTally& tally = tallies[static_cast<std::size_t>(entrant)];
    ordered_json faults = ordered_json::object();
    for (const auto& [kind, count] : tally.faults)
      faults[std::string(referee::to_string(kind))] = count;
    agents.push_back({{"rank", agents.size() + 1},
                      {"name", name_of(played, entrant)},
                      {"author", played.entrants[static_cast<std::size_t>(entrant)].author},
                      {"games", tally.games},
                      {"deals", tally.deals},
                      {"score", tally.score()},
                      {"points", tally.points()},
                      {"win_share", tally.win_share()},
                      {"faults", faults}});
  }
  return agents;
}

void add_row(std::string& text, const std::vector<std::string>& cells) {
  for (const std::string& cell : cells)
    text += fmt::format("| {} ", escape_markdown(cell));
  text += "|\n";
}

void add_table(std::string& text, const TableCells& cells) {
  add_row(text, cells.headings);
  for (std::size_t i = 0; i < cells.headings.size(); ++i)
    text += "| --- ";
  text += "|\n";
  for (const auto& row : cells.rows)
    add_row(text, row);
}

}  // namespace

std::string stage_title(const PlayedDivision& division, std::size_t stage) {
  if (stage + 1 == division.tournament.stages.size()) return "the final";
  return fmt::format("stage {}, {} advance", stage + 1,
                     (division.tournament.stages[stage].rows.size() + 1) / 2);
}

TableCells stage_cells(const PlayedTournament& played, const PlayedDivision& division,
                       std::size_t number) {
  const Stage& stage = division.tournament.stages[number];
  const bool is_final = number + 1 == division.tournament.stages.size();
  TableCells cells{{"#", "agent", "tables", "places", "points", "won", "totals", ""}, {}};
  for (const StageRow& row : stage.rows) {
    std::vector<std::string> tables;
    std::vector<std::string> places;
    for (const TournamentGame& game : stage.games) {
      const auto& seats = game.pairing.seats;
      const auto at = std::ranges::find(seats, row.entrant);
      if (at == seats.end()) continue;
      const auto seat = static_cast<std::size_t>(at - seats.begin());
      const bool out = ((forfeited_seats(game.record) >> seat) & 1U) != 0;
      places.push_back(out ? "forfeit" : fmt::format("{}", game.record.places[seat]));
      if (game.pairing.game == 0) tables.push_back(fmt::format("{}", game.pairing.table + 1));
    }
    cells.rows.push_back(
        {fmt::format("{}", cells.rows.size() + 1), name_of(played, row.entrant),
         fmt::format("{}", fmt::join(tables, " ")), fmt::format("{}", fmt::join(places, " ")),
         fmt::format("{:.4g}", in_points(row.points_60)), fmt::format("{}", row.wins),
         fmt::format("{}", shown(*division.definition, row.totals)),
         is_final       ? (cells.rows.empty() ? "wins" : "")
         : row.advances ? "advances"
                        : ""});
  }
  return cells;
}

TableCells final_cells(const PlayedTournament& played, const PlayedDivision& division) {
  const std::vector<AgentTally> tallies = tallies_of(played, division.tournament);
  TableCells cells{{"#", "agent", "games", "points a game", "pair score", "faults"}, {}};
  for (const int entrant : division.tournament.ranking()) {
    const AgentTally& tally = tallies[static_cast<std::size_t>(entrant)];
    cells.rows.push_back({fmt::format("{}", cells.rows.size() + 1), name_of(played, entrant),
                          fmt::format("{}", tally.games), fmt::format("{:.2f}", tally.points()),
                          fmt::format("{:.1f} %", 100 * tally.score()), show_faults(tally)});
  }
  return cells;
}

std::string tournament_json(const PlayedTournament& played) {
  ordered_json divisions = ordered_json::array();
  for (const PlayedDivision& division : played.divisions) {
    ordered_json stages = ordered_json::array();
    for (std::size_t i = 0; i < division.tournament.stages.size(); ++i)
      stages.push_back(stage_json(played, division, i));
    divisions.push_back({{"rules", division.definition->id},
                         {"isolation", ordered_json::array({played.isolation})},
                         {"isolation_layers", ordered_json::array({played.isolation_layers})},
                         {"seeds", ordered_json::array({{{"commitment", commitment(played.seed)},
                                                         {"seed", played.seed.text},
                                                         {"open", played.open_seed}}})},
                         {"agents", agents_json(played, division)},
                         {"stages", stages}});
  }
  const ordered_json json{
      {"league", played.name}, {"format", "tournament"}, {"divisions", divisions}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string tournament_markdown(const PlayedTournament& played) {
  std::string text = fmt::format("# {}\n", escape_markdown(played.name));
  for (const PlayedDivision& division : played.divisions) {
    text += fmt::format("\n## {}\n", division.definition->id);
    for (std::size_t i = 0; i < division.tournament.stages.size(); ++i) {
      text += fmt::format("\n### {}\n\n", stage_title(division, i));
      add_table(text, stage_cells(played, division, i));
    }
    text.append("\n### all games\n\n");
    add_table(text, final_cells(played, division));
    text += fmt::format("\n- {}seed {}, SHA-256 {}\n- isolation {}\n",
                        played.open_seed ? "open " : "", escape_markdown(played.seed.text),
                        commitment(played.seed), played.isolation_layers);
  }
  return text;
}

void write_tournament_files(const PlayedTournament& played, const std::filesystem::path& folder) {
  write_whole(folder / "table.json", tournament_json(played));
  write_whole(folder / "table.md", tournament_markdown(played));
}

}  // namespace danno::leagues
