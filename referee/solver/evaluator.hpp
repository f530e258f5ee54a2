// What any position of a solved game for two is worth, and what its mover should do.
//
// The cells of a table hold the game between turns; a turn is solved again when a position inside
// it is first asked for, and kept.
#pragma once

#include <optional>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/solver/solved_turns.hpp"
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
  /// Turns that are not in `shared` are solved when they are asked for, and kept.
  explicit Evaluator(const ValueTable& table, const SolvedTurns* shared = nullptr);

  [[nodiscard]] const rules::RuleSet& rules() const { return table_.rules(); }

  /// A tie counts half. Before a throw it is the expectation over the dice, so what a throw changes
  /// it by is luck.
  [[nodiscard]] double winning_chance(const rules::Position& position, int seat);

  /// Phase Choose: of each option, bank before roll; Offer: accept, decline. Valid until the next
  /// call.
  [[nodiscard]] const std::vector<Choice>& choices(const rules::Position& position);

  /// The first of the best choices.
  [[nodiscard]] Choice best_decision(const rules::Position& position);

  /// Phase Throw: the turn that the throw, and whatever its mover may do after it, is looked up in;
  /// empty where the cells say it all.
  [[nodiscard]] std::optional<Question> question_of(const rules::Position& position) const;

 private:
  /// Where a throw is looked up.
  struct Place {
    Question question;
    int level = 0;
    int dice = 0;
  };

  template <class Visit>
  void for_each_choice(const rules::Position& position, Visit visit);
  double best_chance(const rules::Position& position);
  double mover_chance(const rules::Position& position);
  double throw_chance(const rules::Position& position);
  double last_throw_chance(const rules::Position& position);
  [[nodiscard]] double offer_chance(const rules::Position& position) const;
  double look_up(const Place& place, const rules::Turn& turn);
  const SolvedTurn& solved(const Question& question);
  [[nodiscard]] Place place_of(const rules::Position& position) const;
  [[nodiscard]] Place last_place_of(const rules::Position& position) const;
  [[nodiscard]] int level_of(rules::Points points) const;
  [[nodiscard]] Standing standing_of(const rules::Position& position) const;
  [[nodiscard]] int need_of(const rules::Position& position) const;
  [[nodiscard]] int inherited_of(const rules::Position& position) const;
  [[nodiscard]] bool keeps_from_banking(const rules::Position& position) const;
  [[nodiscard]] bool is_closing(Standing standing) const;

  const ValueTable& table_;
  const SolvedTurns* shared_;
  double levels_a_point_;  ///< To multiply by: a quarter of a look-up was divisions.
  TurnSolver solver_;
  SolvedTurns own_;
  Question last_question_;
  const SolvedTurn* last_turn_ = nullptr;  ///< Of last_question_.
  std::vector<Choice> choices_;
  rules::Options options_;
};

}  // namespace danno::solver
