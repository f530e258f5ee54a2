// Maximum-weight matching in a general graph: Edmonds' blossoms with Galil's dual variables, in
// O(n^3) (Z. Galil, Efficient algorithms for finding maximum matching in graphs, ACM Computing
// Surveys 18, 1986).
//
// Boost 1.81 has an implementation, too, but it is wrong for some graphs and never ends for others
// (docs/design/own-matching.md). What verify recomputes must be the same everywhere.
#pragma once

#include <cstdint>
#include <vector>

namespace danno::leagues::formats::swiss {

/// Symmetric weights of the edges; 0 means no edge. All must be below 2^60.
using Weights = std::vector<std::vector<std::int64_t>>;

inline constexpr int kUnmatched = -1;

/// Returns each vertex's partner. Among matchings of equal weight the result is always the same.
[[nodiscard]] std::vector<int> maximum_weight_matching(const Weights& weights);

}  // namespace danno::leagues::formats::swiss
