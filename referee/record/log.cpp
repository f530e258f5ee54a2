#include "referee/record/log.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <utility>

namespace danno::referee::record {
namespace {

// Other threads read g_sink only after g_logs, which therefore decides whether an event costs
// anything.
LogSink g_sink;
std::atomic<bool> g_logs{false};

}  // namespace

LogField::LogField(std::string_view key_, std::chrono::nanoseconds value_)
    : key(key_),
      value(fmt::format("{:.3f}", std::chrono::duration<double, std::milli>(value_).count())) {}

void set_log_sink(LogSink sink) {
  g_sink = std::move(sink);
  g_logs.store(static_cast<bool>(g_sink), std::memory_order_relaxed);
}

bool logs() { return g_logs.load(std::memory_order_relaxed); }

void log_event(std::string_view event, const std::vector<LogField>& fields) {
  if (logs()) g_sink(event, fields);
}

std::string load_average() {
  std::array<double, 3> load{};
  if (::getloadavg(load.data(), static_cast<int>(load.size())) != 3) return "unknown";
  return fmt::format("{:.2f},{:.2f},{:.2f}", load[0], load[1], load[2]);
}

}  // namespace danno::referee::record
