#include "leagues/ratings/anchored_score.hpp"

#include <cassert>
#include <cmath>
#include <cstdint>

#include "leagues/ratings/intervals.hpp"
#include "leagues/ratings/numerics.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/sprt.hpp"

namespace danno::leagues::ratings {
namespace {

constexpr double kFarthest = 20'000;  ///< Elo from any anchor; double precision ends before.

struct Sums {
  double deals = 0;
  double score = 0;  ///< Shares of deals won.
  double lowest = HUGE_VAL;
  double highest = -HUGE_VAL;
};

double score_of_cell(const AnchorCounts& anchor, std::size_t cell) {
  return static_cast<double>(cell) / static_cast<double>(anchor.counts.size() - 1);
}

Sums sum_anchors(std::span<const AnchorCounts> anchors) {
  Sums sums;
  for (const AnchorCounts& anchor : anchors) {
    for (std::size_t k = 0; k < anchor.counts.size(); ++k) {
      sums.deals += anchor.counts[k];
      sums.score += anchor.counts[k] * score_of_cell(anchor, k);
    }
    sums.lowest = std::min(sums.lowest, anchor.elo);
    sums.highest = std::max(sums.highest, anchor.elo);
  }
  return sums;
}

double anchor_deals(const AnchorCounts& anchor) {
  double deals = 0;
  for (const double count : anchor.counts)
    deals += count;
  return deals;
}

/// Returns half the width of the interval at the estimate.
double half_width(std::span<const AnchorCounts> anchors, double elo, double deals) {
  double information = 0;
  double spread = 0;
  for (const AnchorCounts& anchor : anchors) {
    const double p = score_of_elo(elo - anchor.elo);
    information += anchor_deals(anchor) * p * (1 - p);
    for (std::size_t k = 0; k < anchor.counts.size(); ++k)
      spread += anchor.counts[k] * std::pow(score_of_cell(anchor, k) - p, 2);
  }
  // Deals that show no spread (the same bot twice) leave the model's own.
  const bool flat = spread < 1e-9 * information;
  const double error =
      flat ? 1 / std::sqrt(information) : std::sqrt(spread * deals / (deals - 1)) / information;
  return interval_quantile(kConfidence, static_cast<std::int64_t>(deals)) * kEloPerNat * error;
}

/// The strength at which all games go one way (sign 1: won) with probability 5 %, as elsewhere.
double find_bound(std::span<const AnchorCounts> anchors, double sign, const Sums& sums) {
  // The chance that all games go one way is monotonic in the strength, so it has one root.
  const auto excess = [&](double elo) {
    double log_chance = 0;
    for (const AnchorCounts& anchor : anchors)
      log_chance += anchor_deals(anchor) * weighted_games(anchor.counts.size()) *
                    std::log(score_of_elo(sign * (elo - anchor.elo)));
    return sign * (std::log1p(-kConfidence) - log_chance);
  };
  return find_root(excess, sums.lowest - kFarthest / 4, sums.highest + kFarthest / 4);
}

}  // namespace

AnchoredScore score_against(std::span<const AnchorCounts> anchors) {
  const Sums sums = sum_anchors(anchors);
  assert(sums.deals > 0);
  const bool one_sided = sums.score == sums.deals || sums.score == 0;
  if (one_sided && sums.deals < 2) return {};
  if (sums.score == sums.deals) return {{}, find_bound(anchors, 1, sums), {}};
  if (sums.score == 0) return {{}, {}, find_bound(anchors, -1, sums)};
  // The likelihood is highest where the score equals its expectation.
  const auto surprise = [&](double elo) {
    double expected = 0;
    for (const AnchorCounts& anchor : anchors)
      expected += anchor_deals(anchor) * score_of_elo(elo - anchor.elo);
    return sums.score - expected;
  };
  const double elo = find_root(surprise, sums.lowest - kFarthest, sums.highest + kFarthest);
  if (sums.deals < 2) return {elo, {}, {}};
  const double half = half_width(anchors, elo, sums.deals);
  return {elo, elo - half, elo + half};
}

}  // namespace danno::leagues::ratings
