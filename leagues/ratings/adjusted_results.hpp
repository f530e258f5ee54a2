// Results with the luck of the dice removed, beside the raw ones.
//
// The score of a pair in a game becomes Y = X - beta * Lambda. V, and so Lambda, follows from the
// rules alone. beta is cross-fitted: that of a line-up's even deals is the least-squares slope of
// its odd deals and vice versa, so no deal affects its own beta. With few deals beta is shrunk
// towards 1, its value between good agents, as if there were one more deal that luck alone had
// decided. Whatever beta is, Y has the mean of X (docs/statistics.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "leagues/ratings/luck_sums.hpp"
#include "leagues/ratings/results.hpp"

namespace danno::leagues::ratings {

/// The luck of one agent's own throws, over deals. A deal's luck is the mean over games and rivals.
struct LuckTotals {
  std::int64_t deals = 0;
  double sum = 0;
  double squares = 0;

  /// Returns the mean luck as winning chance.
  [[nodiscard]] double mean() const;
  /// Returns the number of standard errors between the mean and 0; empty if there was no luck.
  [[nodiscard]] std::optional<double> z() const;
};

/// The number of standard errors beyond which dice or an agent are suspicious.
inline constexpr double kSuspiciousZ = 4;

class AdjustedResults {
 public:
  explicit AdjustedResults(int agents);

  /// Adds all deals of a line-up; `agents` are numbers or kNotRated. Rated agents are treated as if
  /// they had played without the others.
  void add_line_up(std::span<const int> agents, const LuckSums& sums);

  [[nodiscard]] const Results& results() const { return results_; }
  [[nodiscard]] const LuckTotals& luck(int agent) const {
    return luck_[static_cast<std::size_t>(agent)];
  }

 private:
  Results results_;
  std::vector<LuckTotals> luck_;
};

}  // namespace danno::leagues::ratings
