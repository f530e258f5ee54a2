// What ratings say of a tournament: how likely each entrant is to advance and to win.
#pragma once

#include <vector>

#include "leagues/formats/tournament/scheme.hpp"
#include "leagues/ratings/matrix.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::formats::tournament {

/// Chances of one entrant, 0 to 1.
struct TournamentOdds {
  double advance = 0;  ///< Past the first stage; in a tournament of one stage: 1.
  double final = 0;    ///< To sit in the final.
  double win = 0;
};

/// Plays the scheme out 2 000 times with a fixed seed: strengths drawn from what the ratings
/// say of them, so that what is not known counts (docs/statistics.md), games as races of strength
/// plus Gumbel luck, in which every pair is Bradley-Terry. Both by entrant; the covariance in Elo².
[[nodiscard]] std::vector<TournamentOdds> tournament_odds(const Field& field,
                                                          const std::vector<double>& elo,
                                                          const ratings::SquareMatrix& covariance,
                                                          const solver::Watch& watch);

}  // namespace danno::leagues::formats::tournament
