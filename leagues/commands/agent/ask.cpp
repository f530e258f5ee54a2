// danno ask AGENT --dice DICE: one position, what the agent answers and what each option is worth.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/points.hpp"
#include "leagues/base/text.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/schedule/rule_file.hpp"
#include "referee/protocol/conversation.hpp"
#include "referee/protocol/report.hpp"
#include "referee/rules/position.hpp"
#include "referee/rules/turn_reach.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::agent {
namespace {

using base::escape_terminal;
using cli::UsageError;
using referee::protocol::Reply;
using solver::Choice;

struct PositionFlags {
  std::string dice;            ///< The dice that the mover has just thrown.
  std::string turn = "0";      ///< The points of the turn before this throw.
  std::string totals = "0,0";  ///< The mover's total, then the others', clockwise.
};

/// A rule set for as many seats as there are totals, and the position (phase Choose, mover 0) in
/// which the mover must decide.
struct AskedPosition {
  rules::RuleSet rules;
  rules::Position position;
};

rules::Points parse_flag_points(const char* flag, const rules::Definition& definition,
                                const std::string& text) {
  if (const auto points = rules::parse_points(definition, text)) return *points;
  throw UsageError("{} '{}'; expected points of {}, as in {} {}", flag, text, definition.id, flag,
                   definition.unit == 1 ? "300" : "3.5");
}

rules::Dice parse_flag_dice(const rules::Definition& definition, const std::string& text) {
  if (const auto dice = rules::parse_throw(definition, text)) return *dice;
  throw UsageError("--dice '{}'; expected 1 to {} dice of the faces {}", text, definition.dice,
                   definition.faces);
}

/// Throws UsageError for points that no game by these rules comes to.
void require_reachable(const char* flag, const rules::Definition& definition, rules::Points points,
                       rules::Points step) {
  if (step > 1 && points % step != 0)
    throw UsageError("{} {}: impossible in {}; all points are multiples of {}", flag,
                     rules::format_points(definition, points), definition.id,
                     rules::format_points(definition, step));
}

/// The highest turn whose points are checked, in steps of points.
constexpr rules::Points kMostChecked = 1000;

/// Throws UsageError if no turn has these points before it throws so many dice.
void require_possible_turn(const rules::RuleSet& rules, rules::Points turn, int dice) {
  const rules::Definition& definition = rules.definition();
  const rules::Points step = std::max<rules::Points>(1, schedule::points_step(definition));
  if (turn / step > kMostChecked) return;
  const std::int64_t most = turn + 40 * std::int64_t{step};
  const std::set<rules::Points> possible = rules::reachable_turn_points(
      rules, dice, static_cast<rules::Points>(std::min<std::int64_t>(most, rules::kMaxPoints)));
  if (possible.contains(turn)) return;
  std::vector<std::string> nearest;
  const auto above = possible.lower_bound(turn);
  if (above != possible.begin())
    nearest.push_back(rules::format_points(definition, *std::prev(above)));
  if (above != possible.end()) nearest.push_back(rules::format_points(definition, *above));
  throw UsageError("--turn {}: no turn in {} has these points before a throw of {}; {}",
                   rules::format_points(definition, turn), definition.id, base::format_dice(dice),
                   nearest.empty() ? "expected other dice"
                                   : fmt::format("nearest: {}", fmt::join(nearest, ", ")));
}

/// Sets the totals. Throws UsageError for totals that no seat can have while the first one is
/// asked.
void set_totals(const std::vector<std::string>& totals, const rules::RuleSet& rules,
                rules::Position& position) {
  const rules::Definition& definition = rules.definition();
  const rules::Points step = schedule::points_step(definition);
  for (int seat = 0; seat < rules.seats(); ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    const rules::Points total = parse_flag_points("--totals", definition, totals[index]);
    if (total < rules.parameters().target) require_reachable("--totals", definition, total, step);
    if (const rules::Points entry = rules.parameters().entry;
        total > 0 && total < entry && definition.busts.penalty == 0)
      throw UsageError("--totals {}: a seat has 0, or at least the entry of {}", totals[index],
                       rules::format_points(definition, entry));
    rules::set_score(position, seat, total, total > 0);
    if (!rules.reaches_target(total)) continue;
    if (seat == position.mover || definition.ending == rules::Ending::AtOnce)
      throw UsageError("--totals {}: the game is over, since the target is {}", totals[index],
                       rules::format_points(definition, rules.parameters().target));
    // The highest total above the target closed the game; the others have their last turns.
    if (!position.closer || total > position.totals[*position.closer])
      position.closer = static_cast<std::uint8_t>(seat);
  }
}

void add_position_flags(cli::Command command, PositionFlags& flags) {
  command.option("--dice DICE", flags.dice, "the dice just thrown, in any order").required();
  command.option("--turn POINTS", flags.turn, "points of the turn before this throw; default 0");
  command.option("--totals POINTS,POINTS", flags.totals,
                 "the agent's total, then those of the other 1 to 5, clockwise; default 0,0");
}

/// Returns the position. Seats with a total above 0 are in the game; the last turns have begun if
/// another seat has reached the target. Throws UsageError if the question cannot occur.
AskedPosition asked_position(const PositionFlags& flags, const cli::LineUpFlags& game) {
  const std::vector<std::string> totals = base::split(flags.totals, ',');
  if (totals.size() < 2 || totals.size() > rules::kMaxSeats)
    throw UsageError("--totals '{}'; expected 2 to {} totals, as in 1200,2800", flags.totals,
                     rules::kMaxSeats);
  AskedPosition asked{game.rule_set(static_cast<int>(totals.size())), {}};
  const rules::Definition& definition = asked.rules.definition();
  rules::Position& position = asked.position;
  position = rules::start_game(asked.rules, 0);
  set_totals(totals, asked.rules, position);
  const rules::Dice dice = parse_flag_dice(definition, flags.dice);
  const rules::Points turn = parse_flag_points("--turn", definition, flags.turn);
  require_reachable("--turn", definition, turn, schedule::points_step(definition));
  if (turn == 0 && dice.size() != definition.dice)
    throw UsageError(
        "--dice {} without --turn; a turn begins with {} dice, and a later throw has "
        "points before it, as in --turn 300",
        flags.dice, definition.dice);
  require_possible_turn(asked.rules, turn, dice.size());
  position.turn.points = turn;
  position.turn.dice = static_cast<std::uint8_t>(dice.size());
  // Only the first throw of a turn differs from the others.
  position.roll = turn == 0 ? 0 : 1;
  switch (rules::throw_dice(asked.rules, position, dice)) {
    case rules::Thrown::Choice:
      return asked;
    case rules::Thrown::Win:
      throw UsageError("--dice {} wins at once; there is no question", flags.dice);
    default:
      throw UsageError("--dice {} is a bust; there is no question", flags.dice);
  }
}

struct AskArguments {
  std::string agent;
  PositionFlags position;
  cli::LineUpFlags game;
};

/// The options by falling winning chance, or why there are no chances.
struct Worth {
  std::vector<Choice> choices;
  std::string why_none;
};

/// Returns what each option is worth, if the game of this many players is solved.
Worth compute_worth(const AskedPosition& asked) {
  report::Chances chances(asked.rules);
  if (chances.evaluator() == nullptr) return {{}, chances.why_none()};
  try {
    Worth worth{chances.evaluator()->choices(asked.position), ""};
    std::ranges::stable_sort(worth.choices, std::ranges::greater(), &Choice::chance);
    return worth;
  } catch (const std::invalid_argument& error) {
    return {{}, error.what()};
  }
}

/// Returns whether this choice is the one that the agent made.
bool is_answer(const Choice& choice, const Reply& reply) {
  return choice.action == reply.action && choice.option.keep == reply.option.keep;
}

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

void print_text(const AskedPosition& asked, const std::string& name, const Reply& reply,
                const Worth& worth) {
  const rules::Definition& definition = asked.rules.definition();
  if (reply.fault) {
    cli::print_text("{}: {}: {}\n", name, referee::record::to_string(reply.fault->kind),
                    base::escape_terminal(describe(reply.fault->cause)));
    for (const auto& [stream, text] : referee::protocol::output_lines(*reply.fault->evidence))
      cli::print_text("{}    {}\n", stream, base::escape_terminal(text));
  } else {
    cli::print_text("{}: {}, after {:.1f} ms\n", name,
                    report::format_choice(definition, {reply.action, reply.option}),
                    milliseconds(reply.time));
  }
  if (worth.choices.empty()) {
    cli::print_text("the value of the options is not known: {}\n", worth.why_none);
    return;
  }
  cli::Rows rows{{"option", "wins", "less than best", ""}};
  for (const Choice& choice : worth.choices) {
    const double lost = worth.choices.front().chance - choice.chance;
    rows.push_back({report::format_choice(definition, choice), base::format_chance(choice.chance),
                    lost > 0 ? base::format_chance(lost) : "",
                    !reply.fault && is_answer(choice, reply) ? "<- " + name : ""});
  }
  cli::print_text("\n{}", cli::text_table("lrrl", rows));
}

void print_json(const AskedPosition& asked, const std::string& name, const Reply& reply,
                const Worth& worth) {
  const rules::Definition& definition = asked.rules.definition();
  base::Json json{{"agent", name}, {"rules", definition.id}};
  json["totals"] = base::Json::array();
  for (std::size_t seat = 0; seat < asked.position.seats; ++seat)
    json["totals"].push_back(base::shown_points(definition, asked.position.totals[seat]));
  json["turn"] = base::shown_points(definition, asked.position.turn.points);
  json["dice"] = rules::to_string(asked.position.thrown, definition.faces);
  json["played"] = nullptr;
  json["ms"] = nullptr;
  json["fault"] = nullptr;
  if (reply.fault) {
    json["fault"] = referee::record::to_string(reply.fault->kind);
    json["detail"] = describe(reply.fault->cause);
    json["stderr"] = reply.fault->evidence->stderr_lines;
  } else {
    json["played"] = report::format_choice(definition, {reply.action, reply.option});
    json["ms"] = milliseconds(reply.time);
  }
  json["options"] = base::Json::array();
  for (const Choice& choice : worth.choices)
    json["options"].push_back(
        {{"played", report::format_choice(definition, choice)}, {"chance", choice.chance}});
  cli::print("{}\n", base::dump(json));
}

int run_ask(const AskArguments& arguments, const cli::Invocation& invocation) {
  const AskedPosition asked = asked_position(arguments.position, arguments.game);
  const referee::protocol::Limits limits = arguments.game.line_up(asked.rules).limits;
  const auto entrants =
      cli::parse_agents(std::span(&arguments.agent, 1), asked.rules, limits.isolation, invocation);
  referee::sandbox::require(limits.isolation);
  const referee::protocol::Agent& agent = entrants.front().agent;
  const Reply reply = referee::protocol::ask(agent, limits, asked.rules, asked.position);
  const Worth worth = compute_worth(asked);
  invocation.json ? print_json(asked, agent.name, reply, worth)
                  : print_text(asked, base::escape_terminal(agent.name), reply, worth);
  return reply.fault ? cli::kFails : cli::kDone;
}

}  // namespace

void add_ask(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, run_ask,
              {.name = "ask",
               .summary = "show an agent's answer to a position, and the value of each option",
               .group = "Agents",
               .examples = "  danno ask ./mybot --dice 11553\n"
                           "  danno ask hold --dice 115 --turn 200 --totals 1200,2800 --json"});
  command.json_flag(invocation);
  command.option("AGENT", arguments.agent, "an agent, as in 'danno match'").required();
  add_position_flags(command, arguments.position);
  cli::add_game_flags(command, arguments.game);
}

}  // namespace danno::leagues::commands::agent
