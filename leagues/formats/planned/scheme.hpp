// Who meets whom: the line-ups of a round robin.
#pragma once

#include <vector>

namespace danno::leagues::formats::planned {

/// The line-ups of a round robin of `agents` at tables of `seats` (at least 2), each the rising
/// indices of its agents; none where there are fewer agents. Two seats, or few agents: every choice
/// of agents, so that all meet equally often. More: a cyclic design, where every agent plays
/// equally often and the numbers of meetings of any two pairs differ by one at most. Fixed by its
/// arguments.
[[nodiscard]] std::vector<std::vector<int>> round_robin(int agents, int seats);

}  // namespace danno::leagues::formats::planned
