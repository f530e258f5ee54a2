// danno play [OPPONENT…]: people at this terminal against bots, or against each other; or as a
// page.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "danno/agent.pb.h"
#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
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
#include "leagues/ratings/solved_game.hpp"
#include "leagues/report/game_files.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/report/review.hpp"
#include "leagues/report/stored_game.hpp"
#include "leagues/runner/people.hpp"
#include "leagues/site/playground.hpp"
#include "referee/protocol/wire.hpp"
#include "referee/record/evidence.hpp"
#include "referee/record/record.hpp"
#include "referee/record/written_game.hpp"
#include "referee/rules/description.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::leagues::commands::play {
namespace {

/// The dice that bit i of `mask` chooses.
rules::Dice kept(const v1::Ask& ask, std::uint32_t mask) {
  rules::Dice dice;
  for (int die = 0; die < ask.dice_size(); ++die) {
    if (((mask >> die) & 1U) != 0) dice.add(static_cast<int>(ask.dice(die)) - 1);
  }
  return dice;
}

/// A line of stdin without its end; nothing at the end of it, and after a signal.
std::optional<std::string> read_line() {
  std::array<char, 256> buffer{};
  if (std::fgets(buffer.data(), static_cast<int>(buffer.size()), stdin) == nullptr)
    return std::nullopt;
  std::string line(buffer.data());
  line.erase(line.find_last_not_of("\n\r ") + 1);
  return line;
}

/// A game that people play at this terminal: it shows every step, and lets the person whose turn it
/// is choose from the options that an agent would be sent, by number. Advice is the best decision
/// by the solved values, or that of the agent `odds` if there are none.
class InteractiveGame {
 public:
  /// `names` are indexed by seat and safe to show; they and the rules must outlive the object.
  InteractiveGame(const rules::RuleSet& rules, std::span<const std::string> names)
      : rules_(rules), names_(names), printer_(rules, names, ::isatty(STDOUT_FILENO) == 1) {}

  /// Prints the game, its goal and the keys, before it begins.
  void print_begin() const {
    const rules::Definition& definition = rules_.definition();
    cli::print_text("{}: the first to {} {} points wins{}.\n", definition.title,
                    definition.exact                  ? "reach exactly"
                    : rules_.parameters().over_target ? "have more than"
                                                      : "reach",
                    points(rules_.parameters().target),
                    definition.ending == rules::Ending::AtOnce || definition.exact
                        ? ""
                        : ", unless the others pass it");
    if (!definition.is_bundled()) {
      rules::Definition played = definition;
      played.usual = rules_.parameters();
      for (const std::string& duty : rules::describe_rules(played))
        cli::print_text("  {}\n", duty);
    } else if (rules_.parameters().entry > 0) {
      cli::print_text("The first bank needs {} points.\n", points(rules_.parameters().entry));
    }
    cli::print_text("keys: the number of a choice; ? for advice; q leaves the game\n\n");
  }

  /// Shows a step; may be used as referee::play::OnStep.
  void see(const referee::record::Step& step, const rules::Position& after) {
    const bool chosen_here = std::exchange(answered_, false);
    // A choice that was made at this terminal is known already.
    chosen_here ? printer_.print_scores(last_, after) : printer_.print(step, last_, after);
    last_ = after;
  }

  /// Reads stdin until it gets a number of the list, `?` or `q`; may be used as runner::AskPerson.
  /// Returns nullopt if the person leaves.
  std::optional<v1::Answer> ask(const v1::GameStart& game, const v1::Ask& ask) {
    const std::string& name = names_[game.seat()];
    if (ask.dice_size() > 0) {
      const rules::Dice thrown = kept(ask, ~std::uint32_t{0});
      printer_.print_dice(name, thrown, thrown);
      cli::print_text("\n");
    }
    cli::print_text("{}{}", price_of_bust(), why_no_bank(ask));
    const std::vector<v1::Answer> choices = this->choices(ask);
    for (std::size_t i = 0; i < choices.size(); ++i)
      cli::print_text("  {:>2}  {}\n", i + 1, show(ask, choices[i]));
    while (true) {
      cli::print_text("{}> ", name);
      const auto line = read_line();
      if (!line || line == "q") {
        cli::print_text("\n");
        return std::nullopt;
      }
      if (const auto number = base::parse_whole<std::size_t>(*line, 1, choices.size())) {
        answered_ = true;
        return choices[*number - 1];
      }
      if (line == "?") {
        cli::print_text("{}\n", advice(game, ask));
      } else {
        cli::print_text("expected a number from 1 to {}, ? for advice, or q to leave the game\n",
                        choices.size());
      }
    }
  }

  /// Prints the final standing.
  void print_end() const { printer_.print_end(last_); }

 private:
  [[nodiscard]] std::string points(std::int64_t value) const {
    return rules::format_points(rules_.definition(), static_cast<rules::Points>(value));
  }

  /// Returns every option with roll and bank, as far as they are legal.
  std::vector<v1::Answer> choices(const v1::Ask& ask) const {
    std::vector<v1::Answer> choices;
    const auto add = [&](std::uint32_t option, v1::Action action) {
      v1::Answer& choice = choices.emplace_back();
      choice.set_option(option);
      choice.set_action(action);
    };
    if (ask.offer_dice() > 0) {
      add(0, v1::ACCEPT);
      add(0, v1::DECLINE);
    }
    for (int option = 0; option < ask.may_size(); ++option) {
      const auto number = static_cast<std::uint32_t>(option);
      if ((ask.may(option) & 1U) != 0) add(number, v1::ROLL);
      if ((ask.may(option) & 2U) != 0) add(number, v1::BANK);
    }
    return choices;
  }

  std::string show(const v1::Ask& ask, const v1::Answer& choice) const {
    if (choice.action() == v1::ACCEPT)
      return fmt::format("accept {} points and roll {}", points(ask.offer_points()),
                         base::format_dice(static_cast<int>(ask.offer_dice())));
    if (choice.action() == v1::DECLINE) return "decline and roll all dice";
    const int option = static_cast<int>(choice.option());
    const std::uint32_t turn = ask.turn_points() + ask.points(option);
    const std::string keep = rules::to_string(kept(ask, ask.keep(option)), rules_.faces());
    if (choice.action() == v1::BANK) {
      const std::string note =
          rules::describe_bank(rules_, last_, static_cast<rules::Points>(turn));
      return fmt::format("keep {}, bank {}{}", keep, points(turn),
                         note.empty() ? "" : fmt::format(" ({})", note));
    }
    const int next = static_cast<int>(ask.next_dice(option));
    return fmt::format("keep {}, roll {} with {}", keep,
                       next > ask.dice_size() - static_cast<int>(keep.size())
                           ? fmt::format("{} new dice", next)  // all dice score
                           : base::format_dice(next),
                       points(turn));
  }

  /// Returns the same line for the choice that the values judge, or an empty one if the question
  /// does not offer it.
  std::string show(const v1::Ask& ask, const solver::Choice& judged) const {
    const bool is_offer = ask.offer_dice() > 0;
    for (const v1::Answer& choice : choices(ask)) {
      if (referee::protocol::from_wire(choice.action()) != judged.action) continue;
      if (is_offer || kept(ask, ask.keep(static_cast<int>(choice.option()))) == judged.option.keep)
        return show(ask, choice);
    }
    return {};
  }

  /// Returns a line where busts in a row have a price; an empty text if none is near.
  std::string price_of_bust() const {
    const rules::Busts& busts = rules_.definition().busts;
    const int row = last_.busts.at(last_.mover);
    const rules::Points cost =
        busts.below_zero ? busts.penalty
                         : std::min(busts.penalty, std::max(last_.totals.at(last_.mover), 0));
    if (cost == 0 || busts.in_a_row == 0) return {};
    if (row + 1 == busts.in_a_row) return fmt::format("  a bust now costs {}\n", points(cost));
    return row == 0 ? "" : fmt::format("  busts in a row so far: {} of {}\n", row, busts.in_a_row);
  }

  /// Returns a line if no choice banks, otherwise an empty text.
  std::string why_no_bank(const v1::Ask& ask) const {
    const auto banks = [](std::uint32_t may) { return (may & 2U) != 0; };
    if (last_.phase != rules::Phase::Choose || std::ranges::any_of(ask.may(), banks)) return {};
    rules::Options options;
    // All options share the reason, so the first one tells it.
    rules::list_options(rules_, last_, options);
    switch (rules::why_no_bank(rules_, last_, options[0]).value()) {
      case rules::NoBank::Attempt:
        return "  no bank: it is the attempt\n";
      case rules::NoBank::Unproven:
        return "  no bank: first a die must be kept that scores by itself\n";
      case rules::NoBank::Hot:
        return "  no bank: all dice score and must be rolled again\n";
      case rules::NoBank::BelowEntry:
        return fmt::format("  no bank: the first one needs {}\n",
                           points(rules_.parameters().entry));
      case rules::NoBank::BelowLeast:
        return fmt::format("  no bank: each needs {}\n", points(rules_.definition().minimum_bank));
      case rules::NoBank::Tie:
        return "  no bank: it would only equal the highest total\n";
      case rules::NoBank::NotAll:
        break;
    }
    return "  no bank: it takes every die that scores\n";
  }

  /// Returns the best choice, with the chances of all, if the values are known; else an empty text.
  std::string best(const v1::GameStart& game, const v1::Ask& ask) {
    // Values are loaded on the first question, because most players never ask.
    if (!std::exchange(asked_, true) && rules_.seats() == 2)
      solved_ = ratings::known_values(rules_);
    if (solved_ && !evaluator_) evaluator_.emplace(*solved_->table);
    const bool is_asked = last_.phase == rules::Phase::Choose || last_.phase == rules::Phase::Offer;
    if (!evaluator_ || !is_asked || last_.mover != static_cast<int>(game.seat())) return {};
    const std::string best = show(ask, evaluator_->best_decision(last_));
    if (best.empty()) return {};
    std::string text = "optimal would " + best;
    for (const solver::Choice& judged : evaluator_->choices(last_)) {
      if (const std::string choice = show(ask, judged); !choice.empty())
        text += fmt::format("\n  wins {:>7}: {}", base::format_chance(judged.chance), choice);
    }
    return text;
  }

  /// Returns "optimal would …", else "odds would …".
  std::string advice(const v1::GameStart& game, const v1::Ask& ask) {
    if (std::string text = best(game, ask); !text.empty()) return text;
    v1::Answer choice;
    choice.set_option(ask.advice_option());
    choice.set_action(ask.advice_action());
    return "odds would " + show(ask, choice);
  }

  const rules::RuleSet& rules_;
  std::span<const std::string> names_;
  cli::GamePrinter printer_;
  rules::Position last_;
  bool answered_ = false;  ///< A person decided the last step, and knows its result.
  bool asked_ = false;     ///< Advice was requested, and values were looked for.
  std::unique_ptr<const ratings::SolvedGame> solved_;
  std::optional<solver::Evaluator> evaluator_;  ///< Evaluates solved_.
};

struct PlayArguments {
  std::vector<std::string> opponents;
  std::vector<std::string> people;
  std::string seed;
  std::string out = "out/play";
  std::string html;
  cli::LineUpFlags line_up;
};

/// Returns the people's names. Throws UsageError, also if --out is no folder.
std::vector<std::string> parse_people(const PlayArguments& arguments) {
  cli::check_folder_to_write("--out", arguments.out);
  std::vector<std::string> people = arguments.people;
  if (people.empty()) people.emplace_back("you");
  for (const std::string& name : people) {
    if (name.empty() || referee::record::written_name(name) != name)
      throw cli::UsageError("--person '{}'; expected letters A to Z, digits and ._-", name);
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
  constexpr std::size_t kNamed = 3;
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
  const std::string shown = cli::shell_word((folder / report::game_file(game)).string());
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
  const auto opponents = cli::parse_agents(
      named, rules, cli::resolve_isolation(arguments.line_up.isolation), invocation);
  referee::play::LineUp line_up = seated(arguments, rules, people, opponents);
  cli::RunFlags flags = arguments.line_up.run;
  flags.shards = 1;                       // there is one game
  std::optional<cli::PreparedRun> ready;  // people need no sandbox
  if (!opponents.empty())
    ready.emplace(flags, cli::Playing{line_up.limits, opponents.size()}, invocation,
                  [](const auto&) -> cli::Opened { return {}; });
  // Games in the folder are numbered, so that each has dice of its own.
  const std::uint64_t number = report::next_deal(arguments.out, line_up);
  runner::settle_dice(line_up, arguments.seed, number);
  if (invocation.verbose)
    cli::print_commitments(referee::record::commitment(line_up.seed),
                           referee::record::commitment(line_up.agent_secret));
  const std::vector<std::string> names = cli::escaped(line_up.key_names);
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
  const auto [command, arguments] =
      app.add(invocation, run_play,
              {.name = "play",
               .summary = "play against agents or people at this terminal",
               .group = "Playing",
               .examples = "  danno play\n"
                           "  danno play --person ann --person bob odds --rules dollar\n"
                           "  danno play --html play.html"});
  add_play_flags(command, arguments);
}

}  // namespace danno::leagues::commands::play
