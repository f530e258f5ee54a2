// The ratings of a stored division with their covariance, which tables do not show, and the sums
// that its table shows.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/ratings.hpp"
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

/// All that the stored deals of a division say about its agents.
struct RatedDivision {
  DivisionTable table;  ///< Its games, days, models and values; it has neither rows nor meetings.
  RatedAgents agents;
  std::vector<ratings::AgentTally> tallies;  ///< Indexed by the league's agents.
  std::vector<std::optional<Days>> days;     ///< When they played, indexed alike.
  ratings::Results results;                  ///< Those of the rated agents, by number.
  ratings::Ratings raw = {};
  std::optional<AdjustedRatings> adjusted = {};  ///< Empty if the game is not solved.

  /// Returns the ratings of the kind TableRow::rated_by.
  [[nodiscard]] const ratings::Ratings& ranking() const {
    return table.rated_by == RatedBy::Adjusted ? adjusted->ratings : raw;
  }
};

/// Counts and rates the deals of a division of a league that is no tournament. Games are not
/// unpacked if the sums of their blocks suffice.
[[nodiscard]] RatedDivision rate_stored_deals(const store::Reader& store,
                                              const store::StoredLeague& league,
                                              const store::StoredDivision& division,
                                              const solver::Watch& watch);

struct DivisionRatings {
  std::vector<std::string> names;  ///< The agents' names, indexed by their number in the ratings.
  ratings::Ratings ratings;        ///< The same as in the division's table, of its kind.
};

/// Returns those of rate_stored_deals() that rank.
[[nodiscard]] DivisionRatings rate_division(const store::Reader& store,
                                            const store::StoredLeague& league,
                                            const store::StoredDivision& division,
                                            const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::report
