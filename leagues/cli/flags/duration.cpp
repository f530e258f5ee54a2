#include "leagues/cli/flags/duration.hpp"

#include <fmt/format.h>

#include <cctype>

#include "leagues/cli/terminal/invocation.hpp"

namespace danno::leagues::cli::flags {

std::chrono::seconds parse_duration(const std::string& flag, const std::string& text) {
  std::size_t used = 0;
  while (used < text.size() && used < 9 &&
         std::isdigit(static_cast<unsigned char>(text[used])) != 0)
    ++used;
  const std::string unit = text.substr(used);
  const long factor = unit == "h"                    ? 3600
                      : unit == "m" || unit == "min" ? 60
                      : unit.empty() || unit == "s"  ? 1
                                                     : 0;
  if (used == 0 || factor == 0) {
    throw terminal::UsageError(
        fmt::format("{} '{}'; expected a time, as in 45s, 30m or 2h", flag, text));
  }
  return std::chrono::seconds(std::stol(text.substr(0, used)) * factor);
}

}  // namespace danno::leagues::cli::flags
