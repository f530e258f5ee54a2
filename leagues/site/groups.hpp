// Which agents of a division can be compared: those that met, also through others.
#pragma once

#include <vector>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// Of a row that is not rated.
inline constexpr int kNoGroup = -1;

/// By row of the table: its group, from 0 in the order of the rows. All of one group where the
/// table is ranked by points, which compare everybody, and in one of tournaments, whose rows are
/// not group by group.
[[nodiscard]] std::vector<int> groups_of(const ShownDivision& division);

/// How many groups they are; kNoGroup is none.
[[nodiscard]] int count_groups(const std::vector<int>& groups);

}  // namespace danno::leagues::site
