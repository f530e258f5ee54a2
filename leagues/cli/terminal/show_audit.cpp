// danno audit FILE: adjudicates a written game.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <variant>

#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/cli/flags/written_file.hpp"
#include "leagues/shown_points.hpp"
#include "referee/record/audit.hpp"
#include "referee/record/written_game.hpp"

namespace danno::cli {
namespace {

using referee::Audit;
using referee::LineProblem;
using referee::WrittenGame;
using rules::Phase;
using rules::Position;

/// The line for people on stderr, and for programs on stdout.
void report(Session& session, ExitCode code, const std::string& file, const LineProblem& problem) {
  session.exit_code = code;
  if (session.json) {
    const nlohmann::ordered_json json{
        {"error", {{"line", problem.line}, {"message", problem.message}}}};
    fmt::print("{}\n", json.dump());
  }
  fmt::print(stderr, "{}{}:{}: {}\n", code == kWrongUse ? "error: " : "",
             file == "-" ? "stdin" : file, problem.line, problem.message);
}

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

nlohmann::ordered_json state_json(const WrittenGame& game, const rules::RuleSet& rules,
                                  const Position& position) {
  const auto shown = [&](rules::Points points) {
    return leagues::shown_points(*game.definition, points);
  };
  const bool over = position.phase == Phase::Over;
  nlohmann::ordered_json json{{"rules", game.definition->id}, {"players", game.players}};
  for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
    json["totals"][game.players[seat]] = shown(position.totals[seat]);
  }
  for (std::size_t seat = 0; seat < game.players.size(); ++seat)
    json["in"][game.players[seat]] = position.is_in(static_cast<int>(seat));
  json["turn"] = nullptr;
  if (!over) {
    json["turn"] = {{"player", game.players[position.mover]},
                    {"points", shown(position.turn.points)},
                    {"dice", position.turn.dice},
                    {"locked", shown(position.turn.locked)},
                    {"inherited", shown(position.turn.inherited)}};
  }
  json["offer"] = nullptr;
  if (position.phase == Phase::Offer)
    json["offer"] = {{"points", shown(position.offer.points)}, {"dice", position.offer.dice}};
  json["over"] = over;
  json["winners"] = nlohmann::ordered_json::array();
  for (const std::size_t seat : winners(game, rules, position))
    json["winners"].push_back(game.players[seat]);
  const auto places = rules::places(rules, position);
  for (std::size_t seat = 0; seat < game.players.size(); ++seat)
    json["places"][game.players[seat]] = places[seat];
  return json;
}

std::string_view describe(const referee::AuditedTurn& turn) {
  using Kind = referee::WrittenEvent::Kind;
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
    return fmt::format("next: {} accepts or declines {} points with {} dice", mover,
                       shown(position.offer.points), position.offer.dice);
  }
  const rules::Turn& turn = position.turn;
  return fmt::format(
      "next: {} rolls {} dice with {} points{}{}", mover, turn.dice, shown(turn.points),
      turn.locked > 0 ? fmt::format(", {} locked", shown(turn.locked)) : "",
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

void audit(Session& session, const std::string& file) {
  const auto parsed = referee::parse_written_game(read_written_file(file));
  if (const auto* const problem = std::get_if<LineProblem>(&parsed))
    return report(session, kWrongUse, file, *problem);
  const auto& game = std::get<WrittenGame>(parsed);
  const rules::RuleSet rules = referee::audited_rules(game);
  const Audit audit = referee::audit_game(rules, game);
  if (!session.json) {
    fmt::print("{}, {} players\n", game.definition->id, game.players.size());
    if (!audit.turns.empty()) fmt::print("\n{}", turn_table(game, audit));
  }
  if (audit.problem) {
    std::fflush(stdout);
    return report(session, kFails, file, *audit.problem);
  }
  if (session.json)
    fmt::print("{}\n", state_json(game, rules, audit.position).dump());
  else
    fmt::print("\n{}\n{}\n", standing(game, rules, audit.position),
               next_line(game, rules, audit.position));
}

}  // namespace

void add_audit(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "audit",
                             .summary = "adjudicate a written game",
                             .group = "The games",
                             .examples = "  danno audit game.txt\n"
                                         "  danno audit - --json < game.txt"});
  add_json_flag(verb, session);
  const auto file = std::make_shared<std::string>();
  verb.add_option("FILE", *file, "a written game; - reads stdin")->required();
  verb.callback([file, &session] { audit(session, *file); });
}

}  // namespace danno::cli
