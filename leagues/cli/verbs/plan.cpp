// danno league plan: what a league lacks, as parts that are played anywhere.
#include <fmt/format.h>

#include <memory>

#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/planning.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/entrants/pack_folder.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/parts/make_plan.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct PlanOrDrop {
  PlanArguments plan;
  std::string tar;
  int drop = 0;
};

/// Before anything is made.
void check_tar(const std::string& tar) {
  if (tar.empty()) return;
  const auto folder = std::filesystem::absolute(tar).parent_path();
  if (!std::filesystem::is_directory(folder))
    throw terminal::UsageError(fmt::format("--tar {}: there is no folder {}",
                                           words::escape_terminal(tar),
                                           words::escape_terminal(folder.string())));
}

/// All but the seed: who holds the file need not know the dice.
void pack(const parts::PartsPlan& plan, const std::string& tar,
          const terminal::Invocation& invocation) {
  entrants::pack_folder(plan.folder, tar,
                        [](const std::filesystem::path& path) { return path == "seed"; });
  if (invocation.quiet) return;
  fmt::print(stderr, "packed into {}, without the seed: a machine that plays needs {}, too\n",
             words::escape_terminal(tar), words::escape_terminal((plan.folder / "seed").string()));
}

void show(const parts::PartsPlan& plan, const terminal::Invocation& invocation) {
  if (invocation.json) {
    fmt::print("{}\n", json_of(plan).dump());
    return;
  }
  show_plan(plan);
  const std::string folder = words::escape_terminal(words::quote_shell(plan.folder.string()));
  fmt::print("each part, anywhere: danno league play {} --part 1/{}\n", folder, plan.parts);
  fmt::print("at the end:          danno league merge {}\n", folder);
}

void plan_league(const PlanOrDrop& arguments, const terminal::Invocation& invocation) {
  check_tar(arguments.tar);
  store::League league = flags::read_league(arguments.plan.file);
  (void)referee::sandbox::require(league.limits.isolation);
  store::Store store =
      formats::open_to_play(flags::league_folder(league, arguments.plan.out), league);
  if (arguments.drop == 0) {
    const auto plan = plan_missing(arguments.plan, league, store, invocation);
    if (!plan) return;
    if (!arguments.tar.empty()) pack(*plan, arguments.tar, invocation);
    return show(*plan, invocation);
  }
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
  const auto arguments = std::make_shared<PlanOrDrop>();
  add_plan_arguments(verb, arguments->plan);
  verb.option("--tar", arguments->tar, "also pack the plan, without its seed, into one file")
      .takes("FILE");
  verb.option("--drop", arguments->drop, "give up plan K").takes("K").range(1, 1'000'000);
  verb.runs([arguments, &invocation] { plan_league(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
