// How far apart two of many must be so that all such judgements hold at once.
#pragma once

#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {

/// The quantile of max |x_i - x_j| / sd(x_i - x_j) over all pairs, x normal with that covariance:
/// with independent equal variances Tukey's studentized range over the square root of 2. Ranks from
/// differences beyond it are a simultaneous confidence set (Mogstad, Romano, Shaikh, Wilhelm 2024,
/// Review of Economic Studies 91). Simulated with a fixed seed; pairs without variance are left
/// out, and if none is left it is 0.
[[nodiscard]] double simultaneous_quantile(const SquareMatrix& covariance, double confidence);

}  // namespace danno::leagues::ratings
