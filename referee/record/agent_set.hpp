// A set of the agents of a line-up, by their numbers in it.
#pragma once

#include "referee/rules/seat_set.hpp"

namespace danno::referee::record {

using AgentSet = rules::SmallSet<struct AgentOfLineUp>;

}  // namespace danno::referee::record
