#include "leagues/ratings/anytime.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numbers>

namespace danno::leagues::ratings {

double anytime_quantile(double se, double error, std::int64_t deals) {
  constexpr std::int64_t kFewDeals = 200;
  // Beyond so many errors a tail of the normal law is no longer a number.
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
  const double tail = 0.5 * std::erfc(std::min(normal, kFarthestTail) / std::numbers::sqrt2);
  return std::max(normal, boost::math::quantile(boost::math::complement(student, tail)));
}

double log_e_value(double deals, double points) {
  // Substituting x = 1 - 2u, the integral is 2^(deals+1) times an incomplete beta function.
  const double wins = points + 1;
  const double losses = deals - points + 1;
  const double log_beta = std::lgamma(wins) + std::lgamma(losses) - std::lgamma(wins + losses);
  return (deals + 1) * std::numbers::ln2 + log_beta +
         std::log(boost::math::ibeta(wins, losses, 0.5));
}

}  // namespace danno::leagues::ratings
