// A graph of who can be compared with whom: it has an arrow from i to j if i beat or tied j.
//
// Ratings of two weak components (no game links them) cannot be compared. Between strong components
// (all arrows point one way) the likelihood has no finite maximum: one side won everything.
#pragma once

#include <set>
#include <utility>
#include <vector>

namespace danno::leagues::ratings {

/// A graph whose rows are agents; beats[i] lists, sorted, every j that i beat or tied.
using WinGraph = std::vector<std::vector<int>>;

/// Returns the weak components, largest first, equal sizes by their first agent; each is sorted.
std::vector<std::vector<int>> weak_components(const WinGraph& beats);

/// Returns the number of each agent's strong component. Arrows between components always point from
/// a higher number to a lower one (Tarjan, 1972).
std::vector<int> strong_components(const WinGraph& beats);

/// Returns which agents are in the core, given strong_components(): its largest component, of equal
/// ones that of the lowest agent. Within it everybody can be compared by points on both sides. If
/// no component has two agents, there is no core, and all are false.
std::vector<bool> core_members(const std::vector<int>& strong);

/// Returns which agents can be reached along arrows from the marked ones, and those themselves.
std::vector<bool> reachable(const WinGraph& beats, std::vector<bool> marked);

/// Returns the same graph with all arrows turned round.
WinGraph reversed(const WinGraph& beats);

/// Returns the bridges of a graph in which every arrow goes both ways: the pairs, i < j, whose
/// arrows alone join two of its parts.
std::set<std::pair<int, int>> bridges(const WinGraph& met);

}  // namespace danno::leagues::ratings
