// The Elo of one agent against others whose Elo is given: graded work, the same scale every term.
//
// A logistic regression with the opponents' strengths as known offsets; the error is a sandwich
// clustered by deal. No prior: nobody's mark is drawn towards the mean of anything.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace danno::leagues::ratings {

/// What was played against one anchor.
struct AnchorCounts {
  double elo = 0;
  /// counts[k]: deals with a score of k/(size-1), the share of pairs won in all their games.
  std::vector<double> counts;
};

struct AnchoredScore {
  std::optional<double> elo;       ///< Empty if all was won or lost.
  std::optional<double> elo_low;   ///< 95 %, or one-sided if all was won.
  std::optional<double> elo_high;  ///< 95 %, or one-sided if all was lost.
};

/// At least one deal in all; a single one bounds nothing.
[[nodiscard]] AnchoredScore score_against(std::span<const AnchorCounts> anchors);

}  // namespace danno::leagues::ratings
