// danno ask AGENT --dice DICE: one position, what the agent answers and what each option is worth.

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>

#include "leagues/archive/game_view.hpp"
#include "leagues/archive/step_words.hpp"
#include "leagues/cli/flags/asked_position.hpp"
#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/explained_text.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/files/shown_points.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/talk/conversation.hpp"
#include "referee/talk/report.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using referee::talk::Reply;
using solver::Choice;

struct AskArguments {
  std::string agent;
  flags::PositionFlags position;
  flags::LineUpFlags game;
};

/// The options by falling winning chance, or why there are no chances.
struct Worth {
  std::vector<Choice> choices;
  std::string why_none;
};

Worth worth_of(const flags::AskedPosition& asked) {
  archive::Chances chances(asked.rules);
  if (chances.evaluator() == nullptr) return {{}, chances.why_none()};
  try {
    Worth worth{chances.evaluator()->choices(asked.position), ""};
    std::ranges::stable_sort(worth.choices, std::ranges::greater(), &Choice::chance);
    return worth;
  } catch (const std::invalid_argument& error) {
    return {{}, error.what()};
  }
}

bool is_answer(const Choice& choice, const Reply& reply) {
  return choice.action == reply.action && choice.option.keep == reply.option.keep;
}

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

void print_text(const flags::AskedPosition& asked, const std::string& name, const Reply& reply,
                const Worth& worth) {
  const rules::Definition& definition = asked.rules.definition();
  if (reply.fault) {
    terminal::print_text("{}: {}: {}\n", name, referee::record::to_string(reply.fault->kind),
                         words::escape_terminal(describe(reply.fault->cause)));
    for (const auto& [stream, text] : referee::talk::output_lines(*reply.fault->evidence))
      terminal::print_text("{}    {}\n", stream, words::escape_terminal(text));
  } else {
    terminal::print_text("{}: {}, after {:.1f} ms\n", name,
                         archive::show_choice(definition, {reply.action, reply.option}),
                         milliseconds(reply.time));
  }
  if (worth.choices.empty()) {
    terminal::print_text("what each option is worth is not known: {}\n", worth.why_none);
    return;
  }
  std::vector<std::vector<std::string>> rows{{"option", "wins", "less than best", ""}};
  for (const Choice& choice : worth.choices) {
    const double lost = worth.choices.front().chance - choice.chance;
    rows.push_back({archive::show_choice(definition, choice), terminal::show_chance(choice.chance),
                    lost > 0 ? terminal::show_chance(lost) : "",
                    !reply.fault && is_answer(choice, reply) ? "<- " + name : ""});
  }
  using terminal::Align;
  terminal::print_text(
      "\n{}", terminal::text_table({Align::Left, Align::Right, Align::Right, Align::Left}, rows));
}

void print_json(const flags::AskedPosition& asked, const std::string& name, const Reply& reply,
                const Worth& worth) {
  const rules::Definition& definition = asked.rules.definition();
  files::Json json{{"agent", name}, {"rules", definition.id}};
  json["totals"] = files::Json::array();
  for (std::size_t seat = 0; seat < asked.position.seats; ++seat)
    json["totals"].push_back(files::shown_points(definition, asked.position.totals[seat]));
  json["turn"] = files::shown_points(definition, asked.position.turn.points);
  json["dice"] = rules::to_string(asked.position.thrown, definition.faces);
  json["played"] = nullptr;
  json["ms"] = nullptr;
  json["fault"] = nullptr;
  if (reply.fault) {
    json["fault"] = referee::record::to_string(reply.fault->kind);
    json["detail"] = describe(reply.fault->cause);
    json["stderr"] = reply.fault->evidence->stderr_lines;
  } else {
    json["played"] = archive::show_choice(definition, {reply.action, reply.option});
    json["ms"] = milliseconds(reply.time);
  }
  json["options"] = files::Json::array();
  for (const Choice& choice : worth.choices)
    json["options"].push_back(
        {{"played", archive::show_choice(definition, choice)}, {"chance", choice.chance}});
  terminal::print("{}\n", json.dump());
}

int run_ask(const AskArguments& arguments, const terminal::Invocation& invocation) {
  const flags::AskedPosition asked = flags::asked_position(arguments.position, arguments.game);
  const referee::talk::Limits limits = arguments.game.line_up(asked.rules).limits;
  const auto entrants = flags::chosen_agents(std::span(&arguments.agent, 1), asked.rules,
                                             limits.isolation, invocation);
  referee::sandbox::require(limits.isolation);
  const referee::talk::Agent& agent = entrants.front().agent;
  const Reply reply = referee::talk::ask(agent, limits, asked.rules, asked.position);
  const Worth worth = worth_of(asked);
  invocation.json ? print_json(asked, agent.name, reply, worth)
                  : print_text(asked, words::escape_terminal(agent.name), reply, worth);
  return reply.fault ? terminal::kFails : terminal::kDone;
}

}  // namespace

void add_ask(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb = app.add(
      invocation, {.name = "ask",
                   .summary = "one position: what an agent answers, what each option is worth",
                   .group = "Agents",
                   .examples = "  danno ask ./mybot --dice 11553\n"
                               "  danno ask hold --dice 115 --turn 300 --totals 1200,2800 --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<AskArguments>();
  verb.option("AGENT", arguments->agent, "as in 'danno match'").required();
  flags::add_position_flags(verb, arguments->position);
  flags::add_game_flags(verb, arguments->game);
  verb.runs([arguments, &invocation] { return run_ask(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
