#include "leagues/ratings/covariance_factor.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace danno::leagues::ratings {

SquareMatrix factor_of(const SquareMatrix& covariance) {
  const std::size_t n = covariance.size();
  const auto size = static_cast<Eigen::Index>(n);
  const Eigen::Map<const Eigen::MatrixXd> symmetric(covariance.cells().data(), size, size);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
  SquareMatrix factor(n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    const double scale = std::sqrt(std::max(0.0, solver.eigenvalues()(column)));
    for (std::size_t i = 0; i < n; ++i)
      factor(k, i) = scale * solver.eigenvectors()(static_cast<Eigen::Index>(i), column);
  }
  return factor;
}

std::vector<double> correlate(const SquareMatrix& factor, std::span<const double> z) {
  std::vector<double> x(factor.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += z[k] * factor(k, i);
  }
  return x;
}

}  // namespace danno::leagues::ratings
