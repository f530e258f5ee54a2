#include "referee/talk/stop.hpp"

#include <atomic>

namespace danno::referee::talk {
namespace {

std::atomic<bool> g_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

void request_stop() { g_stop.store(true, std::memory_order_relaxed); }
bool stop_requested() { return g_stop.load(std::memory_order_relaxed); }

}  // namespace danno::referee::talk
