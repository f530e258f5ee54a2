// danno league plan: what a league lacks, as parts that are played anywhere.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/mixed_isolation.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/league_notes.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/seed_notes.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/parts/make_plan.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/shown_count.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;
using text::show_count;

struct Arguments {
  std::string file = "league.toml";
  std::string out;
  std::string to;
  int parts = 0;
  int drop = 0;
  bool mix_isolation = false;
};

void show_plan(const parts::PartsPlan& plan, const terminal::Invocation& invocation) {
  std::uint64_t deals = 0;
  for (const parts::PlannedDeals& one : plan.deals)
    deals += one.end - one.first;
  const std::uint64_t games = parts::count_games(plan);
  const std::string folder = plan.folder.string();
  if (invocation.json) {
    const text::Json json{{"league", plan.league},        {"plan", plan.number}, {"folder", folder},
                          {"parts", plan.parts},          {"deals", deals},      {"games", games},
                          {"commitment", plan.commitment}};
    fmt::print("{}\n", json.dump());
    return;
  }
  const std::chrono::duration<double> part_time(static_cast<double>(games) /
                                                (parts::kGamesPerSecond * plan.parts));
  const std::string shown = text::escape_terminal(text::quote_shell(folder));
  fmt::print(
      "plan {} of {}: {} deals, {} games, in {} parts; a part takes about {} on one core if "
      "the agents answer at once\n",
      plan.number, plan.league, show_count(deals), show_count(games), plan.parts,
      terminal::show_duration(part_time));
  fmt::print("each part, anywhere: danno league play {} --part 1/{}\n", shown, plan.parts);
  fmt::print("at the end:          danno league merge {}\n", shown);
}

void tell_who_cannot_start(const parts::PartsPlan& plan) {
  for (const parts::PlannedAgent& agent : plan.agents) {
    if (agent.ready) continue;
    fmt::print(stderr,
               "note: '{}' did not start here, and stands as never-ready where it does not\n",
               text::escape_terminal(agent.agent.name));
  }
}

void make_plan(const Arguments& arguments, store::League& league, store::Store& store,
               const fs::path& folder, const terminal::Invocation& invocation) {
  flags::provide_values(league.entrants, store::rule_sets(league), invocation);
  if (!arguments.mix_isolation)
    flags::refuse_mixed_isolation(store, referee::sandbox::to_string(league.limits.isolation));
  const parts::PlanOrder order{folder, arguments.to, arguments.parts, invocation.version,
                               flags::tell_builds(invocation)};
  const auto plan = parts::make_plan(store, league, order, [&](const store::Epoch& epoch) {
    if (!invocation.quiet) terminal::tell_epoch(epoch);
  });
  if (!plan) {
    fmt::print(stderr, "{}: no deal is missing, so there is nothing to plan\n", league.name);
    return;
  }
  if (!invocation.quiet) tell_who_cannot_start(*plan);
  show_plan(*plan, invocation);
}

void plan_league(const Arguments& arguments, const terminal::Invocation& invocation) {
  store::League league = flags::read_league(arguments.file);
  (void)referee::sandbox::require(league.limits.isolation);
  const fs::path folder =
      arguments.out.empty() ? fs::path("out") / league.name : fs::path(arguments.out);
  store::Store store = formats::open_to_play(folder, league);
  if (arguments.drop == 0) return make_plan(arguments, league, store, folder, invocation);
  parts::give_up_plan(store, arguments.drop);
  if (!invocation.quiet) {
    fmt::print(stderr, "plan {} is given up; what was merged of it stays, its folder may go\n",
               arguments.drop);
  }
}

}  // namespace

void add_plan(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "plan",
                              .summary = "what is missing, as parts to be played on many machines",
                              .group = "On many machines",
                              .examples = "  danno league plan league.toml --parts 40\n"
                                          "  danno league plan league.toml --drop 1"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<Arguments>();
  verb.option("FILE", arguments->file, "the league file; default league.toml");
  verb.option("--out", arguments->out, "where the league is kept; default out/NAME").takes("DIR");
  verb.option("--parts", arguments->parts, "how many; default: of about 20 minutes on one core")
      .range(1, parts::kMostParts);
  verb.option("--to", arguments->to, "the plan's folder, new; default DIR/plan-K").takes("PLAN");
  verb.option("--drop", arguments->drop, "give up plan K").takes("K").range(1, 1'000'000);
  flags::add_mix_isolation(verb, arguments->mix_isolation);
  verb.runs([arguments, &invocation] { plan_league(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
