// From fitted strengths to the rows of a table: intervals, ranks, rank ranges, tiers.
//
// Shared by every estimator. Strengths are natural logarithms of odds (nats) here, Elo in Ratings.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/win_graph.hpp"

namespace danno::leagues::ratings {

/// What an estimator found for one weak component. Rows and columns go by `members`.
struct Estimate {
  std::vector<int> members;
  Eigen::VectorXd strength;
  Eigen::MatrixXd covariance;        ///< Centred: against the mean of the members.
  Eigen::MatrixXd model_covariance;  ///< Centred.
  std::int64_t deals = 0;            ///< Clusters.
  std::vector<std::int64_t> played;  ///< The deals of each member.
  std::vector<int> strong;           ///< Strong component by member, as strong_components().
  /// Log-likelihood of all games between the members marked and the rest, after the marked are
  /// shifted; 0 in the limit where the marked side wins (or loses) everything for sure.
  std::function<double(const std::vector<bool>& marked, double shift)> cross_log_likelihood;
  /// Whether the deals of two members say nothing of their own spread: is_flat().
  std::function<bool(int i, int j)> is_flat;
};

/// The weight at which pairs of one table, though dependent, carry the information they have.
[[nodiscard]] double pair_weight(int table_size);

/// Deals in which two agents met, those with more games counting more.
[[nodiscard]] double deals_of_pair(const Results& results, const std::vector<int>& sizes, int i,
                                   int j);

/// Whether all deals of two agents, and they are five or more, had one score. Fewer may by chance.
[[nodiscard]] bool is_flat(const Results& results, const std::vector<int>& sizes, int i, int j);

/// Which strong components have no arrow in (they won everything) or none out (lost everything).
struct Extremes {
  std::vector<bool> top;
  std::vector<bool> bottom;
};
Extremes extremes(const WinGraph& beats, const std::vector<int>& strong);

/// The part of a graph among `members` (rising), renumbered.
WinGraph subgraph(const WinGraph& beats, const std::vector<int>& members);

/// J C Jᵀ with J = I - 11ᵀ/n: the covariance of strengths less their mean.
Eigen::MatrixXd centred(const Eigen::MatrixXd& covariance);

/// The sandwich's middle: the spread of the members' scores over deals (`spread`, a plain sum of
/// products) times D/(D-1), D deals. Where the data show no spread (groups that won everything,
/// members of a single deal, residuals of zero, flat pairs) the model's own is added, pair by pair,
/// from the off-diagonal of the data's negative Hessian.
Eigen::MatrixXd support_spread(const Estimate& estimate, const Eigen::MatrixXd& hessian,
                               Eigen::MatrixXd spread);

/// Fills elo, se, bounds, covariances of the members.
void place(const Estimate& estimate, const WinGraph& beats, const FitOptions& options,
           Ratings& ratings);

/// Fills order, ranks, rank ranges, tiers, los_next, once every component is placed.
void rank(const FitOptions& options, Ratings& ratings);

/// Two-sided quantile: Student's t with deals - 1 degrees of freedom, normal past 200 deals.
double interval_quantile(double confidence, std::int64_t deals);

/// Its inverse: the chance that what lies `errors` standard errors above 0 is truly above 0.
double chance_above(double errors, std::int64_t deals);

}  // namespace danno::leagues::ratings
