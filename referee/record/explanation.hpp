// A game of two told with its winning chances: what each throw was worth, what each decision cost.
//
// Chances are exact for best play of both from there on, a tie counted half. For every game
//   start + luck - lost[0] + lost[1] + cut = result        (of the first seat)
// where a decision's loss is the best option's chance less the chosen one's.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "referee/record/record.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::referee::record {

/// A step as its seat sees it: the thrower, the decider, or who forfeited.
struct ExplainedStep {
  double before = 0;        ///< Its winning chance.
  double after = 0;         ///< As if no cap of turns ended the game.
  double luck = 0;          ///< Throw: after - before.
  double cost = 0;          ///< Else: before - after; of a decision at least 0 but for rounding.
  std::size_t choices = 0;  ///< Choice and Offer: what there was to choose from.
  std::optional<solver::Choice> best;  ///< Choice and Offer.
};

/// `before` is the position of two seats that the step began at. Throws std::invalid_argument where
/// the evaluator does.
[[nodiscard]] ExplainedStep explain(solver::Evaluator& evaluator, const Step& step,
                                    const rules::Position& before);

/// The sums of a game. Luck is that of both seats' throws to the first one; lost[1] is the second
/// seat's loss.
struct Account {
  double start = 0;
  double luck = 0;
  std::array<double, 2> lost{};
  double cut = 0;     ///< What a cap of turns changed by ending the game.
  double result = 0;  ///< 0, ½ or 1; of a game not over the chance where it stands.
};

class Accountant {
 public:
  /// `first` is the position before the first step.
  Accountant(solver::Evaluator& evaluator, const rules::Position& first);

  /// The next step, explained and added.
  ExplainedStep add(const Step& step, const rules::Position& before, const rules::Position& after);

  [[nodiscard]] const Account& account() const { return account_; }

 private:
  solver::Evaluator& evaluator_;
  Account account_;
};

}  // namespace danno::referee::record
