// The coach says why one decision is better than another, in words and exact numbers of the rules:
// how often a throw busts, what a turn is worth on average, and what the standing asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/solver/evaluator.hpp"
#include "referee/solver/odds.hpp"

namespace danno::solver {

class Coach {
 public:
  /// `rules` must outlive the object, and may have any number of seats.
  explicit Coach(const rules::RuleSet& rules) : rules_(&rules), odds_(rules) {}

  [[nodiscard]] const Odds& odds() const { return odds_; }

  /// Returns all choices of a position in phase Choose or Offer, without chances: each option's
  /// bank and then its roll, or accept and decline.
  [[nodiscard]] std::vector<Choice> choices(const rules::Position& position) const;

  /// Returns the choice of the policy `odds` in phase Choose or Offer, without a chance.
  [[nodiscard]] Choice odds_choice(const rules::Position& position) const;

  /// Returns the points that a choice is worth on average, in units, as `odds` weighs it; nullopt
  /// where `odds` plays to win instead.
  [[nodiscard]] std::optional<double> worth(const rules::Position& position,
                                            const Choice& choice) const;

  /// Returns why `best` is better than `made`, in one or two sentences. Both are legal in the
  /// position and differ; their chances are not read.
  [[nodiscard]] std::string reason(const rules::Position& position, const Choice& made,
                                   const Choice& best) const;

 private:
  const rules::RuleSet* rules_;
  Odds odds_;
};

/// Returns whether two choices of a position are the same.
[[nodiscard]] bool is_same(const Choice& one, const Choice& other);

/// Returns the chance that a throw of `dice` dice is a bust; an attempt must show a die that scores
/// by itself.
[[nodiscard]] double bust_chance(const rules::RuleSet& rules, int dice, bool attempt);

}  // namespace danno::solver
