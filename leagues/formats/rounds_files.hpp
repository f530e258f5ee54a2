// The tables of a league in rounds: its standings, what its format tells of the rounds, and the
// ratings of any league.
#pragma once

#include <string_view>
#include <vector>

#include "leagues/formats/rounds.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::formats {

struct RoundsTables {
  const store::StoredLeague& league;
  std::string_view format;
  bool finished = false;
  tables::LeagueTable rated;
  std::vector<RoundsReport> reports;  ///< By division.
};

[[nodiscard]] plan::ShownTables show(const RoundsTables& tables);

}  // namespace danno::leagues::formats
