#include "leagues/cli/terminal/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "leagues/text/escape.hpp"
#include "leagues/text/shown_count.hpp"

namespace danno::leagues::cli::terminal {
namespace {

constexpr std::chrono::milliseconds kLiveInterval{100};
constexpr std::chrono::seconds kFirstLine{2};
constexpr std::chrono::seconds kLineInterval{30};
constexpr std::chrono::milliseconds kWorkInterval{5000};

bool is_live(std::FILE* stream) {
  const char* const terminal = std::getenv("TERM");
  return isatty(fileno(stream)) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

std::string show_duration(std::chrono::duration<double> duration) {
  const auto seconds = static_cast<std::int64_t>(std::ceil(std::min(duration.count(), 1e9)));
  if (seconds < 120) return fmt::format("{} s", seconds);
  if (seconds < 7200) return fmt::format("{} min", (seconds + 30) / 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

Progress::Progress(const Invocation& invocation, std::uint64_t wanted, std::uint64_t played)
    : quiet_(invocation.quiet),
      live_(is_live(stderr) && !invocation.verbose),
      wanted_(wanted),
      before_(played),
      played_(played),
      rate_(Clock::now(), played),
      shown_tenths_(wanted == 0 ? 0 : 10 * played / wanted) {}

Progress::~Progress() {
  if (!quiet_ && live_ && played_ > before_) fmt::print(stderr, "\n");
}

void Progress::add(std::span<const referee::play::DealResult> deals,
                   std::span<const std::string> names) {
  for (const referee::play::DealResult& deal : deals) {
    played_ += deal.games.size();
    for (const referee::record::GameRecord& game : deal.games) {
      for (const referee::record::Fault& fault : game.faults)
        ++faults_[names[game.agent_at[static_cast<std::size_t>(fault.seat)]]];
    }
  }
  // A duel may go on for longer than was planned.
  if (wanted_ > 0) wanted_ = std::max(wanted_, played_);
  if (!quiet_) show();
}

play::Observer Progress::observer() {
  return [this](const play::Played& played) { add(played.deals, played.line_up.key_names); };
}

void Progress::show() {
  const auto now = Clock::now();
  rate_.add(now, played_);
  const std::uint64_t tenths = wanted_ == 0 ? 0 : 10 * played_ / wanted_;
  if (live_) {
    if (now - shown_at_ < kLiveInterval && played_ < wanted_) return;
    fmt::print(stderr, "\r\x1b[K{}", line());
  } else {
    if (tenths == shown_tenths_ && now - shown_at_ < (shown_ ? kLineInterval : kFirstLine)) return;
    fmt::print(stderr, "{}\n", line());
  }
  std::fflush(stderr);
  shown_at_ = now;
  shown_ = true;
  shown_tenths_ = tenths;
}

std::string Progress::line() const {
  const double rate = rate_.per_second();
  const std::chrono::duration<double> left(
      static_cast<double>(wanted_ - std::min(played_, wanted_)) / std::max(rate, 1e-9));
  const std::string speed = text::show_count(static_cast<std::uint64_t>(rate));
  std::string text = wanted_ == 0
                         ? fmt::format("{} games  {} games/s", text::show_count(played_), speed)
                         : fmt::format("{}/{} games  {} %  {} games/s  {} left",
                                       text::show_count(played_), text::show_count(wanted_),
                                       100 * played_ / wanted_, speed, show_duration(left));
  std::string who;
  for (const auto& [name, count] : faults_) {
    if (who.size() > 60) {
      who += ", …";
      break;
    }
    who += fmt::format("{}{} {}", who.empty() ? "" : ", ", text::escape_terminal(name), count);
  }
  if (!who.empty()) text.append("  faults: ").append(who);
  if (!note_.empty()) text.append("  ").append(note_);
  return text;
}

void clear_live_line(const Invocation& invocation) {
  if (invocation.quiet || invocation.verbose || !is_live(stderr)) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

WorkProgress::WorkProgress(const Invocation& invocation)
    : quiet_(invocation.quiet), live_(is_live(stderr)) {}

WorkProgress::~WorkProgress() {
  if (shown_ && live_) fmt::print(stderr, "\r\x1b[K");
}

void WorkProgress::show(std::string_view what, std::uint64_t done, std::uint64_t of) {
  if (quiet_ || Clock::now() < next_) return;
  const std::string text =
      fmt::format("{} of {} {}", text::show_count(done), text::show_count(of), what);
  if (live_) {
    fmt::print(stderr, "\r\x1b[K{}", text);
  } else {
    fmt::print(stderr, "{}\n", text);
  }
  std::fflush(stderr);
  shown_ = true;
  next_ = Clock::now() + (live_ ? kLiveInterval : kWorkInterval);
}

}  // namespace danno::leagues::cli::terminal
