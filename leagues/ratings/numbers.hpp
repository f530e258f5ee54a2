// Encodes integers in few bytes: LEB128, in which numbers below 128 take one byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "leagues/ratings/results.hpp"

namespace danno::leagues::ratings {

constexpr std::size_t pair_count(std::size_t size) { return size * (size - 1) / 2; }

/// Returns the index of the pair a < b among `size`: (0,1), (0,2), …, (1,2), …
constexpr std::size_t pair_at(std::size_t size, std::size_t a, std::size_t b) {
  return a * (2 * size - a - 1) / 2 + (b - a - 1);
}

/// Returns the index of the pair a >= b: (0,0), (1,0), (1,1), …
constexpr std::size_t product_at(std::size_t a, std::size_t b) { return a * (a + 1) / 2 + b; }

void put_number(std::string& bytes, std::uint64_t number);
/// Appends a signed number: 0, -1, 1, -2, … are encoded as 0, 1, 2, 3, …
void put_signed(std::string& bytes, std::int64_t number);
void put_wide(std::string& bytes, Int128 number);

/// These remove a number from the front and return it; nullopt if there is none.
[[nodiscard]] std::optional<std::uint64_t> take_number(std::string_view& bytes);
[[nodiscard]] std::optional<std::int64_t> take_signed(std::string_view& bytes);
[[nodiscard]] std::optional<Int128> take_wide(std::string_view& bytes);

}  // namespace danno::leagues::ratings
