// Tests every pair's score against the ratings (standardised residuals).
//
// The ratings were fitted to the same games, so the residual varies less than the score. Let y be
// the residual of the deals and u how the pair's expected score moves with the ratings θ:
//
//   Var(residual) = Σ y² - 2 u' Cov(θ, y) + u' Cov(θ) u
//
// Residuals::of() computes these three terms.
#include "leagues/ratings/head_to_head.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "leagues/ratings/standings.hpp"
#include "leagues/ratings/win_graph.hpp"

namespace danno::leagues::ratings {
namespace {

constexpr auto kWholeWin = static_cast<double>(kPairWin);

/// Returns the games of two agents at tables of these sizes.
std::int64_t count_games(const Results& results, const std::vector<int>& sizes, int i, int j) {
  std::int64_t games = 0;
  for (const int size : sizes)
    games += results.pair(size, std::min(i, j), std::max(i, j)).games;
  return games;
}

/// Returns the variance of a difference of two ratings, in nats.
double contrast(const SquareMatrix& covariance, int i, int j) {
  return variance_of_difference(covariance, at(i), at(j)) / (kEloPerNat * kEloPerNat);
}

/// y, the weighted score of i against j less what the ratings expect, over deals.
struct Residual {
  double sum = 0;
  double squares = 0;
  double information = 0;  ///< The derivative of y's mean by a rating.
  double model = 0;        ///< The variance of y, were all games independent.
  bool all_even = true;
  bool only_twos = true;  ///< No tables of more.
};

Residual compute_residual(const Results& results, const Ratings& ratings,
                          const std::vector<int>& sizes, int i, int j) {
  // The expected score is ½ + q; tanh loses no digits near 0.
  const double q = 0.5 * std::tanh((ratings.agents[static_cast<std::size_t>(i)].elo -
                                    ratings.agents[static_cast<std::size_t>(j)].elo) /
                                   kEloPerNat / 2);
  Residual pair;
  for (const int size : sizes) {
    const PairTotals& totals = results.pair(size, i, j);
    const double weight = pair_weight(size);
    const auto games = static_cast<double>(totals.games);
    const double information = weight * games * (0.25 - q * q);
    pair.sum += weight * (static_cast<double>(totals.score) / kWholeWin - games * (0.5 + q));
    pair.squares += weight * weight *
                    (static_cast<double>(totals.y_squared) / (kWholeWin * kWholeWin) -
                     2 * q * static_cast<double>(totals.ym) / kWholeWin +
                     q * q * static_cast<double>(totals.m_squared));
    pair.information += information;
    pair.model += weight * information;
    pair.all_even = pair.all_even && totals.y_squared == 0;
    pair.only_twos = pair.only_twos && (size == 2 || totals.games == 0);
  }
  return pair;
}

}  // namespace

Meeting Meeting::reversed() const {
  return {games, losses(), ties, residual ? std::optional(-*residual) : std::nullopt, all_even};
}

Residuals::Residuals(const Results& results, const Ratings& ratings, const FitOptions& options)
    : results_(results), ratings_(ratings), sizes_(table_sizes(results, options)) {
  WinGraph met(static_cast<std::size_t>(results.agents()));
  for (int i = 0; i < results.agents(); ++i) {
    for (int j = 0; j < results.agents(); ++j) {
      if (i != j && count_games(results, sizes_, i, j) > 0)
        met[static_cast<std::size_t>(i)].push_back(j);
    }
  }
  // No other game links the two parts that a bridge joins, so the ratings follow its games: its
  // residual is about 0 by construction.
  bridges_ = bridges(met);
}

std::optional<double> Residuals::of(int i, int j) const {
  if (i > j) {
    const std::optional<double> other = of(j, i);
    return other ? std::optional(-*other) : std::nullopt;
  }
  assert(i != j);
  constexpr double kFewestDeals = 20;
  if (deals_of_pair(results_, sizes_, i, j) < kFewestDeals || bridges_.contains({i, j}))
    return std::nullopt;
  const Residual pair = compute_residual(results_, ratings_, sizes_, i, j);
  // The ratings followed these games by a part `held` of their information, and the others by the
  // rest: r_d = y_d - u's_d, summed by its three terms. At larger tables y goes with the scores of
  // all who sit there as, in the mean over the pairs, these vary.
  const double held = pair.information * contrast(ratings_.model_covariance, i, j);
  const double of_ratings =
      pair.information * pair.information * contrast(ratings_.covariance, i, j);
  const double with_ratings = pair.only_twos ? held * pair.squares : of_ratings;
  const double clustered = pair.squares - 2 * with_ratings + of_ratings;
  const double by_model = pair.model - pair.information * held;
  // Deals that all had one score do not show their spread, unless each came out even.
  const bool tells = pair.all_even || !is_flat(results_, sizes_, i, j);
  const bool shows_none = clustered < 1e-4 * by_model;
  const double variance = shows_none ? by_model : tells ? clustered : std::max(clustered, by_model);
  return variance > 0 ? std::optional(pair.sum / std::sqrt(variance)) : std::nullopt;
}

std::optional<Meeting> Residuals::meeting(int i, int j) const {
  if (i > j) {
    const std::optional<Meeting> other = meeting(j, i);
    return other ? std::optional(other->reversed()) : std::nullopt;
  }
  Meeting all;
  all.all_even = true;
  for (const int size : sizes_) {
    const PairTotals& totals = results_.pair(size, i, j);
    all.games += totals.games;
    all.ties += totals.ties;
    // Half points = 2 · wins + ties.
    all.wins += (totals.score / (kPairWin / 2) - totals.ties) / 2;
    all.all_even = all.all_even && totals.y_squared == 0;
  }
  if (all.games == 0) return std::nullopt;
  all.residual = of(i, j);
  return all;
}

HeadToHead::HeadToHead(const Results& results, const Ratings& ratings, std::span<const int> agents)
    : size_(agents.size()) {
  const Residuals residuals(results, ratings);
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column < row; ++column)
      meetings_.push_back(residuals.meeting(agents[row], agents[column]));
  }
}

std::optional<Meeting> HeadToHead::operator()(std::size_t row, std::size_t column) const {
  if (row == column) return std::nullopt;
  const auto [low, high] = std::minmax(row, column);
  const std::optional<Meeting>& met = meetings_[high * (high - 1) / 2 + low];
  return met && row == low ? met->reversed() : met;
}

HeadToHead HeadToHead::reordered(std::span<const std::size_t> order) const {
  assert(order.size() == size_);
  HeadToHead square;
  square.size_ = size_;
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column < row; ++column)
      square.meetings_.push_back((*this)(order[row], order[column]));
  }
  return square;
}

}  // namespace danno::leagues::ratings
