#include "leagues/parts/slurm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>
#include <string_view>

#include "leagues/entrants/shell.hpp"
#include "leagues/files/outside_file.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/parts/make_plan.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/isolation.hpp"

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

/// "--mem" of "--mem=4G", "-t" of "-t60".
std::string name_of(const std::string& option) {
  return option.starts_with("--") ? option.substr(0, option.find('=')) : option.substr(0, 2);
}

bool has(const std::vector<std::string>& options, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(options, [&](const std::string& option) {
    return std::ranges::find(names, name_of(option)) != names.end();
  });
}

/// Those of a user's options that are no matter of what a part needs.
std::vector<std::string> shared(const std::vector<std::string>& options) {
  static const std::set<std::string> kShared{
      "--account",  "-A",          "--partition",  "-p",      "--qos",     "-q",
      "--clusters", "-M",          "--constraint", "-C",      "--comment", "--reservation",
      "--export",   "--mail-type", "--mail-user",  "--wckey", "--exclude", "-x"};
  std::vector<std::string> result;
  bool goes_on = false;  // "-p long": the value is a word of its own
  for (const std::string& option : options) {
    const bool is_value = !option.starts_with("-");
    goes_on = is_value ? goes_on : kShared.contains(name_of(option));
    if (goes_on) result.push_back(option);
  }
  return result;
}

/// Slurm takes one of the options for memory only.
std::vector<std::string> resources(int cpus, int minutes, std::uint64_t memory_mb,
                                   const std::vector<std::string>& others) {
  std::vector<std::string> options{fmt::format("--cpus-per-task={}", cpus),
                                   fmt::format("--time={}", minutes)};
  if (memory_mb > 0 && !has(others, {"--mem", "--mem-per-cpu", "--mem-per-gpu"}))
    options.push_back(fmt::format("--mem-per-cpu={}M", memory_mb));
  return options;
}

std::string directives(const std::vector<std::string>& options) {
  std::string text;
  for (const std::string& option : options)
    text += "#SBATCH " + quote_shell(option) + "\n";
  return text;
}
std::string directive_line(const std::vector<std::string>& options) {
  return options.empty() ? "" : "#SBATCH" + words(options) + "\n";
}

fs::path setup_file(const fs::path& plan) { return plan / "setup.sh"; }
std::string setup_line(const SlurmOrder& order) {
  return order.setup.empty() ? "" : ". " + quote_shell(setup_file(order.plan).string()) + "\n";
}

/// "%2" of "#SBATCH --array=1-40%2".
std::string throttle_in(const std::string& script) {
  constexpr std::string_view kKey = "#SBATCH --array=";
  std::string throttle;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t percent = line.find('%');
    if (line.starts_with(kKey) && percent != std::string::npos) throttle = line.substr(percent);
  }
  return throttle;
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
      ask_shell("srun --nodes=1 --ntasks=1 --time=1 --immediate=20" + words(shared(order.options)) +
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

/// Both jobs or none. `environment` is shell commands before each sbatch; may be empty.
SlurmJobs send_jobs(const fs::path& plan, const std::string& array_command,
                    const std::string& environment) {
  SlurmJobs jobs;
  jobs.array = send(environment + array_command);
  try {
    jobs.merge = send(environment + merge_command(plan, jobs.array));
  } catch (...) {
    (void)ask_shell("scancel " + jobs.array);
    throw;
  }
  return jobs;
}

SlurmJobs send_all(const SlurmOrder& order) {
  const bool seen = order.check && is_seen(order);
  fs::create_directories(logs(order));
  if (!order.setup.empty()) {
    const auto setup = files::read_whole(order.setup);
    if (!setup) throw PlanError(fmt::format("--setup {}: it cannot be read", order.setup.string()));
    files::write_whole(setup_file(order.plan), *setup);
  }
  files::write_whole(slurm_script(order.plan), slurm_script_text(order));
  files::write_whole(merge_script(order.plan), merge_script_text(order));
  SlurmJobs jobs = send_jobs(order.plan, array_command(order.plan), "");
  jobs.seen = seen;
  return jobs;
}

}  // namespace

std::uint64_t shard_memory(const store::League& league) {
  const int agent = league.limits.memory_mb;
  return agent == 0
             ? 0
             : referee::sandbox::memory_needed(static_cast<std::size_t>(league.seats), agent);
}

fs::path slurm_script(const fs::path& plan) { return plan / "slurm.sh"; }
fs::path merge_script(const fs::path& plan) { return plan / "merge.sh"; }

std::string slurm_script_text(const SlurmOrder& order) {
  std::vector<std::string> options{"--job-name=danno-" + order.league};
  std::ranges::copy(resources(order.cpus, order.minutes, order.memory_mb, order.options),
                    std::back_inserter(options));
  // A job that is preempted or loses its node goes on elsewhere.
  options.insert(options.end(), {"--requeue", "--open-mode=append",
                                 fmt::format("--output={}", (logs(order) / "%a.txt").string())});
  const std::string throttle = order.throttle > 0 ? fmt::format("%{}", order.throttle) : "";
  return "#!/bin/bash\n"
         "# The parts of a plan. To play some of them again, by their numbers: sbatch --array=3,17 "
         "slurm.sh\n" +
         directives(options) + directive_line(order.options) +
         directives({fmt::format("--array=1-{}{}", order.parts, throttle), "--signal=B:USR1@120"}) +
         setup_line(order) +
         fmt::format("{} league play {} --part $SLURM_ARRAY_TASK_ID/{} &\n",
                     quote_shell(order.danno.string()), quote_shell(order.plan.string()),
                     order.parts) +
         R"(player=$!
trap 'told=yes; late=yes; kill -TERM $player' USR1  # Slurm tells the shell alone, two minutes before
trap 'told=yes' TERM                                # danno gets this one itself
wait $player
code=$?
while [ -n "$told" ]; do
  told=
  wait $player
  next=$?
  [ $next = 127 ] || code=$next
done
# What is out of time goes on where it ended. Nobody else is asked to: who cancels a job means it.
if [ "$late" = yes ] && [ $code != 0 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit $code
)";
}

std::string merge_script_text(const SlurmOrder& order) {
  constexpr std::uint64_t kGamesOfACore = 2'000'000;
  const int cpus = std::max(
      order.cpus, static_cast<int>(std::min<std::uint64_t>(order.games / kGamesOfACore + 1, 8)));
  // docs/on-a-cluster.md has the measurements; these are several times as much.
  const int minutes = 30 + static_cast<int>(order.games / 500'000);
  const std::uint64_t memory_mb = std::max<std::uint64_t>(
      order.memory_mb, (1024 + order.games / 10'000) / static_cast<std::uint64_t>(cpus));
  const auto others = order.merge_options;
  std::vector<std::string> options{"--job-name=danno-" + order.league + "-merge"};
  std::ranges::copy(resources(cpus, minutes, memory_mb, others), std::back_inserter(options));
  options.insert(options.end(), {"--open-mode=append",
                                 fmt::format("--output={}", (logs(order) / "merge.txt").string())});
  return "#!/bin/bash\n# Merges what is played of a plan.\n" + directives(options) +
         directive_line(shared(order.options)) + directive_line(others) + setup_line(order) +
         fmt::format("exec {} league merge {} --out {}{} --rounds ${{DANNO_ROUNDS:-{}}}\n",
                     quote_shell(order.danno.string()), quote_shell(order.plan.string()),
                     quote_shell(order.out.string()), order.mix_isolation ? " --mix-isolation" : "",
                     order.rounds);
}

std::string array_command(const fs::path& plan) {
  return "sbatch --parsable " + quote_shell(slurm_script(plan).string());
}

std::string merge_command(const fs::path& plan, const std::string& array) {
  // afterany: with afterok one part that fails would keep it waiting for ever.
  return "sbatch --parsable --dependency=afterany:" + array + " " +
         quote_shell(merge_script(plan).string());
}

std::string parts_command(const fs::path& plan, const std::vector<int>& parts,
                          const std::vector<FailedHost>& failed) {
  std::set<std::string> hosts;
  for (const FailedHost& host : failed)
    hosts.insert(host.host);
  const fs::path script = slurm_script(plan);
  std::string command = fmt::format("sbatch --array={}{}", fmt::join(parts, ","),
                                    throttle_in(files::read_whole(script).value_or("")));
  if (!hosts.empty())
    command += " --exclude=" + quote_shell(fmt::format("{}", fmt::join(hosts, ",")));
  return command + " " + quote_shell(script.string());
}

void check_options(const SlurmOrder& order) {
  for (const auto* const options : {&order.options, &order.merge_options}) {
    if (has(*options, {"--array", "-a"})) {
      throw PlanError(
          "--array is danno's own; expected --throttle N for parts that play at once, and --parts "
          "N");
    }
  }
  if (has(order.merge_options, {"--dependency", "-d"}))
    throw PlanError("--merge-options --dependency: the merge depends on the parts already");
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

SlurmJobs submit_again(const fs::path& plan, const std::vector<int>& parts, int rounds) {
  if (!fs::exists(slurm_script(plan)) || !fs::exists(merge_script(plan))) {
    throw PlanError(
        fmt::format("{}: it was not submitted to Slurm before; 'danno league play' plays its parts",
                    plan.string()));
  }
  std::string command = parts_command(plan, parts, failed_hosts(plan / "parts"));
  command.insert(std::string_view("sbatch").size(), " --parsable");
  return send_jobs(plan, command, fmt::format("export DANNO_ROUNDS={}; ", rounds));
}

}  // namespace danno::leagues::parts
