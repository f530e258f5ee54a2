// Checks that no two deals of a league have the same key, and so the same dice.
#pragma once

#include <span>

#include "leagues/store/store.hpp"
#include "leagues/verify/line_up.hpp"

namespace danno::leagues::verify {

/// Throws Discrepancy where two stored deals have one key. A key follows from the seed, the rules,
/// the agents' names and the deal's index, so only line-ups of equal names and rules are compared.
void check_keys(const store::Reader& store, std::span<const Ground> grounds);

}  // namespace danno::leagues::verify
