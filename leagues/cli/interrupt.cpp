// Turns signals into a stop. The first SIGINT, SIGTERM or SIGHUP asks the run to stop in time, the
// second ends the process at once. The exit code is 128 plus the signal, as shells have it.
#include "leagues/cli/interrupt.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <memory>

#include "leagues/base/count.hpp"
#include "leagues/cli/print.hpp"
#include "referee/record/log.hpp"

namespace danno::leagues::cli {
namespace {

std::atomic<int> g_signal{0};
std::atomic<std::int64_t> g_grace_ms{0};
std::atomic<bool> g_hung_up{false};
static_assert(std::atomic<int>::is_always_lock_free);

void stop(int signal) {
  int none = 0;
  if (!g_signal.compare_exchange_strong(none, signal)) {
    if (signal == SIGHUP) return;  // of one closed terminal come several: its own and the shell's
    ::_exit(128 + signal);
  }
  referee::play::request_stop(
      std::chrono::milliseconds(g_grace_ms));  // sets lock-free flags: allowed in a handler
}

/// Catches SIGHUP, unless nohup or HangUps has already changed its action.
void catch_hang_up(const struct sigaction& action, struct sigaction& before) {
  ::sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler == SIG_DFL) ::sigaction(SIGHUP, &action, nullptr);
}

/// Shows the progress of a computation at a terminal, such as "12,345 of 40,401 standings solved",
/// once it has taken a second.
class WorkProgress {
 public:
  explicit WorkProgress(const Invocation& invocation)
      : live_(!invocation.quiet && is_live(stderr)) {}
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;
  ~WorkProgress() {
    if (live_) write_live_line("");
  }

  void show(std::string_view what, std::uint64_t done, std::uint64_t of) {
    if (!live_ || Clock::now() < next_) return;
    write_live_line(
        fmt::format("{} of {} {}", base::format_count(done), base::format_count(of), what));
    next_ = Clock::now() + std::chrono::milliseconds(100);
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool live_;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

}  // namespace

Interrupts::Interrupts(Work work, std::chrono::milliseconds grace) : work_(work) {
  g_grace_ms = grace.count();
  struct sigaction action {};
  action.sa_handler = stop;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &interrupt_before_);
  if (interrupt_before_.sa_handler != stop) g_signal = 0;  // else one is caught already
  ::sigaction(SIGTERM, &action, &terminate_before_);
  catch_hang_up(action, hang_up_before_);
  if (work_ != Work::Play) return;
  // An agent that ends closes its pipe; the write then fails with EPIPE, which is the agent's fault
  // and not the end.
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &action, &pipe_before_);
}

Interrupts::~Interrupts() {
  if (g_signal != 0) referee::record::log_event("signal", {{"number", g_signal.load()}});
  ::sigaction(SIGINT, &interrupt_before_, nullptr);
  ::sigaction(SIGTERM, &terminate_before_, nullptr);
  ::sigaction(SIGHUP, &hang_up_before_, nullptr);
  if (work_ == Work::Play) ::sigaction(SIGPIPE, &pipe_before_, nullptr);
}

int Interrupts::exit_code() const { return g_signal == 0 ? 0 : 128 + g_signal; }

HangUps::HangUps() {
  g_hung_up = false;
  struct sigaction action {};
  action.sa_handler = [](int) { g_hung_up = true; };
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGHUP, &action, &before_);
}

HangUps::~HangUps() { ::sigaction(SIGHUP, &before_, nullptr); }

bool HangUps::take() { return g_hung_up.exchange(false); }

void stop_if_asked(const std::string& go_on) {
  if (const int signal = g_signal; signal != 0) throw Interrupted(128 + signal, go_on);
}

solver::Watch watch_for(const Invocation& invocation, const std::string& go_on) {
  const auto progress = std::make_shared<WorkProgress>(invocation);
  return [progress, go_on](std::string_view what, std::uint64_t done, std::uint64_t of) {
    stop_if_asked(go_on);
    progress->show(what, done, of);
  };
}

}  // namespace danno::leagues::cli
