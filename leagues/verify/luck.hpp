// Rechecks the luck that the store keeps for its blocks.
#pragma once

#include <string>
#include <vector>

#include "leagues/store/store.hpp"
#include "leagues/verify/verified.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::verify {

/// Computes it from the games again. What stands on other solved values than are here is a note: no
/// table is made of it. What was verified before is left out. Throws Discrepancy, with the block's
/// id.
void check_luck(const store::Reader& store, const VerifiedDeals& before,
                std::vector<std::string>& notes, const solver::Watch& watch);

}  // namespace danno::leagues::verify
