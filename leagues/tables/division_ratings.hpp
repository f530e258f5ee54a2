// The ratings of a stored division with their covariance, which tables do not show.
#pragma once

#include <string>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/adjusted_results.hpp"
#include "leagues/scores/solved_game.hpp"
#include "leagues/store/store.hpp"
#include "leagues/tables/rated_agents.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::tables {

/// Ratings with the luck of the dice removed, and that luck by agent.
struct AdjustedRatings {
  ratings::Ratings ratings;
  std::vector<scores::LuckTotals> luck;
};

/// Rates a division's deals by the values of its solved game. The line-ups are the division's; they
/// are many, so they are freed before the ratings are fitted.
[[nodiscard]] AdjustedRatings rate_adjusted(const store::Reader& store,
                                            const store::StoredDivision& division,
                                            const scores::SolvedGame& solved,
                                            const RatedAgents& rated,
                                            std::vector<store::StoredLineUp> line_ups,
                                            const solver::Watch& watch);

/// Returns the kind of rating that a division uses. `adjusted` is null if its game is not solved.
[[nodiscard]] RatedBy choose_rating(store::RankBy rank_by, const AdjustedRatings* adjusted);

struct DivisionRatings {
  std::vector<std::string> names;  ///< The agents' names, indexed by their number in the ratings.
  ratings::Ratings ratings;        ///< The same as in the division's table, of its kind.
};

/// Reads every deal. The league is no tournament.
[[nodiscard]] DivisionRatings rate_division(const store::Reader& store,
                                            const store::StoredLeague& league,
                                            const store::StoredDivision& division,
                                            const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::tables
