// A game that people play at this terminal: it shows every step, and the person whose turn it is
// chooses by number.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "danno/agent.pb.h"
#include "leagues/cli/game_printer.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "referee/record/record.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::leagues::commands::play {

class InteractiveGame {
 public:
  /// `names` are indexed by seat and safe to show; they and the rules must outlive the object.
  InteractiveGame(const rules::RuleSet& rules, std::span<const std::string> names);

  /// Shows a step; may be used as referee::play::OnStep.
  void see(const referee::record::Step& step, const rules::Position& after);
  /// Reads stdin until it gets a number of the list, `?` or `q`; may be used as runner::AskPerson.
  /// Returns nullopt if the person leaves.
  [[nodiscard]] std::optional<v1::Answer> ask(const v1::GameStart& game, const v1::Ask& ask);
  /// Prints the game, its goal and the keys, before it begins.
  void print_begin() const;
  /// Prints the final standing.
  void print_end() const { printer_.print_end(last_); }

 private:
  [[nodiscard]] std::vector<v1::Answer> choices(const v1::Ask& ask) const;
  [[nodiscard]] std::string show(const v1::Ask& ask, const v1::Answer& choice) const;
  /// Returns the same line for the choice that the values judge, or an empty one if the question
  /// does not offer it.
  [[nodiscard]] std::string show(const v1::Ask& ask, const solver::Choice& judged) const;
  /// The best choice, with the chances of all, of a game whose values are known; else empty.
  [[nodiscard]] std::string best(const v1::GameStart& game, const v1::Ask& ask);
  /// "optimal would …", else "odds would …".
  [[nodiscard]] std::string advice(const v1::GameStart& game, const v1::Ask& ask);
  /// A line where busts in a row have a price; empty: none is near.
  [[nodiscard]] std::string price_of_bust() const;
  /// A line if no choice banks; else empty.
  [[nodiscard]] std::string why_no_bank(const v1::Ask& ask) const;
  void find_values();

  const rules::RuleSet& rules_;
  std::span<const std::string> names_;
  cli::GamePrinter printer_;
  rules::Position last_;
  bool answered_ = false;  ///< A person decided the last step, and knows its result.
  bool asked_ = false;     ///< Advice was requested, and values were looked for.
  std::unique_ptr<const ratings::SolvedGame> solved_;
  std::optional<solver::Evaluator> evaluator_;  ///< Evaluates solved_.
};

}  // namespace danno::leagues::commands::play
