#include "leagues/ratings/anytime.hpp"

#include <cmath>

namespace danno::leagues::ratings {

double anytime_quantile(double se, double error) {
  const double information = 1 / (se * se);
  const double best_at = 1 / (kAnytimeTunedAt * kAnytimeTunedAt);
  // The boundary of the mixture is narrowest at V when V/rho + 1 - ln(V/rho + 1) = 2 ln(1/error);
  // one step of iteration is close enough.
  const double wanted = -2 * std::log(error);
  const double mixing = best_at / (wanted + std::log(1 + wanted));
  const double grown = 1 + information / mixing;
  return std::sqrt((1 + mixing / information) * (std::log(grown) + wanted));
}

}  // namespace danno::leagues::ratings
