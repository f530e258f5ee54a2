#include "leagues/base/number.hpp"

#include <cctype>
#include <cmath>

namespace danno::leagues::base {
namespace {

/// Returns whether a text begins as numbers do: with a digit, after a sign or a point or both.
bool begins_with_digit(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0;
}

/// Returns whether a number that is out of the range of doubles is too small, not too large.
bool is_tiny(std::string_view text) {
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos) return text.substr(exponent + 1).starts_with('-');
  return text.substr(0, text.find('.')).find_first_not_of("-0") == std::string_view::npos;
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text, double least, double most) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  if (!begins_with_digit(text)) return std::nullopt;  // "inf", "nan"
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // A number too small for a double is 0.
    if (!is_tiny(text)) return std::nullopt;
    number = 0;
  } else if (error != std::errc()) {
    return std::nullopt;
  }
  const bool fits = std::isfinite(number) && number >= least && number <= most;
  return fits ? std::optional(number) : std::nullopt;
}

}  // namespace danno::leagues::base
