#include "leagues/ratings/intervals.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

namespace danno::leagues::ratings {

namespace {

constexpr std::int64_t kFewDeals = 200;  // beyond it the normal law is as good

// Pairs looked at in all: a second's work.
constexpr double kWork = 4e8;
constexpr double kLeastDraws = 1000;
constexpr double kMostDraws = 20'000;

/// Two standard normal numbers (Box and Muller 1958), the same with every standard library.
std::pair<double, double> draw_two(std::mt19937_64& random) {
  const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace

// The mixture of normal martingales (Robbins 1970; Howard et al. 2021) gives a boundary that
// holds at all times at once with probability 1 - error:
//
//   sqrt((V + rho) (ln(1 + V/rho) + 2 ln(1/error)))
//
// V is the information here. `mixing` is rho, chosen so that the boundary is narrowest at a
// standard error of kAnytimeTunedAt.
double anytime_quantile(double se, double error, std::int64_t deals) {
  // The tail of the normal law behind this many errors is too small for a double.
  constexpr double kFarthestTail = 37;
  const double information = 1 / (se * se);
  const double best_at = 1 / (kAnytimeTunedAt * kAnytimeTunedAt);
  // The boundary of the mixture is narrowest at V when V/rho + 1 - ln(V/rho + 1) = 2 ln(1/error);
  // one step of iteration is close enough.
  const double wanted = -2 * std::log(error);
  const double mixing = best_at / (wanted + std::log(1 + wanted));
  const double grown = 1 + information / mixing;
  const double normal = std::sqrt((1 + mixing / information) * (std::log(grown) + wanted));
  if (deals < 2 || deals > kFewDeals) return normal;
  const boost::math::students_t student(static_cast<double>(deals - 1));
  // Few deals estimate their spread badly: take the quantile of Student's law with the same tail.
  const double tail = 0.5 * std::erfc(std::min(normal, kFarthestTail) / std::numbers::sqrt2);
  return std::max(normal, boost::math::quantile(boost::math::complement(student, tail)));
}

// The e-value is the mean likelihood ratio of winning chances below ½ against ½. It is a
// supermartingale if the agent is at least as good, so Ville's inequality (1939) bounds its
// maximum.
double log_e_value(double deals, double points) {
  // Substituting x = 1 - 2u, the integral is 2^(deals+1) times an incomplete beta function.
  const double wins = points + 1;
  const double losses = deals - points + 1;
  const double log_beta = std::lgamma(wins) + std::lgamma(losses) - std::lgamma(wins + losses);
  return (deals + 1) * std::numbers::ln2 + log_beta +
         std::log(boost::math::ibeta(wins, losses, 0.5));
}

double normal_quantile(double confidence) {
  return boost::math::quantile(boost::math::normal(), 0.5 + confidence / 2);
}

double interval_quantile(double confidence, std::int64_t deals) {
  if (deals < 2 || deals > kFewDeals) return normal_quantile(confidence);
  const boost::math::students_t student(static_cast<double>(deals - 1));
  return boost::math::quantile(student, 0.5 + confidence / 2);
}

double upper_tail(double errors, std::int64_t deals) {
  if (deals < 2 || deals > kFewDeals) return 0.5 * std::erfc(-errors / std::sqrt(2.0));
  return boost::math::cdf(boost::math::students_t(static_cast<double>(deals - 1)), errors);
}

double chi_squared_tail(double sum, int degrees) {
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(degrees), sum));
}

// Empirical Bayes (Efron and Morris 1975): the agents' strengths are taken as a sample of a normal
// law. Its variance is what the ratings vary beyond their own errors. Each rating moves towards the
// mean as far as its error is large against that variance.
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
  // The posterior covariance is v (v + C)⁻¹ C; the loop below removes the asymmetry of rounding.
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

// The covariance of centred ratings is singular, so Cholesky would fail; small negative eigenvalues
// are rounding.
SquareMatrix factorise(const SquareMatrix& covariance) {
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

// Simulates the largest standardised error over all pairs (Mogstad et al. 2024): its quantile
// bounds all differences at once.
double simultaneous_quantile(const SquareMatrix& covariance, double confidence) {
  const std::size_t n = covariance.size();
  const SquareMatrix factor = factorise(covariance);

  struct Pair {
    std::size_t i, j;
    double precision;  // one over the standard deviation
  };
  std::vector<Pair> pairs;
  for (std::size_t j = 1; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const double variance = covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
      // Pairs whose ratings move together exactly have no error and bound nothing.
      if (variance > 1e-12 * (covariance(i, i) + covariance(j, j)))
        pairs.push_back({i, j, 1 / std::sqrt(variance)});
    }
  }
  if (pairs.empty()) return 0;

  const auto draws = static_cast<std::size_t>(
      std::clamp(kWork / static_cast<double>(pairs.size()), kLeastDraws, kMostDraws));
  std::mt19937_64 random(1);
  std::vector<double> widest(draws);
  std::vector<double> normal(n + 1);  // a pair at a time
  for (double& most : widest) {
    for (std::size_t i = 0; i < n; i += 2)
      std::tie(normal[i], normal[i + 1]) = draw_two(random);
    const std::vector<double> x = correlate(factor, normal);
    most = 0;
    for (const Pair& pair : pairs)
      most = std::max(most, std::abs(x[pair.i] - x[pair.j]) * pair.precision);
  }
  const auto place =
      widest.begin() + static_cast<std::ptrdiff_t>(confidence * static_cast<double>(draws - 1));
  std::nth_element(widest.begin(), place, widest.end());
  return *place;
}

}  // namespace danno::leagues::ratings
