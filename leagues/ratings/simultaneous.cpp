#include "leagues/ratings/simultaneous.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "leagues/ratings/covariance_factor.hpp"

namespace danno::leagues::ratings {
namespace {

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

double simultaneous_quantile(const SquareMatrix& covariance, double confidence) {
  const std::size_t n = covariance.size();
  const SquareMatrix factor = factor_of(covariance);

  struct Pair {
    std::size_t i, j;
    double precision;  // one over the standard deviation
  };
  std::vector<Pair> pairs;
  for (std::size_t j = 1; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const double variance = covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
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
