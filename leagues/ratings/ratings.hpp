// Ratings on the Elo scale with honest errors: who is better than whom, and how surely.
//
// A rating model (rating_model.hpp) finds the strengths. In each model every agent also has `prior`
// wins and losses against a ghost of strength 0, which keeps perfect scores finite, and errors are
// a sandwich clustered by deal: games of one deal share dice. docs/statistics.md has the formulas
// and their sources.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "leagues/ratings/matrix.hpp"
#include "leagues/ratings/rating_model.hpp"
#include "leagues/ratings/results.hpp"

namespace danno::leagues::ratings {

inline constexpr double kEloPerNat = 173.71779276130073;  ///< 400 / ln 10.

/// FitOptions::unseen_mistake of luck-adjusted results. Between good agents mistakes are rare and
/// skew, so that few deals show less spread than there is (docs/statistics.md).
inline constexpr double kUnseenMistake = 0.125;

/// An agent whose published rating fixes the scale.
struct Anchor {
  int agent;
  double elo;
};

struct FitOptions {
  double prior = 0.5;        ///< Wins and losses against the ghost; 0: plain maximum likelihood.
  double confidence = 0.95;  ///< Of intervals and rank ranges, two-sided, in (0, 1).
  std::vector<Anchor> anchors = {};    ///< Their mean is kept; none: the pool's mean is 0.
  std::optional<int> table_size = {};  ///< Only tables of this size; empty: all, pooled.
  /// Rank ranges that all hold at once with `confidence`; else each for itself.
  bool simultaneous = false;
  /// Luck-adjusted results: what a mistake may cost that the deals did not show, in winning chance.
  /// An agent's error has one more deal in which that much was lost; Bradley-Terry only.
  double unseen_mistake = 0;
  const RatingModel* model = &kBradleyTerry;
};

/// One agent's row of a table. What is unbounded is empty.
struct AgentRating {
  double elo = 0;
  std::optional<double> se;  ///< One standard error against the mean of the component.
  /// Empty where the agent (or its group) lost all games against some; both where it won all
  /// against others, too, or there is one deal only.
  std::optional<double> elo_low;
  std::optional<double> elo_high;  ///< The same of those who won all.
  int rank = 1;                    ///< By Elo within the component; equal ratings share.
  int rank_low = 1;                ///< Best and worst rank that the data leave open.
  int rank_high = 1;
  int tier = 1;       ///< A tier ends where its first agent is surely better.
  int component = 0;  ///< Agents of different components never met, not even indirectly.
  std::int64_t games = 0;
  std::int64_t deals = 0;
  double score = 0;                ///< Mean pair score, 0..1.
  double points = 0;               ///< Mean tournament points a game: N for the first down to 1.
  double win_share = 0;            ///< First places a game; shared ones count their share.
  double average_opponent = 0;     ///< Mean Elo of those met, by games.
  std::optional<double> los_next;  ///< Chance to be better than the next in the table.
};

struct Ratings {
  std::vector<AgentRating> agents;  ///< By agent number.
  std::vector<int> order;           ///< Component by component, best first.
  int components = 0;
  std::int64_t games = 0;
  std::int64_t deals = 0;
  SquareMatrix covariance;  ///< By agent number. Elo², against the mean of the component; 0 across
                            ///< components.
  SquareMatrix model_covariance;  ///< The same had all pairs of all games been independent.
};

/// The table sizes that are rated, rising.
std::vector<int> table_sizes(const Results& results, const FitOptions& options);

/// By the model of the options; `results` hold what it needs. Throws std::invalid_argument if no
/// finite ratings exist (prior 0 and someone won everything, or as the model says), and
/// std::runtime_error if the fit does not converge.
Ratings fit(const Results& results, const FitOptions& options = {});

/// A difference of two ratings; standard error in Elo.
struct Difference {
  double elo;
  double se;
};

/// Empty for agents of different components.
std::optional<Difference> difference(const Ratings& ratings, int i, int j);

/// Likelihood of superiority: chance that i is stronger than j. 0.5 across components.
double los(const Ratings& ratings, int i, int j);

/// About how many more two-player games between i and j would separate them at `confidence`, were
/// their true difference the one seen; 0 when they are separated, empty when there is no
/// difference.
std::optional<double> games_to_separate(const Ratings& ratings, int i, int j,
                                        double confidence = 0.95);

}  // namespace danno::leagues::ratings
