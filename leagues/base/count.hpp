// Counts and chances in a form for people.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace danno::leagues::base {

/// Returns "2 h 5 min" or "12 s".
[[nodiscard]] std::string format_duration(std::chrono::duration<double> duration);

/// Returns a count such as "12,345".
[[nodiscard]] std::string format_count(std::uint64_t count);
[[nodiscard]] std::string format_count(std::signed_integral auto count) {
  return format_count(static_cast<std::uint64_t>(count));
}

/// Returns "1 game" or "12,345 games"; the plural of `noun` must be formed with s.
[[nodiscard]] std::string format_count(std::uint64_t count, std::string_view noun);
[[nodiscard]] std::string format_count(std::signed_integral auto count, std::string_view noun) {
  return format_count(static_cast<std::uint64_t>(count), noun);
}

/// Returns a chance, or another share, as "12.3 %".
[[nodiscard]] std::string format_chance(double chance);

/// Returns "1 die" or "5 dice".
[[nodiscard]] std::string format_dice(int count);

}  // namespace danno::leagues::base
