// Ratings on the Elo scale with honest errors: who is better than whom, and how surely.
//
// A pairwise-composite Bradley-Terry fit: a table of N agents counts as its N(N-1)/2 pairs, each
// with weight 3/(N+1), a tie as half a win. Every agent also has `prior` wins and losses against a
// ghost of strength 0, which keeps perfect scores finite. Errors are a sandwich clustered by deal:
// games of one deal share dice. docs/statistics.md has the formulas and their sources.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "leagues/ratings/results.hpp"

namespace danno::leagues {

inline constexpr double kEloPerNat = 173.71779276130073;  ///< 400 / ln 10.

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
};

/// One agent's row of a table. What is unbounded is empty.
struct AgentRating {
  double elo = 0;
  std::optional<double> se;        ///< One standard error against the mean of the component.
  std::optional<double> elo_low;   ///< Empty when the agent (or its group) lost everything.
  std::optional<double> elo_high;  ///< Empty when the agent (or its group) won everything.
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
  Eigen::MatrixXd covariance;  ///< Elo², against the mean of the component; 0 across components.
  Eigen::MatrixXd model_covariance;  ///< The same had all pairs of all games been independent.
};

/// Throws std::runtime_error where no finite ratings exist (prior 0 and someone won everything) or
/// the fit does not settle.
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

/// Head to head: what i scored against j, less what the ratings expect, in standard errors
/// clustered by deal; empty where they never met or the error is zero.
std::optional<double> standardised_residual(const Results& results, const Ratings& ratings, int i,
                                            int j, const FitOptions& options = {});

/// About how many more two-player games between i and j would separate them at `confidence`, were
/// their true difference the one seen; 0 when they are separated, empty when there is no
/// difference.
std::optional<double> games_to_separate(const Ratings& ratings, int i, int j,
                                        double confidence = 0.95);

}  // namespace danno::leagues
