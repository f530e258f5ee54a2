// Who beat whom: what each agent scored against each other one, beside what the ratings expect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {

/// The games of one agent against another.
struct Meeting {
  std::int64_t games = 0;
  std::int64_t wins = 0;           ///< Games in which it ended above the other.
  std::int64_t ties = 0;           ///< Games in which both shared a place.
  std::optional<double> residual;  ///< standardised_residual().

  [[nodiscard]] std::int64_t losses() const { return games - wins - ties; }
  /// Mean score, 0 to 1.
  [[nodiscard]] double score() const {
    return static_cast<double>(2 * wins + ties) / static_cast<double>(2 * games);
  }
  /// The other one's.
  [[nodiscard]] Meeting reversed() const;
};

/// That of i against j, at the tables of the options; nothing if they never met. The results are
/// raw, not luck-adjusted.
[[nodiscard]] std::optional<Meeting> meeting(const Results& results, const Ratings& ratings, int i,
                                             int j, const FitOptions& options = {});

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
