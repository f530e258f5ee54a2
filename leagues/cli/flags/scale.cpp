#include "leagues/cli/flags/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/number.hpp"

namespace danno::leagues::cli::flags {
namespace {

constexpr double kMostGrade = 1e6;

std::optional<double> parse_end(std::string_view text) {
  return words::parse_decimal(text, -kMostGrade, kMostGrade);
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
                  words::escape_terminal(text)));
}

std::vector<archive::GradeAnchor> parse_anchors(const std::vector<std::string>& texts,
                                                const archive::Scale& scale) {
  std::vector<archive::GradeAnchor> anchors;
  const auto [low, high] = std::minmax(scale.low, scale.high);
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    const std::size_t grade_begin = equals == std::string::npos ? text.size() : equals + 1;
    const double grade = parse_end(std::string_view(text).substr(grade_begin))
                             .value_or(std::numeric_limits<double>::quiet_NaN());
    const std::string name = text.substr(0, equals);
    if (name.empty() || !(low <= grade && grade <= high))
      throw terminal::UsageError(
          fmt::format("--anchor '{}'; expected NAME=GRADE with a grade from {:g} to {:g} (--scale)",
                      words::escape_terminal(text), low, high));
    if (std::ranges::find(anchors, name, &archive::GradeAnchor::agent) != anchors.end())
      throw terminal::UsageError(
          fmt::format("--anchor names '{}' twice", words::escape_terminal(name)));
    anchors.push_back({name, grade});
  }
  if (anchors.size() == 1)
    throw terminal::UsageError(
        "--anchor is given once; expected at least two agents, a weak and a strong one");
  return anchors;
}

}  // namespace danno::leagues::cli::flags
