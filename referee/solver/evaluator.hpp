// Computes what any position of a solved game for two is worth, and what its mover should do.
//
// The cells of a table hold the game between turns. A turn is solved again when a position inside
// it is first requested, and then kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/solver/solved_turns.hpp"
#include "referee/solver/turn.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::solver {

/// A possible action of the mover, and the mover's chance after it if both play best from there on.
struct Choice {
  rules::Action action = rules::Action::Roll;
  rules::Option option;  ///< Set for Roll and Bank.
  double chance = 0;
};

/// Evaluates positions. It keeps a cache, so use one per thread. The table must outlive it.
///
/// It accepts every position of two seats that play can reach, whatever mistakes led there, and
/// positions set up from totals that are multiples of the smallest score and below the target. For
/// others it throws std::invalid_argument.
class Evaluator {
 public:
  /// The numbers that its own turns may have before they are forgotten: 64 MiB, as an agent with
  /// the usual limit of 256 MB has one.
  static constexpr std::size_t kMostKept = std::size_t{1} << 23;

  /// Turns that are not in `shared` are solved when they are requested, and kept.
  explicit Evaluator(const ValueTable& table, const SolvedTurns* shared = nullptr);

  [[nodiscard]] const rules::RuleSet& rules() const { return table_.rules(); }

  /// Returns the winning chance of a seat; a tie counts half. Before a throw it is the expectation
  /// over the dice, so the change that a throw makes is luck.
  [[nodiscard]] double winning_chance(const rules::Position& position, int seat);

  /// Returns what a throw adds to the mover's winning chance. The position must be in phase Throw,
  /// and becomes the one after the throw.
  [[nodiscard]] double throw_luck(rules::Position& position, rules::Dice thrown);

  /// Returns the choices. In phase Choose, these are each option's bank and then its roll; in phase
  /// Offer, accept and decline. Valid until the next call.
  [[nodiscard]] const std::vector<Choice>& choices(const rules::Position& position);

  /// Returns the first of the best choices.
  [[nodiscard]] Choice best_decision(const rules::Position& position);

  /// Returns the turn in which the throw, and whatever its mover may do after it, is looked up. The
  /// position must be in phase Throw. Empty if the cells alone give the value.
  [[nodiscard]] std::optional<Question> find_question(const rules::Position& position) const;

 private:
  /// The place where a throw is looked up.
  struct Place {
    Question question;
    int level = 0;
    int dice = 0;
  };

  template <class Visit>
  void for_each_choice(const rules::Position& position, Visit visit);
  template <class Visit>
  void for_each_keep(const rules::Position& position, const std::optional<Question>& turn,
                     Visit visit);
  double best_chance(const rules::Position& position, const std::optional<Question>& turn);
  double mover_chance(const rules::Position& position);
  double turn_chance(const std::optional<Question>& turn, const rules::Position& position);
  double last_throw_chance(const rules::Position& position);
  [[nodiscard]] double offer_chance(const rules::Position& position) const;
  double look_up(const Place& place, const rules::Turn& turn);
  const SolvedTurn& solved(const Question& question);
  [[nodiscard]] bool banks_in_full(const rules::Position& position) const;
  [[nodiscard]] double bank_chance(const Question& turn, const rules::Position& position,
                                   const rules::Option& option) const;
  [[nodiscard]] std::optional<Question> find_turn(const rules::Position& position) const;
  [[nodiscard]] Place find_lookup(const Question& whole, const rules::Turn& turn) const;
  [[nodiscard]] Place find_last_place(const rules::Position& position) const;
  [[nodiscard]] int to_level(rules::Points points) const;
  [[nodiscard]] Standing find_standing(const rules::Position& position) const;
  [[nodiscard]] int needed_levels(const rules::Position& position) const;
  [[nodiscard]] int inherited_levels(const rules::Position& position) const;
  [[nodiscard]] bool keeps_from_banking(const rules::Position& position) const;
  [[nodiscard]] bool is_closing(Standing standing) const;

  const ValueTable& table_;
  const SolvedTurns* shared_;
  /// The factor in units of 2^-32, because divisions took a quarter of a look-up.
  std::uint64_t levels_a_point_;
  TurnSolver solver_;
  SolvedTurns own_;
  Question last_question_;
  const SolvedTurn* last_turn_ = nullptr;  ///< The solved turn of last_question_.
  std::vector<Choice> choices_;
  rules::Options options_;
};

}  // namespace danno::solver
