// Quantiles and tails of the laws that tests and intervals rest on; Student's for what few deals
// say, whose standard errors are rough guesses themselves.
#pragma once

#include <cstdint>

namespace danno::leagues::ratings {

/// Returns the two-sided quantile of the normal law for a level in (0, 1).
[[nodiscard]] double normal_quantile(double confidence);

/// Returns the two-sided quantile: Student's t with deals - 1 degrees of freedom, normal above 200
/// and below 2.
[[nodiscard]] double interval_quantile(double confidence, std::int64_t deals);

/// Returns the inverse: the probability that a value `errors` standard errors above 0 is above 0.
[[nodiscard]] double chance_above(double errors, std::int64_t deals);

/// Returns the p-value of a chi-squared test: the probability of at least `sum` by chance.
[[nodiscard]] double chi_squared_tail(double sum, int degrees);

}  // namespace danno::leagues::ratings
