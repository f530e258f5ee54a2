// Maximum-weight matching in a general graph: Edmonds' blossoms with Galil's dual variables, in
// O(n^3) (Z. Galil, Efficient algorithms for finding maximum matching in graphs, ACM Computing
// Surveys 18, 1986).
//
// Boost 1.81 has one, too, but it gives wrong matchings for some graphs and never ends for others
// (docs/design/own-matching.md); what verify recomputes must be the same everywhere.
#pragma once

#include <cstdint>
#include <vector>

namespace danno::leagues::formats::swiss {

/// weights[i][j], the same as weights[j][i], of an edge; 0 where there is none. Below 2^60.
using Weights = std::vector<std::vector<std::int64_t>>;

inline constexpr int kUnmatched = -1;

/// By vertex, the one that it is matched with. Of matchings of the same weight always the same.
[[nodiscard]] std::vector<int> maximum_weight_matching(const Weights& weights);

}  // namespace danno::leagues::formats::swiss
