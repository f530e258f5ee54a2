// How far apart two ratings must be if one looks at any time and as often as one likes.
//
// A 95 % interval is wrong in 5 % of looks, so somebody who looks after every round will see it
// wrong. A confidence sequence holds at all times at once. This is the normal mixture of Robbins
// (1970, Annals of Mathematical Statistics 41) as in Howard, Ramdas, McAuliffe and Sekhon (2021,
// Annals of Statistics 49, eq. 14), in the asymptotic form of Waudby-Smith, Arbour, Sinha, Kennedy
// and Ramdas (2024, Annals of Statistics 52): for an estimate that is a mean of many deals, with
// its standard error in place of a known one. docs/statistics.md has the formula.
#pragma once

#include <cstdint>
#include <limits>

namespace danno::leagues::ratings {

/// The standard error, in Elo, at which the sequence is narrowest: about where leagues decide.
/// Elsewhere it is slightly wider and equally valid.
inline constexpr double kAnytimeTunedAt = 15;

/// Half the width of the sequence in standard errors, for an estimate whose standard error is `se`
/// now (Elo, above 0) and which shall err with probability `error` (in (0, 1)) in all its time. The
/// standard error of few deals is a rough guess: up to 200 the quantile is that of Student's law.
[[nodiscard]] double anytime_quantile(
    double se, double error, std::int64_t deals = std::numeric_limits<std::int64_t>::max());

/// Returns the logarithm of an e-value: if an agent is at least as good as its opponent, the chance
/// that it ever exceeds ln(1/error), while deals are added, is at most `error`. `points` of 1 a
/// deal are the agent's. It is that of a bet on every loss, averaged over stakes from 0 to 1: the
/// integral of (1+x)^(deals-points) (1-x)^points. A deal that gave part of a point counts as that
/// part of a win and the rest of a loss, which never is more evidence.
[[nodiscard]] double log_e_value(double deals, double points);

}  // namespace danno::leagues::ratings
