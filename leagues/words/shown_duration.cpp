#include "leagues/words/shown_duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace danno::leagues::words {

std::string show_duration(std::chrono::duration<double> duration) {
  const auto seconds = static_cast<std::int64_t>(std::ceil(std::min(duration.count(), 1e9)));
  if (seconds < 120) return fmt::format("{} s", seconds);
  if (seconds < 7200) return fmt::format("{} min", (seconds + 30) / 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

}  // namespace danno::leagues::words
