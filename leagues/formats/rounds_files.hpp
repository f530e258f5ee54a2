// The tables of a league in rounds, as files and for a terminal.
#pragma once

#include "leagues/formats/rounds_report.hpp"

namespace danno::leagues::formats {

[[nodiscard]] plan::ShownTables show(const RoundsTables& tables);

}  // namespace danno::leagues::formats
