// How far apart two ratings must be so that one may look at any time, and as often as one likes.
//
// A 95 % interval errs in 5 % of looks, so somebody who looks every round will see it err. A
// confidence sequence holds at all times at once. This is the normal mixture of Robbins (1970,
// Annals of Mathematical Statistics 41) as in Howard, Ramdas, McAuliffe and Sekhon (2021, Annals of
// Statistics 49, eq. 14), in the asymptotic form of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
// (2024, Annals of Statistics 52): for an estimate that is a mean of many deals, with its standard
// error in place of a known one. docs/statistics.md has the formula.
#pragma once

#include <cstdint>
#include <limits>

namespace danno::leagues::ratings {

/// The standard error, in Elo, at which the sequence is as narrow as it can be: about where leagues
/// decide. Elsewhere it is a little wider, and as true.
inline constexpr double kAnytimeTunedAt = 15;

/// Half the width of the sequence in standard errors, for an estimate whose standard error is `se`
/// now (Elo, above 0) and which shall err with probability `error` (in (0, 1)) in all its time. The
/// standard error of few deals is a rough guess: up to 200 the quantile is that of Student's law.
[[nodiscard]] double anytime_quantile(
    double se, double error, std::int64_t deals = std::numeric_limits<std::int64_t>::max());

}  // namespace danno::leagues::ratings
