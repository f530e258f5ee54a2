#include "leagues/cli/verbs/planning.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/mixed_isolation.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/seed_notes.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "leagues/words/shown_duration.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;

void tell_who_cannot_start(const parts::PartsPlan& plan) {
  for (const parts::PlannedAgent& agent : plan.agents) {
    if (agent.ready) continue;
    fmt::print(stderr,
               "note: '{}' did not start here; where it does not start, it counts as never-ready\n",
               words::escape_terminal(agent.agent.name));
  }
}

/// A part that is killed loses little, but a job that takes long is begun late and ended early.
void tell_of_long_parts(const parts::PartsPlan& plan) {
  const std::chrono::duration<double> longest(longest_part(plan));
  if (longest < std::chrono::minutes(30)) return;
  fmt::print(stderr,
             "note: the longest part takes about {} on one core; give parts several cores, or plan "
             "more parts with --parts N\n",
             words::show_duration(longest));
}

}  // namespace

double longest_part(const parts::PartsPlan& plan) {
  return std::ranges::max(parts::part_seconds(plan));
}

void add_plan_arguments(flags::Verb verb, PlanArguments& arguments) {
  verb.option("FILE", arguments.file, "the league file; default league.toml");
  verb.option("--out", arguments.out, "where the league is kept; default out/NAME").takes("DIR");
  verb.option("--parts", arguments.parts, "how many; default: of about 20 minutes on one core")
      .range(1, parts::kMostParts);
  verb.option("--to", arguments.to, "the plan's folder, new; default DIR/plan-K").takes("PLAN");
  flags::add_mix_isolation(verb, arguments.mix_isolation);
}

fs::path league_folder(const std::string& plan, const std::string& out) {
  return out.empty() ? fs::absolute(fs::path(plan) / "").parent_path().parent_path()
                     : fs::path(out);
}

parts::PlanOrder order_of(const PlanArguments& arguments, const store::League& league,
                          const terminal::Invocation& invocation) {
  return {.out = flags::league_folder(league, arguments.out),
          .to = arguments.to,
          .parts = arguments.parts,
          .most_parts = arguments.most_parts,
          .danno = invocation.version,
          .on_build = flags::tell_builds(invocation)};
}

std::optional<parts::PartsPlan> plan_missing(const PlanArguments& arguments, store::League& league,
                                             store::Store& store,
                                             const terminal::Invocation& invocation) {
  flags::provide_values(league.entrants, store::rule_sets(league), invocation);
  if (!arguments.mix_isolation)
    flags::refuse_mixed_isolation(store, referee::sandbox::to_string(league.limits.isolation));
  auto plan = parts::make_plan(store, league, order_of(arguments, league, invocation),
                               [&](const store::Epoch& epoch) {
                                 if (!invocation.quiet) terminal::tell_epoch(epoch);
                               });
  if (!plan)
    fmt::print(stderr, "{}: no deal is missing, so there is nothing to plan\n", league.name);
  else if (!invocation.quiet) {
    tell_who_cannot_start(*plan);
    tell_of_long_parts(*plan);
  }
  return plan;
}

files::Json json_of(const parts::PartsPlan& plan) {
  return {{"league", plan.league},
          {"plan", plan.number},
          {"folder", plan.folder.string()},
          {"parts", plan.parts},
          {"deals", parts::count_deals(plan)},
          {"games", parts::count_games(plan)},
          {"longest_part_s", longest_part(plan)},
          {"commitment", plan.commitment}};
}

void show_plan(const parts::PartsPlan& plan) {
  const std::uint64_t games = parts::count_games(plan);
  const std::chrono::duration<double> longest(longest_part(plan));
  fmt::print(
      "plan {} of {}: {} deals, {} games, in {} parts; the longest takes about {} on one core\n",
      plan.number, plan.league, words::show_count(parts::count_deals(plan)),
      words::show_count(games), plan.parts, words::show_duration(longest));
}

}  // namespace danno::leagues::cli::verbs
