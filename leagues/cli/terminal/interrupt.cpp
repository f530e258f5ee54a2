#include "leagues/cli/interrupt.hpp"

#include <unistd.h>

#include <atomic>

#include "referee/play/session.hpp"

namespace danno::cli {
namespace {

std::atomic<int> g_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

void stop(int signal) {
  if (g_signal.exchange(signal) != 0) ::_exit(128 + signal);
  referee::request_stop();  // sets a lock-free flag: allowed in a handler
}

}  // namespace

Interrupts::Interrupts() {
  g_signal = 0;
  struct sigaction action {};
  action.sa_handler = stop;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &interrupt_before_);
  ::sigaction(SIGTERM, &action, &terminate_before_);
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &action, &pipe_before_);
}

Interrupts::~Interrupts() {
  ::sigaction(SIGINT, &interrupt_before_, nullptr);
  ::sigaction(SIGTERM, &terminate_before_, nullptr);
  ::sigaction(SIGPIPE, &pipe_before_, nullptr);
}

int Interrupts::exit_code() const { return g_signal == 0 ? 0 : 128 + g_signal; }

}  // namespace danno::cli
