// Quantiles, tails and strengths against tables and closed forms.
#include "leagues/ratings/intervals.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "leagues/ratings/numerics.hpp"

namespace danno::leagues::ratings {
namespace {

TEST(Quantiles, AreThoseOfEveryTable) {
  EXPECT_NEAR(normal_quantile(0.95), 1.959963984540054, 1e-12);
  EXPECT_NEAR(normal_quantile(0.99), 2.575829303548901, 1e-12);
  EXPECT_NEAR(interval_quantile(0.95, 2), 12.7062047362, 1e-9);
  EXPECT_NEAR(interval_quantile(0.95, 3), 4.3026527297, 1e-9);
  EXPECT_NEAR(interval_quantile(0.99, 11), 3.1692726726, 1e-9);
  EXPECT_NEAR(interval_quantile(0.95, 200), 1.9719565442, 1e-9);
  // One deal has no spread, and many have a sure one.
  EXPECT_EQ(interval_quantile(0.95, 1), normal_quantile(0.95));
  EXPECT_EQ(interval_quantile(0.95, 201), normal_quantile(0.95));
}

TEST(UpperTail, HasTheClosedFormsOfOneAndTwoDegreesOfFreedom) {
  for (const double errors : {-3.0, -0.5, 0.0, 1.0, 2.5}) {
    EXPECT_NEAR(upper_tail(errors, 2), 0.5 + std::atan(errors) / std::numbers::pi, 1e-12);
    EXPECT_NEAR(upper_tail(errors, 3), 0.5 + errors / (2 * std::sqrt(2 + errors * errors)), 1e-12);
    EXPECT_NEAR(upper_tail(errors, 1), 0.5 * (1 + std::erf(errors / std::sqrt(2))), 1e-12);
    EXPECT_EQ(upper_tail(errors, 201), upper_tail(errors, 1));
  }
  EXPECT_NEAR(upper_tail(interval_quantile(0.9, 200), 200), 0.95, 1e-9);
}

TEST(ChiSquaredTail, HasTheClosedFormsOfOneAndTwoDegreesOfFreedom) {
  for (const double sum : {0.1, 1.0, 3.84, 20.0}) {
    EXPECT_NEAR(chi_squared_tail(sum, 1), std::erfc(std::sqrt(sum / 2)), 1e-12);
    EXPECT_NEAR(chi_squared_tail(sum, 2), std::exp(-sum / 2), 1e-12);
  }
}

/// Returns the boundary of docs/statistics.md, in standard errors.
double boundary(double se, double rho, double error) {
  const double v = 1 / (se * se);
  return std::sqrt((1 + rho / v) * (std::log(1 + v / rho) + 2 * std::log(1 / error)));
}

TEST(AnytimeQuantile, IsTheNarrowestOfTheNormalMixturesAtItsError) {
  EXPECT_NEAR(anytime_quantile(15, 0.0125 / 45), 4.52, 0.005);  // the example of docs/statistics.md
  for (const double error : {0.05, 0.00028}) {
    double narrowest = HUGE_VAL;
    for (int step = 0; step < 1160; ++step)  // from 1e-5 to 1
      narrowest =
          std::min(narrowest, boundary(kAnytimeTunedAt, 1e-5 * std::pow(1.01, step), error));
    EXPECT_NEAR(anytime_quantile(kAnytimeTunedAt, error), narrowest, 0.002 * narrowest);
    const double wanted = 2 * std::log(1 / error);
    const double rho = 1 / (15.0 * 15.0) / (wanted + std::log(1 + wanted));
    for (const double se : {3.0, 15.0, 90.0})
      EXPECT_NEAR(anytime_quantile(se, error), boundary(se, rho, error), 1e-9);
  }
}

TEST(AnytimeQuantile, OfFewDealsHasTheTailOfTheNormalLaw) {
  for (const std::int64_t deals : {2, 30, 200}) {
    const double tail = 0.5 * std::erfc(anytime_quantile(20, 0.05) / std::sqrt(2));
    EXPECT_NEAR(1 - upper_tail(anytime_quantile(20, 0.05, deals), deals), tail, 1e-9);
  }
  EXPECT_EQ(anytime_quantile(20, 0.05, 1), anytime_quantile(20, 0.05));
}

TEST(LogEValue, IsTheLogarithmOfTheBetsIntegral) {
  for (const auto& [deals, points] : {std::pair(4.0, 1.0), {10.0, 2.5}, {6.0, 5.0}}) {
    constexpr int kSteps = 2000;  // Simpson's rule
    double integral = 0;
    for (int step = 0; step <= kSteps; ++step) {
      const double x = static_cast<double>(step) / kSteps;
      const double weight = step == 0 || step == kSteps ? 1 : step % 2 == 0 ? 2 : 4;
      integral += weight * std::pow(1 + x, deals - points) * std::pow(1 - x, points);
    }
    EXPECT_NEAR(log_e_value(deals, points), std::log(integral / (3 * kSteps)), 1e-7);
  }
}

SquareMatrix make_matrix(const std::vector<std::vector<double>>& rows) {
  SquareMatrix matrix(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j)
      matrix(i, j) = rows[i][j];
  }
  return matrix;
}

TEST(Factors, MultiplyToTheCovarianceEvenIfItIsSingular) {
  const SquareMatrix covariance = make_matrix({{5, -3, -2}, {-3, 4, -1}, {-2, -1, 3}});
  const SquareMatrix factor = factorise(covariance);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double product = 0;
      for (std::size_t k = 0; k < 3; ++k)
        product += factor(k, i) * factor(k, j);
      EXPECT_NEAR(product, covariance(i, j), 1e-9);
    }
  }
  const std::vector<double> x = correlate(make_matrix({{1, 2}, {3, 4}}), std::array{10.0, 100.0});
  EXPECT_EQ(x, std::vector<double>({310, 420}));
}

TEST(ShrunkStrengths, AreTheRatingsWhereTheseAreSureAndNearTheirMeanElsewhere) {
  const std::vector<double> elo{100, 0, -100};
  SquareMatrix covariance(3);
  EXPECT_EQ(shrunk_strengths(elo, covariance).mean, elo);
  for (std::size_t i = 0; i < 3; ++i)
    covariance(i, i) = 300 * 300;
  const Strengths strengths = shrunk_strengths(elo, covariance);
  EXPECT_NEAR(strengths.mean[0], 100 * 900 / (900 + 90'000.0), 1e-9);
  EXPECT_NEAR(strengths.covariance(0, 0), 90'000 * 900 / (900 + 90'000.0), 1e-6);
}

TEST(ShrunkStrengths, AreThoseOfTheExample) {
  SquareMatrix covariance(4);
  for (std::size_t i = 0; i < 4; ++i)
    covariance(i, i) = 40 * 40;
  // docs/statistics.md has the example; all ratings are moved by 10.
  const Strengths strengths = shrunk_strengths({110, 30, -30, -70}, covariance);
  EXPECT_NEAR(strengths.mean[0], 10 + 100 * 4000 / 5600.0, 1e-9);
  EXPECT_NEAR(strengths.mean[3], 10 - 80 * 4000 / 5600.0, 1e-9);
  EXPECT_NEAR(strengths.covariance(0, 0), 1600 * 4000 / 5600.0, 1e-9);
  EXPECT_NEAR(strengths.covariance(0, 1), 0, 1e-9);
}

TEST(ShrunkStrengths, TakeErrorsThatGoTogether) {
  // τ² = 2·200² - 1300 = 78 700. The inverse of C + τ²I by hand.
  const Strengths strengths = shrunk_strengths({300, -100}, make_matrix({{400, 100}, {100, 900}}));
  constexpr double kVariance = 78'700;
  constexpr double kA = 400 + kVariance;
  constexpr double kB = 900 + kVariance;
  constexpr double kDeterminant = kA * kB - 100 * 100;
  EXPECT_NEAR(strengths.mean[0], 100 + kVariance * (kB * 200 + 100 * 200) / kDeterminant, 1e-9);
  EXPECT_NEAR(strengths.mean[1], 100 + kVariance * (-100 * 200 - kA * 200) / kDeterminant, 1e-9);
  EXPECT_NEAR(strengths.covariance(0, 0), kVariance * (kB * 400 - 100 * 100) / kDeterminant, 1e-9);
  EXPECT_NEAR(strengths.covariance(0, 1), kVariance * (kB * 100 - 100 * 900) / kDeterminant, 1e-9);
  EXPECT_EQ(strengths.covariance(0, 1), strengths.covariance(1, 0));
  EXPECT_EQ(shrunk_strengths({50}, make_matrix({{100}})).mean, std::vector<double>{50});
}

}  // namespace
}  // namespace danno::leagues::ratings
