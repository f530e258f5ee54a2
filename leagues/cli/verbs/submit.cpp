// danno league submit: a plan, its parts as an array of Slurm, and the merge after them.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/planning.hpp"
#include "leagues/cli/verbs/submit_notes.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/parts/play_part.hpp"
#include "leagues/parts/slurm.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;

struct SubmitArguments {
  PlanArguments plan;
  bool slurm = false;
  int cpus = 1;
  bool dry_run = false;
  bool check = true;
  int throttle = 0;
  int rounds = 0;
  std::string merge_options;
  std::string setup;
  std::vector<std::string> options;
};

/// Of a plan in that folder.
parts::SlurmOrder order_for(const SubmitArguments& arguments, const store::League& league,
                            const fs::path& folder, int parts) {
  parts::SlurmOrder order;
  order.danno = fs::read_symlink("/proc/self/exe");
  order.plan = fs::absolute(folder);
  order.out = fs::absolute(flags::league_folder(league, arguments.plan.out));
  order.league = league.name;
  order.parts = parts;
  order.cpus = arguments.cpus;
  order.memory_mb = parts::shard_memory(league);
  order.throttle = arguments.throttle;
  order.rounds = arguments.rounds;
  order.options = arguments.options;
  std::istringstream merge_options(arguments.merge_options);
  for (std::string option; merge_options >> option;)
    order.merge_options.push_back(option);
  order.setup = arguments.setup;
  parts::check_options(order);
  order.mix_isolation = arguments.plan.mix_isolation;
  order.check = arguments.check;
  return order;
}

/// Nothing is written.
void show_dry_run(const SubmitArguments& arguments, const store::League& league,
                  const terminal::Invocation& invocation) {
  const parts::ForeseenPlan plan =
      parts::foresee_plan(league, order_of(arguments.plan, league, invocation));
  show_unsent(order_for(arguments, league, plan.folder, plan.parts), invocation);
}

/// The store is free again when Slurm's jobs begin.
std::optional<parts::PartsPlan> make_plan(const SubmitArguments& arguments, store::League& league,
                                          const terminal::Invocation& invocation) {
  store::Store store =
      formats::open_to_play(flags::league_folder(league, arguments.plan.out), league);
  return plan_missing(arguments.plan, league, store, invocation);
}

/// What is missing of a plan that was submitted before.
void submit_again(const SubmitArguments& arguments, const terminal::Invocation& invocation) {
  const parts::PartsPlan plan = parts::read_plan(arguments.plan.file, invocation.version);
  const std::vector<int> missing = parts::missing_parts(plan);
  if (missing.empty()) {
    fmt::print(stderr, "all parts are there: danno league merge {}\n",
               words::escape_terminal(words::quote_shell(arguments.plan.file)));
    return;
  }
  const parts::SlurmJobs jobs =
      parts::submit_again(fs::absolute(plan.folder), missing, arguments.rounds);
  show_submitted_again(plan, missing, jobs, invocation);
}

void submit(SubmitArguments& arguments, const terminal::Invocation& invocation) {
  if (fs::is_regular_file(fs::path(arguments.plan.file) / "plan.json"))
    return submit_again(arguments, invocation);
  store::League league = flags::read_league(arguments.plan.file);
  (void)referee::sandbox::require(league.limits.isolation);
  const int most = arguments.plan.most_parts = parts::most_slurm_parts();
  if (arguments.plan.parts > most) {
    throw terminal::UsageError(fmt::format(
        "--parts {}; expected at most {}, for which Slurm's MaxArraySize here leaves room",
        arguments.plan.parts, most));
  }
  if (arguments.dry_run) return show_dry_run(arguments, league, invocation);
  (void)order_for(arguments, league, "plan", 1);  // before anything is made
  const auto plan = make_plan(arguments, league, invocation);
  if (!plan) return;
  parts::SlurmOrder order = order_for(arguments, league, plan->folder, plan->parts);
  order.number = plan->number;
  order.games = parts::count_games(*plan);
  // Twice the time, and a quarter of an hour: a job that is too short only begins again.
  order.minutes = std::max(order.minutes, 15 + static_cast<int>(2 * longest_part(*plan) / 60));
  show_submitted(*plan, order, parts::submit(order), invocation);
}

}  // namespace

void add_submit(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb = league.add(
      invocation,
      {.name = "submit",
       .summary = "plan, and have a batch system play the parts and merge them",
       .group = "On many machines",
       .examples = "  danno league submit league.toml --slurm --dry-run\n"
                   "  danno league submit out/spring/plan-1 --slurm\n"
                   "  danno league submit league.toml --slurm -- --partition=long --time=240"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<SubmitArguments>();
  add_plan_arguments(verb, arguments->plan);
  verb.flag("--slurm", arguments->slurm, "by sbatch, as an array and a job after it").required();
  verb.option("--cpus", arguments->cpus, "cores of a part").range(1, 256).shows_default();
  verb.option("--throttle", arguments->throttle, "parts that play at once; default: any")
      .range(1, 100'000);
  verb.option("--rounds", arguments->rounds,
              "how often the merge sends what is missing, while deals come in")
      .range(0, 100)
      .shows_default();
  verb.option("--setup", arguments->setup, "shell commands before danno: modules, a container")
      .takes("FILE");
  verb.option("--merge-options", arguments->merge_options, "more options of sbatch for the merge")
      .takes("OPTIONS");
  verb.flag("--dry-run", arguments->dry_run, "only show what would be sent");
  verb.flag("!--no-check", arguments->check, "do not ask a node whether it sees the plan");
  verb.option("SBATCH", arguments->options, "after --: more options of sbatch").several(64);
  verb.runs([arguments, &invocation] { submit(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
