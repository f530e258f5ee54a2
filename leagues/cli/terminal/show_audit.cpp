#include "leagues/cli/terminal/show_audit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/files/json.hpp"
#include "leagues/files/shown_points.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using referee::record::Audit;
using referee::record::WrittenGame;
using rules::Phase;
using rules::Position;

std::vector<std::size_t> winners(const WrittenGame& game, const rules::RuleSet& rules,
                                 const Position& position) {
  std::vector<std::size_t> seats;
  if (position.phase != Phase::Over) return seats;
  const auto places = rules::places(rules, position);
  for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
    if (places[seat] == 1) seats.push_back(seat);
  }
  return seats;
}

files::Json state_json(const WrittenGame& game, const rules::RuleSet& rules,
                       const Position& position) {
  const auto shown = [&](rules::Points points) {
    return files::shown_points(*game.definition, points);
  };
  const std::vector<std::string> players = referee::record::player_names(game);
  const bool over = position.phase == Phase::Over;
  files::Json json{{"rules", game.definition->id}, {"players", players}};
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    json["totals"][players[seat]] = shown(position.totals[seat]);
  }
  for (std::size_t seat = 0; seat < players.size(); ++seat)
    json["in"][players[seat]] = position.is_in(static_cast<int>(seat));
  json["turn"] = nullptr;
  if (!over) {
    json["turn"] = {{"player", players[position.mover]},
                    {"points", shown(position.turn.points)},
                    {"dice", position.turn.dice},
                    {"locked", shown(position.turn.locked)},
                    {"inherited", shown(position.turn.inherited)}};
  }
  json["offer"] = nullptr;
  if (position.phase == Phase::Offer)
    json["offer"] = {{"points", shown(position.offer.points)}, {"dice", position.offer.dice}};
  json["over"] = over;
  json["winners"] = files::Json::array();
  for (const std::size_t seat : winners(game, rules, position))
    json["winners"].push_back(players[seat]);
  const auto places = rules::places(rules, position);
  for (std::size_t seat = 0; seat < players.size(); ++seat)
    json["places"][players[seat]] = places[seat];
  return json;
}

std::string_view describe(const referee::record::AuditedTurn& turn) {
  using Kind = referee::record::WrittenEvent::Kind;
  if (turn.end == Kind::Forfeit) return "forfeit";
  if (turn.end == Kind::Wins) return "wins";
  return turn.end == Kind::Bust ? "bust" : "bank";
}

std::string turn_table(const WrittenGame& game, const Audit& audit) {
  std::vector<Align> columns{Align::Right, Align::Left, Align::Left, Align::Right};
  std::vector<std::vector<std::string>> rows{{"line", "player", "end", "points"}};
  for (const std::string& player : game.players) {
    columns.push_back(Align::Right);
    rows[0].push_back(player);
  }
  for (const auto& turn : audit.turns) {
    std::vector<std::string> row{
        std::to_string(turn.line), game.players[static_cast<std::size_t>(turn.seat)],
        std::string(describe(turn)), rules::show_points(*game.definition, turn.gain)};
    for (std::size_t seat = 0; seat < game.players.size(); ++seat)
      row.push_back(rules::show_points(*game.definition, turn.totals[seat]));
    rows.push_back(row);
  }
  return text_table(columns, rows);
}

std::string next_line(const WrittenGame& game, const rules::RuleSet& rules,
                      const Position& position) {
  const auto shown = [&](rules::Points points) {
    return rules::show_points(*game.definition, points);
  };
  if (position.phase == Phase::Over) {
    std::vector<std::string> names;
    for (const std::size_t seat : winners(game, rules, position))
      names.push_back(game.players[seat]);
    return fmt::format("over{}; won by {}", position.capped ? ", capped" : "",
                       fmt::join(names, " and "));
  }
  const std::string& mover = game.players[position.mover];
  if (position.phase == Phase::Offer) {
    return fmt::format("next: {} accepts or declines {} points with {}", mover,
                       shown(position.offer.points), words::show_dice(position.offer.dice));
  }
  const rules::Turn& turn = position.turn;
  return fmt::format(
      "next: {} rolls {} with {} points{}{}", mover, words::show_dice(turn.dice),
      shown(turn.points), turn.locked > 0 ? fmt::format(", {} locked", shown(turn.locked)) : "",
      turn.inherited > 0 ? fmt::format(", {} inherited", shown(turn.inherited)) : "");
}

std::string standing(const WrittenGame& game, const rules::RuleSet& rules,
                     const Position& position) {
  const auto places = rules::places(rules, position);
  std::vector<std::size_t> seats;
  for (int place = 1; place <= rules.seats(); ++place) {
    for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
      if (places[seat] == place) seats.push_back(seat);
    }
  }
  std::vector<std::vector<std::string>> rows{{"place", "player", "total", ""}};
  for (const std::size_t seat : seats) {
    const int index = static_cast<int>(seat);
    rows.push_back({std::to_string(places[seat]), game.players[seat],
                    rules::show_points(*game.definition, position.totals[seat]),
                    position.is_out(index)  ? "forfeited"
                    : position.is_in(index) ? ""
                                            : "not in the game"});
  }
  return text_table({Align::Right, Align::Left, Align::Right, Align::Left}, rows);
}

}  // namespace

void show_turns(const WrittenGame& game, const Audit& audit) {
  print_text("{}, {} players\n", game.definition->id, game.players.size());
  if (!audit.turns.empty()) print_text("\n{}", turn_table(game, audit));
}

void show_end(const AuditedGame& audited, const Invocation& invocation) {
  const auto& [game, rules, position] = audited;
  if (invocation.json) {
    print("{}\n", state_json(game, rules, position).dump());
    return;
  }
  print_text("\n{}\n{}\n", standing(game, rules, position), next_line(game, rules, position));
}

}  // namespace danno::leagues::cli::terminal
