// How far apart two of many must be so that all such judgements hold at once.
#pragma once

#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {

/// Returns the quantile of max |x_i - x_j| / sd(x_i - x_j) over all pairs, for normal x with that
/// covariance; with independent equal variances it is Tukey's studentized range divided by the
/// square root of 2. Ranks from differences beyond it are a simultaneous confidence set (Mogstad,
/// Romano, Shaikh, Wilhelm 2024, Review of Economic Studies 91). Simulated with a fixed seed. Pairs
/// without variance are left out; if none is left, returns 0.
[[nodiscard]] double simultaneous_quantile(const SquareMatrix& covariance, double confidence);

}  // namespace danno::leagues::ratings
