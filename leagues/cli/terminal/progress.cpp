#include "leagues/cli/terminal/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "leagues/text/escape.hpp"

namespace danno::cli {
namespace {

constexpr std::chrono::milliseconds kLiveInterval{100};
constexpr std::chrono::seconds kLineInterval{30};

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

std::string show_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t place = digits.size(); place > 3; place -= 3)
    digits.insert(digits.begin() + static_cast<std::ptrdiff_t>(place - 3), ',');
  return digits;
}

Progress::Progress(const Session& session, std::uint64_t wanted, std::uint64_t played)
    : quiet_(session.quiet),
      live_(is_live(stderr)),
      wanted_(wanted),
      before_(played),
      played_(played),
      shown_tenths_(wanted == 0 ? 0 : 10 * played / wanted) {}

Progress::~Progress() {
  if (!quiet_ && live_ && played_ > before_) fmt::print(stderr, "\n");
}

void Progress::add(std::span<const referee::DealResult> deals, std::span<const std::string> names) {
  for (const referee::DealResult& deal : deals) {
    played_ += deal.games.size();
    for (const referee::GameRecord& game : deal.games) {
      for (const referee::Fault& fault : game.faults)
        ++faults_[names[game.agent_at[static_cast<std::size_t>(fault.seat)]]];
    }
  }
  if (!quiet_) show();
}

void Progress::show() {
  const auto now = Clock::now();
  const std::uint64_t tenths = wanted_ == 0 ? 0 : 10 * played_ / wanted_;
  if (live_) {
    if (now - shown_at_ < kLiveInterval && played_ < wanted_) return;
    fmt::print(stderr, "\r\x1b[K{}", line());
  } else {
    if (tenths == shown_tenths_ && now - shown_at_ < kLineInterval) return;
    fmt::print(stderr, "{}\n", line());
  }
  std::fflush(stderr);
  shown_at_ = now;
  shown_tenths_ = tenths;
}

std::string Progress::line() const {
  const std::chrono::duration<double> took = Clock::now() - start_;
  const double rate = static_cast<double>(played_ - before_) / std::max(took.count(), 1e-3);
  const std::chrono::duration<double> left(
      static_cast<double>(wanted_ - std::min(played_, wanted_)) / std::max(rate, 1e-9));
  std::string text = fmt::format("{}/{} games  {} %  {} games/s  {} left", show_count(played_),
                                 show_count(wanted_), wanted_ == 0 ? 100 : 100 * played_ / wanted_,
                                 show_count(static_cast<std::uint64_t>(rate)), show_duration(left));
  std::string who;
  for (const auto& [name, count] : faults_) {
    if (who.size() > 60) {
      who += ", …";
      break;
    }
    who += fmt::format("{}{} {}", who.empty() ? "" : ", ", leagues::escape_terminal(name), count);
  }
  if (!who.empty()) text.append("  faults: ").append(who);
  if (!note_.empty()) text.append("  ").append(note_);
  return text;
}

}  // namespace danno::cli
