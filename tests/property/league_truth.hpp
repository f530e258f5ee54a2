// Compares what a table says with the true strengths.
#pragma once

#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "tests/property/simulated_league.hpp"

namespace danno::leagues {

/// An agent's interval; a missing bound bounds nothing.
[[nodiscard]] bool holds(std::optional<double> low, std::optional<double> high, double truth);

/// Counts intervals and rank ranges of a table. `truth` is by agent, in Elo; its
/// zero is moved to that of the ratings.
void judge_rows(const ratings::Ratings& ratings, const std::vector<double>& truth,
                LeagueRates& rates);

/// Counts the LOS of a pair, by the ratings that it is taken from.
void judge_pair(const ratings::Ratings& ratings, int i, int j, const std::vector<double>& truth,
                LeagueRates& rates);

}  // namespace danno::leagues
