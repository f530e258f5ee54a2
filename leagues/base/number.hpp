// The one way to read a number that a person wrote: decimal digits, all of the text, and a range.
// No blanks, hexadecimal digits, separators, infinities or NaN.
#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace danno::leagues::base {

/// Reads an integer from `least` to `most`, such as "12", "-3" or "+4"; nullopt if the text is not
/// such a number.
template <std::integral T>
[[nodiscard]] std::optional<T> parse_whole(std::string_view text,
                                           T least = std::numeric_limits<T>::min(),
                                           T most = std::numeric_limits<T>::max()) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// Reads a decimal number from `least` to `most`, such as "0.5", ".5" or "1e-3"; nullopt if it is
/// none. A number too small for a double is 0.
[[nodiscard]] std::optional<double> parse_decimal(
    std::string_view text, double least = std::numeric_limits<double>::lowest(),
    double most = std::numeric_limits<double>::max());

}  // namespace danno::leagues::base
