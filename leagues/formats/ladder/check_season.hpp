// Rechecks a stored ladder by replaying its schedule.
#pragma once

#include "leagues/store/store.hpp"

namespace danno::leagues::formats::ladder {

/// Throws store::Discrepancy if a stored round is not the one that follows from the deals of the
/// rounds before it, or has a later version than kRoundsVersion, or if deals are stored that no
/// round has.
void check_season(const store::Reader& store, const store::StoredDivision& division);

}  // namespace danno::leagues::formats::ladder
