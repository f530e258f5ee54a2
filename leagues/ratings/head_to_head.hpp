// Who beat whom: what each agent scored against each other one, beside what the ratings expect.
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
  std::int64_t wins = 0;           ///< Games in which it ended above the other.
  std::int64_t ties = 0;           ///< Games in which both shared a place.
  std::optional<double> residual;  ///< Residuals::of().
  bool all_even = false;           ///< Every deal came out even.

  [[nodiscard]] std::int64_t losses() const { return games - wins - ties; }
  /// Mean score, 0 to 1.
  [[nodiscard]] double score() const {
    return static_cast<double>(2 * wins + ties) / static_cast<double>(2 * games);
  }
  /// The other one's.
  [[nodiscard]] Meeting reversed() const;
};

/// How far pairs are from what the ratings expect. All it is given must outlive it.
class Residuals {
 public:
  Residuals(const Results& results, const Ratings& ratings, const FitOptions& options = {});

  /// What i scored against j, less what the ratings expect, in standard errors clustered by deal:
  /// about standard normal where the ratings hold. Empty if they met in fewer than 20 deals, whose
  /// spread is too rough a guess, or if no other games link the two: then the ratings say what
  /// these very games say. docs/statistics.md has the formula.
  [[nodiscard]] std::optional<double> of(int i, int j) const;
  /// Their games, at the tables of the options; nothing if they never met. The results are raw, not
  /// luck-adjusted.
  [[nodiscard]] std::optional<Meeting> meeting(int i, int j) const;

 private:
  const Results& results_;
  const Ratings& ratings_;
  std::vector<int> sizes_;
  std::set<std::pair<int, int>> bridges_;
};

/// A square of meetings; the diagonal has none.
class HeadToHead {
 public:
  HeadToHead() = default;
  /// Row and column k are agents[k]. The results are raw.
  HeadToHead(const Results& results, const Ratings& ratings, std::span<const int> agents);

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Row against column, both below size(); nothing if they never met.
  [[nodiscard]] std::optional<Meeting> operator()(std::size_t row, std::size_t column) const;

 private:
  std::size_t size_ = 0;
  std::vector<std::optional<Meeting>> meetings_;  // below the diagonal, by rows
};

}  // namespace danno::leagues::ratings
