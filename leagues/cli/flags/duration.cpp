#include "leagues/cli/flags/duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/number.hpp"

namespace danno::leagues::cli::flags {

std::chrono::seconds parse_duration(const std::string& flag, const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string unit = text.substr(digits);
  const std::int64_t factor = unit == "h"                    ? 3600
                              : unit == "m" || unit == "min" ? 60
                              : unit.empty() || unit == "s"  ? 1
                                                             : 0;
  // A longer time is as good as none, and would be too many nanoseconds.
  constexpr std::int64_t kCentury = std::int64_t{100} * 365 * 24 * 3600;
  const auto number = words::parse_whole<std::int64_t>(text.substr(0, digits));
  if (!number || factor == 0) {
    throw terminal::UsageError(fmt::format("{} '{}'; expected a time, as in 45s, 30m or 2h", flag,
                                           words::escape_terminal(text)));
  }
  return std::chrono::seconds(*number > kCentury / factor ? kCentury : *number * factor);
}

}  // namespace danno::leagues::cli::flags
