#include "leagues/cli/run_options.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>

#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/process_limits.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::cli {
namespace {

/// Parses --for: "90", "45s", "30m" or "2h". Throws UsageError.
std::chrono::seconds parse_duration(const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string unit = text.substr(digits);
  const std::int64_t factor = unit == "h"                    ? 3600
                              : unit == "m" || unit == "min" ? 60
                              : unit.empty() || unit == "s"  ? 1
                                                             : 0;
  // A longer time is as good as none, and would be too many nanoseconds.
  constexpr std::int64_t kCentury = std::int64_t{100} * 365 * 24 * 3600;
  const auto number = base::parse_whole<std::int64_t>(text.substr(0, digits));
  if (!number || factor == 0) {
    throw UsageError("--for '{}'; expected a time, as in 45s, 30m or 2h", text);
  }
  return std::chrono::seconds(*number > kCentury / factor ? kCentury : *number * factor);
}

/// Returns the options of a run: shards, processes, time, and how trouble is reported.
runner::RunOptions options_for(const RunFlags& flags, const referee::protocol::Limits& limits) {
  runner::RunOptions options;
  options.processes = referee::sandbox::room_for_agents(limits.memory_mb, limits.isolation);
  options.shards = flags.threads();
  if (flags.duration) {
    const std::chrono::nanoseconds time = parse_duration(*flags.duration);
    options.until = std::chrono::steady_clock::now() + time;
    options.grace = std::max(options.grace, time / 20);  // for deals in play
  }
  options.on_trouble = [](const std::string& trouble) {
    cli::print_note(
        "warning: the machine failed: {}; the deals in flight were played again, with dice "
        "that their agents had seen\n",
        base::escape_terminal(trouble));
  };
  return options;
}

/// Warns if this job may use less memory than agents in `seats` seats may need on all shards. With
/// --require-memory, throws std::runtime_error instead.
void check_memory(const RunFlags& flags, std::size_t seats, const referee::protocol::Limits& limits,
                  const Invocation& invocation) {
  const auto shards = static_cast<std::size_t>(flags.threads());
  const std::string shortage = referee::sandbox::memory_shortage(shards * seats, limits.memory_mb);
  if (shortage.empty()) return;
  const std::string next_step = "; fewer --shards or a smaller memory_mb need less";
  if (flags.require_memory) throw std::runtime_error(shortage + next_step);
  if (!invocation.quiet) cli::print_note("warning: {}{}\n", shortage, next_step);
}

}  // namespace

int RunFlags::threads() const { return shards == 0 ? referee::sandbox::usable_cores() : shards; }

store::Conditions make_conditions(const referee::protocol::Limits& limits,
                                  const Invocation& invocation) {
  return {.isolation = std::string(referee::sandbox::to_string(limits.isolation)),
          .layers = referee::sandbox::summary(referee::sandbox::require(limits.isolation)),
          .machine = cli::machine(invocation.version),
          .limits = limits};
}

runner::LeagueRun::Settings league_settings(const RunFlags& flags, const store::League& league,
                                            const std::filesystem::path& folder,
                                            const Invocation& invocation) {
  return {.in_flight = flags.games_in_flight(),
          .exact_clock = flags.exact_clock(),
          .conditions = make_conditions(league.limits, invocation),
          .faults = folder / "faults"};
}

void add_run_flags(Command command, RunFlags& flags) {
  command.option("--shards", flags.shards, "threads that play; default: one per core")
      .range(1, 256)
      .advanced();
  command
      .option("--in-flight", flags.in_flight,
              "games in flight, at least all of one deal; default 64; 1 asks one question at a "
              "time and times each answer exactly")
      .range(1, 1024)
      .advanced();
  command
      .flag("--freeze,!--no-freeze", flags.freeze,
            "stop agents that owe no answer; default: only with --in-flight 1 and an answer limit "
            "of at least 10 ms")
      .advanced();
  command
      .flag("--require-memory", flags.require_memory,
            "exit with code 3 if this job may use less memory than its agents may need")
      .advanced();
}

void add_duration_flag(Command command, RunFlags& flags) {
  command.option("--for TIME", flags.duration, "stop after this time, as in 45s, 30m or 2h");
}

PreparedRun::PreparedRun(
    const RunFlags& flags, const Playing& playing, const Invocation& invocation,
    const std::function<Opened(const referee::sandbox::IsolationState& promised)>& open)
    : options_(options_for(flags, playing.limits)) {
  const referee::sandbox::Isolation level = playing.limits.isolation;
  // The order matters: isolation before any agent's program, values before memory, the log before
  // the first build. Signals are caught when all else is done.
  const referee::sandbox::IsolationState& promised = referee::sandbox::require(level);
  provide_values(playing.entrants, playing.rules, invocation);
  check_memory(flags, playing.seats, playing.limits, invocation);
  const Opened opened = open(promised);
  log_.emplace(invocation, opened.log, promised);
  if (!opened.is_finished) start_from_copies(playing.entrants, level, invocation);
  interrupts_.emplace(Work::Play);
}

void print_commitments(std::string_view dice, std::string_view agents) {
  cli::print_note("the seed's SHA-256 is {}\nthe agents' secret's SHA-256 is {}\n", dice, agents);
}

void print_epoch(const store::Epoch& epoch) {
  if (epoch.open) {
    cli::print_note("open seed '{}'\n", base::escape_terminal(epoch.seed));
    warn_of_short_seed(epoch.seed);
  } else {
    print_commitments(epoch.commitment, epoch.agent_commitment);
  }
}

void warn_of_short_seed(std::string_view seed) {
  constexpr std::size_t kLeastCharacters = 128 / 4;
  if (seed.size() >= kLeastCharacters) return;
  cli::print_note("warning: an agent might guess a seed of {} characters; {} hex digits are safe\n",
                  seed.size(), kLeastCharacters);
}

}  // namespace danno::leagues::cli
