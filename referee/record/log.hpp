// The referee's own log: events with named values about processes, limits and games.
//
// The program sets where events go; until then they are dropped at the cost of one load. Single
// decisions are never logged.
#pragma once

#include <chrono>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace danno::referee::record {

/// A named value. It may contain an agent's unescaped output, so escape it before showing it.
struct LogField {
  LogField(std::string_view key_, std::string_view value_) : key(key_), value(value_) {}
  template <std::integral T>
  LogField(std::string_view key_, T value_) : key(key_), value(std::to_string(value_)) {}
  /// Writes milliseconds with three decimals.
  LogField(std::string_view key_, std::chrono::nanoseconds value_);

  std::string_view key;  ///< A literal in lower_case.
  std::string value;
};

/// Takes an event; may be called from many threads at once.
using LogSink = std::function<void(std::string_view event, const std::vector<LogField>& fields)>;

/// Sets where events go from now on; an empty sink drops them. Call it while no other thread logs.
void set_log_sink(LogSink sink);

/// Returns whether a sink is set. Ask this before computing values that cost something.
[[nodiscard]] bool logs();

void log_event(std::string_view event, const std::vector<LogField>& fields);

/// Returns the load averages of 1, 5 and 15 minutes, such as "0.52,0.40,0.31": getloadavg(3).
[[nodiscard]] std::string load_average();

}  // namespace danno::referee::record
