// What ratings say of the strengths behind them.
#pragma once

#include <vector>

#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {

/// Normal strengths, Elo; the covariance in Elo².
struct Strengths {
  std::vector<double> mean;
  SquareMatrix covariance;
};

/// Returns what ratings with that covariance say of strengths: who is rated best of many was also
/// lucky. Strengths are taken as normal about their mean, with the variance that the ratings have
/// beyond their errors (empirical Bayes; Efron and Morris 1973, JASA 68).
[[nodiscard]] Strengths shrunk_strengths(const std::vector<double>& elo,
                                         const SquareMatrix& covariance);

}  // namespace danno::leagues::ratings
