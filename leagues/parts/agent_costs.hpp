// What a plan's deals cost, measured: each agent plays a few deals against itself.
#pragma once

#include "leagues/parts/plan_file.hpp"

namespace danno::leagues::parts {

/// Sets PlannedAgent::seconds for every division, playing for two seconds at most of an agent in a
/// division (or one answer longer). Of many agents some are measured, and the others get their
/// mean. Throws if the harness fails.
void measure_agents(PartsPlan& plan);

}  // namespace danno::leagues::parts
