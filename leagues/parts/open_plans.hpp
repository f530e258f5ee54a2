// A league's open plans and their progress.
#pragma once

#include "leagues/parts/plan_file.hpp"
#include "leagues/plan/shown.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::parts {

/// A plan, as the store that made it knows it.
struct KnownPlan {
  store::PlanOfParts row;
  store::Epoch epoch;
};
/// Throws PlanError where another store made it.
[[nodiscard]] KnownPlan known_plan(const store::Reader& store, const PartsPlan& plan);

/// Tells of each plan that is neither merged whole nor given up: its parts that are complete, begun
/// and not there, its deals that are stored, and how long the rest takes if it is played as fast as
/// now. `danno` is the version that made the plans; of another's nothing is foreseen.
void add_open_plans(plan::LeagueStatus& status, const store::Reader& store,
                    const std::string& danno);

/// Ends the open plans of a league of which nothing is missing.
void end_finished_plans(store::Store& store);

}  // namespace danno::leagues::parts
