// A league's tables on the terminal.
#pragma once

#include "leagues/tables/table.hpp"

namespace danno::cli {

/// To stdout.
void show_table(const leagues::LeagueTable& table);

}  // namespace danno::cli
