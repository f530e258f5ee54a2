// danno league merge: takes what was played of a plan into the league, then the tables.
#include <fmt/format.h>

#include <memory>

#include "leagues/archive/publish.hpp"
#include "leagues/cli/flags/mixed_isolation.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/show_league.hpp"
#include "leagues/cli/verbs/merge_notes.hpp"
#include "leagues/cli/verbs/planning.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/parts/make_plan.hpp"
#include "leagues/parts/merge.hpp"
#include "leagues/parts/open_plans.hpp"
#include "leagues/parts/slurm.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;

struct MergeArguments {
  std::string plan;
  std::string out;
  int replay = 0;
  int rounds = 0;
  bool mix_isolation = false;
};

/// Has Slurm play what is missing, as long as that gets on.
void send_again(const MergeArguments& arguments, const parts::PartsPlan& plan,
                const parts::Merged& merged) {
  if (arguments.rounds == 0 || merged.parts_left.empty() || merged.deals == 0) return;
  const auto jobs =
      parts::submit_again(fs::absolute(plan.folder), merged.parts_left, arguments.rounds - 1);
  fmt::print(stderr, "sent again: Slurm's job {} plays these parts, job {} merges them\n",
             jobs.array, jobs.merge);
}

bool is_merged_whole(const store::Store& store, const parts::PartsPlan& plan) {
  const parts::KnownPlan known = parts::known_plan(store, plan);
  return !known.row.open && known.row.deals >= parts::count_deals(plan);
}

int merge(const MergeArguments& arguments, const terminal::Invocation& invocation) {
  const parts::PartsPlan plan = parts::read_plan(arguments.plan, invocation.version);
  const fs::path folder = league_folder(arguments.plan, arguments.out);
  store::Store store = parts::open_to_merge(folder);
  if (is_merged_whole(store, plan)) {
    archive::publish_tables(store, folder);  // who merged it may have been killed before
    if (invocation.json) {
      parts::Merged merged;
      merged.league_complete = true;
      show_json(plan, merged);
    }
    fmt::print(stderr, "plan {} of {} is merged whole: nothing to do\n", plan.number, plan.league);
    return terminal::kDone;
  }
  if (!arguments.mix_isolation)
    flags::refuse_mixed_isolation(store, referee::sandbox::to_string(plan.limits.isolation));
  if (arguments.replay > 0) (void)referee::sandbox::require(plan.limits.isolation);
  const terminal::Interrupts interrupts(terminal::Work::Play);
  parts::Merged merged;
  {
    terminal::Progress progress(invocation, parts::count_games(plan), 0);
    const parts::MergeOptions options{referee::sandbox::usable_cores(),
                                      static_cast<std::uint64_t>(arguments.replay)};
    merged = parts::merge(store, folder, plan, options,
                          [&](std::uint64_t games) { progress.add(games); });
  }
  if (merged.end == play::RunEnd::Interrupted) {
    fmt::print(stderr, "interrupted; what was merged is stored; the same command goes on\n");
    return interrupts.exit_code();
  }
  const auto tables = archive::publish_tables(store, folder);
  if (invocation.json)
    show_json(plan, merged);
  else
    terminal::show(tables, invocation);
  if (!invocation.quiet) fmt::print(stderr, "\ntables in {}\n", folder.string());
  if (arguments.replay > 0 && !invocation.quiet) tell_what_was_replayed(merged.replayed);
  tell_what_is_left(plan, merged);
  send_again(arguments, plan, merged);
  if (!merged.refused.empty()) return terminal::kFails;
  return merged.deals_left > 0 ? terminal::kUndecided : terminal::kDone;
}

}  // namespace

void add_merge(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "merge",
                              .summary = "take in what was played of a plan, then the tables",
                              .group = "On many machines",
                              .examples = "  danno league merge out/spring/plan-1\n"
                                          "  danno league merge /scratch/plan --out out/spring"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<MergeArguments>();
  verb.option("PLAN", arguments->plan, "the folder that 'danno league plan' made").required();
  verb.option("--out", arguments->out, "where the league is kept; default: PLAN's parent folder")
      .takes("DIR");
  verb.option("--replay", arguments->replay,
              "play so many deals again first, drawn now; a part that differs is refused")
      .range(1, 1'000'000);
  verb.option("--rounds", arguments->rounds,
              "have Slurm play what is missing, at most so often, while deals come in")
      .range(0, 100);
  flags::add_mix_isolation(verb, arguments->mix_isolation);
  verb.runs([arguments, &invocation] { return merge(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
