#include "leagues/ratings/numerics.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <boost/math/tools/toms748_solve.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace danno::leagues::ratings {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd to_eigen(const Vector& vector) {
  return Eigen::Map<const VectorXd>(vector.data(), static_cast<Index>(vector.size()));
}

/// Takes rows for columns: all matrices are symmetric, up to rounding.
MatrixXd to_eigen(const SquareMatrix& matrix) {
  const auto n = static_cast<Index>(matrix.size());
  return Eigen::Map<const MatrixXd>(matrix.cells().data(), n, n);
}

Vector from_eigen(const VectorXd& vector) { return {vector.begin(), vector.end()}; }

SquareMatrix from_eigen(const MatrixXd& matrix) {
  SquareMatrix square(static_cast<std::size_t>(matrix.rows()));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j)
      square(at(i), at(j)) = matrix(i, j);
  }
  return square;
}

/// Solves with a Hessian. Of far more games than the prior stands for, rounding may leave it
/// indefinite for Cholesky; pivoting copes with that.
class PivotedSolver {
 public:
  explicit PivotedSolver(const MatrixXd& hessian) : root_(hessian) {
    if (root_.info() != Eigen::Success) pivoted_.emplace(hessian);
  }

  [[nodiscard]] MatrixXd solve(const MatrixXd& right) const {
    return pivoted_ ? MatrixXd(pivoted_->solve(right)) : MatrixXd(root_.solve(right));
  }

 private:
  Eigen::LLT<MatrixXd> root_;
  std::optional<Eigen::LDLT<MatrixXd>> pivoted_;
};

/// Returns J C Jᵀ with J = I - 1wᵀ.
SquareMatrix centred(const MatrixXd& covariance, const VectorXd& weights) {
  const Eigen::RowVectorXd columns = weights.transpose() * covariance;
  const VectorXd rows = covariance * weights;
  MatrixXd result = covariance;
  result.rowwise() -= columns;
  result.colwise() -= rows;
  result.array() += weights.dot(rows);
  return from_eigen(result);
}

}  // namespace

double mean(const Vector& vector) { return to_eigen(vector).mean(); }

double dot(const Vector& a, const Vector& b) { return to_eigen(a).dot(to_eigen(b)); }

double quadratic_form(const SquareMatrix& matrix, const Vector& x) {
  const VectorXd vector = to_eigen(x);
  const MatrixXd rows = to_eigen(matrix).transpose();
  return vector.dot(rows * vector);
}

Vector solve(const SquareMatrix& matrix, const Vector& right) {
  return from_eigen(VectorXd(to_eigen(matrix).llt().solve(to_eigen(right))));
}

SquareMatrix solve(const SquareMatrix& matrix, const SquareMatrix& right) {
  return from_eigen(MatrixXd(to_eigen(matrix).llt().solve(to_eigen(right))));
}

Vector solve_pivoted(const SquareMatrix& matrix, const Vector& right) {
  return from_eigen(VectorXd(PivotedSolver(to_eigen(matrix)).solve(to_eigen(right))));
}

Covariances solve_sandwich(const SquareMatrix& hessian, const SquareMatrix& spread,
                           const Vector& weights) {
  const PivotedSolver root(to_eigen(hessian));
  const auto n = static_cast<Index>(hessian.size());
  const VectorXd zero = to_eigen(weights);
  // B is symmetric, so H⁻¹ (H⁻¹ B)ᵀ is the sandwich.
  const MatrixXd half = root.solve(to_eigen(spread));
  return {centred(root.solve(MatrixXd::Identity(n, n)), zero),
          centred(root.solve(half.transpose()), zero)};
}

Covariances multiply_sandwich(const SquareMatrix& hessian, const SquareMatrix& spread,
                              const Vector& weights) {
  const auto all = static_cast<Index>(hessian.size());
  const auto n = static_cast<Index>(weights.size());
  const Eigen::LLT<MatrixXd> root(to_eigen(hessian));
  const MatrixXd inverse = root.solve(MatrixXd::Identity(all, all));
  const MatrixXd sandwich = inverse * to_eigen(spread) * inverse;
  const VectorXd zero = to_eigen(weights);
  return {centred(inverse.topLeftCorner(n, n), zero), centred(sandwich.topLeftCorner(n, n), zero)};
}

void hold_mean(SquareMatrix& hessian, std::size_t count) {
  double trace = 0;
  for (std::size_t i = 0; i < count; ++i)
    trace += hessian(i, i);
  const double added = trace / static_cast<double>(count * count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j)
      hessian(i, j) += added;
  }
}

bool maximise(Vector& position, const std::function<Vector(const Vector&)>& newton_step,
              std::size_t free) {
  constexpr int kMaxSteps = 500;
  constexpr double kSettled = 1e-12;
  constexpr double kAlmost = 1e-9;  // Rounding may keep a large fit from going below kSettled.
  const auto floating = static_cast<Index>(free);
  double previous = 1;
  for (int step = 0; step < kMaxSteps; ++step) {
    VectorXd move = to_eigen(newton_step(position));
    const double length = move.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(length)) return false;
    for (std::size_t i = 0; i < position.size(); ++i)
      position[i] +=
          length > 1 ? move(static_cast<Index>(i)) / length : move(static_cast<Index>(i));
    if (free > 0) move.head(floating).array() -= move.head(floating).mean();
    const double change = move.lpNorm<Eigen::Infinity>();
    // Rounding may stop the steps from shrinking before they reach kSettled; then they are done,
    // too.
    if (change < kSettled || (change < kAlmost && change >= previous)) return true;
    previous = change;
  }
  return false;
}

double find_root(const std::function<double(double)>& function, double low, double high, int bits) {
  std::uintmax_t steps = 500;
  const auto [left, right] = boost::math::tools::toms748_solve(
      function, low, high, boost::math::tools::eps_tolerance<double>(static_cast<unsigned>(bits)),
      steps);
  return (left + right) / 2;
}

// The covariance of centred ratings is singular, so Cholesky would fail; small negative eigenvalues
// are rounding.
SquareMatrix factorise(const SquareMatrix& covariance) {
  const std::size_t n = covariance.size();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(to_eigen(covariance));
  SquareMatrix factor(n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto column = static_cast<Index>(k);
    const double scale = std::sqrt(std::max(0.0, solver.eigenvalues()(column)));
    for (std::size_t i = 0; i < n; ++i)
      factor(k, i) = scale * solver.eigenvectors()(static_cast<Index>(i), column);
  }
  return factor;
}

Vector correlate(const SquareMatrix& factor, std::span<const double> z) {
  Vector x(factor.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += z[k] * factor(k, i);
  }
  return x;
}

}  // namespace danno::leagues::ratings
