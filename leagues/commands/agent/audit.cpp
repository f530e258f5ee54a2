// danno audit FILE: adjudicates a written game.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <variant>

#include "leagues/base/count.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/points.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/output_files.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/text_table.hpp"
#include "referee/record/audit.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::commands::agent {
namespace {

using referee::record::Audit;
using referee::record::LineProblem;
using referee::record::WrittenGame;
using rules::Phase;
using rules::Position;

/// Returns the seats in the first place; none while the game is not over.
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

/// Returns the state after the last line, for programs: totals, the turn, an offer, places.
base::Json state_json(const WrittenGame& game, const rules::RuleSet& rules,
                      const Position& position) {
  const auto shown = [&](rules::Points points) {
    return base::shown_points(*game.definition, points);
  };
  const std::vector<std::string> players = referee::record::player_names(game);
  const bool over = position.phase == Phase::Over;
  base::Json json{{"rules", game.definition->id}, {"players", players}};
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
  json["winners"] = base::Json::array();
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

/// Returns a row for each turn, with its line in the file and the totals after it.
std::string turn_table(const WrittenGame& game, const Audit& audit) {
  std::string columns = "rllr";
  cli::Rows rows{{"line", "player", "end", "points"}};
  for (const std::string& player : game.players) {
    columns.push_back('r');
    rows[0].push_back(player);
  }
  for (const auto& turn : audit.turns) {
    std::vector<std::string> row{
        std::to_string(turn.line), game.players[static_cast<std::size_t>(turn.seat)],
        std::string(describe(turn)), rules::format_points(*game.definition, turn.gain)};
    for (std::size_t seat = 0; seat < game.players.size(); ++seat)
      row.push_back(rules::format_points(*game.definition, turn.totals[seat]));
    rows.push_back(row);
  }
  return cli::text_table(columns, rows);
}

/// Returns what the rules expect next, or who won.
std::string next_line(const WrittenGame& game, const rules::RuleSet& rules,
                      const Position& position) {
  const auto shown = [&](rules::Points points) {
    return rules::format_points(*game.definition, points);
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
                       shown(position.offer.points), base::format_dice(position.offer.dice));
  }
  const rules::Turn& turn = position.turn;
  return fmt::format(
      "next: {} rolls {} with {} points{}{}", mover, base::format_dice(turn.dice),
      shown(turn.points), turn.locked > 0 ? fmt::format(", {} locked", shown(turn.locked)) : "",
      turn.inherited > 0 ? fmt::format(", {} inherited", shown(turn.inherited)) : "");
}

/// Returns the players in the order of their places.
std::string standing(const WrittenGame& game, const rules::RuleSet& rules,
                     const Position& position) {
  const auto places = rules::places(rules, position);
  std::vector<std::size_t> seats;
  for (int place = 1; place <= rules.seats(); ++place) {
    for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
      if (places[seat] == place) seats.push_back(seat);
    }
  }
  cli::Rows rows{{"place", "player", "total", ""}};
  for (const std::size_t seat : seats) {
    const int index = static_cast<int>(seat);
    rows.push_back({std::to_string(places[seat]), game.players[seat],
                    rules::format_points(*game.definition, position.totals[seat]),
                    position.is_out(index)  ? "forfeited"
                    : position.is_in(index) ? ""
                                            : "not in the game"});
  }
  return cli::text_table("rlrl", rows);
}

/// Prints the problem for people on stderr and for programs on stdout; returns the code.
int report(const cli::Invocation& invocation, int code, const std::string& file,
           const LineProblem& problem) {
  if (invocation.json) {
    const base::Json json{{"error", {{"line", problem.line}, {"message", problem.message}}}};
    cli::print("{}\n", base::dump(json));
  }
  cli::print_note("{}{}\n", code == cli::kWrongUse ? "error: " : "",
                  cli::format_problem(file, problem));
  return code;
}

struct AuditArguments {
  std::string file;
  std::string rules;  ///< The rules of a game that does not have its own.
  std::string html;
};

int run_audit(const AuditArguments& arguments, const cli::Invocation& invocation) {
  const std::string& file = arguments.file;
  const rules::Definition* const house = cli::written_rules(arguments.rules);
  const auto parsed = referee::record::parse_written_game(cli::read_written_file(file), house);
  if (const auto* const problem = std::get_if<LineProblem>(&parsed))
    return report(invocation, cli::kWrongUse, file, *problem);
  const auto& game = std::get<WrittenGame>(parsed);
  const rules::RuleSet rules = referee::record::audited_rules(game);
  const Audit audit = referee::record::audit_game(rules, game);
  const bool as_page = !arguments.html.empty();
  if (!invocation.json && !as_page) {
    cli::print_text("{}, {} players\n", game.definition->id, game.players.size());
    if (!audit.turns.empty()) cli::print_text("\n{}", turn_table(game, audit));
  }
  // The turns before the fault are printed already, so that a reader sees how it came to it.
  if (audit.problem) return report(invocation, cli::kFails, file, *audit.problem);
  if (as_page)
    cli::write_written_game(file, game, arguments.html, invocation);
  else if (invocation.json)
    cli::print("{}\n", base::dump(state_json(game, rules, audit.position)));
  else
    cli::print_text("\n{}\n{}\n", standing(game, rules, audit.position),
                    next_line(game, rules, audit.position));
  return cli::kDone;
}

}  // namespace

void add_audit(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, run_audit,
              {.name = "audit",
               .summary = "adjudicate a written game",
               .group = cli::kMore,
               .examples = "  danno audit game.txt\n"
                           "  danno audit game.txt --html game.html"});
  command.json_flag(invocation);
  command.option("FILE", arguments.file, "a written game; - reads stdin").required();
  cli::add_written_rules(command, arguments.rules);
  cli::add_page_file(command, arguments.html);
}

}  // namespace danno::leagues::commands::agent
