#include "leagues/cli/verbs/submit_notes.hpp"

#include <fmt/format.h>

#include "leagues/cli/verbs/planning.hpp"
#include "leagues/files/json.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::verbs {

void show_unsent(const parts::SlurmOrder& order, const terminal::Invocation& invocation) {
  const std::string script = parts::slurm_script_text(order);
  const std::string array = parts::array_command(order.plan);
  const std::string merge = parts::merge_command(order.plan, "JOB");
  if (invocation.json) {
    const files::Json json{{"folder", order.plan.string()},
                           {"parts", order.parts},
                           {"script", script},
                           {"commands", {array, merge}}};
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print("{}:\n{}\n{}\n{}\n", words::escape_terminal(parts::slurm_script(order.plan).string()),
             words::escape_lines(script), words::escape_terminal(array),
             words::escape_terminal(merge));
}

void show_submitted(const parts::PartsPlan& plan, const parts::SlurmOrder& order,
                    const parts::SlurmJobs& jobs, const terminal::Invocation& invocation) {
  if (order.check && !jobs.seen && !invocation.quiet)
    fmt::print(stderr, "note: no node was free to look whether nodes see the plan\n");
  if (invocation.json) {
    files::Json json = json_of(plan);
    json["job"] = jobs.array;
    json["merge_job"] = jobs.merge;
    fmt::print("{}\n", json.dump());
    return;
  }
  show_plan(plan);
  fmt::print("Slurm's job {} plays the parts, job {} merges them\n", jobs.array, jobs.merge);
  fmt::print("to look: squeue --jobs {},{}; danno league status {}\n", jobs.array, jobs.merge,
             words::escape_terminal(words::quote_shell(order.out.string())));
  fmt::print("to stop: scancel {} {}\n", jobs.array, jobs.merge);
}

void show_submitted_again(const parts::PartsPlan& plan, const std::vector<int>& missing,
                          const parts::SlurmJobs& jobs, const terminal::Invocation& invocation) {
  if (invocation.json) {
    const files::Json json{{"parts", missing}, {"job", jobs.array}, {"merge_job", jobs.merge}};
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print("Slurm's job {} plays {} of {} parts, job {} merges them\n", jobs.array,
             missing.size(), plan.parts, jobs.merge);
}

}  // namespace danno::leagues::cli::verbs
