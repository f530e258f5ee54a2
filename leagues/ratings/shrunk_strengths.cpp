#include "leagues/ratings/shrunk_strengths.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

namespace danno::leagues::ratings {

Strengths shrunk_strengths(const std::vector<double>& elo, const SquareMatrix& covariance) {
  const auto n = static_cast<Eigen::Index>(elo.size());
  const Eigen::Map<const Eigen::VectorXd> rated(elo.data(), n);
  const Eigen::Map<const Eigen::MatrixXd> errors(covariance.cells().data(), n, n);
  const Eigen::VectorXd apart = rated.array() - rated.mean();
  constexpr double kLeast = 30;  // Elo; few agents may look more alike than they are
  const double beyond = (apart.squaredNorm() - errors.trace()) /
                        static_cast<double>(std::max<Eigen::Index>(1, n - 1));
  const double variance = std::max(kLeast * kLeast, beyond);
  const Eigen::MatrixXd all = errors + variance * Eigen::MatrixXd::Identity(n, n);
  const Eigen::LLT<Eigen::MatrixXd> root(all);
  const Eigen::VectorXd mean = variance * root.solve(apart);
  const Eigen::MatrixXd left = variance * root.solve(errors);
  Strengths strengths{{}, SquareMatrix(elo.size())};
  for (Eigen::Index i = 0; i < n; ++i) {
    strengths.mean.push_back(rated.mean() + mean(i));
    for (Eigen::Index j = 0; j < n; ++j)
      strengths.covariance(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) =
          (left(i, j) + left(j, i)) / 2;
  }
  return strengths;
}

}  // namespace danno::leagues::ratings
