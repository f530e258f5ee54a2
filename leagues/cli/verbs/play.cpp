// danno play [OPPONENT…]: people at this terminal against bots, or against each other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "leagues/archive/export.hpp"
#include "leagues/archive/game_files.hpp"
#include "leagues/archive/game_view.hpp"
#include "leagues/archive/review.hpp"
#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/terminal/explained_text.hpp"
#include "leagues/cli/terminal/interactive_game.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/show_fault.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/play/people.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/record/evidence.hpp"
#include "referee/record/written_game.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct PlayArguments {
  std::vector<std::string> opponents;
  std::vector<std::string> people;
  std::string seed;
  std::string out = "out/play";
  flags::LineUpFlags line_up;
};

/// Returns the names of the people at the terminal. Throws UsageError, also if --out is no
/// folder.
std::vector<std::string> chosen_people(const PlayArguments& arguments) {
  flags::check_folder_to_write("--out", arguments.out);
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

/// Returns the names of the bots that play against `people` people. Throws UsageError.
std::vector<std::string> chosen_opponents(const PlayArguments& arguments, std::size_t people) {
  std::vector<std::string> opponents = arguments.opponents;
  if (opponents.empty() && people == 1) opponents.emplace_back("hold");
  const std::size_t seats = people + opponents.size();
  if (seats > rules::kMaxSeats)
    throw terminal::UsageError(
        fmt::format("a game of {}; expected 2 to {}", seats, rules::kMaxSeats));
  return opponents;
}

/// Adds the flags; `arguments` must live as long as the verb.
void add_play_flags(flags::Verb verb, PlayArguments& arguments) {
  verb.option("OPPONENT", arguments.opponents, "bots, as in 'danno match'; default: hold")
      .several(64);
  verb.option("--person", arguments.people, "who plays at this terminal; default: you")
      .takes("NAME")
      .repeated();
  flags::add_game_flags(verb, arguments.line_up);
  verb.option("--seed", arguments.seed, "seed of the dice, any text; default: drawn").takes("S");
  verb.option("--out", arguments.out, "the games are kept there").takes("DIR").shows_default();
}

/// Mistakes that are named.
constexpr std::size_t kNamed = 3;

/// Prints a costly decision: where it was made, what it cost, and what was better.
void show_mistake(const rules::Definition& definition, const archive::ViewedStep& step) {
  const referee::record::Step& made = step.made;
  const bool rolled = made.kind == referee::record::Step::Kind::Choice;
  terminal::print_text("  at {}{}: {} cost {}; better: {}\n",
                       terminal::show_standing(definition, step),
                       rolled ? ", rolled " + rules::to_string(made.thrown, definition.faces) : "",
                       archive::show_played(definition, made), terminal::show_chance(step.cost()),
                       archive::show_choice(definition, *step.explained->best));
}

/// Prints what luck and decisions did to one player's chance, with the worst decisions.
void show_review(const std::string& name, const archive::Review& review) {
  terminal::print_text("{}: the dice gave {} of winning chance, {} cost {}\n", name,
                       terminal::show_change(review.luck),
                       words::show_count(static_cast<std::uint64_t>(review.decisions), "decision"),
                       terminal::show_chance(review.lost));
  for (std::size_t i = 0; i < std::min(kNamed, review.worst.size()); ++i)
    show_mistake(*review.definition, review.worst[i].viewed);
}

/// Shows the comment for the first `people` seats of a game on stdout; shows nothing if the game's
/// values are not known. The names must be safe to show.
void show_coach(const archive::StoredGame& game, std::size_t people) {
  const auto solved = game.rules->seats() == 2 ? scores::known_values(*game.rules) : nullptr;
  if (!solved) return;
  std::array<archive::Review, 2> reviews;
  archive::Reviewer(*game.rules, *solved).add(game.id, game.record, {&reviews[0], &reviews[1]});
  terminal::print_text("\n");
  for (std::size_t person = 0; person < people; ++person)
    if (reviews.at(person).decisions > 0) show_review(game.names[person], reviews.at(person));
}

/// Returns the flags for one shard: there is one game.
flags::RunFlags on_one_thread(flags::RunFlags flags) {
  flags.shards = 1;
  return flags;
}

/// Returns the line-up, with the people in the first seats.
referee::play::LineUp seated(const PlayArguments& arguments, const rules::RuleSet& rules,
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

/// Prints what people can learn from the game, and writes its file.
void print_and_save(const archive::StoredGame& game, std::size_t people, const std::string& seed,
                    const std::filesystem::path& folder, const terminal::Invocation& invocation) {
  show_coach(game, people);
  terminal::print_text("\nseed {}\n", words::escape_terminal(seed));
  archive::write_game_file(folder, game);
  const std::string file = folder / archive::game_file(game);
  const std::string shown = words::escape_terminal(words::quote_shell(file));
  terminal::print("next    {} explain {}\n", invocation.program, shown);
  terminal::print("        {} replay {}\n", invocation.program, shown);
}

int run_play(const PlayArguments& arguments, const terminal::Invocation& invocation) {
  const std::vector<std::string> people = chosen_people(arguments);
  const std::vector<std::string> named = chosen_opponents(arguments, people.size());
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
  // Games in the folder are numbered, so that each has dice of its own.
  const std::uint64_t number = archive::next_deal(arguments.out, line_up);
  play::settle_dice(line_up, arguments.seed, number);
  if (invocation.verbose)
    flags::tell_commitments(referee::record::commitment(line_up.seed),
                            referee::record::commitment(line_up.agent_secret));

  std::vector<std::string> names;
  for (const std::string& name : line_up.key_names)
    names.push_back(words::escape_terminal(name));
  terminal::InteractiveGame interactive(rules, names);
  std::optional<std::size_t> unstarted;  // a bot that did not get ready
  line_up.on_fault = [&](std::size_t agent, const referee::record::Fault& fault) {
    if (agent < people.size()) return;  // people know why they left the game
    terminal::show_fault({opponents, named, people.size()}, agent, fault, arguments.out + "/faults",
                         invocation);
    if (!fault.evidence->game) unstarted = agent - people.size();
  };
  line_up.on_step = [&](const auto& step, const auto& after) { interactive.see(step, after); };
  const terminal::Interrupts interrupts(terminal::Work::Play,
                                        std::chrono::milliseconds(0));  // people do not wait
  interactive.print_begin();
  const auto record = play::play_game(
      line_up, number,
      [&](const v1::GameStart& game, const v1::Ask& ask) { return interactive.ask(game, ask); });
  const int code = ready ? ready->end(interrupts.exit_code()) : interrupts.exit_code();
  if (!record || code != terminal::kDone) return code;
  if (unstarted) {
    terminal::show_end_by(named[*unstarted], invocation);
    return terminal::kFails;
  }
  interactive.print_end();
  print_and_save(archive::as_stored(line_up, number, *record), people.size(), line_up.seed.text,
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
  const auto arguments = std::make_shared<PlayArguments>();
  add_play_flags(verb, *arguments);
  verb.runs([arguments, &invocation] { return run_play(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
