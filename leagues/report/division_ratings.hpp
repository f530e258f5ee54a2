// The ratings of a stored division with their covariance, which tables do not show.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/report/table.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::report {

/// The ratings of agents by the model that a league chose.
struct LeagueRatings {
  const ratings::RatingModel* model = &ratings::kBradleyTerry;
  /// Why another model than the league's is used; empty if it is the league's.
  std::string failed;
  ratings::Ratings ratings;
};

/// Rates `results`, which must hold what the model needs. If the model has no finite ratings for
/// them (Plackett-Luce if every game that could end in a tie did), the ratings are by
/// Bradley-Terry, so that a league always has standings.
[[nodiscard]] LeagueRatings rate_league(const ratings::Results& results,
                                        const ratings::RatingModel& model);

/// The agents of a stored division that are rated.
struct RatedAgents {
  /// Numbers in the ratings of the agents that have played and started, in the order of names.
  std::map<store::Id, int> numbers;
  /// Agents that never started in any of their line-ups. They are not rated, because nothing is
  /// known of their strength, and games against them must not affect other ratings.
  std::set<store::Id> never_started;

  [[nodiscard]] int size() const { return static_cast<int>(numbers.size()); }
  /// Returns the names as shown, indexed by number.
  [[nodiscard]] std::vector<std::string> names(const store::StoredLeague& league) const;
  /// Returns the numbers of the line-up's agents; kNotRated for those that are not rated.
  [[nodiscard]] std::vector<int> numbered(const store::StoredLineUp& line_up) const;
};

/// `line_ups` are the division's.
[[nodiscard]] RatedAgents find_rated_agents(const store::Reader& store,
                                            const store::StoredLeague& league,
                                            const store::StoredDivision& division,
                                            const std::vector<store::StoredLineUp>& line_ups);

/// Ratings with the luck of the dice removed, and that luck by agent.
struct AdjustedRatings {
  ratings::Ratings ratings;
  std::vector<ratings::LuckTotals> luck;
};

/// Rates a division's deals by the values of its solved game. The line-ups are the division's; they
/// are many, so they are freed before the ratings are fitted.
[[nodiscard]] AdjustedRatings rate_adjusted(const store::Reader& store,
                                            const store::StoredDivision& division,
                                            const ratings::SolvedGame& solved,
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

}  // namespace danno::leagues::report
