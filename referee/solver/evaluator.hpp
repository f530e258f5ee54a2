// What any position of a solved game for two is worth, and what its mover should do.
//
// The cells of a table hold the game between turns; a turn is solved again when a position inside
// it is first asked for, and kept.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/solver/turn.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::solver {

/// Something the mover may do, and his winning chance then, if both play best from there on.
struct Choice {
  rules::Action action = rules::Action::Roll;
  rules::Option option;  ///< Of Roll and Bank.
  double chance = 0;
};

/// Keeps a cache: one a thread. The table must outlive it.
///
/// Any position of two seats that play can reach is answered, wherever its players went wrong, and
/// those set up from totals that are multiples of the smallest score and below the target. Of
/// others std::invalid_argument is thrown.
class Evaluator {
 public:
  explicit Evaluator(const ValueTable& table);

  [[nodiscard]] const rules::RuleSet& rules() const { return table_.rules(); }

  /// A tie counts half. Before a throw it is the expectation over the dice, so what a throw changes
  /// it by is luck.
  [[nodiscard]] double winning_chance(const rules::Position& position, int seat);

  /// Phase Choose: of each option, bank before roll; Offer: accept, decline. Valid until the next
  /// call.
  [[nodiscard]] const std::vector<Choice>& choices(const rules::Position& position);

  /// The first of the best choices.
  [[nodiscard]] Choice best_decision(const rules::Position& position);

 private:
  struct Turn {
    int top = 0;
    std::vector<double> free;
    std::vector<double> unproven;
    std::vector<double> attempt;
  };
  /// A turn to solve. In an escalating end: `standing.mover` levels short, other is kLastTurns.
  struct Question {
    Standing standing;
    int taken_over = 0;  ///< Levels; 0 where they make no difference.
  };
  static constexpr int kLastTurns = -1;

  double mover_chance(const rules::Position& position);
  double throw_chance(const rules::Position& position);
  double last_throw_chance(const rules::Position& position);
  [[nodiscard]] double offer_chance(const rules::Position& position) const;
  [[nodiscard]] double look_up(const Turn& turn, const rules::Position& position, int level) const;
  const Turn& solved(const Question& question);
  Turn solve(const Question& question);
  [[nodiscard]] int level_of(rules::Points points) const;
  [[nodiscard]] Standing standing_of(const rules::Position& position) const;
  [[nodiscard]] int need_of(const rules::Position& position) const;
  [[nodiscard]] int taken_over(const rules::Position& position) const;

  const ValueTable& table_;
  TurnSolver solver_;
  std::unordered_map<std::uint64_t, Turn> turns_;
  std::size_t cached_ = 0;  ///< Doubles in turns_.
  std::vector<Choice> choices_;
};

}  // namespace danno::solver
