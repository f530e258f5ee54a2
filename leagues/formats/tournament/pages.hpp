// What a site shows of a league of tournaments: a division for every rule set, and a page for each
// tournament with its stages, the final first, and the score sheets of every table.
#pragma once

#include <vector>

#include "leagues/formats/pages.hpp"
#include "leagues/formats/tournament/table.hpp"

namespace danno::leagues::formats::tournament {

[[nodiscard]] std::vector<DivisionPages> tournament_pages(const TournamentTable& table,
                                                          const store::StoredLeague& league);

}  // namespace danno::leagues::formats::tournament
