#include "leagues/parts/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "leagues/entrants/shell.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/parts/make_plan.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;
using entrants::ask_shell;
using words::quote_shell;

/// As words of a shell, each with a blank before it.
std::string words(const std::vector<std::string>& options) {
  std::string text;
  for (const std::string& option : options)
    text += " " + quote_shell(option);
  return text;
}

fs::path logs(const SlurmOrder& order) { return order.plan / "log"; }

/// The same for both jobs.
std::vector<std::string> resources(const SlurmOrder& order) {
  std::vector<std::string> options{fmt::format("--cpus-per-task={}", order.cpus), "--time=60"};
  if (order.memory_mb > 0) options.push_back(fmt::format("--mem-per-cpu={}M", order.memory_mb));
  return options;
}

/// The id that `sbatch --parsable` tells, as "17" or "17;cluster", among what else is said.
std::string job_in(const std::string& said) {
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const std::string id = line.substr(0, line.find(';'));
    if (!id.empty() && std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; }))
      return id;
  }
  return {};
}

std::string last_line(std::string text) {
  while (text.ends_with('\n'))
    text.pop_back();
  return text.substr(text.find_last_of('\n') + 1);
}

std::string send(const std::string& command) {
  const entrants::Told told = ask_shell(command);
  std::string job = told.done ? job_in(told.text) : "";
  if (job.empty()) {
    throw PlanError(fmt::format("Slurm refuses the job: {}; the command was: {}",
                                last_line(told.text), command));
  }
  return job;
}

/// Whether a node sees the plan; false: none was free to look. Throws PlanError.
bool is_seen(const SlurmOrder& order) {
  const std::string look = fmt::format("test -f {} && echo danno:seen || echo danno:hidden",
                                       quote_shell((order.plan / "plan.json").string()));
  const std::string said =
      ask_shell("srun --nodes=1 --ntasks=1 --time=1 --immediate=20" + words(order.options) +
                " sh -c " + quote_shell(look) + " < /dev/null")
          .text;
  if (said.find("danno:hidden") != std::string::npos) {
    throw PlanError(fmt::format(
        "{}: Slurm's nodes do not see it; expected a folder that they share: --out DIR or --to "
        "PLAN",
        order.plan.string()));
  }
  return said.find("danno:seen") != std::string::npos;
}

SlurmJobs send_all(const SlurmOrder& order) {
  SlurmJobs jobs;
  jobs.seen = order.check && is_seen(order);
  fs::create_directories(logs(order));
  files::write_whole(slurm_script(order.plan), slurm_script_text(order));
  jobs.array = send(array_command(order));
  try {
    jobs.merge = send(merge_command(order, jobs.array));
  } catch (...) {
    (void)ask_shell("scancel " + jobs.array);
    throw;
  }
  return jobs;
}

}  // namespace

fs::path slurm_script(const fs::path& plan) { return plan / "slurm.sh"; }

std::string slurm_script_text(const SlurmOrder& order) {
  std::vector<std::string> options{"--job-name=danno-" + order.league,
                                   fmt::format("--array=1-{}", order.parts)};
  std::ranges::copy(resources(order), std::back_inserter(options));
  // A job that is preempted or loses its node goes on elsewhere.
  options.insert(options.end(), {"--requeue", "--open-mode=append",
                                 fmt::format("--output={}", (logs(order) / "%a.txt").string())});
  std::string text =
      "#!/bin/bash\n"
      "# The parts of a plan. To play some of them again, by their numbers: sbatch --array=3,17 "
      "slurm.sh\n";
  for (const std::string& option : options)
    text += "#SBATCH " + quote_shell(option) + "\n";
  if (!order.options.empty()) text += "#SBATCH" + words(order.options) + "\n";
  // Without exec the shell would get the signal that ends a job, and danno would not be told.
  return text + fmt::format("exec {} league play {} --part $SLURM_ARRAY_TASK_ID/{}\n",
                            quote_shell(order.danno.string()), quote_shell(order.plan.string()),
                            order.parts);
}

std::string array_command(const SlurmOrder& order) {
  return "sbatch --parsable " + quote_shell(slurm_script(order.plan).string());
}

std::string merge_command(const SlurmOrder& order, const std::string& array) {
  // afterany: with afterok one part that fails would keep it waiting for ever.
  std::vector<std::string> options{"--dependency=afterany:" + array,
                                   "--job-name=danno-" + order.league + "-merge"};
  std::ranges::copy(resources(order), std::back_inserter(options));
  options.push_back(fmt::format("--output={}", (logs(order) / "merge.txt").string()));
  const std::string merge =
      fmt::format("exec {} league merge {} --out {}{}", quote_shell(order.danno.string()),
                  quote_shell(order.plan.string()), quote_shell(order.out.string()),
                  order.mix_isolation ? " --mix-isolation" : "");
  return "sbatch --parsable" + words(options) + words(order.options) + " --wrap " +
         quote_shell(merge);
}

int most_slurm_parts() {
  const entrants::Told told = ask_shell("scontrol show config");
  constexpr std::string_view kKey = "MaxArraySize";
  const std::size_t key = told.text.find(kKey);
  const std::size_t value = told.text.find_first_of("0123456789", key);
  if (!told.done || key == std::string::npos || value == std::string::npos) {
    throw PlanError(fmt::format("no Slurm here: {}; expected a machine on which sbatch works",
                                last_line(told.text)));
  }
  int size = 0;  // indices are below it
  std::from_chars(told.text.data() + value, told.text.data() + told.text.size(), size);
  return std::clamp(size - 1, 1, kMostParts);
}

SlurmJobs submit(const SlurmOrder& order) {
  try {
    return send_all(order);
  } catch (...) {  // nobody plays it: the same command plans anew
    store::Store store = store::Store::open_to_play(order.out);
    give_up_plan(store, order.number);
    throw;
  }
}

}  // namespace danno::leagues::parts
