#include "leagues/ratings/head_to_head.hpp"

#include <algorithm>

namespace danno::leagues::ratings {

Meeting Meeting::reversed() const {
  return {games, losses(), ties, residual ? std::optional(-*residual) : std::nullopt};
}

std::optional<Meeting> meeting(const Results& results, const Ratings& ratings, int i, int j,
                               const FitOptions& options) {
  if (i > j) {
    const std::optional<Meeting> other = meeting(results, ratings, j, i, options);
    return other ? std::optional(other->reversed()) : std::nullopt;
  }
  Meeting all;
  for (const int size : table_sizes(results, options)) {
    const PairTotals& totals = results.pair(size, i, j);
    all.games += totals.games;
    all.ties += totals.ties;
    all.wins += (totals.score / (kPairWin / 2) - totals.ties) / 2;
  }
  if (all.games == 0) return std::nullopt;
  all.residual = standardised_residual(results, ratings, i, j, options);
  return all;
}

HeadToHead::HeadToHead(const Results& results, const Ratings& ratings, std::span<const int> agents)
    : size_(agents.size()) {
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column < row; ++column)
      meetings_.push_back(meeting(results, ratings, agents[row], agents[column]));
  }
}

std::optional<Meeting> HeadToHead::operator()(std::size_t row, std::size_t column) const {
  if (row == column) return std::nullopt;
  const auto [low, high] = std::minmax(row, column);
  const std::optional<Meeting>& met = meetings_[high * (high - 1) / 2 + low];
  return met && row == low ? met->reversed() : met;
}

}  // namespace danno::leagues::ratings
