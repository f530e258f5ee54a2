// The scheme of a round robin: who meets whom.
#pragma once

#include <vector>

namespace danno::leagues::formats::planned {

/// Returns the line-ups of a round robin of `agents` at tables of `seats` (at least 2), each as the
/// sorted indices of its agents; none if there are fewer agents than seats. With two seats or few
/// agents these are all combinations, so that all meet equally often. Otherwise it is a cyclic
/// design: every agent plays equally often, and the numbers of meetings of any two pairs differ by
/// at most one. The result depends on the arguments only.
[[nodiscard]] std::vector<std::vector<int>> round_robin(int agents, int seats);

}  // namespace danno::leagues::formats::planned
