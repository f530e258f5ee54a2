// Who can be compared with whom: the graph with an arrow from i to j where i beat or tied j.
//
// Ratings of two weak components (no game links them) cannot be compared at all. Between strong
// components (all arrows point one way) a finite maximum of the likelihood does not exist: one side
// won everything.
#pragma once

#include <set>
#include <utility>
#include <vector>

namespace danno::leagues::ratings {

/// Rows are agents; beats[i] lists, rising, every j that i beat or tied at least once.
using WinGraph = std::vector<std::vector<int>>;

/// The weak components, largest first, equal sizes by their first agent; agents rising in each.
std::vector<std::vector<int>> weak_components(const WinGraph& beats);

/// For each agent the number of its strong component; arrows between components always point from a
/// higher number to a lower one (Tarjan, 1972).
std::vector<int> strong_components(const WinGraph& beats);

/// Of a graph with every arrow both ways: the pairs, i < j, whose arrows alone join its parts.
std::set<std::pair<int, int>> bridges(const WinGraph& met);

}  // namespace danno::leagues::ratings
