// danno cluster merge: checks what was played of a plan, stores what is right, then the tables.
#include <fmt/format.h>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/print_league.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/commands/cluster/merge.hpp"
#include "leagues/site/publish.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::commands::cluster {
namespace {

namespace fs = std::filesystem;

/// Returns "3,7-9", as sbatch --array takes it.
std::string format_ranges(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
      ++last;
    if (!text.empty()) text += ',';
    text += std::to_string(numbers[i]);
    if (last > i) text += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

void print_json(const PartsPlan& plan, const MergeResult& merged) {
  const base::Json json{{"league", plan.league},
                        {"plan", plan.number},
                        {"deals", merged.deals},
                        {"deals_left", merged.deals_left},
                        {"parts_left", merged.parts_left},
                        {"refused", merged.refused},
                        {"complete", merged.league_complete}};
  cli::print("{}\n", base::dump(json));
}

void print_missing(const PartsPlan& plan, const MergeResult& merged) {
  for (const std::string& refused : merged.refused)
    cli::print_note("refused: {}\n", base::escape_terminal(refused));
  if (merged.deals_left == 0) return;
  cli::print_note("plan {}: {} missing\n", plan.number,
                  base::format_count(merged.deals_left, "deal"));
  if (merged.parts_left.empty()) {
    cli::print_note(
        "its parts are complete: an agent is out for faults in other parts; 'danno league run' "
        "plays the rest\n");
    return;
  }
  const std::string parts = format_ranges(merged.parts_left);
  const std::string folder = base::escape_terminal(base::quote_shell(plan.folder.string()));
  const fs::path script = plan.folder / "run.slurm";
  // Commands to copy are not wrapped.
  cli::write(stderr,
             fmt::format("missing parts: {}\non Slurm:  sbatch --array={} {}\n"
                         "elsewhere: danno cluster play {} --part {}/{}\n",
                         parts, parts, base::escape_terminal(base::quote_shell(script.string())),
                         folder, merged.parts_left.front(), plan.parts));
}

int merge(const std::string& folder, const cli::Invocation& invocation) {
  const PartsPlan plan = cluster::read_plan(folder, invocation.version);
  const fs::path out = fs::canonical(folder).parent_path();
  store::Writer store = cluster::open_to_merge(out);
  const cli::Interrupts interrupts(cli::Work::Play);
  MergeResult merged;
  {
    cli::Progress progress(invocation, cluster::count_games(plan), 0);
    merged = cluster::merge(store, out, plan, referee::sandbox::usable_cores(),
                            [&](std::uint64_t games) { progress.add(games); });
  }
  if (merged.end == runner::RunEnd::Interrupted) {
    cli::print_note("interrupted; what was merged is stored; the same command resumes\n");
    return interrupts.exit_code();
  }
  // Tables are also written if all was merged: that merge may have been killed before it wrote
  // them.
  const auto tables = site::publish_tables(store.reader(), out);
  if (invocation.json) print_json(plan, merged);
  if (merged.was_merged) {
    cli::print_note("plan {} of {} is merged: nothing to do\n", plan.number,
                    base::escape_terminal(plan.league));
    return cli::kDone;
  }
  if (!invocation.json) cli::show(tables, invocation);
  if (!invocation.quiet) cli::print_note("\ntables in {}\n", out.string());
  print_missing(plan, merged);
  const bool is_all = merged.refused.empty() && merged.deals_left == 0;
  return is_all ? cli::kDone : cli::kFails;
}

}  // namespace

void add_merge(cli::Command cluster, cli::Invocation& invocation) {
  const auto [command, plan] =
      cluster.add(invocation, merge,
                  {.name = "merge",
                   .summary = "check and store what was played for a plan, and write the tables",
                   .examples = "  danno cluster merge out/spring/plan-1\n"
                               "  danno cluster merge out/spring/plan-1 --json"});
  command.json_flag(invocation);
  command.option("PLAN", plan, "the folder that 'danno cluster plan' made").required();
}

}  // namespace danno::leagues::commands::cluster
