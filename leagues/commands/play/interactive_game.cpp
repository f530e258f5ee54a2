// Lets a person play: shows the options that an agent would be sent, with what is legal, and reads
// the number of one. Advice is the best decision by the solved values, or that of the agent `odds`
// if there are none.
#include "leagues/commands/play/interactive_game.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "leagues/base/count.hpp"
#include "leagues/base/number.hpp"
#include "leagues/cli/print.hpp"
#include "referee/protocol/wire.hpp"
#include "referee/rules/description.hpp"

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

rules::Dice thrown(const v1::Ask& ask) { return kept(ask, ~std::uint32_t{0}); }

/// A line of stdin without its end; nothing at the end of it, and after a signal.
std::optional<std::string> read_line() {
  std::array<char, 256> buffer{};
  if (std::fgets(buffer.data(), static_cast<int>(buffer.size()), stdin) == nullptr)
    return std::nullopt;
  std::string line(buffer.data());
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' '))
    line.pop_back();
  return line;
}

}  // namespace

InteractiveGame::InteractiveGame(const rules::RuleSet& rules, std::span<const std::string> names)
    : rules_(rules), names_(names), printer_(rules, names, ::isatty(STDOUT_FILENO) == 1) {}

void InteractiveGame::print_begin() const {
  const rules::Definition& definition = rules_.definition();
  const auto points = [&](rules::Points value) { return rules::format_points(definition, value); };
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

void InteractiveGame::see(const referee::record::Step& step, const rules::Position& after) {
  const bool chosen_here = std::exchange(answered_, false);
  // A choice that was made at this terminal is known already.
  chosen_here ? printer_.print_scores(last_, after) : printer_.print(step, last_, after);
  std::fflush(stdout);
  last_ = after;
}

/// Returns every option with roll and bank, as far as they are legal.
std::vector<v1::Answer> InteractiveGame::choices(const v1::Ask& ask) const {
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

std::string InteractiveGame::show(const v1::Ask& ask, const v1::Answer& choice) const {
  const auto points = [&](std::uint32_t value) {
    return rules::format_points(rules_.definition(), static_cast<rules::Points>(value));
  };
  if (choice.action() == v1::ACCEPT)
    return fmt::format("accept {} points and roll {}", points(ask.offer_points()),
                       base::format_dice(static_cast<int>(ask.offer_dice())));
  if (choice.action() == v1::DECLINE) return "decline and roll all dice";
  const int option = static_cast<int>(choice.option());
  const std::uint32_t turn = ask.turn_points() + ask.points(option);
  const std::string keep = rules::to_string(kept(ask, ask.keep(option)), rules_.faces());
  if (choice.action() == v1::BANK) {
    const std::string note = rules::describe_bank(rules_, last_, static_cast<rules::Points>(turn));
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

std::string InteractiveGame::price_of_bust() const {
  const rules::Busts& busts = rules_.definition().busts;
  const int row = last_.busts.at(last_.mover);
  const rules::Points cost =
      busts.below_zero ? busts.penalty
                       : std::min(busts.penalty, std::max(last_.totals.at(last_.mover), 0));
  if (cost == 0 || busts.in_a_row == 0) return {};
  if (row + 1 == busts.in_a_row)
    return fmt::format("  a bust now costs {}\n", rules::format_points(rules_.definition(), cost));
  return row == 0 ? "" : fmt::format("  busts in a row so far: {} of {}\n", row, busts.in_a_row);
}

std::string InteractiveGame::why_no_bank(const v1::Ask& ask) const {
  const auto banks = [](std::uint32_t may) { return (may & 2U) != 0; };
  if (last_.phase != rules::Phase::Choose || std::ranges::any_of(ask.may(), banks)) return {};
  const auto points = [&](rules::Points value) {
    return rules::format_points(rules_.definition(), value);
  };
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
      return fmt::format("  no bank: the first one needs {}\n", points(rules_.parameters().entry));
    case rules::NoBank::BelowLeast:
      return fmt::format("  no bank: each needs {}\n", points(rules_.definition().minimum_bank));
    case rules::NoBank::Tie:
      return "  no bank: it would only equal the highest total\n";
    case rules::NoBank::NotAll:
      break;
  }
  return "  no bank: it takes every die that scores\n";
}

void InteractiveGame::find_values() {
  // Values are loaded on the first question, because most players never ask.
  if (std::exchange(asked_, true) || rules_.seats() != 2) return;
  solved_ = ratings::known_values(rules_);
  if (solved_) evaluator_.emplace(*solved_->table);
}

std::string InteractiveGame::show(const v1::Ask& ask, const solver::Choice& judged) const {
  const bool is_offer = ask.offer_dice() > 0;
  for (const v1::Answer& choice : choices(ask)) {
    if (referee::protocol::from_wire(choice.action()) != judged.action) continue;
    if (is_offer || kept(ask, ask.keep(static_cast<int>(choice.option()))) == judged.option.keep)
      return show(ask, choice);
  }
  return {};
}

std::string InteractiveGame::best(const v1::GameStart& game, const v1::Ask& ask) {
  find_values();
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

std::string InteractiveGame::advice(const v1::GameStart& game, const v1::Ask& ask) {
  if (std::string text = best(game, ask); !text.empty()) return text;
  v1::Answer choice;
  choice.set_option(ask.advice_option());
  choice.set_action(ask.advice_action());
  return "odds would " + show(ask, choice);
}

std::optional<v1::Answer> InteractiveGame::ask(const v1::GameStart& game, const v1::Ask& ask) {
  const std::string& name = names_[game.seat()];
  if (ask.dice_size() > 0) {
    printer_.print_dice(name, thrown(ask), thrown(ask));
    cli::print_text("\n");
  }
  cli::print_text("{}{}", price_of_bust(), why_no_bank(ask));
  const std::vector<v1::Answer> choices = this->choices(ask);
  for (std::size_t i = 0; i < choices.size(); ++i)
    cli::print_text("  {:>2}  {}\n", i + 1, show(ask, choices[i]));
  while (true) {
    cli::print_text("{}> ", name);
    std::fflush(stdout);
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

}  // namespace danno::leagues::commands::play
