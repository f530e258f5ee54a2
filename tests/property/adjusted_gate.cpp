#include "tests/property/adjusted_gate.hpp"

#include <array>
#include <cassert>
#include <random>
#include <utility>
#include <vector>

#include "leagues/ratings/sprt.hpp"

namespace danno::leagues {

MixedCandidate::MixedCandidate(solver::Evaluator& evaluator, solver::Policy better,
                               solver::Policy worse, solver::Policy baseline)
    : evaluator_(evaluator),
      better_(std::move(better)),
      worse_(std::move(worse)),
      baseline_(std::move(baseline)),
      better_score_(solver::exact_chances(evaluator.rules(), better_, baseline_).mean()),
      worse_score_(solver::exact_chances(evaluator.rules(), worse_, baseline_).mean()) {}

GateRates MixedCandidate::simulate(double elo, bool adjusted, int tests, std::uint64_t seed) const {
  const double share = (ratings::score_of_elo(elo) - worse_score_) / (better_score_ - worse_score_);
  assert(0 <= share && share <= 1);
  const ratings::StoppingBounds bounds = ratings::stopping_bounds(0.05, 0.05);
  std::mt19937_64 random(seed);
  std::bernoulli_distribution plays_better(share);
  GateRates rates;
  double blocks = 0;
  std::uint64_t deal = 0;
  for (; rates.tests < tests; ++rates.tests) {
    std::array<double, 5> counts{};
    std::vector<double> scores;
    ratings::Verdict now = ratings::Verdict::Continue;
    while (now == ratings::Verdict::Continue) {
      const solver::Block block = solver::play_block(
          evaluator_, plays_better(random) ? better_ : worse_, baseline_, seed, deal++);
      ++counts.at(static_cast<std::size_t>(block.score * 4 + 0.5));
      scores.push_back(block.score - block.luck);
      ++blocks;
      now = ratings::verdict(
          adjusted ? ratings::llr_of_scores(scores, 0, 10) : ratings::llr_of_counts(counts, 0, 10),
          bounds);
    }
    rates.passed += now == ratings::Verdict::H1;
  }
  rates.mean_blocks = blocks / tests;
  return rates;
}

}  // namespace danno::leagues
