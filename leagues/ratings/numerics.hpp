// Numerical methods on plain numbers: equations with symmetric matrices, maxima and roots.
//
// Only numerics.cpp reads Eigen and the solver of Boost.Math, because their templates take most of
// the time in which a file compiles.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {

using Vector = std::vector<double>;

[[nodiscard]] double mean(const Vector& vector);
[[nodiscard]] double dot(const Vector& a, const Vector& b);
/// Returns xᵀ A x.
[[nodiscard]] double quadratic_form(const SquareMatrix& matrix, const Vector& x);

/// These solve A x = b and A X = B by Cholesky's method; A must be symmetric and positive definite.
[[nodiscard]] Vector solve(const SquareMatrix& matrix, const Vector& right);
[[nodiscard]] SquareMatrix solve(const SquareMatrix& matrix, const SquareMatrix& right);
/// Solves A x = b, with pivots if rounding left A indefinite for Cholesky's method.
[[nodiscard]] Vector solve_pivoted(const SquareMatrix& matrix, const Vector& right);

/// The covariances of fitted parameters, less their zero point: J C Jᵀ with J = I - 1wᵀ, where w
/// are the weights by which the parameters make that point.
struct Covariances {
  SquareMatrix model;      ///< C = H⁻¹: all pairs of all games were independent.
  SquareMatrix clustered;  ///< C = H⁻¹ B H⁻¹, the sandwich.
};
/// Returns both from the negative Hessian H and the spread B, with pivots as in solve_pivoted().
[[nodiscard]] Covariances solve_sandwich(const SquareMatrix& hessian, const SquareMatrix& spread,
                                         const Vector& weights);
/// Returns the same, by the inverse of H, for as many of the first parameters as there are weights.
[[nodiscard]] Covariances multiply_sandwich(const SquareMatrix& hessian, const SquareMatrix& spread,
                                            const Vector& weights);

/// Adds to the first `count` rows and columns of a Hessian what holds the mean of these parameters,
/// which are fixed only up to a constant. It has the scale of the matrix.
void hold_mean(SquareMatrix& hessian, std::size_t count);

/// Goes to a maximum by Newton's method, with steps of at most 1 in each coordinate, because a
/// longer one may overshoot where the function is flat. `newton_step` is called with the position.
/// The mean of the first `free` coordinates is left to rounding and may go on moving. Returns false
/// if the steps are not finite, or do not end.
bool maximise(Vector& position, const std::function<Vector(const Vector&)>& newton_step,
              std::size_t free = 0);

/// Returns the root of a monotonic function between `low` and `high`, which enclose it, to so many
/// bits (Alefeld, Potra and Shi 1995: TOMS 748).
[[nodiscard]] double find_root(const std::function<double(double)>& function, double low,
                               double high, int bits = 50);

/// Returns F with Fᵀ F = `covariance`, which may be singular, as that of ratings is. Therefore F is
/// made of eigenvalues and eigenvectors, not by Cholesky.
[[nodiscard]] SquareMatrix factorise(const SquareMatrix& covariance);

/// Returns Fᵀ z, a vector whose covariance is Fᵀ F if `z` holds size() standard normal numbers.
[[nodiscard]] Vector correlate(const SquareMatrix& factor, std::span<const double> z);

}  // namespace danno::leagues::ratings
