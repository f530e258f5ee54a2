// Shows a game throw by throw: drawn at reading speed at a terminal, otherwise a line per throw.
// And the words for changes of chances and for the standing at an explained step.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "leagues/report/game_view.hpp"
#include "referee/record/record.hpp"

namespace danno::leagues::cli {

/// Writes steps to stdout as they come. `names` are indexed by seat and safe to show; they and the
/// rules must outlive the object.
class GamePrinter {
 public:
  /// `drawn` means that dice are shown as boxes, kept ones first and bright.
  GamePrinter(const rules::RuleSet& rules, std::span<const std::string> names, bool drawn)
      : rules_(rules), names_(names), drawn_(drawn) {}

  void print(const referee::record::Step& step, const rules::Position& before,
             const rules::Position& after) const;
  /// Shows the scores if the step ended a turn or put a seat out.
  void print_scores(const rules::Position& before, const rules::Position& after) const;
  /// Shows the dice on the table, as thrown by the player of this name.
  void print_dice(const std::string& name, rules::Dice thrown, rules::Dice kept) const;
  /// Shows the final standing.
  void print_end(const rules::Position& last) const;

 private:
  [[nodiscard]] std::string points(rules::Points value) const;
  /// "bust", with where it stands in a row that has a price, and what it cost.
  [[nodiscard]] std::string bust(int seat, const rules::Position& before,
                                 const rules::Position& after) const;
  /// Returns the words for the outcome of a throw that leaves no choice.
  [[nodiscard]] std::string outcome(const referee::record::Step& step,
                                    const rules::Position& before,
                                    const rules::Position& after) const;
  void print_choice(const std::string& name, const referee::record::Step& step,
                    const rules::Position& before, const rules::Position& after) const;
  void print_scores(const rules::Position& position) const;

  const rules::RuleSet& rules_;
  std::span<const std::string> names_;
  bool drawn_;
};

/// Shows a game from its first position on, then the standing. `play` passes each step to its
/// argument.
void print_game(const rules::RuleSet& rules, std::span<const std::string> names,
                const rules::Position& first,
                const std::function<void(const referee::record::VisitStep&)>& play);

/// Shows a recorded game; the record must be legal.
void print_game(const rules::RuleSet& rules, const referee::record::GameRecord& game,
                std::span<const std::string> names);

/// Returns a change of a chance as "+12.3 %".
[[nodiscard]] std::string format_change(double change);

/// Returns the total of the step's seat, those of the others clockwise, turn points, and special
/// states: "1200:2350, turn 300".
[[nodiscard]] std::string format_standing(const rules::Definition& definition,
                                          const report::ViewedStep& step);

}  // namespace danno::leagues::cli
