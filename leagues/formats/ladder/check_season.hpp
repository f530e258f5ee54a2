// Rechecks a stored ladder: chooses all its rounds again.
#pragma once

#include "leagues/store/store.hpp"

namespace danno::leagues::formats::ladder {

/// Throws store::Discrepancy if a stored round is not the one that follows from what was stored
/// when it began, or has a later version than kRoundsVersion, or if deals are stored that no round
/// has.
void check_season(const store::Store& store, const store::StoredDivision& division);

}  // namespace danno::leagues::formats::ladder
