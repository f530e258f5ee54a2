// Makes a plan of all that a league lacks: agents as copies, deals in parts, an epoch of its own.
#pragma once

#include <optional>

#include "leagues/entrants/agent_build.hpp"
#include "leagues/parts/plan_file.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::parts {

inline constexpr int kMostParts = 1000;  ///< What batch systems allow in an array as they come.
/// Of one core, with bundled agents; docs/run-a-league.md has measurements.
inline constexpr double kGamesPerSecond = 1500;

struct PlanOrder {
  std::filesystem::path out;  ///< The league's folder.
  std::filesystem::path to;   ///< The plan's; empty: OUT/plan-K.
  int parts = 0;              ///< 0: as many as take about 20 minutes of one core each.
  int most_parts = kMostParts;
  std::string danno;  ///< Its version.
  entrants::OnBuild on_build;
};

/// Of a store that is settled with the league, whose entrants get their copies. Nothing if no deal
/// is missing. The seed is committed to, and told to `on_epoch`, before the plan's folder has its
/// plan.json. Throws PlanError.
[[nodiscard]] std::optional<PartsPlan> make_plan(
    store::Store& store, store::League& league, const PlanOrder& order,
    const std::function<void(const store::Epoch&)>& on_epoch);

/// What make_plan() would make now.
struct ForeseenPlan {
  std::filesystem::path folder;
  int parts = 0;
};
/// Nothing is written. Throws as make_plan().
[[nodiscard]] ForeseenPlan foresee_plan(const store::League& league, const PlanOrder& order);

/// The plan is merged no more; its deals are to be played by others. Throws PlanError.
void give_up_plan(store::Store& store, store::Id plan);

}  // namespace danno::leagues::parts
