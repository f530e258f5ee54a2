// The ratings of a league of mirrored deals, whatever decides who meets whom.
#pragma once

#include <vector>

#include "leagues/plan/format.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::formats {

/// As Format::tables() takes `published`.
[[nodiscard]] tables::LeagueTable rate_league(const store::Store& store, const solver::Watch& watch,
                                              plan::PublishedJson* published);

/// The table, and who beat whom.
void add_sheets(const tables::LeagueTable& table, const tables::DivisionTable& division,
                std::vector<plan::Sheet>& sheets);

}  // namespace danno::leagues::formats
