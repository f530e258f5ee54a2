// danno cluster plan: the missing deals of a league, in parts that are played anywhere.
#include <fmt/format.h>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/cluster/plan_file.hpp"
#include "leagues/schedule/formats.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::cluster {
namespace {

namespace fs = std::filesystem;

struct PlanArguments {
  std::string file = "league.toml";
  std::string out;
  int parts = 0;
};

/// Throws PlanError if the league's format decides from results what is played next. It is called
/// before the store is opened, so that a refused league leaves no files.
void require_plannable(const store::League& league) {
  // A ladder plans no deals, and a tournament not even line-ups.
  if (league.deals != 0 && schedule::find_format(league.format).line_ups()) return;
  throw PlanError(
      fmt::format("a {} cannot be planned in parts: what comes next follows from results; 'danno "
                  "league run' plays it",
                  league.format));
}

void print_unready_agents(const PartsPlan& plan) {
  for (const PlannedAgent& agent : plan.agents) {
    if (agent.ready) continue;
    cli::print_note(
        "note: '{}' did not start here; where it does not start, it counts as never-ready\n",
        base::escape_terminal(agent.agent.name));
  }
}

void print_plan(const PartsPlan& plan, const cli::Invocation& invocation) {
  const std::uint64_t deals = cluster::count_deals(plan);
  const std::uint64_t games = cluster::count_games(plan);
  if (invocation.json) {
    const base::Json json{
        {"league", plan.league},        {"plan", plan.number}, {"folder", plan.folder.string()},
        {"parts", plan.parts},          {"deals", deals},      {"games", games},
        {"commitment", plan.commitment}};
    cli::print("{}\n", base::dump(json));
    return;
  }
  const fs::path script = plan.folder / "run.slurm";
  const std::string folder = base::escape_terminal(base::quote_shell(plan.folder.string()));
  cli::print_text("plan {} of {}: {}, {}, in {}\n", plan.number, base::escape_terminal(plan.league),
                  base::format_count(deals, "deal"), base::format_count(games, "game"),
                  base::format_count(plan.parts, "part"));
  cli::print(
      "on Slurm:  sbatch {}\nelsewhere: danno cluster play {} --part 1/{}, and so on\n"
      "           danno cluster merge {} at the end\n",
      base::escape_terminal(base::quote_shell(script.string())), folder, plan.parts, folder);
}

void plan_league(const PlanArguments& arguments, const cli::Invocation& invocation) {
  store::League league = cli::read_league(arguments.file);
  require_plannable(league);
  (void)referee::sandbox::require(league.limits.isolation);
  const fs::path out = cli::league_folder(league, arguments.out);
  cli::provide_values(league.entrants, store::rule_sets(league), invocation);
  const auto plan = cluster::make_plan(league,
                                       {.out = out,
                                        .parts = arguments.parts,
                                        .danno = invocation.version,
                                        .program = fs::read_symlink("/proc/self/exe"),
                                        .on_build = cli::print_builds(invocation)},
                                       [&](const store::Epoch& epoch) {
                                         if (!invocation.quiet) cli::print_epoch(epoch);
                                       });
  if (!plan) {
    cli::print_note("{}: no deal is missing, so there is nothing to plan\n",
                    base::escape_terminal(league.name));
    return;
  }
  if (!invocation.quiet) print_unready_agents(*plan);
  print_plan(*plan, invocation);
}

}  // namespace

void add_plan(cli::Command cluster, cli::Invocation& invocation) {
  const auto [command, arguments] =
      cluster.add(invocation, plan_league,
                  {.name = "plan",
                   .summary = "split the missing deals of a league into parts for other machines",
                   .examples = "  danno cluster plan league.toml --parts 40\n"
                               "  danno cluster plan league.toml --parts 40 --out results"});
  command.json_flag(invocation);
  command.option("FILE", arguments.file, "the league file; default league.toml");
  command.option("--parts", arguments.parts, "the number of parts")
      .range(1, cluster::kMostParts)
      .required();
  command.option("--out DIR", arguments.out, "the league's folder; default out/NAME");
}

}  // namespace danno::leagues::commands::cluster
