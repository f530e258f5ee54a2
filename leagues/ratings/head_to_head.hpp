// The scores of each agent against each other agent, and the scores that the ratings expect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {

/// The games of one agent against another.
struct Meeting {
  std::int64_t games = 0;
  std::int64_t wins = 0;           ///< Games in which it finished above the other.
  std::int64_t ties = 0;           ///< Games in which both shared a place.
  std::optional<double> residual;  ///< The value of Residuals::of().
  bool all_even = false;           ///< True if the score of every deal was even.

  [[nodiscard]] std::int64_t losses() const { return games - wins - ties; }
  /// Returns the mean score, 0 to 1.
  [[nodiscard]] double score() const {
    return static_cast<double>(2 * wins + ties) / static_cast<double>(2 * games);
  }
  /// Returns the same games from the other agent's side.
  [[nodiscard]] Meeting reversed() const;
};

/// The differences between the scores of pairs and what the ratings expect. All arguments must
/// outlive the object.
class Residuals {
 public:
  Residuals(const Results& results, const Ratings& ratings, const FitOptions& options = {});

  /// Returns what i scored against j minus what the ratings expect, in standard errors clustered by
  /// deal: about standard normal if the ratings are right. Empty if they met in fewer than 20
  /// deals, whose spread is too unreliable, or if no other games link the two, because the ratings
  /// then only repeat these games. docs/statistics.md has the formula.
  [[nodiscard]] std::optional<double> of(int i, int j) const;
  /// Returns their games at the tables of the options; nullopt if they never met. The results must
  /// be raw, not luck-adjusted.
  [[nodiscard]] std::optional<Meeting> meeting(int i, int j) const;

 private:
  const Results& results_;
  const Ratings& ratings_;
  std::vector<int> sizes_;
  std::set<std::pair<int, int>> bridges_;
};

/// A square of meetings; the diagonal is empty.
class HeadToHead {
 public:
  HeadToHead() = default;
  /// Row and column k belong to agents[k]. The results must be raw.
  HeadToHead(const Results& results, const Ratings& ratings, std::span<const int> agents);

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Returns row against column, both below size(); nullopt if they never met.
  [[nodiscard]] std::optional<Meeting> operator()(std::size_t row, std::size_t column) const;
  /// Returns the same square in another order: row k is the former row order[k].
  [[nodiscard]] HeadToHead reordered(std::span<const std::size_t> order) const;

 private:
  std::size_t size_ = 0;
  std::vector<std::optional<Meeting>> meetings_;  // below the diagonal, by rows
};

}  // namespace danno::leagues::ratings
