// Computes the rows of a table from fitted strengths: intervals, ranks, rank ranges, tiers.
//
// Strengths are natural logarithms of odds (nats) here, and Elo in Ratings.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "leagues/ratings/numerics.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/win_graph.hpp"

namespace danno::leagues::ratings {

/// A strong component outside the core, which won (or lost) everything against those nearer to it.
struct OneSide {
  double sign = 1;            ///< 1: it won everything, -1: it lost everything.
  std::vector<bool> members;  ///< Indexed by member of the estimate.
  /// Agents still farther from the core: games against them do not bound this side.
  std::vector<bool> beyond;
  /// Strengths. Those of sides nearer to the core are their bounds, as nothing else is known.
  Vector strength;
};

/// An estimator's result for one weak component. Rows and columns are indexed like `members`.
struct Estimate {
  std::vector<int> members;
  Vector strength;
  Covariances covariances;
  std::int64_t deals = 0;            ///< The number of clusters.
  std::vector<std::int64_t> played;  ///< The number of each member's deals.
  std::vector<int> strong;           ///< Strong component by member, as in strong_components().
  /// Returns the log-likelihood of the points that a side won from, or lost to, the rest after the
  /// side is shifted; 0 in the limit in which it wins (or loses) everything.
  std::function<double(const OneSide& side, double shift)> log_likelihood;
  /// Returns whether the deals of two members show nothing of their own spread; see is_flat().
  std::function<bool(int i, int j)> is_flat;
};

/// Returns the weight of pairs of one table. It accounts for their dependence, so that the pairs
/// carry the information that they have.
[[nodiscard]] double pair_weight(int table_size);

/// Returns the number of deals in which two agents met; deals with more games count more.
[[nodiscard]] double deals_of_pair(const Results& results, const std::vector<int>& sizes, int i,
                                   int j);

/// Returns whether two agents have at least five deals, all with the same score. Fewer deals may be
/// equal by chance.
[[nodiscard]] bool is_flat(const Results& results, const std::vector<int>& sizes, int i, int j);

/// Returns the part of a graph among `members` (sorted), renumbered.
WinGraph subgraph(const WinGraph& beats, const std::vector<int>& members);

/// The numbers of deals at the tables that count.
struct DealCounts {
  std::vector<std::int64_t> by_agent;
  std::vector<std::int64_t> by_component;
  std::vector<std::vector<int>> components;  ///< The members of each weak component.
};
[[nodiscard]] DealCounts count_deals(const Results& results, const std::vector<int>& sizes,
                                     std::vector<std::vector<int>> components);

/// Returns the estimate of a weak component before its strengths are fitted, with all strengths 0.
/// Throws std::invalid_argument if `prior` is 0 and a part of it won everything.
[[nodiscard]] Estimate make_estimate(const WinGraph& beats, const DealCounts& counts,
                                     std::size_t component, double prior);

/// Sets the sums that a table shows beside the ratings: games, scores, shares of wins, mean
/// opponent. They are the same for every model, but for the mean opponent.
void summarise(const Results& results, const std::vector<int>& sizes, const DealCounts& counts,
               Ratings& ratings);

/// Returns the weights by which the strengths of a weak component make its zero point: their mean
/// over the core, or over all if there is no core.
Vector zero_weights(const std::vector<int>& strong);

/// Returns the middle of the sandwich: the spread of the members' scores over deals (`spread`, a
/// plain sum of products) times D/(D-1) for D deals. If the data show no spread (groups that won
/// everything, members of a single deal, residuals of zero, flat pairs), the model's own is added,
/// pair by pair, from the off-diagonal of the data's negative Hessian. Both may have further rows.
SquareMatrix support_spread(const Estimate& estimate, const SquareMatrix& hessian,
                            SquareMatrix spread);

/// Sets elo, se, bounds and covariances of the members.
void place(const Estimate& estimate, const WinGraph& beats, const FitOptions& options,
           Ratings& ratings);

/// Sets order, ranks, rank ranges, tiers and los_next; call it once every component is placed.
void rank(const FitOptions& options, Ratings& ratings);

}  // namespace danno::leagues::ratings
