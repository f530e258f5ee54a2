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
    : size_(agents.size()), meetings_(size_ * size_) {
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column < row; ++column) {
      const auto met = meeting(results, ratings, agents[row], agents[column]);
      if (!met) continue;
      meetings_[row * size_ + column] = met;
      meetings_[column * size_ + row] = met->reversed();
    }
  }
}

}  // namespace danno::leagues::ratings
