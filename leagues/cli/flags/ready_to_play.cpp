#include "leagues/cli/flags/ready_to_play.hpp"

#include <algorithm>
#include <chrono>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/duration.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::flags {
namespace {

play::RunOptions options_for(const RunFlags& flags, const referee::talk::Limits& limits) {
  play::RunOptions options;
  options.processes = referee::sandbox::room_for_agents(limits.memory_mb, limits.isolation);
  options.shards = flags.threads();
  if (!flags.duration.empty()) {
    const std::chrono::nanoseconds time = parse_duration("--for", flags.duration);
    options.until = std::chrono::steady_clock::now() + time;
    options.grace = std::max(options.grace, time / 20);  // for deals in play
  }
  options.on_trouble = [](const std::string& trouble) {
    terminal::print_note(
        "warning: the machine failed: {}; the deals in flight were played again, with dice "
        "that their agents had seen\n",
        words::escape_terminal(trouble));
  };
  return options;
}

}  // namespace

ReadyToPlay::ReadyToPlay(
    const RunFlags& flags, const Playing& playing, const terminal::Invocation& invocation,
    const std::function<Opened(const referee::sandbox::IsolationState& promised)>& open)
    : options_(options_for(flags, playing.limits)) {
  const referee::sandbox::Isolation level = playing.limits.isolation;
  const referee::sandbox::IsolationState& promised = referee::sandbox::require(level);
  provide_values(playing.entrants, playing.rules, invocation);
  check_memory(flags, playing.seats, playing.limits, invocation);
  const Opened opened = open(promised);
  log_.emplace(invocation, opened.log, promised);
  if (!opened.is_finished) start_from_copies(playing.entrants, level, invocation);
  interrupts_.emplace(terminal::Work::Play);
}

}  // namespace danno::leagues::cli::flags
