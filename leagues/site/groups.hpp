// Groups of agents of a division that can be compared: those that met, directly or through others.
#pragma once

#include <vector>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// The group of a row that is not rated.
inline constexpr int kNoGroup = -1;

/// Returns each row's group, from 0 in the order of the rows. All rows are in one group if the
/// table is ranked by points, which compare everybody, or is one of tournaments, whose rows are not
/// sorted by group.
[[nodiscard]] std::vector<int> groups_of(const ShownDivision& division);

/// Returns the number of groups; kNoGroup does not count.
[[nodiscard]] int count_groups(const std::vector<int>& groups);

}  // namespace danno::leagues::site
