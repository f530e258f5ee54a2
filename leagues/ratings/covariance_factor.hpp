// Makes normal vectors with a given covariance.
#pragma once

#include <span>
#include <vector>

#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {

/// Returns F with Fᵀ F = `covariance`, which may be singular, as that of ratings is. Therefore F is
/// made of eigenvalues and eigenvectors, not by Cholesky.
[[nodiscard]] SquareMatrix factor_of(const SquareMatrix& covariance);

/// Returns Fᵀ z, a vector whose covariance is Fᵀ F if `z` holds size() standard normal numbers.
[[nodiscard]] std::vector<double> correlate(const SquareMatrix& factor, std::span<const double> z);

}  // namespace danno::leagues::ratings
