// The referee's own log: what became of processes, limits and games, as events with named values.
//
// The program says where events go; as long as it does not, they go nowhere and cost one load.
// Nothing is logged for a single decision.
#pragma once

#include <chrono>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace danno::referee::record {

/// A value by its name. Agents' words are in it as they came: whoever shows it escapes it.
struct LogField {
  LogField(std::string_view key_, std::string_view value_) : key(key_), value(value_) {}
  template <std::integral T>
  LogField(std::string_view key_, T value_) : key(key_), value(std::to_string(value_)) {}
  /// In milliseconds with three decimals.
  LogField(std::string_view key_, std::chrono::nanoseconds value_);

  std::string_view key;  ///< lower_case; a literal.
  std::string value;
};

/// Takes an event; called from many threads at once.
using LogSink = std::function<void(std::string_view event, const std::vector<LogField>& fields)>;

/// Where events go from now on; an empty one: nowhere. To be called while no other thread logs.
void set_log_sink(LogSink sink);

/// Whether anybody takes events; to be asked before values that cost something are found.
[[nodiscard]] bool logs();

void log_event(std::string_view event, const std::vector<LogField>& fields);

/// The machine's load averages of 1, 5 and 15 minutes, as in "0.52,0.40,0.31": getloadavg(3).
[[nodiscard]] std::string load_average();

}  // namespace danno::referee::record
