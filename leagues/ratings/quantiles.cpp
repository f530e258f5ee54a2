#include "leagues/ratings/quantiles.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace danno::leagues::ratings {
namespace {

constexpr std::int64_t kFewDeals = 200;  // beyond it the normal law is as good

}  // namespace

double normal_quantile(double confidence) {
  return boost::math::quantile(boost::math::normal(), 0.5 + confidence / 2);
}

double interval_quantile(double confidence, std::int64_t deals) {
  if (deals < 2 || deals > kFewDeals) return normal_quantile(confidence);
  const boost::math::students_t student(static_cast<double>(deals - 1));
  return boost::math::quantile(student, 0.5 + confidence / 2);
}

double chance_above(double errors, std::int64_t deals) {
  if (deals < 2 || deals > kFewDeals) return 0.5 * std::erfc(-errors / std::sqrt(2.0));
  return boost::math::cdf(boost::math::students_t(static_cast<double>(deals - 1)), errors);
}

double chi_squared_tail(double sum, int degrees) {
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(degrees), sum));
}

}  // namespace danno::leagues::ratings
