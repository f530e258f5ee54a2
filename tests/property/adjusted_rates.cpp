#include "tests/property/adjusted_rates.hpp"

#include <cmath>
#include <utility>

#include "leagues/ratings/match_rating.hpp"
#include "leagues/ratings/ratings.hpp"
#include "tests/property/league_truth.hpp"

namespace danno::leagues {
void AdjustedJudge::Errors::add(double error) {
  ++cases;
  sum += error;
  squares += error * error;
}

AdjustedJudge::AdjustedJudge(std::vector<double> truth)
    : truth_(std::move(truth)), of_raw_(truth_.size()), of_adjusted_(truth_.size()) {}

void AdjustedJudge::add(const ratings::Results& raw_results,
                        const ratings::Results& adjusted_results) {
  const ratings::Ratings raw = ratings::fit(raw_results);
  const ratings::Ratings fitted = ratings::fit_adjusted(adjusted_results);
  judge_rows(raw, truth_, rates_.raw);
  for (std::size_t i = 0; i < truth_.size(); ++i) {
    of_raw_[i].add(raw.agents[i].elo - truth_[i]);
    of_adjusted_[i].add(fitted.agents[i].elo - truth_[i]);
  }
  judge_rows(fitted, truth_, rates_.shown);
  for (int i = 0; i < static_cast<int>(truth_.size()); ++i) {
    for (int j = 0; j < i; ++j) {
      judge_pair(raw, i, j, truth_, rates_.raw);
      judge_pair(fitted, i, j, truth_, rates_.shown);
    }
  }
}

AdjustedRates AdjustedJudge::rates() const {
  AdjustedRates rates = rates_;
  double raw_variance = 0;
  double adjusted_variance = 0;
  for (std::size_t i = 0; i < truth_.size(); ++i) {
    raw_variance += of_raw_[i].variance();
    adjusted_variance += of_adjusted_[i].variance();
    if (std::abs(of_adjusted_[i].mean()) < std::abs(rates.bias)) continue;
    rates.bias = of_adjusted_[i].mean();
    rates.bias_error = std::sqrt(of_adjusted_[i].variance() / of_adjusted_[i].cases);
  }
  rates.fewer = raw_variance / adjusted_variance;
  return rates;
}

}  // namespace danno::leagues
