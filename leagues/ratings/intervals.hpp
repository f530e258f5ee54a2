// The widths of intervals: at one look, at any number of looks, and for many comparisons at once.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {

/// The two-sided level of every published interval, unless its caller asks for another.
inline constexpr double kConfidence = 0.95;

// The distance between two ratings that is significant however often one looks.
//
// A 95 % interval is wrong in 5 % of looks, so somebody who looks after every round will see it
// wrong. A confidence sequence holds at all times at once. This is the normal mixture of Robbins
// (1970, Annals of Mathematical Statistics 41) as in Howard, Ramdas, McAuliffe and Sekhon (2021,
// Annals of Statistics 49, eq. 14), in the asymptotic form of Waudby-Smith, Arbour, Sinha, Kennedy
// and Ramdas (2024, Annals of Statistics 52): for an estimate that is a mean of many deals, with
// its standard error in place of a known one. docs/statistics.md has the formula.

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

// Quantiles and tails of the laws that tests and intervals rest on; Student's for what few deals
// say, whose standard errors are rough guesses themselves.

/// Returns the two-sided quantile of the normal law for a level in (0, 1).
[[nodiscard]] double normal_quantile(double confidence);

/// Returns the probability that a value of the normal law is below `quantile`.
[[nodiscard]] double normal_cdf(double quantile);

/// Returns the two-sided quantile: Student's t with deals - 1 degrees of freedom, normal above 200
/// and below 2.
[[nodiscard]] double interval_quantile(double confidence, std::int64_t deals);

/// Returns the inverse: the probability that a value `errors` standard errors above 0 is above 0.
[[nodiscard]] double upper_tail(double errors, std::int64_t deals);

/// Returns the p-value of a chi-squared test: the probability of at least `sum` by chance.
[[nodiscard]] double chi_squared_tail(double sum, int degrees);

/// Normally distributed strengths in Elo; the covariance is in Elo².
struct Strengths {
  std::vector<double> mean;
  SquareMatrix covariance;
};

/// Returns the distribution of strengths given ratings with that covariance; the best rated of many
/// was also lucky. Strengths are assumed normal about their mean, with the variance that the
/// ratings have beyond their errors (empirical Bayes; Efron and Morris 1973, JASA 68).
[[nodiscard]] Strengths shrunk_strengths(const std::vector<double>& elo,
                                         const SquareMatrix& covariance);

/// Returns the quantile of max |x_i - x_j| / sd(x_i - x_j) over all pairs, for normal x with that
/// covariance; with independent equal variances it is Tukey's studentized range divided by the
/// square root of 2. Ranks from differences beyond it are a simultaneous confidence set (Mogstad,
/// Romano, Shaikh, Wilhelm 2024, Review of Economic Studies 91). Simulated with a fixed seed. Pairs
/// without variance are left out; if none is left, returns 0.
[[nodiscard]] double simultaneous_quantile(const SquareMatrix& covariance, double confidence);

}  // namespace danno::leagues::ratings
