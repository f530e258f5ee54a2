// Ratings on the Elo scale with realistic errors: who is better than whom, and with what certainty.
//
// A rating model (rating_model.hpp) finds the strengths. In each model every agent also has `prior`
// wins and losses against a ghost of strength 0, which keeps perfect scores finite. Errors are a
// sandwich estimator clustered by deal, because games of one deal share dice. docs/statistics.md
// has the formulas and their sources.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "leagues/ratings/matrix.hpp"
#include "leagues/ratings/rating_model.hpp"
#include "leagues/ratings/results.hpp"

namespace danno::leagues::ratings {

inline constexpr double kEloPerNat = 173.71779276130073;  ///< 400 / ln 10.

/// Returns the score between 0 and 1 that Elo expects of who is so much better: 1 / (1 +
/// 10^(-elo/400)).
inline double expected_score(double elo) { return 1 / (1 + std::exp(-elo / kEloPerNat)); }

/// The value of FitOptions::unseen_mistake for luck-adjusted results. Between good agents mistakes
/// are rare and skewed, so few deals show less spread than there is (docs/statistics.md).
inline constexpr double kUnseenMistake = 0.125;

/// An agent whose published rating fixes the scale.
struct Anchor {
  int agent;
  double elo;
};

struct FitOptions {
  double prior = 0.5;        ///< Wins and losses against the ghost; 0: plain maximum likelihood.
  double confidence = 0.95;  ///< The two-sided level of intervals and rank ranges, in (0, 1).
  /// Anchors, whose mean is kept; if there are none, the core's mean is 0.
  std::vector<Anchor> anchors = {};
  /// Selects tables of this size; if empty, all sizes are pooled.
  std::optional<int> table_size = {};
  /// True if all rank ranges hold at once with `confidence`, instead of each separately.
  bool simultaneous = false;
  /// The winning chance that a mistake could have cost without being seen in the deals, for
  /// luck-adjusted results. It is counted in an agent's error as one more deal with that loss;
  /// Bradley-Terry only.
  double unseen_mistake = 0;
  const RatingModel* model = &kBradleyTerry;
};

/// One agent's row of a table. Unbounded values are empty.
struct AgentRating {
  double elo = 0;
  std::optional<double> se;  ///< The standard error relative to 0; empty outside the core.
  /// True if the agent is in the core of its component (core_members()). There, everybody took
  /// points from everybody, if only through others. The core's mean is 0.
  bool in_core = true;
  /// The 95 % interval. An agent outside the core has one bound, by its own games: a lower one if
  /// it won everything against the core and those between, an upper one if it lost everything. Both
  /// are empty if it did neither, or if there is only one deal.
  std::optional<double> elo_low;
  std::optional<double> elo_high;
  double bound_error = 0;  ///< The standard error of a normal law with that one bound; else 0.
  int rank = 1;            ///< The rank by Elo within the component; equal ratings share it.
  int rank_low = 1;        ///< The best and the worst rank that are consistent with the data.
  int rank_high = 1;
  int tier = 1;       ///< A tier ends where its first agent is surely better than the next.
  int component = 0;  ///< Agents of different components never met, not even indirectly.
  std::int64_t games = 0;
  std::int64_t deals = 0;
  double score = 0;                ///< The mean pair score, 0 to 1.
  double points = 0;               ///< Mean tournament points per game: N for the first, down to 1.
  double win_share = 0;            ///< First places per game; shared ones count their share.
  double average_opponent = 0;     ///< The mean Elo of opponents, weighted by games.
  std::optional<double> los_next;  ///< The probability of being better than the next in the table.
};

struct Ratings {
  std::vector<AgentRating> agents;  ///< Indexed by agent number.
  std::vector<int> order;           ///< Agent numbers by component, best first.
  int components = 0;
  std::int64_t games = 0;
  std::int64_t deals = 0;
  /// The covariance in Elo², relative to the zero point of the component; 0 across components.
  SquareMatrix covariance;
  SquareMatrix model_covariance;  ///< The same if all pairs of all games were independent.
};

/// Returns the table sizes that are rated, sorted.
std::vector<int> table_sizes(const Results& results, const FitOptions& options);

/// Fits ratings by the model of the options; `results` must hold what it needs. Throws
/// std::invalid_argument if no finite ratings exist (prior 0 and someone won everything, or as the
/// model defines).
Ratings fit(const Results& results, const FitOptions& options = {});

/// The difference of two ratings and its standard error, in Elo.
struct Difference {
  double elo;
  double se;
};

/// Returns the difference; empty for agents of different components.
std::optional<Difference> difference(const Ratings& ratings, int i, int j);

/// Returns the LOS, the probability that i is stronger than j; 0.5 across components.
double los(const Ratings& ratings, int i, int j);

/// Returns about how many more two-player games between i and j would separate them at `confidence`
/// if their true difference were the observed one. Returns 0 if they are separated; empty if there
/// is no difference.
std::optional<double> games_to_separate(const Ratings& ratings, int i, int j,
                                        double confidence = 0.95);

}  // namespace danno::leagues::ratings
