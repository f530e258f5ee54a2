// Makes a plan of all missing deals of a league: copies of agents, deals in parts, its own epoch.
#pragma once

#include <optional>

#include "leagues/entrants/agent_build.hpp"
#include "leagues/parts/plan_file.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::parts {

inline constexpr int kMostParts = 1000;  ///< The default limit of batch systems for an array.
/// The usual speed of one core with bundled agents, where nothing is measured.
inline constexpr double kGamesPerSecond = 1500;

struct PlanOrder {
  std::filesystem::path out;  ///< The league's folder.
  std::filesystem::path to;   ///< The plan's folder; if empty, OUT/plan-K.
  int parts = 0;              ///< The number of parts; 0: parts of about 20 minutes on one core.
  int most_parts = kMostParts;
  std::string danno;  ///< The version of danno.
  entrants::OnBuild on_build;
};

/// Makes a plan of a store that is settled with the league. The league's entrants become copies.
/// Returns nullopt if no deal is missing. The seed is committed to, and passed to `on_epoch`,
/// before plan.json is written. Throws PlanError.
[[nodiscard]] std::optional<PartsPlan> make_plan(
    store::Store& store, store::League& league, const PlanOrder& order,
    const std::function<void(const store::Epoch&)>& on_epoch);

/// The plan that make_plan() would make now.
struct ForeseenPlan {
  std::filesystem::path folder;
  int parts = 0;
};
/// Returns the plan that would be made, without writing anything; the parts follow from a usual
/// speed, since no agent plays. Throws what make_plan() throws.
[[nodiscard]] ForeseenPlan foresee_plan(const store::League& league, const PlanOrder& order);

/// Ends the plan: it is not merged any more, and others can play its deals. Throws PlanError.
void give_up_plan(store::Store& store, store::Id plan);

}  // namespace danno::leagues::parts
