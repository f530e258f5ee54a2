// Makes a plan of all missing deals of a league: copies of agents, deals in parts, its own epoch.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "leagues/commands/cluster/plan_file.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::commands::cluster {

extern const std::string_view kSlurmTemplate;  ///< The text of run.slurm.in.

struct PlanOptions {
  std::filesystem::path out;  ///< The league's folder; the plan becomes OUT/plan-K.
  int parts = 1;
  std::string danno;              ///< The version of danno.
  std::filesystem::path program;  ///< The path of danno for the jobs.
  entrants::OnBuild on_build;
};

/// Throws PlanError if the league's format decides from results what is played next. To be called
/// before the store is opened, so that a refused league leaves no files.
void require_plannable(const store::League& league);

/// Makes the league that of the store in `options.out`, then a plan. The league's entrants become
/// copies. Returns nullopt if no deal is missing. The seed is committed to, and passed to
/// `on_epoch`, before plan.json is written. The folder has its name only when it is whole. Ends
/// open plans whose folder is gone. Throws PlanError, also if another plan is open.
[[nodiscard]] std::optional<PartsPlan> make_plan(
    store::League& league, const PlanOptions& options,
    const std::function<void(const store::Epoch&)>& on_epoch);

}  // namespace danno::leagues::commands::cluster
