#include "leagues/cli/terminal/slow_answers.hpp"

#include <fmt/format.h>

#include "leagues/cli/terminal/print.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::terminal {

play::Observer SlowAnswers::observer() {
  return [this](const play::Played& played) {
    for (std::size_t agent = 0; agent < played.effort.size(); ++agent) {
      Counted& counted = by_agent_[played.line_up.agents[agent].name];
      counted.effort += played.effort[agent];
      counted.limits = played.line_up.limits;
    }
  };
}

SlowAnswers::~SlowAnswers() {
  constexpr std::uint64_t kFewestOf = 100;
  if (quiet_) return;
  for (const auto& [name, counted] : by_agent_) {
    const auto& [effort, limits] = counted;
    if (effort.slow_answers == 0 || effort.slow_answers * kFewestOf < effort.answers) continue;
    print_note("warning: {}: {} of {} used more than {} ms each; {}\n",
               words::escape_terminal(name), words::show_count(effort.slow_answers),
               words::show_count(effort.answers, "answer"), limits.answer.count(),
               limits.bank.count() > 0
                   ? fmt::format("its time bank of {} ms a game paid for that", limits.bank.count())
                   : "with --in-flight 1 they would be timeouts");
  }
}

}  // namespace danno::leagues::cli::terminal
