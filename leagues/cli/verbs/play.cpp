// danno play [OPPONENT…]: people at this terminal against bots, or against each other.

#include <filesystem>
#include <memory>
#include <optional>

#include "leagues/archive/game_files.hpp"
#include "leagues/archive/match_games.hpp"
#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/play_flags.hpp"
#include "leagues/cli/flags/ready_to_play.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/play_table.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/seed_notes.hpp"
#include "leagues/cli/terminal/show_coach.hpp"
#include "leagues/cli/terminal/show_fault.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/play/people.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/evidence.hpp"

namespace danno::leagues::cli::verbs {
namespace {

flags::RunFlags on_one_thread(flags::RunFlags flags) {
  flags.shards = 1;
  return flags;
}

referee::play::LineUp seated(const flags::PlayArguments& arguments, const rules::RuleSet& rules,
                             const std::vector<std::string>& people,
                             const std::vector<entrants::Entrant>& opponents) {
  referee::play::LineUp line_up = arguments.line_up.line_up(rules);
  for (const entrants::Entrant& opponent : opponents) {
    line_up.agents.push_back(opponent.agent);
    line_up.key_names.push_back(opponent.agent.name);
  }
  play::seat(people, line_up);
  return line_up;
}

/// Tells what people can learn from the game, and keeps it.
void tell_and_keep(const archive::StoredGame& game, std::size_t people, const std::string& seed,
                   const std::filesystem::path& folder, const terminal::Invocation& invocation) {
  terminal::show_coach(game, people);
  terminal::print_text("\nseed {}\n", words::escape_terminal(seed));
  archive::write_game_file(folder, game);
  const std::string file = folder / archive::game_file(game);
  const std::string shown = words::escape_terminal(words::quote_shell(file));
  terminal::print("next    {} explain {}\n", invocation.program, shown);
  terminal::print("        {} replay {}\n", invocation.program, shown);
}

int run_play(const flags::PlayArguments& arguments, const terminal::Invocation& invocation) {
  const std::vector<std::string> people = flags::chosen_people(arguments);
  const std::vector<std::string> named = flags::chosen_opponents(arguments, people.size());
  const rules::RuleSet rules =
      arguments.line_up.rule_set(static_cast<int>(people.size() + named.size()));
  const auto opponents =
      flags::chosen_agents(named, rules, arguments.line_up.isolation_level(), invocation);
  referee::play::LineUp line_up = seated(arguments, rules, people, opponents);
  std::optional<flags::ReadyToPlay> ready;  // people need no sandbox
  if (!opponents.empty())
    ready.emplace(on_one_thread(arguments.line_up.run),
                  flags::Playing{line_up.limits, opponents.size()}, invocation,
                  [](const auto&) -> flags::Opened { return {}; });
  const std::uint64_t number = archive::next_deal(arguments.out, line_up);
  play::settle_dice(line_up, arguments.seed, number);
  if (invocation.verbose)
    terminal::tell_commitments(referee::record::commitment(line_up.seed),
                               referee::record::commitment(line_up.agent_secret));

  std::vector<std::string> names;
  for (const std::string& name : line_up.key_names)
    names.push_back(words::escape_terminal(name));
  terminal::PlayTable table(rules, names);
  std::optional<std::size_t> unstarted;  // a bot that did not get ready
  line_up.on_fault = [&](std::size_t agent, const referee::record::Fault& fault) {
    if (agent < people.size()) return;  // who left the game knows why
    terminal::show_fault({opponents, named, people.size()}, agent, fault, arguments.out + "/faults",
                         invocation);
    if (!fault.evidence->game) unstarted = agent - people.size();
  };
  line_up.on_step = [&](const auto& step, const auto& after) { table.see(step, after); };
  const terminal::Interrupts interrupts(terminal::Work::Play,
                                        std::chrono::milliseconds(0));  // people do not wait
  table.tell_begin();
  const auto record = play::play_game(
      line_up, number,
      [&](const v1::GameStart& game, const v1::Ask& ask) { return table.ask(game, ask); });
  const int code = ready ? ready->end(interrupts.exit_code()) : interrupts.exit_code();
  if (!record || code != terminal::kDone) return code;
  if (unstarted) {
    terminal::show_end_by(named[*unstarted], invocation);
    return terminal::kFails;
  }
  table.tell_end();
  tell_and_keep(archive::as_stored(line_up, number, *record), people.size(), line_up.seed.text,
                arguments.out, invocation);
  return terminal::kDone;
}

}  // namespace

void add_play(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb = app.add(
      invocation, {.name = "play",
                   .summary = "play yourself, against bots or people at this terminal",
                   .group = "Playing",
                   .examples = "  danno play\n"
                               "  danno play --person ann --person bob odds --rules dollar"});
  const auto arguments = std::make_shared<flags::PlayArguments>();
  flags::add_play_flags(verb, *arguments);
  verb.runs([arguments, &invocation] { return run_play(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
