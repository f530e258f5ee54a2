#include "leagues/ratings/simultaneous.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace danno::leagues::ratings {
namespace {

// The studentized range at infinite degrees of freedom, upper 5 and 1 %, as in every table of it
// (R: qtukey(.95, n, Inf)).
TEST(Simultaneous, IsTukeysRangeForIndependentEquals) {
  struct Row {
    int n;
    double at_95, at_99;
  };
  for (const Row& row : {Row{2, 2.772, 3.643}, Row{3, 3.314, 4.120}, Row{5, 3.858, 4.603},
                         Row{10, 4.474, 5.157}, Row{20, 5.012, 5.645}}) {
    const Eigen::MatrixXd covariance = 100 * Eigen::MatrixXd::Identity(row.n, row.n);
    EXPECT_NEAR(simultaneous_quantile(covariance, 0.95), row.at_95 / std::sqrt(2), 0.04) << row.n;
    EXPECT_NEAR(simultaneous_quantile(covariance, 0.99), row.at_99 / std::sqrt(2), 0.08) << row.n;
  }
}

TEST(Simultaneous, DoesNotChangeWithTheScaleOrACommonShift) {
  Eigen::MatrixXd covariance = Eigen::Vector4d(1, 4, 9, 2).asDiagonal();
  const double plain = simultaneous_quantile(covariance, 0.95);
  EXPECT_NEAR(simultaneous_quantile(1e6 * covariance, 0.95), plain, 1e-6);
  covariance.array() += 7;  // all move together
  EXPECT_NEAR(simultaneous_quantile(covariance, 0.95), plain, 0.05);
}

TEST(Simultaneous, LeavesOutWhatHasNoVariance) {
  EXPECT_EQ(simultaneous_quantile(Eigen::MatrixXd::Ones(3, 3), 0.95), 0);
  EXPECT_EQ(simultaneous_quantile(Eigen::MatrixXd::Ones(1, 1), 0.95), 0);
}

}  // namespace
}  // namespace danno::leagues::ratings
