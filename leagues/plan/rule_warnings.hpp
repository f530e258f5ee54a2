// Rules that cannot be meant: a game by them may never end, or its parameters contradict.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::plan {

/// Returns sentences without full stop about an entry, a bank or a target that cannot be reached.
[[nodiscard]] std::vector<std::string> rule_warnings(const rules::Definition& definition);

/// Returns what contradicts in the parameters, such as an entry above the target; empty: nothing.
[[nodiscard]] std::string parameters_problem(const rules::Definition& definition,
                                             const rules::Parameters& parameters);

/// Returns the largest number of which all points of a turn and all totals are multiples.
[[nodiscard]] rules::Points points_step(const rules::Definition& definition);

}  // namespace danno::leagues::plan
