// Finds the likelihoods of the two hypotheses by tilting the observed distribution of scores.
//
// A hypothesis says only that the mean score is s. The likeliest distribution over the observed
// scores with this mean has the weights w_k / (1 + λ (x_k - s)). Here λ solves
//
//   Σ w_k (x_k - s) / (1 + λ (x_k - s)) = 0
//
// (Van den Bergh, Proposition 1.1; Owen 1988). The log-likelihood ratio is the difference of what
// the tilts to the two means lose.
#include "leagues/ratings/sprt.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "leagues/ratings/intervals.hpp"
#include "leagues/ratings/numerics.hpp"
#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {
namespace {

constexpr double kNeloPerDeviation = 800 / std::numbers::ln10;

/// A distribution with finitely many values; weights add up to 1, all above 0.
struct Distribution {
  std::vector<double> values;
  std::vector<double> weights;
};

struct Moments {
  double mean;
  double variance;
};

Moments moments(const Distribution& distribution) {
  double mean = 0;
  for (std::size_t k = 0; k < distribution.values.size(); ++k) {
    mean += distribution.weights[k] * distribution.values[k];
  }
  double variance = 0;
  for (std::size_t k = 0; k < distribution.values.size(); ++k) {
    const double off = distribution.values[k] - mean;
    variance += distribution.weights[k] * off * off;
  }
  return {mean, variance};
}

/// The λ at which Σ w v/(1 + λv) = 0: tilting by 1/(1 + λv) moves the mean of v to 0 with the least
/// loss of likelihood. Values on both sides of 0. No tilted weight can exceed 1, which brackets λ.
double tilt(std::span<const double> values, std::span<const double> weights) {
  double low = -HUGE_VAL;
  double high = HUGE_VAL;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] > 0) {
      low = std::max(low, (weights[k] - 1) / values[k]);
    } else if (values[k] < 0) {
      high = std::min(high, (weights[k] - 1) / values[k]);
    }
  }
  if (!std::isfinite(low) || !std::isfinite(high)) {
    throw std::invalid_argument("no distribution over these scores has the strength asked for");
  }
  // The tilted mean falls as λ rises, so the bracket holds exactly one root.
  const auto mean = [&](double lambda) {
    double sum = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      sum += weights[k] * values[k] / (1 + lambda * values[k]);
    }
    return sum;
  };
  // Two cells only: a bracket's end is the root.
  if (mean(low) <= 0) return low;
  if (mean(high) >= 0) return high;
  return find_root(mean, low, high, 51);
}

/// Σ w log(1 + λv), where v are the values less `mean`: what the best distribution with that mean
/// loses, a block.
double loss(const Distribution& seen, double mean) {
  Distribution shifted = seen;
  for (double& value : shifted.values)
    value -= mean;
  const double lambda = tilt(shifted.values, shifted.weights);
  double sum = 0;
  for (std::size_t k = 0; k < shifted.values.size(); ++k)
    sum += shifted.weights[k] * std::log1p(lambda * shifted.values[k]);
  return sum;
}

/// The blocks and their distribution, with empty cells filled.
struct Blocks {
  double number;
  Distribution distribution;
};

constexpr double kEmptyCell = 1e-3;

/// Makes a distribution of counts. An empty cell gets a little weight, because a score that was not
/// seen yet is still possible.
Blocks make_blocks(std::span<const double> counts) {
  assert(counts.size() >= 2);
  Blocks blocks{0, {}};
  for (std::size_t k = 0; k < counts.size(); ++k) {
    assert(counts[k] >= 0);
    blocks.distribution.values.push_back(static_cast<double>(k) /
                                         static_cast<double>(counts.size() - 1));
    blocks.distribution.weights.push_back(counts[k] == 0 ? kEmptyCell : counts[k]);
    blocks.number += blocks.distribution.weights.back();
  }
  for (double& weight : blocks.distribution.weights) {
    weight /= blocks.number;
  }
  return blocks;
}

double elo_of_score(double score) { return -400 * std::log10(1 / score - 1); }

std::optional<double> elo_if_bounded(double score) {
  return score > 0 && score < 1 ? std::optional(elo_of_score(score)) : std::nullopt;
}

/// `unseen`: a variance beyond the one that the blocks show.
MatchEstimate make_estimate(const Distribution& seen, double number, double games, double unseen) {
  const auto [mean, variance] = moments(seen);
  const double error = std::sqrt((variance + unseen) / number);
  MatchEstimate estimate;
  estimate.variance = variance;
  estimate.elo = elo_if_bounded(mean);
  const auto blocks = static_cast<std::int64_t>(number);
  const double quantile = interval_quantile(kConfidence, blocks);
  estimate.los = mean == 0.5 ? 0.5 : upper_tail((mean - 0.5) / error, blocks);
  if (variance > 0) estimate.nelo = (mean - 0.5) / std::sqrt(variance * games) * kNeloPerDeviation;
  if (number < 2) return estimate;  // one block shows no spread
  estimate.elo_low = elo_if_bounded(mean - quantile * error);
  estimate.elo_high = elo_if_bounded(mean + quantile * error);
  if (estimate.elo_low && estimate.elo_high)
    estimate.elo_error = (*estimate.elo_high - *estimate.elo_low) / 2;
  return estimate;
}

/// Returns the strength at which winning all blocks has a chance of 5 %.
double least_elo(double blocks, std::size_t cells) {
  return elo_of_score(std::pow(1 - kConfidence, 1 / (blocks * weighted_games(cells))));
}

}  // namespace

// A deal at a larger table of s seats has s(s - 1) pairs, which gives s. Each pair weighs
// 3/(s + 1), as in the ratings.
double weighted_games(std::size_t cells) {
  const double pairs = static_cast<double>(cells - 1) / 2;
  const double seats = (1 + std::sqrt(1 + 4 * pairs)) / 2;
  return cells < 5 ? pairs : pairs * 3 / (seats + 1);
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

// Wald (1945) showed that these bounds keep both error rates, up to the overshoot of the last
// block.
StoppingBounds stopping_bounds(double alpha, double beta) {
  assert(0 < alpha && 0 < beta && alpha + beta < 1);
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

Verdict verdict(double llr, const StoppingBounds& bounds) {
  if (llr >= bounds.upper) {
    return Verdict::H1;
  }
  return llr <= bounds.lower ? Verdict::H0 : Verdict::Continue;
}

double llr_of_counts(std::span<const double> counts, double elo0, double elo1) {
  const auto [number, seen] = make_blocks(counts);
  return number * (loss(seen, score_of_elo(elo0)) - loss(seen, score_of_elo(elo1)));
}

double llr_of_scores(std::span<const double> scores, double elo0, double elo1) {
  if (scores.size() < kFewestScores) {
    return 0;
  }
  const double score0 = score_of_elo(elo0);
  const double score1 = score_of_elo(elo1);
  const auto number = static_cast<double>(scores.size());
  Distribution seen{{scores.begin(), scores.end()}, std::vector<double>(scores.size(), 1 / number)};
  const auto [low, high] = std::ranges::minmax(scores);
  if (low >= std::min(score0, score1) || high <= std::max(score0, score1)) {
    // The scores lie on one side of a hypothesis: add both ends, as for empty cells, or identical
    // agents would never be decided.
    for (const double end : {0.0, 1.0}) {
      seen.values.push_back(end);
      seen.weights.push_back(kEmptyCell / number);
    }
    for (double& weight : seen.weights) {
      weight /= 1 + 2 * kEmptyCell / number;
    }
  }
  return number * (loss(seen, score0) - loss(seen, score1));
}

MatchEstimate estimate_of_counts(std::span<const double> counts) {
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
  if (counts.front() < all && counts.back() < all) {
    const auto [number, seen] = make_blocks(counts);
    const double games = static_cast<double>(counts.size() - 1) / 2;
    // Blocks that all had one score do not show their spread: use that of independent games.
    const auto one = std::ranges::find_if(counts, [](double count) { return count > 0; });
    const double score = static_cast<double>(one - counts.begin()) / (2 * games);
    const double unseen = *one == all ? score * (1 - score) / games : 0;
    return make_estimate(seen, number, games, unseen);
  }
  MatchEstimate estimate;
  const bool won = counts.back() == all;
  estimate.los = won ? 1 : 0;
  if (all >= 2)
    (won ? estimate.elo_low : estimate.elo_high) = (won ? 1 : -1) * least_elo(all, counts.size());
  return estimate;
}

MatchEstimate estimate_of_scores(std::span<const double> scores, int games) {
  const auto number = static_cast<double>(scores.size());
  const Distribution seen{{scores.begin(), scores.end()},
                          std::vector<double>(scores.size(), 1 / number)};
  return make_estimate(seen, number, games, kUnseenMistake * kUnseenMistake / number);
}

const MatchEstimate& tighter_estimate(const MatchEstimate& raw, const MatchEstimate& adjusted) {
  if (!raw.elo_error || !adjusted.elo_error) return raw;
  return *adjusted.elo_error <= *raw.elo_error ? adjusted : raw;
}

std::optional<double> blocks_to_come(const MatchEstimate& estimate, double llr,
                                     const StoppingBounds& bounds, double elo0, double elo1) {
  if (!estimate.elo || estimate.variance == 0) return std::nullopt;
  const double score0 = score_of_elo(elo0);
  const double score1 = score_of_elo(elo1);
  const double scale = (score1 - score0) / estimate.variance;
  // The ratio moves like a Brownian motion with this drift and variance per block.
  const double drift = scale * (score_of_elo(*estimate.elo) - (score0 + score1) / 2);
  const double spread = scale * (score1 - score0);  // the variance of a step
  double ahead = bounds.upper - llr;
  double behind = llr - bounds.lower;
  if (drift < 0) std::swap(ahead, behind);
  const double k = 2 * std::abs(drift) / spread;
  if (k * (ahead + behind) < 1e-6) return ahead * behind / spread;
  // Wald's identity gives the chance of the bound that lies ahead, and the mean time follows from
  // the mean position at the end.
  const double arrives = std::expm1(-k * behind) / std::expm1(-k * (ahead + behind));
  return (arrives * ahead - (1 - arrives) * behind) / std::abs(drift);
}

}  // namespace danno::leagues::ratings
