// The rounds of a stored ladder, chosen again.
#pragma once

#include "leagues/store/store.hpp"

namespace danno::leagues::formats::ladder {

/// Throws store::Discrepancy where another round is stored than follows from what was stored when
/// it began, or deals that no round has. Of rounds with an older version than kRoundsVersion only
/// the deals are checked.
void check_season(const store::Store& store, const store::StoredDivision& division);

}  // namespace danno::leagues::formats::ladder
