// The second opinion: Plackett-Luce, a table as a sequence of choices of the best of those left.
//
// Ties after Davidson and Luce, as R's PlackettLuce has them (Turner, van Etten, Firth, Kosmidis,
// Computational Statistics 35, 2020): a choice may take a group of d at once, its worth the
// geometric mean times δ_d; every order d of tie that occurs has its δ_d. The prior is theirs too:
// each agent won and lost `prior` comparisons with a ghost of strength 0. Errors are clustered by
// deal.
#pragma once

#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/results_file.hpp"

namespace danno::leagues {

/// Throws as fit(), and std::invalid_argument where ties are too wide to enumerate.
Ratings fit_plackett_luce(const RecordedGames& games, const FitOptions& options = {});

}  // namespace danno::leagues
