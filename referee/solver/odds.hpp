// A sound simple policy: what the next roll risks against what it brings.
//
// Before the last turns it plays for points: it takes the decision whose expected points of this
// turn, under the same judgement from there on, are the most. In the last turns it plays for the
// chance of going ahead. It is no optimal play: other totals count only at the end. Reference
// agents use it, and advice for first games.
#pragma once

#include <cstddef>
#include <span>

#include "referee/rules/position.hpp"
#include "referee/solver/turn_tables.hpp"

namespace danno::solver {

/// `option` is an index into the options; of no meaning with Accept and Decline.
struct Judgement {
  std::size_t option = 0;
  rules::Action action = rules::Action::Roll;
};

class Odds {
 public:
  /// Makes the tables, which takes some milliseconds. `rules` must outlive this.
  explicit Odds(const rules::RuleSet& rules) : rules_(&rules), tables_(solve_turns(rules)) {}

  /// Phase Choose with its legal options, or phase Offer with none. A pure function; of equal
  /// decisions the first option, and bank before roll.
  [[nodiscard]] Judgement judge(const rules::Position& position,
                                std::span<const rules::Option> options) const;

 private:
  // For points, in levels of the tables.
  [[nodiscard]] double points_of_bank(const rules::Position& position,
                                      const rules::Option& option) const;
  [[nodiscard]] double points_of_roll(const rules::Position& position,
                                      const rules::Option& option) const;
  [[nodiscard]] double points_of_offer(const rules::Position& position) const;

  // For the chance to win: of those that end the game or are asked in its last turns.
  [[nodiscard]] bool plays_to_win(const rules::Position& position,
                                  std::span<const rules::Option> options) const;
  [[nodiscard]] double chance_of_bank(const rules::Position& position,
                                      const rules::Option& option) const;
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
