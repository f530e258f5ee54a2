// A game of two explained by winning chances: what throws were worth and decisions cost.
//
// Chances are exact under best play of both from there on; a tie counts half. For every game
//   start + luck - lost[0] + lost[1] + cut = result        (for the first seat)
// and a decision's loss is the best option's chance minus the chosen one's.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "referee/record/record.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::referee::record {

/// A step as seen by its seat: the seat that throws, decides or forfeits.
struct ExplainedStep {
  double before = 0;  ///< The seat's winning chance before the step.
  double after = 0;   ///< The chance after it, as if no cap of turns ended the game.
  double luck = 0;    ///< after - before; for throws only.
  /// The loss before - after, except for throws; for decisions at least 0, except for rounding.
  double cost = 0;
  std::size_t choices = 0;             ///< The number of choices, for Choice and Offer.
  std::optional<solver::Choice> best;  ///< The best choice, for Choice and Offer.
};

/// Explains a step that began at position `before`, which has two seats. Throws
/// std::invalid_argument if the evaluator does.
[[nodiscard]] ExplainedStep explain(solver::Evaluator& evaluator, const Step& step,
                                    const rules::Position& before);

/// The sums of a game. `luck` is that of both seats' throws as seen by the first seat; lost[1] is
/// the second seat's loss.
struct Account {
  double start = 0;
  double luck = 0;
  std::array<double, 2> lost{};
  double cut = 0;     ///< The change of the chance by a cap of turns that ended the game.
  double result = 0;  ///< 0, ½ or 1; if the game is not over, the current chance.
};

class Accountant {
 public:
  /// `first` is the position before the first step.
  Accountant(solver::Evaluator& evaluator, const rules::Position& first);

  /// Explains the next step and adds it to the account.
  ExplainedStep add(const Step& step, const rules::Position& before, const rules::Position& after);

  [[nodiscard]] const Account& account() const { return account_; }

 private:
  solver::Evaluator& evaluator_;
  Account account_;
};

}  // namespace danno::referee::record
