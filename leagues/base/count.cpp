#include "leagues/base/count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace danno::leagues::base {

std::string format_duration(std::chrono::duration<double> duration) {
  const auto seconds = static_cast<std::int64_t>(std::ceil(std::min(duration.count(), 1e9)));
  if (seconds < 120) return fmt::format("{} s", seconds);
  if (seconds < 7200) return fmt::format("{} min", (seconds + 30) / 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t place = digits.size(); place > 3; place -= 3)
    digits.insert(digits.begin() + static_cast<std::ptrdiff_t>(place - 3), ',');
  return digits;
}

std::string format_count(std::uint64_t count, std::string_view noun) {
  return format_count(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

std::string format_chance(double chance) { return fmt::format("{:.1f} %", 100 * chance); }

std::string format_dice(int count) {
  return std::to_string(count).append(count == 1 ? " die" : " dice");
}

}  // namespace danno::leagues::base
