#include "referee/protocol/stop.hpp"

#include <atomic>
#include <cstdint>
#include <limits>

namespace danno::referee::protocol {
namespace {

// A signal handler may call request_stop(), so the state consists of lock-free atomics.
std::atomic<bool> g_stop{false};
std::atomic<std::int64_t> g_halt_at{std::numeric_limits<std::int64_t>::max()};
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

}  // namespace

void request_stop(std::chrono::nanoseconds grace) {
  const std::int64_t at = now() + grace.count();
  // The earliest end of all requests counts, so a second one can only shorten the time.
  std::int64_t before = g_halt_at.load();
  while (at < before && !g_halt_at.compare_exchange_weak(before, at)) {
  }
  g_stop.store(true);
}

bool stop_requested() { return g_stop.load(std::memory_order_relaxed); }
bool halt_requested() { return stop_requested() && now() >= g_halt_at.load(); }

}  // namespace danno::referee::protocol
