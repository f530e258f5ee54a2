// The Elo of one agent against others of given Elo: for grades on the same scale every term.
//
// A logistic regression with the opponents' strengths as known offsets; the error is a sandwich
// estimator clustered by deal. There is no prior, so no grade is drawn towards a mean.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace danno::leagues::ratings {

/// The results against one anchor.
struct AnchorCounts {
  double elo = 0;
  /// counts[k] deals had a score of k/(size-1), the share of pairs won in all their games.
  std::vector<double> counts;
};

struct AnchoredScore {
  std::optional<double> elo;       ///< Empty if everything was won or lost.
  std::optional<double> elo_low;   ///< The 95 % bound, or one-sided if everything was won.
  std::optional<double> elo_high;  ///< The 95 % bound, or one-sided if everything was lost.
};

/// Returns the score. There must be at least one deal; a single one gives no bounds.
[[nodiscard]] AnchoredScore score_against(std::span<const AnchorCounts> anchors);

}  // namespace danno::leagues::ratings
