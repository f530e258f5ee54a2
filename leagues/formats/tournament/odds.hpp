// Estimates from ratings how likely each entrant of a tournament is to advance and to win.
#pragma once

#include <vector>

#include "leagues/formats/tournament/scheme.hpp"
#include "leagues/ratings/matrix.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::formats::tournament {

/// The chances of one entrant, 0 to 1.
struct TournamentOdds {
  double advance = 0;  ///< Passing the first stage; 1 if the tournament has one stage only.
  double final = 0;    ///< Sitting in the final.
  double win = 0;
};

/// Simulates the scheme 2 000 times with a fixed seed. Strengths are drawn from the ratings'
/// distribution, so that their uncertainty counts (docs/statistics.md). A game is a race of
/// strength plus Gumbel noise, in which every pair is Bradley-Terry. `elo` and the result are
/// indexed by entrant; `covariance` is in Elo².
[[nodiscard]] std::vector<TournamentOdds> tournament_odds(const Field& field,
                                                          const std::vector<double>& elo,
                                                          const ratings::SquareMatrix& covariance,
                                                          const solver::Watch& watch);

}  // namespace danno::leagues::formats::tournament
