// danno cluster plan: the missing deals of a league, in parts that are played anywhere.
#include <fmt/format.h>

#include <memory>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/parts/make_plan.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;

struct PlanArguments {
  std::string file = "league.toml";
  std::string out;
  int parts = 0;
};

void print_unready_agents(const parts::PartsPlan& plan) {
  for (const parts::PlannedAgent& agent : plan.agents) {
    if (agent.ready) continue;
    terminal::print_note(
        "note: '{}' did not start here; where it does not start, it counts as never-ready\n",
        words::escape_terminal(agent.agent.name));
  }
}

void print_plan(const parts::PartsPlan& plan, const terminal::Invocation& invocation) {
  const std::uint64_t deals = parts::count_deals(plan);
  const std::uint64_t games = parts::count_games(plan);
  if (invocation.json) {
    const files::Json json{
        {"league", plan.league},        {"plan", plan.number}, {"folder", plan.folder.string()},
        {"parts", plan.parts},          {"deals", deals},      {"games", games},
        {"commitment", plan.commitment}};
    terminal::print("{}\n", files::dump(json));
    return;
  }
  const fs::path script = plan.folder / "run.slurm";
  const std::string folder = words::escape_terminal(words::quote_shell(plan.folder.string()));
  terminal::print_text("plan {} of {}: {} deals, {} games, in {} parts\n", plan.number,
                       words::escape_terminal(plan.league), words::show_count(deals),
                       words::show_count(games), plan.parts);
  terminal::print(
      "on Slurm:  sbatch {}\nelsewhere: danno cluster play {} --part 1/{}, and so on\n"
      "           danno cluster merge {} at the end\n",
      words::escape_terminal(words::quote_shell(script.string())), folder, plan.parts, folder);
}

void plan_league(const PlanArguments& arguments, const terminal::Invocation& invocation) {
  store::League league = flags::read_league(arguments.file);
  (void)referee::sandbox::require(league.limits.isolation);
  const fs::path out = flags::league_folder(league, arguments.out);
  store::Store store = formats::open_to_play(out, league);
  flags::provide_values(league.entrants, store::rule_sets(league), invocation);
  flags::refuse_mixed_isolation(store, referee::sandbox::to_string(league.limits.isolation));
  const auto plan = parts::make_plan(store, league,
                                     {.out = out,
                                      .parts = arguments.parts,
                                      .danno = invocation.version,
                                      .program = fs::read_symlink("/proc/self/exe"),
                                      .on_build = flags::tell_builds(invocation)},
                                     [&](const store::Epoch& epoch) {
                                       if (!invocation.quiet) flags::tell_epoch(epoch);
                                     });
  if (!plan) {
    terminal::print_note("{}: no deal is missing, so there is nothing to plan\n",
                         words::escape_terminal(league.name));
    return;
  }
  if (!invocation.quiet) print_unready_agents(*plan);
  print_plan(*plan, invocation);
}

}  // namespace

void add_cluster_plan(flags::Verb cluster, terminal::Invocation& invocation) {
  const flags::Verb verb = cluster.add(
      invocation, {.name = "plan",
                   .summary = "write the missing deals of a league as parts to be played anywhere",
                   .group = "Verbs",
                   .examples = "  danno cluster plan league.toml --parts 40\n"
                               "  danno cluster plan league.toml --parts 40 --out results"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<PlanArguments>();
  verb.option("FILE", arguments->file, "the league file; default league.toml");
  verb.option("--parts", arguments->parts, "the number of parts")
      .range(1, parts::kMostParts)
      .required();
  verb.option("--out", arguments->out, "where the league is kept; default out/NAME").takes("DIR");
  verb.runs([arguments, &invocation] { plan_league(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
