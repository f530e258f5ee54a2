#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/verb.hpp"

#include <cstdio>
#include <stdexcept>

#include "leagues/cli/terminal/machine.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::cli::flags {

int RunFlags::threads() const { return shards == 0 ? referee::sandbox::usable_cores() : shards; }

play::LeagueRun::Settings league_settings(const RunFlags& flags, const store::League& league,
                                          const std::filesystem::path& folder,
                                          const terminal::Invocation& invocation) {
  const referee::sandbox::Isolation level = league.limits.isolation;
  return {.in_flight = flags.games_in_flight(),
          .exact_clock = flags.exact_clock(),
          .conditions = {.isolation = std::string(referee::sandbox::to_string(level)),
                         .layers = referee::sandbox::summary(referee::sandbox::require(level)),
                         .machine = terminal::machine(invocation.version),
                         .limits = league.limits},
          .faults = folder / "faults"};
}

void check_memory(const RunFlags& flags, std::size_t seats, const referee::talk::Limits& limits,
                  const terminal::Invocation& invocation) {
  const auto shards = static_cast<std::size_t>(flags.threads());
  const std::string shortage = referee::sandbox::memory_shortage(shards * seats, limits.memory_mb);
  if (shortage.empty()) return;
  const std::string way_on = "; fewer --shards or a smaller memory_mb need less";
  if (flags.require_memory) throw std::runtime_error(shortage + way_on);
  if (!invocation.quiet) terminal::print_note("warning: {}{}\n", shortage, way_on);
}

void add_run_flags(Verb verb, RunFlags& flags) {
  verb.option("--shards", flags.shards, "threads that play; default: one a core").range(1, 256);
  verb.option(
          "--in-flight", flags.in_flight,
          "games at once, but all of a deal at least; default 64; with 1 one question at a time "
          "is open, and each answer is timed exactly")
      .range(1, 1024);
  verb.flag("--freeze,!--no-freeze", flags.freeze,
            "stop agents while they owe no answer; default: with --in-flight 1 and an answer "
            "limit of 10 ms or more");
  verb.flag("--require-memory", flags.require_memory,
            "end with exit code 3 where this job may use less memory than its agents may need");
}

void add_duration_flag(Verb verb, RunFlags& flags) {
  verb.option("--for", flags.duration, "stop in time, as in 45s, 30m or 2h")
      .takes("TIME")
      .not_empty();
}

}  // namespace danno::leagues::cli::flags
