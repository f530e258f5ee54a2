#include "leagues/ratings/intervals.hpp"

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

#include "leagues/ratings/numerics.hpp"

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

double normal_cdf(double quantile) { return boost::math::cdf(boost::math::normal(), quantile); }

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
  const std::size_t n = elo.size();
  const double centre = mean(elo);
  Vector apart;
  double errors = 0;
  for (std::size_t i = 0; i < n; ++i) {
    apart.push_back(elo[i] - centre);
    errors += covariance(i, i);
  }
  constexpr double kLeast = 30;  // Elo; few agents may look more alike than they are
  const double beyond =
      (dot(apart, apart) - errors) / static_cast<double>(std::max<std::size_t>(2, n) - 1);
  const double variance = std::max(kLeast * kLeast, beyond);
  SquareMatrix all = covariance;
  for (std::size_t i = 0; i < n; ++i)
    all(i, i) += variance;
  const Vector moved = solve(all, apart);
  // The posterior covariance is v (v + C)⁻¹ C; the loop below removes the asymmetry of rounding.
  const SquareMatrix left = solve(all, covariance);
  Strengths strengths{{}, SquareMatrix(n)};
  for (std::size_t i = 0; i < n; ++i) {
    strengths.mean.push_back(centre + variance * moved[i]);
    for (std::size_t j = 0; j < n; ++j)
      strengths.covariance(i, j) = (variance * left(i, j) + variance * left(j, i)) / 2;
  }
  return strengths;
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
      const double variance = variance_of_difference(covariance, i, j);
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
