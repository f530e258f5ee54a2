// A sound simple policy that weighs what the next roll risks against what it brings.
//
// Before the last turns it plays for points: it takes the decision with the most expected points of
// this turn, assuming the same policy from there on. In the last turns it maximises the chance of
// going ahead. It is not optimal play, because other totals count only at the end. Reference agents
// use it, and so does the advice for first games.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "referee/rules/position.hpp"
#include "referee/solver/turn_tables.hpp"

namespace danno::solver {

/// A decision. `option` is an index into the options; it has no meaning with Accept and Decline.
struct Judgement {
  std::size_t option = 0;
  rules::Action action = rules::Action::Roll;
};

class Odds {
 public:
  /// Computes the tables, which takes some milliseconds. `rules` must outlive the object.
  explicit Odds(const rules::RuleSet& rules) : rules_(&rules), tables_(solve_turns(rules)) {}

  /// Returns the decision for phase Choose with its legal options, or phase Offer with none. A pure
  /// function. Among equal decisions it prefers the first option, and bank before roll.
  [[nodiscard]] Judgement judge(const rules::Position& position,
                                std::span<const rules::Option> options) const;

  /// Returns the points that a decision is worth on average, in units, as judge() weighs it;
  /// nullopt where judge() plays to win instead.
  [[nodiscard]] std::optional<double> expected_points(const rules::Position& position,
                                                      std::span<const rules::Option> options,
                                                      const Judgement& decision) const;

  /// Returns the chance that a bank wins: one in the last turns, or one that begins them.
  [[nodiscard]] double chance_of_bank(const rules::Position& position,
                                      const rules::Option& option) const;

 private:
  // Values in points, in levels of the tables.
  [[nodiscard]] double points_of_bank(const rules::Position& position,
                                      const rules::Option& option) const;
  [[nodiscard]] double points_of_roll(const rules::Position& position,
                                      const rules::Option& option) const;
  [[nodiscard]] double points_of_offer(const rules::Position& position) const;
  [[nodiscard]] double points_of_new_turn(const rules::Position& position) const;

  // Chances to win, used for decisions that end the game or are made in its last turns.
  [[nodiscard]] bool plays_to_win(const rules::Position& position,
                                  std::span<const rules::Option> options) const;
  [[nodiscard]] Judgement judge_offer(const rules::Position& position, bool to_win) const;
  [[nodiscard]] double chance_of_roll(const rules::Position& position,
                                      const rules::Option& option) const;
  [[nodiscard]] double chance_to_stand(const rules::Position& position, rules::Points total,
                                       rules::Offer left) const;
  [[nodiscard]] double chance_of_push(const rules::Position& position, const TurnTable& reach,
                                      int dice, rules::Points points, rules::Points own) const;

  const rules::RuleSet* rules_;
  TurnTables tables_;
};

}  // namespace danno::solver
