// How far the plans are that a league has given away.
#pragma once

#include "leagues/plan/shown.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::parts {

/// Tells of each plan that is neither merged whole nor given up: its parts that are complete, begun
/// and not there, and its deals that are stored.
void add_open_plans(plan::LeagueStatus& status, const store::Store& store);

}  // namespace danno::leagues::parts
