#include "leagues/cli/flags/scale.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/text/escape.hpp"

namespace danno::leagues::cli::flags {
namespace {

std::optional<double> parse_end(std::string_view text) {
  double end = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), end);
  const bool is_whole = error == std::errc() && stop == text.data() + text.size();
  return is_whole && std::abs(end) <= 1e6 ? std::optional(end) : std::nullopt;
}

}  // namespace

archive::Scale parse_scale(const std::string& flag, const std::string& text) {
  const std::size_t dots = text.find("..");
  if (dots != std::string::npos) {
    const auto low = parse_end(std::string_view(text).substr(0, dots));
    const auto high = parse_end(std::string_view(text).substr(dots + 2));
    if (low && high && *low != *high) return {*low, *high};
  }
  throw terminal::UsageError(
      fmt::format("{} '{}'; expected the worst and the best grade, as in 0..20 or 5..1", flag,
                  text::escape_terminal(text)));
}

}  // namespace danno::leagues::cli::flags
