// A game told throw by throw: dice drawn at reading speed at a terminal, else a plain line a throw.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "referee/record/record.hpp"

namespace danno::leagues::cli::terminal {

/// Tells steps to stdout as they come. `names` go by seat, fit to be shown; they and the rules
/// outlive it.
class GameTeller {
 public:
  /// `drawn`: dice as boxes, those kept first and bright.
  GameTeller(const rules::RuleSet& rules, std::span<const std::string> names, bool drawn)
      : rules_(rules), names_(names), drawn_(drawn) {}

  void tell(const referee::record::Step& step, const rules::Position& before,
            const rules::Position& after) const;
  /// The scores, if the step ended a turn or put a seat out.
  void tell_scores(const rules::Position& before, const rules::Position& after) const;
  /// The dice on the table, as the one of this name threw them.
  void show_dice(const std::string& name, rules::Dice thrown, rules::Dice kept) const;
  /// The standing.
  void tell_end(const rules::Position& last) const;

 private:
  [[nodiscard]] std::string points(rules::Points value) const;
  void tell_choice(const std::string& name, const referee::record::Step& step,
                   const rules::Position& before) const;
  void show_scores(const rules::Position& position) const;

  const rules::RuleSet& rules_;
  std::span<const std::string> names_;
  bool drawn_;
};

/// A game from its first position on, with the standing at the end: `play` shows each step to the
/// function it is given.
void tell_game(const rules::RuleSet& rules, std::span<const std::string> names,
               const rules::Position& first,
               const std::function<void(const referee::record::VisitStep&)>& play);

/// The record is legal.
void tell_game(const rules::RuleSet& rules, const referee::record::GameRecord& game,
               std::span<const std::string> names);

}  // namespace danno::leagues::cli::terminal
