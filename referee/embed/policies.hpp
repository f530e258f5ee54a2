// The bundled policies over positions. They decide as the agents of the same names, which are asked
// over the wire.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "referee/embed/game_rules.hpp"
#include "referee/embed/solved_values.hpp"
#include "referee/solver/evaluator.hpp"
#include "referee/solver/odds.hpp"

namespace danno::referee::embed {

enum class PolicyKind : std::uint8_t { Caller, Hold, Timid, Random, Odds, Optimal };

/// A policy with its parameters. The caller is none: it is asked from outside.
struct Policy {
  PolicyKind kind = PolicyKind::Caller;
  rules::Points hold_at = 0;  ///< The points at which `hold` banks.
};

/// Returns the policy of a text such as "hold --at 300"; an empty text is the caller. Throws
/// std::invalid_argument.
[[nodiscard]] Policy parse_policy(const rules::RuleSet& rules, std::string_view text);

/// Returns the next of the random numbers below `n`, and advances their state (SplitMix64).
[[nodiscard]] int draw_below(std::uint64_t& state, int n);

/// Judges positions of one set of rules. It keeps caches, so use one per thread.
class Judge {
 public:
  /// `values` may be null if nothing asks for exact values. `shared` are turns that were solved
  /// before, if any; they must outlive the object.
  Judge(std::shared_ptr<const GameRules> rules, std::shared_ptr<const SolvedValues> values,
        const solver::SolvedTurns* shared = nullptr);

  /// Returns the policy's decision in phase Choose with its options, or in phase Offer with none.
  /// `random` is the state of the policy "random". Throws std::invalid_argument for "optimal"
  /// without values, and for the caller.
  [[nodiscard]] solver::Judgement judge(const Policy& policy, const rules::Position& position,
                                        std::span<const rules::Option> options,
                                        std::uint64_t& random);

  /// Null without values.
  [[nodiscard]] solver::Evaluator* evaluator() { return evaluator_ ? &*evaluator_ : nullptr; }
  [[nodiscard]] const SolvedValues* values() const { return values_.get(); }

 private:
  [[nodiscard]] solver::Judgement judge_optimal(const rules::Position& position,
                                                std::span<const rules::Option> options);

  std::shared_ptr<const GameRules> rules_;
  std::shared_ptr<const SolvedValues> values_;
  std::optional<solver::Odds> odds_;
  std::optional<solver::Evaluator> evaluator_;
};

}  // namespace danno::referee::embed
