// danno play [OPPONENT…]: people at this terminal against bots, or against each other; or as a
// page.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/game_printer.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/output_files.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/print_fault.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/commands/play/interactive_game.hpp"
#include "leagues/report/game_files.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/report/review.hpp"
#include "leagues/report/stored_game.hpp"
#include "leagues/runner/people.hpp"
#include "leagues/site/playground.hpp"
#include "referee/record/evidence.hpp"
#include "referee/record/written_game.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::commands::play {
namespace {

struct PlayArguments {
  std::vector<std::string> opponents;
  std::vector<std::string> people;
  std::string seed;
  std::string out = "out/play";
  std::string html;
  cli::LineUpFlags line_up;
};

/// Returns the names of the people at the terminal. Throws UsageError, also if --out is no
/// folder.
std::vector<std::string> parse_people(const PlayArguments& arguments) {
  cli::check_folder_to_write("--out", arguments.out);
  std::vector<std::string> people = arguments.people;
  if (people.empty()) people.emplace_back("you");
  for (const std::string& name : people) {
    if (name.empty() || referee::record::written_name(name) != name)
      throw cli::UsageError("--person '{}'; expected letters A to Z, digits and ._-",
                            base::escape_terminal(name));
    if (std::ranges::count(people, name) > 1)
      throw cli::UsageError("--person '{}' is given twice", name);
  }
  return people;
}

/// Returns the names of the bots that play against `people` people. Throws UsageError.
std::vector<std::string> parse_opponents(const PlayArguments& arguments, std::size_t people) {
  std::vector<std::string> opponents = arguments.opponents;
  if (opponents.empty() && people == 1) opponents.emplace_back("hold");
  const std::size_t seats = people + opponents.size();
  if (seats > rules::kMaxSeats)
    throw cli::UsageError("a game of {}; expected 2 to {}", seats, rules::kMaxSeats);
  return opponents;
}

/// Adds the flags; `arguments` must live as long as the command.
void add_play_flags(cli::Command command, PlayArguments& arguments) {
  command.option("OPPONENT", arguments.opponents, "an agent, as in 'danno match'; default: hold")
      .several(64);
  command
      .option("--person NAME", arguments.people,
              "the name of a person at this terminal; default: you")
      .repeated();
  cli::add_game_flags(command, arguments.line_up);
  command.option("--seed S", arguments.seed, "seed of the dice, any text; default: a random one");
  command.option("--out DIR", arguments.out, "write the games there").shows_default();
  cli::add_page_file(command, arguments.html);
}

/// Mistakes that are named.
constexpr std::size_t kNamed = 3;

/// Prints a costly decision: where it was made, what it cost, and what was better.
void print_mistake(const rules::Definition& definition, const report::ViewedStep& step) {
  const referee::record::Step& made = step.made;
  const bool rolled = made.kind == referee::record::Step::Kind::Choice;
  cli::print_text("  at {}{}: {} cost {}; better: {}\n", cli::format_standing(definition, step),
                  rolled ? ", rolled " + rules::to_string(made.thrown, definition.faces) : "",
                  report::format_played(definition, made), base::format_chance(step.cost()),
                  report::format_choice(definition, *step.explained->best));
}

/// Prints what luck and decisions did to one player's chance, with the worst decisions.
void print_review(const std::string& name, const report::Review& review) {
  cli::print_text("{}: the dice gave {} of winning chance, {} cost {}\n", name,
                  cli::format_change(review.luck), base::format_count(review.decisions, "decision"),
                  base::format_chance(review.lost));
  for (std::size_t i = 0; i < std::min(kNamed, review.worst.size()); ++i)
    print_mistake(*review.definition, review.worst[i].viewed);
}

/// Shows the comment for the first `people` seats of a game on stdout; shows nothing if the game's
/// values are not known. The names must be safe to show.
void print_coach(const report::StoredGame& game, std::size_t people) {
  const auto solved = game.rules->seats() == 2 ? ratings::known_values(*game.rules) : nullptr;
  if (!solved) return;
  std::array<report::Review, 2> reviews;
  report::Reviewer(*game.rules, *solved).add(game.id, game.record, {&reviews[0], &reviews[1]});
  cli::print_text("\n");
  for (std::size_t person = 0; person < people; ++person)
    if (reviews.at(person).decisions > 0) print_review(game.names[person], reviews.at(person));
}

/// Returns the flags for one shard: there is one game.
cli::RunFlags on_one_thread(cli::RunFlags flags) {
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
  runner::seat(people, line_up);
  return line_up;
}

/// Prints what people can learn from the game, and writes its file.
void print_and_save(const report::StoredGame& game, std::size_t people, const std::string& seed,
                    const std::filesystem::path& folder, const cli::Invocation& invocation) {
  print_coach(game, people);
  cli::print_text("\nseed {}\n", base::escape_terminal(seed));
  report::write_game_file(folder, game);
  const std::string file = folder / report::game_file(game);
  const std::string shown = base::escape_terminal(base::quote_shell(file));
  cli::print("next    {} explain {}\n", invocation.program, shown);
  cli::print("        {} replay {}\n", invocation.program, shown);
}

/// Writes a page to play in. Throws UsageError if players are named: the page asks for them.
void write_play_page(const PlayArguments& arguments) {
  if (!arguments.opponents.empty() || !arguments.people.empty())
    throw cli::UsageError("--html: the players are chosen in the page; expected none here");
  if (!site::has_playground())
    throw cli::UsageError(
        "--html: this danno was built without clang for WebAssembly; expected a release, or a "
        "build from source after '.ci/install .ci/packages-web'");
  cli::write_page(site::play_page(arguments.line_up.rule_set(2)), arguments.html);
}

int run_play(const PlayArguments& arguments, const cli::Invocation& invocation) {
  if (!arguments.html.empty()) {
    write_play_page(arguments);
    return cli::kDone;
  }
  const std::vector<std::string> people = parse_people(arguments);
  const std::vector<std::string> named = parse_opponents(arguments, people.size());
  const rules::RuleSet rules =
      arguments.line_up.rule_set(static_cast<int>(people.size() + named.size()));
  const auto opponents =
      cli::parse_agents(named, rules, cli::resolve_isolation(arguments.line_up.isolation), invocation);
  referee::play::LineUp line_up = seated(arguments, rules, people, opponents);
  std::optional<cli::PreparedRun> ready;  // people need no sandbox
  if (!opponents.empty())
    ready.emplace(on_one_thread(arguments.line_up.run),
                  cli::Playing{line_up.limits, opponents.size()}, invocation,
                  [](const auto&) -> cli::Opened { return {}; });
  // Games in the folder are numbered, so that each has dice of its own.
  const std::uint64_t number = report::next_deal(arguments.out, line_up);
  runner::settle_dice(line_up, arguments.seed, number);
  if (invocation.verbose)
    cli::print_commitments(referee::record::commitment(line_up.seed),
                           referee::record::commitment(line_up.agent_secret));

  std::vector<std::string> names;
  for (const std::string& name : line_up.key_names)
    names.push_back(base::escape_terminal(name));
  InteractiveGame interactive(rules, names);
  std::optional<std::size_t> unstarted;  // a bot that did not get ready
  line_up.on_fault = [&](std::size_t agent, const referee::record::Fault& fault) {
    if (agent < people.size()) return;  // people know why they left the game
    cli::print_fault({opponents, named, people.size()}, agent, fault, arguments.out + "/faults",
                     invocation);
    if (!fault.evidence->game) unstarted = agent - people.size();
  };
  line_up.on_step = [&](const auto& step, const auto& after) { interactive.see(step, after); };
  const cli::Interrupts interrupts(cli::Work::Play,
                                   std::chrono::milliseconds(0));  // people do not wait
  interactive.print_begin();
  const auto record = runner::play_game(
      line_up, number,
      [&](const v1::GameStart& game, const v1::Ask& ask) { return interactive.ask(game, ask); });
  const int code = ready ? ready->end(interrupts.exit_code()) : interrupts.exit_code();
  if (!record || code != cli::kDone) return code;
  if (unstarted) {
    cli::print_end_by(named[*unstarted], invocation);
    return cli::kFails;
  }
  interactive.print_end();
  print_and_save(report::as_stored(line_up, number, *record), people.size(), line_up.seed.text,
                 arguments.out, invocation);
  return cli::kDone;
}

}  // namespace

void add_play(cli::Command app, cli::Invocation& invocation) {
  const cli::Command command = app.add(
      invocation, {.name = "play",
                   .summary = "play against agents or people at this terminal",
                   .group = "Playing",
                   .examples = "  danno play\n"
                               "  danno play --person ann --person bob odds --rules dollar\n"
                               "  danno play --html play.html"});
  const auto arguments = std::make_shared<PlayArguments>();
  add_play_flags(command, *arguments);
  command.runs([arguments, &invocation] { return run_play(*arguments, invocation); });
}

}  // namespace danno::leagues::commands::play
