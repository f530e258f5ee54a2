// Seeded random games: the rule set, its parameters, what begins, and dice that often matter.
#pragma once

#include <random>
#include <string>

#include "referee/record/written_game.hpp"
#include "referee/rules/rule_set.hpp"
#include "tests/oracle/oracle.hpp"

namespace danno::testing {

using Random = std::mt19937_64;

/// Returns a number from 0 to n - 1.
int below(Random& random, int n);
/// Returns true with a chance of one in n.
bool one_in(Random& random, int n);

/// Rules, players, parameters, scores and first seat; no events.
referee::record::WrittenGame random_setup(const rules::Definition& definition, Random& random);

/// The same for the oracle.
oracle::Settings oracle_settings(const referee::record::WrittenGame& game);

/// A throw: plain chance, or dice close to triples, straights and all alike.
std::string random_dice(const rules::Definition& definition, int size, Random& random);

}  // namespace danno::testing
