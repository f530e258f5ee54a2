// danno cluster merge: checks what was played of a plan, stores what is right, then the tables.
#include <fmt/format.h>

#include <memory>

#include "leagues/archive/publish.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/show_league.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/parts/merge.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::cli::verbs {
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

void print_json(const parts::PartsPlan& plan, const parts::MergeResult& merged) {
  const files::Json json{{"league", plan.league},
                         {"plan", plan.number},
                         {"deals", merged.deals},
                         {"deals_left", merged.deals_left},
                         {"parts_left", merged.parts_left},
                         {"refused", merged.refused},
                         {"complete", merged.league_complete}};
  terminal::print("{}\n", files::dump(json));
}

void print_missing(const parts::PartsPlan& plan, const parts::MergeResult& merged) {
  for (const std::string& refused : merged.refused)
    terminal::print_note("refused: {}\n", words::escape_terminal(refused));
  if (merged.deals_left == 0) return;
  terminal::print_note("{} deals of plan {} are missing\n", words::show_count(merged.deals_left),
                       plan.number);
  if (merged.parts_left.empty()) {
    terminal::print_note(
        "its parts are whole: an agent is out for faults in other parts; 'danno league run' plays "
        "the rest\n");
    return;
  }
  const std::string parts = format_ranges(merged.parts_left);
  const std::string folder = words::escape_terminal(words::quote_shell(plan.folder.string()));
  const fs::path script = plan.folder / "run.slurm";
  // Commands to copy are not wrapped.
  terminal::write(
      stderr, fmt::format("missing parts: {}\non Slurm:  sbatch --array={} {}\n"
                          "elsewhere: danno cluster play {} --part {}/{}\n",
                          parts, parts, words::escape_terminal(words::quote_shell(script.string())),
                          folder, merged.parts_left.front(), plan.parts));
}

int merge(const std::string& folder, const terminal::Invocation& invocation) {
  const parts::PartsPlan plan = parts::read_plan(folder, invocation.version);
  const fs::path out = fs::canonical(folder).parent_path();
  store::Store store = parts::open_to_merge(out);
  const terminal::Interrupts interrupts(terminal::Work::Play);
  parts::MergeResult merged;
  {
    terminal::Progress progress(invocation, parts::count_games(plan), 0);
    merged = parts::merge(store, out, plan, referee::sandbox::usable_cores(),
                          [&](std::uint64_t games) { progress.add(games); });
  }
  if (merged.end == play::RunEnd::Interrupted) {
    terminal::print_note("interrupted; what was merged is stored; the same command goes on\n");
    return interrupts.exit_code();
  }
  // Tables are also written if all was merged: that merge may have been killed before it wrote
  // them.
  const auto tables = archive::publish_tables(store, out);
  if (invocation.json) print_json(plan, merged);
  if (merged.was_merged) {
    terminal::print_note("plan {} of {} is merged: nothing to do\n", plan.number,
                         words::escape_terminal(plan.league));
    return terminal::kDone;
  }
  if (!invocation.json) terminal::show(tables, invocation);
  if (!invocation.quiet) terminal::print_note("\ntables in {}\n", out.string());
  print_missing(plan, merged);
  const bool is_all = merged.refused.empty() && merged.deals_left == 0;
  return is_all ? terminal::kDone : terminal::kFails;
}

}  // namespace

void add_cluster_merge(flags::Verb cluster, terminal::Invocation& invocation) {
  const flags::Verb verb = cluster.add(
      invocation, {.name = "merge",
                   .summary = "check what was played of a plan and store it, then the tables",
                   .group = "Verbs",
                   .examples = "  danno cluster merge out/spring/plan-1\n"
                               "  danno cluster merge out/spring/plan-1 --json"});
  verb.json_flag(invocation);
  const auto plan = std::make_shared<std::string>();
  verb.option("PLAN", *plan, "the folder that 'danno cluster plan' made").required();
  verb.runs([plan, &invocation] { return merge(*plan, invocation); });
}

}  // namespace danno::leagues::cli::verbs
