#include "leagues/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/print.hpp"

namespace danno::leagues::cli {
namespace {

constexpr std::chrono::milliseconds kLiveInterval{100};
constexpr std::chrono::seconds kFirstLive{1};
constexpr std::chrono::seconds kLineInterval{30};

/// Returns a time with the digits that matter: "87 ms", "3.2 s", or as longer times are shown.
std::string format_time(std::chrono::duration<double> time) {
  if (time.count() >= 10) return base::format_duration(time);
  return time.count() < 0.1 ? fmt::format("{:.0f} ms", 1000 * time.count())
                            : fmt::format("{:.1f} s", time.count());
}

}  // namespace

Progress::Progress(const Invocation& invocation, std::uint64_t wanted, std::uint64_t played)
    : quiet_(invocation.quiet),
      live_(is_live(stderr) && !invocation.verbose),
      wanted_(wanted),
      played_(played),
      rate_(Clock::now(), played),
      next_(Clock::now() + (live_ ? kFirstLive : kLineInterval)) {}

Progress::~Progress() {
  if (live_) write_live_line("");
}

void Progress::add(std::uint64_t games) {
  played_ += games;
  // A duel may go on for longer than was planned.
  if (wanted_ > 0) wanted_ = std::max(wanted_, played_);
  if (!quiet_) show();
}

runner::Observer Progress::observer() {
  return [this](const runner::Played& played) {
    std::uint64_t games = 0;
    for (const referee::play::DealResult& deal : played.deals) {
      games += deal.games.size();
      for (const referee::record::GameRecord& game : deal.games) {
        for (const referee::record::Fault& fault : game.faults) {
          const std::size_t agent = game.agent_at[static_cast<std::size_t>(fault.seat)];
          ++faults_[played.line_up.agents[agent].name];
        }
      }
    }
    add(games);
  };
}

void Progress::show() {
  const auto now = Clock::now();
  // Each call feeds the rate, also those that show nothing.
  rate_.add(now, played_);
  if (now < next_) return;
  // A terminal shows one line that changes; a log gets a line from time to time.
  live_ ? write_live_line(line()) : print_note("{}\n", line());
  next_ = now + (live_ ? Clock::duration(kLiveInterval) : Clock::duration(kLineInterval));
}

std::string Progress::line() const {
  const double rate = rate_.per_second();
  const std::chrono::duration<double> left(
      static_cast<double>(wanted_ - std::min(played_, wanted_)) / std::max(rate, 1e-9));
  const std::string speed = base::format_count(static_cast<std::uint64_t>(rate));
  std::string text = wanted_ == 0
                         ? fmt::format("{} games  {} games/s", base::format_count(played_), speed)
                         : fmt::format("{}/{} games  {} %  {} games/s  {} left",
                                       base::format_count(played_), base::format_count(wanted_),
                                       100 * played_ / wanted_, speed, base::format_duration(left));
  std::string who;
  for (const auto& [name, count] : faults_) {
    // The line must stay one line.
    if (who.size() > 60) {
      who += ", …";
      break;
    }
    who += fmt::format("{}{} {}", who.empty() ? "" : ", ", base::escape_terminal(name), count);
  }
  if (!who.empty()) text.append("  faults: ").append(who);
  if (!note_.empty()) text.append("  ").append(note_);
  return text;
}

runner::Observer SlowAnswers::observer() {
  return [this](const runner::Played& played) {
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
    // A few slow answers come from the machine, not from the agent.
    if (effort.slow_answers == 0 || effort.slow_answers * kFewestOf < effort.answers) continue;
    print_note("warning: {}: {} of {} used more than {} ms each; {}\n", base::escape_terminal(name),
               base::format_count(effort.slow_answers),
               base::format_count(effort.answers, "answer"), limits.answer.count(),
               limits.bank.count() > 0
                   ? fmt::format("its time bank of {} ms a game paid for that", limits.bank.count())
                   : "with --in-flight 1 they would be timeouts");
  }
}

std::string SavedDeals::text(runner::RunEnd end, const std::string& kept) const {
  const std::chrono::duration<double> took = Clock::now() - begin_;
  const char* const why = end == runner::RunEnd::OutOfTime ? "out of time" : "interrupted";
  if (deals_ == 0) return fmt::format("{}; no deal was finished in {}", why, format_time(took));
  std::string text = fmt::format("{}; {} {} {}", why, base::format_count(deals_),
                                 deals_ == 1 ? "deal is" : "deals are", kept);
  const auto one = took * shards_ / static_cast<double>(deals_);
  if (one >= std::chrono::milliseconds(1)) text += ", one takes about " + format_time(one);
  return text;
}

}  // namespace danno::leagues::cli
