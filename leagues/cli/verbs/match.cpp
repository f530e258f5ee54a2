// danno match AGENT AGENT…: so many deals between two to six agents, nothing kept.
#include <fmt/format.h>

#include <memory>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/run_log.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/seed_notes.hpp"
#include "leagues/cli/terminal/show_match.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/play/match.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct Arguments {
  std::vector<std::string> agents;
  std::uint64_t deals = 100;
  std::string seed;
  std::string agent_secret;
  bool advice = false;
  bool watch = false;
  bool fresh = false;
  flags::LineUpFlags line_up;
};

/// Who plays what.
struct Prepared {
  std::vector<entrants::Entrant> entrants;
  rules::RuleSet rules;
  referee::play::LineUp line_up;
};

void check_number(std::size_t agents) {
  const auto most = static_cast<std::size_t>(rules::kMaxSeats);
  if (agents < 2 || agents > most) {
    throw terminal::UsageError(fmt::format("a match of {} agent{}; expected 2 to {}", agents,
                                           agents == 1 ? "" : "s", most));
  }
}

void choose_seed(referee::play::LineUp& line_up, const Arguments& arguments) {
  const bool typed = !arguments.seed.empty();
  line_up.seed = typed ? referee::record::Seed{arguments.seed} : referee::record::draw_seed();
  line_up.agent_secret =
      typed ? referee::record::Seed{arguments.agent_secret} : referee::record::draw_seed();
}

/// The line-up points into the rest: it stays where it is.
std::unique_ptr<Prepared> prepare(const Arguments& arguments,
                                  const terminal::Invocation& invocation) {
  check_number(arguments.agents.size());
  if (arguments.seed.empty() && !arguments.agent_secret.empty())
    throw terminal::UsageError(
        "--agent-secret goes with --seed: those of the match to be played again");
  auto entrants =
      flags::chosen_agents(arguments.agents, arguments.line_up.isolation_level(), invocation);
  const auto seats = static_cast<int>(entrants.size());
  auto prepared = std::make_unique<Prepared>(
      Prepared{std::move(entrants), arguments.line_up.rule_set(seats), {}});
  flags::provide_values(prepared->entrants, std::span(&prepared->rules, 1), invocation);
  referee::play::LineUp& line_up = prepared->line_up = arguments.line_up.line_up(prepared->rules);
  for (const entrants::Entrant& entrant : prepared->entrants) {
    line_up.agents.push_back(entrant.agent);
    line_up.key_names.push_back(entrant.agent.name);
  }
  choose_seed(line_up, arguments);
  if (arguments.fresh) line_up.limits.fresh = referee::talk::Fresh::Game;
  line_up.advice = arguments.advice ? referee::play::Advice::Always : referee::play::Advice::Off;
  return prepared;
}

play::MatchResult play_match(const referee::play::LineUp& line_up, const Arguments& arguments,
                             const terminal::Invocation& invocation) {
  terminal::Progress progress(invocation, arguments.deals * line_up.agents.size(), 0);
  const std::vector<play::Observer> observers{play::fault_file_writer(arguments.line_up.reports),
                                              progress.observer()};
  return play::play_match(line_up, arguments.deals, arguments.line_up.run.options(line_up.limits),
                          observers);
}

void run_match(const Arguments& arguments, terminal::Invocation& invocation) {
  const auto prepared = prepare(arguments, invocation);
  const auto& [entrants, rules, line_up] = *prepared;
  const referee::sandbox::IsolationState& promised =
      referee::sandbox::require(line_up.limits.isolation);
  const bool strict = promised.level == referee::sandbox::Isolation::Strict;
  if (strict && !arguments.seed.empty() && !invocation.quiet)
    terminal::warn_of_short_seed(arguments.seed);
  flags::check_memory(arguments.line_up.run, entrants.size(), line_up.limits, invocation);
  const flags::RunLog log(invocation, arguments.line_up.log, promised);
  const terminal::Interrupts interrupts(terminal::Work::Play);
  const play::MatchResult result = play_match(line_up, arguments, invocation);
  if (result.deals > 0) {
    const terminal::ShownMatch match{entrants, line_up, result};
    if (arguments.watch && !invocation.json) terminal::show_first_game(match);
    terminal::show(match, invocation);
  }
  if (result.end == play::RunEnd::Complete) return;
  fmt::print(stderr, "interrupted after {} of {} deals\n", result.deals, arguments.deals);
  invocation.exit_code = interrupts.exit_code();
}

}  // namespace

void add_match(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "match",
                           .summary = "play two to six agents against each other",
                           .group = "Playing",
                           .examples = "  danno match hold timid --rules official --deals 500\n"
                                       "  danno match 'a=hold --at 350' ./my-bot --seed 7 --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<Arguments>();
  verb.option("AGENT", arguments->agents,
              "[NAME=]COMMAND [ARG…] in one word: a program, a folder with agent.toml, or a "
              "bundled agent")
      .required()
      .several(64);
  flags::add_line_up_flags(verb, arguments->line_up);
  verb.option("--deals", arguments->deals, "deals, each played in every seating; default 100")
      .range(1, 10'000'000);
  verb.option("--seed", arguments->seed, "of the dice, any text; default: drawn").takes("S");
  verb.option("--agent-secret", arguments->agent_secret,
              "of the agents' own seeds, as the match to be played again printed it")
      .takes("S");
  verb.flag("--advice", arguments->advice, "every question carries advice; then nothing is rated");
  verb.flag("--fresh", arguments->fresh,
            "start every agent anew for every game; default: once for many games");
  verb.flag("--watch", arguments->watch,
            "show the first game throw by throw, at reading speed at a terminal");
  verb.runs([arguments, &invocation] { run_match(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
