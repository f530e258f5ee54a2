// Gates of real games whose candidate is exactly as strong as it is said to be.
#pragma once

#include "tests/property/mirrored_deals.hpp"
#include "tests/property/simulated_gate.hpp"

namespace danno::leagues {

/// The candidate plays `better` in a share of the deals and `worse` in the others, so that its
/// exact mean score against `baseline` is that of an Elo difference.
class MixedCandidate {
 public:
  MixedCandidate(solver::Evaluator& evaluator, solver::Policy better, solver::Policy worse,
                 solver::Policy baseline);

  /// `tests` gates of [0, 10] at 5 % of a candidate that is truly `elo` better.
  [[nodiscard]] GateRates simulate(double elo, bool adjusted, int tests, std::uint64_t seed) const;

 private:
  solver::Evaluator& evaluator_;
  solver::Policy better_, worse_, baseline_;
  double better_score_, worse_score_;
};

}  // namespace danno::leagues
