// Estimates the strengths behind ratings.
#pragma once

#include <vector>

#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {

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

}  // namespace danno::leagues::ratings
