// danno play [OPPONENT…]: people at this terminal against bots, or against each other.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "leagues/archive/game_files.hpp"
#include "leagues/archive/match_games.hpp"
#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/ready_to_play.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/play_table.hpp"
#include "leagues/cli/terminal/seed_notes.hpp"
#include "leagues/cli/terminal/show_coach.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/play/people_game.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/written_game.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct PlayArguments {
  std::vector<std::string> opponents;
  std::vector<std::string> people;
  std::string seed;
  std::string out = "out/play";
  flags::LineUpFlags line_up;
};

std::vector<std::string> chosen_people(const PlayArguments& arguments) {
  std::vector<std::string> people = arguments.people;
  if (people.empty()) people.emplace_back("you");
  for (const std::string& name : people) {
    if (name.empty() || referee::record::written_name(name) != name)
      throw terminal::UsageError(fmt::format(
          "--person '{}'; expected letters A to Z, digits and ._-", words::escape_terminal(name)));
    if (std::ranges::count(people, name) > 1)
      throw terminal::UsageError(fmt::format("--person '{}' is given twice", name));
  }
  return people;
}

std::vector<std::string> chosen_opponents(const PlayArguments& arguments, std::size_t people) {
  std::vector<std::string> opponents = arguments.opponents;
  if (opponents.empty() && people == 1) opponents.emplace_back("hold");
  const std::size_t seats = people + opponents.size();
  if (seats > rules::kMaxSeats)
    throw terminal::UsageError(
        fmt::format("a game of {}; expected 2 to {}", seats, rules::kMaxSeats));
  return opponents;
}

flags::RunFlags on_one_thread(flags::RunFlags flags) {
  flags.shards = 1;
  return flags;
}

void tell_kept(const archive::StoredGame& game, const std::filesystem::path& folder,
               const terminal::Invocation& invocation) {
  const std::string file = folder / archive::game_file(game);
  const std::string shown = words::escape_terminal(words::quote_shell(file));
  fmt::print("next    {} explain {}\n", invocation.program, shown);
  fmt::print("        {} replay {}\n", invocation.program, shown);
}

int run_play(const PlayArguments& arguments, const terminal::Invocation& invocation) {
  const std::vector<std::string> people = chosen_people(arguments);
  const std::vector<std::string> named = chosen_opponents(arguments, people.size());
  const rules::RuleSet rules =
      arguments.line_up.rule_set(static_cast<int>(people.size() + named.size()));
  const auto opponents =
      flags::chosen_agents(named, rules, arguments.line_up.isolation_level(), invocation);
  referee::play::LineUp line_up = arguments.line_up.line_up(rules);
  for (const entrants::Entrant& opponent : opponents) {
    line_up.agents.push_back(opponent.agent);
    line_up.key_names.push_back(opponent.agent.name);
  }
  std::optional<flags::ReadyToPlay> ready;  // people need no sandbox
  if (!opponents.empty())
    ready.emplace(on_one_thread(arguments.line_up.run),
                  flags::Playing{line_up.limits, opponents.size()}, invocation,
                  [](const auto&) -> flags::Opened { return {}; });
  play::seat(people, line_up);
  const std::uint64_t number = archive::next_deal(arguments.out, line_up);
  play::settle_dice(line_up, arguments.seed, number);
  if (invocation.verbose)
    terminal::tell_commitments(referee::record::commitment(line_up.seed),
                               referee::record::commitment(line_up.agent_secret));

  std::vector<std::string> names;
  for (const std::string& name : line_up.key_names)
    names.push_back(words::escape_terminal(name));
  terminal::PlayTable table(rules, names);
  line_up.on_step = [&](const auto& step, const auto& after) { table.see(step, after); };
  const terminal::Interrupts interrupts(terminal::Work::Play,
                                        std::chrono::milliseconds(0));  // people do not wait
  table.tell_begin();
  const auto record = play::play_game(
      line_up, number,
      [&](const v1::GameStart& game, const v1::Ask& ask) { return table.ask(game, ask); });
  const int code = ready ? ready->end(interrupts.exit_code()) : interrupts.exit_code();
  if (!record || code != terminal::kDone) return code;
  table.tell_end();
  const archive::StoredGame game = archive::as_stored(line_up, number, *record);
  terminal::show_coach(game, people.size());
  fmt::print("\nseed {}\n", words::escape_terminal(line_up.seed.text));
  archive::write_game_file(arguments.out, game);
  tell_kept(game, arguments.out, invocation);
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
  const auto arguments = std::make_shared<PlayArguments>();
  verb.option("OPPONENT", arguments->opponents, "bots, as in 'danno match'; default: hold")
      .several(64);
  verb.option("--person", arguments->people, "who plays at this terminal; default: you")
      .takes("NAME")
      .repeated();
  flags::add_game_flags(verb, arguments->line_up);
  verb.option("--seed", arguments->seed, "seed of the dice, any text; default: drawn").takes("S");
  verb.option("--out", arguments->out, "the games are kept there").takes("DIR").shows_default();
  verb.runs([arguments, &invocation] { return run_play(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
