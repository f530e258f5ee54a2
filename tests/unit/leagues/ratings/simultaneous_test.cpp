#include "leagues/ratings/intervals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace danno::leagues::ratings {
namespace {

SquareMatrix scaled(double scale, const std::vector<double>& variances, double common = 0) {
  SquareMatrix covariance(variances.size());
  for (std::size_t i = 0; i < variances.size(); ++i) {
    for (std::size_t j = 0; j < variances.size(); ++j)
      covariance(i, j) = scale * (common + (i == j ? variances[i] : 0));
  }
  return covariance;
}

// The studentized range at infinite degrees of freedom, upper 5 and 1 %, as in every table of it
// (R: qtukey(.95, n, Inf)).
TEST(Simultaneous, IsTukeysRangeForIndependentEquals) {
  struct Row {
    std::size_t n;
    double at_95, at_99;
  };
  for (const Row& row : {Row{2, 2.772, 3.643}, Row{3, 3.314, 4.120}, Row{5, 3.858, 4.603},
                         Row{10, 4.474, 5.157}, Row{20, 5.012, 5.645}}) {
    const SquareMatrix covariance = scaled(100, std::vector<double>(row.n, 1));
    EXPECT_NEAR(simultaneous_quantile(covariance, 0.95), row.at_95 / std::sqrt(2), 0.04) << row.n;
    EXPECT_NEAR(simultaneous_quantile(covariance, 0.99), row.at_99 / std::sqrt(2), 0.08) << row.n;
  }
}

TEST(Simultaneous, DoesNotChangeWithTheScaleOrACommonShift) {
  const std::vector<double> variances{1, 4, 9, 2};
  const double plain = simultaneous_quantile(scaled(1, variances), 0.95);
  EXPECT_NEAR(simultaneous_quantile(scaled(1e6, variances), 0.95), plain, 1e-6);
  EXPECT_NEAR(simultaneous_quantile(scaled(1, variances, 7), 0.95), plain, 0.05);
}

TEST(Simultaneous, LeavesOutWhatHasNoVariance) {
  EXPECT_EQ(simultaneous_quantile(scaled(1, {0, 0, 0}, 1), 0.95), 0);
  EXPECT_EQ(simultaneous_quantile(scaled(1, {1}), 0.95), 0);
}

}  // namespace
}  // namespace danno::leagues::ratings
