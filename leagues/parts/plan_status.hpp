// The progress of a plan's parts, and a league's open plans.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leagues/parts/plan_file.hpp"
#include "leagues/plan/shown.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::parts {

/// The progress of one part.
struct PartStatus {
  int part = 0;
  bool is_whole = false;
  std::string host;  ///< The machine that wrote last; empty if nothing is played.
  std::uint64_t played = 0;
  std::uint64_t deals = 0;                    ///< The number of deals of the part.
  std::optional<double> deals_per_s;          ///< The rate of the last attempt.
  std::optional<std::int64_t> written_s_ago;  ///< The age of the last write.
  std::optional<double> seconds_left;         ///< At this rate; unset unless it is being played.
};

/// Returns the progress of all parts, by number. Reads no games.
[[nodiscard]] std::vector<PartStatus> read_part_statuses(const PartsPlan& plan);

/// A plan as the store knows it.
struct KnownPlan {
  store::PlanOfParts row;
  store::Epoch epoch;
};
/// Throws PlanError if another store made the plan.
[[nodiscard]] KnownPlan known_plan(const store::Reader& store, const PartsPlan& plan);

/// Adds a line for each open plan.
void add_open_plans(plan::LeagueStatus& status, const store::Reader& store);

/// Ends the open plans of a league of which nothing is missing.
void end_finished_plans(store::Store& store);

}  // namespace danno::leagues::parts
