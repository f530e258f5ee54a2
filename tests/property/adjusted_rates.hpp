// Leagues on real dice, rated raw and with the luck of the dice taken out, held against the truth.
#pragma once

#include <vector>

#include "leagues/ratings/results.hpp"
#include "tests/property/simulated_league.hpp"

namespace danno::leagues {

struct AdjustedRates {
  LeagueRates raw;
  LeagueRates shown;      ///< Adjusted, or raw if that tells more.
  double bias = 0;        ///< The largest mean error of an agent's adjusted rating, Elo.
  double bias_error = 0;  ///< Its standard error.
  double fewer = 0;       ///< Variance of the raw ratings over that of the adjusted ones, summed.
};

/// Judges leagues of the same agents as tables show them.
class AdjustedJudge {
 public:
  /// The true ratings, by agent: Elo, mean 0.
  explicit AdjustedJudge(std::vector<double> truth);

  void add(const ratings::Results& raw, const ratings::Results& adjusted);
  /// Returns the rates. Expects that at least two leagues were added.
  [[nodiscard]] AdjustedRates rates() const;

 private:
  struct Errors {
    double cases = 0;
    double sum = 0;
    double squares = 0;

    void add(double error);
    [[nodiscard]] double mean() const { return sum / cases; }
    [[nodiscard]] double variance() const { return squares / cases - mean() * mean(); }
  };

  std::vector<double> truth_;
  std::vector<Errors> of_raw_;
  std::vector<Errors> of_adjusted_;
  AdjustedRates rates_;
};

}  // namespace danno::leagues
