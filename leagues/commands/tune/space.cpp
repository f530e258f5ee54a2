// Reads the parameters' ranges of --set, and chooses the points of each race. A small space is
// raced as a whole. A large one begins with lines through its centre along the axes. Each later
// race has a finer grid around the points that were kept, until such a grid has been raced.
#include "leagues/commands/tune/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/base/text.hpp"

namespace danno::leagues::commands::tune {
namespace {

namespace fs = std::filesystem;
using entrants::Entrant;
using entrants::Parameter;

/// Points on each line of a race in a large space.
constexpr std::size_t kOnALine = 9;

constexpr const char* kExample = "expected NAME=LOW..HIGH/STEP, as in threshold=100..400/50";

template <typename... Args>
[[noreturn]] void fail(std::string_view text, fmt::format_string<Args...> problem, Args&&... args) {
  throw SpaceError(
      fmt::format("--set {}: {}", base::escape_terminal(text),
                  base::escape_terminal(fmt::format(problem, std::forward<Args>(args)...))));
}

/// Reads the end of a range or a step. Beyond this, doubles are no longer exact enough.
std::optional<double> parse_number(std::string_view text) {
  constexpr double kMost = 1e15;
  return base::parse_decimal(text, -kMost, kMost);
}

/// Returns the decimals of a number as it is written: 2 for 0.25, 3 for 1.5e-2, 0 for 1.5e3.
int decimal_count(std::string_view number) {
  const std::size_t mark = number.find_first_of("eE");
  const std::string_view mantissa = number.substr(0, mark);
  const std::size_t point = mantissa.find('.');
  const int written =
      point == std::string_view::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  const int exponent = mark == std::string_view::npos
                           ? 0
                           : base::parse_whole<int>(number.substr(mark + 1), -400, 400).value_or(0);
  return std::max(0, written - exponent);
}

/// Writes a value with no more digits than it takes.
std::string shown(double value, int decimals) {
  constexpr int kMostDecimals = 15;
  if (decimals > kMostDecimals) return fmt::format("{:.12g}", value);
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text += '0';
  }
  return text;
}

struct ParsedRange {
  std::string_view text;
  double low = 0;
  double high = 0;
  std::string_view by;  ///< The step after the '/'; empty: 1.
  int decimals = 0;
};

/// Returns the values low, low + step, …, up to high.
std::vector<std::string> stepped(const ParsedRange& range) {
  const std::optional<double> step = range.by.empty() ? 1.0 : parse_number(range.by);
  if (!step || *step <= 0)
    fail(range.text, "the step '{}' is not a number above 0; {}", range.by, kExample);
  // The small addition takes in the high end if rounding puts it just behind the last step.
  const double count = std::floor((range.high - range.low) / *step + 1e-9) + 1;
  if (count > static_cast<double>(Space::kMostPoints))
    fail(range.text, "{:.0f} values; expected at most {}: take a larger step", count,
         Space::kMostPoints);
  const int decimals = std::max(range.decimals, decimal_count(range.by));
  std::vector<std::string> values;
  for (int i = 0; i < static_cast<int>(count); ++i)
    values.push_back(shown(range.low + i * *step, decimals));
  return values;
}

/// Returns values with equal ratios, with about three digits each.
std::vector<std::string> log_spaced(const ParsedRange& range) {
  const auto given = base::parse_whole<std::size_t>(range.by.substr(3), 2, Space::kMostPoints);
  if (!given) fail(range.text, "expected a number of values behind 'log', as in rate=0.01..1/log5");
  const std::size_t count = *given;
  if (range.low <= 0) fail(range.text, "a log scale begins above 0");
  std::vector<std::string> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    const double value = range.low * std::pow(range.high / range.low, share);
    const int digits_left = std::max(0, 2 - static_cast<int>(std::floor(std::log10(value))));
    const std::string text = shown(value, range.decimals == 0 ? 0 : digits_left);
    // Rounded to the digits of the range, neighbours may be equal.
    if (values.empty() || values.back() != text) values.push_back(text);
  }
  return values;
}

/// Reads LOW..HIGH, with /STEP or /logN behind it.
std::vector<std::string> values_of_range(std::string_view text, std::string_view range) {
  const std::size_t dots = range.find("..");
  const std::size_t slash = range.find('/', dots);
  const std::string_view low = range.substr(0, dots);
  const std::string_view high = range.substr(dots + 2, slash - dots - 2);
  for (const std::string_view end : {low, high}) {
    if (!parse_number(end)) fail(text, "'{}' is not a number; {}", end, kExample);
  }
  ParsedRange parsed{text, *parse_number(low), *parse_number(high), {}, 0};
  parsed.decimals = std::max(decimal_count(low), decimal_count(high));
  if (slash != std::string_view::npos) parsed.by = range.substr(slash + 1);
  if (slash != std::string_view::npos && parsed.by.empty())
    fail(text, "no step behind '/'; {}", kExample);
  if (parsed.low > parsed.high)
    fail(text, "{} is above {}; expected the lower one first", low, high);
  return parsed.by.starts_with("log") ? log_spaced(parsed) : stepped(parsed);
}

/// Reads values with commas between them.
std::vector<std::string> values_of_list(std::string_view text, std::string_view list) {
  std::vector<std::string> values;
  for (const std::string& value : base::split(list, ',')) {
    const auto is_plain = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
             std::string_view("._+-").find(c) != std::string_view::npos;
    };
    if (value.empty() || !std::ranges::all_of(value, is_plain))
      fail(text, "'{}' is not a value; expected letters, digits and ._+-", value);
    if (std::ranges::find(values, value) != values.end()) fail(text, "'{}' is given twice", value);
    values.push_back(value);
  }
  return values;
}

/// Returns indices from `first` to `last`, at most `most` of them, evenly spread, with both ends.
std::vector<std::size_t> spread(std::size_t first, std::size_t last, std::size_t most) {
  const std::size_t count = std::min(last - first + 1, most);
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < count; ++i)
    indices.push_back(count == 1 ? (first + last) / 2
                                 : first + (i * (last - first) + (count - 1) / 2) / (count - 1));
  return indices;
}

/// Returns the number of points that have an index of each line.
std::size_t grid_size(const std::vector<std::vector<std::size_t>>& lines) {
  std::size_t product = 1;
  for (const auto& line : lines)
    product *= line.size();
  return product;
}

/// Returns all points with an index of each line, in the order of the axes.
std::vector<Point> grid(const std::vector<std::vector<std::size_t>>& lines) {
  std::vector<Point> points{{}};
  for (const auto& line : lines) {
    std::vector<Point> longer;
    for (const Point& point : points) {
      for (const std::size_t index : line) {
        longer.push_back(point);
        longer.back().push_back(index);
      }
    }
    points = std::move(longer);
  }
  return points;
}

/// Returns the neighbour of `index` among the tried indices, on that side. At the border it is as
/// far away as the neighbour on the other side.
std::size_t neighbour(const std::set<std::size_t>& tried, std::size_t index, bool above,
                      std::size_t size) {
  const auto at = tried.find(index);
  const std::size_t below = at == tried.begin() ? index : *std::prev(at);
  const std::size_t beyond = std::next(at) == tried.end() ? index : *std::next(at);
  if (above) return beyond > index ? beyond : std::min(size - 1, index + (index - below));
  return below < index ? below : index - std::min(index, beyond - index);
}

/// Returns whether a file may use the parameter of this name: a source that contains it, or a
/// program. A compiler may keep only the beginning of a short text; archives and the like may
/// contain anything.
bool may_mention(const fs::path& file, const std::string& name) {
  const std::string stem = file.stem().string();
  if (stem == "danno" || stem == "Danno" || file.parent_path().filename() == "danno") return false;
  if (file.extension() == ".pyc" || file.extension() == ".md" || file.filename() == "agent.toml")
    return false;
  const auto text = base::read_whole(file);
  if (!text) return false;
  const auto has = [&](const std::string& part) { return text->find(part) != std::string::npos; };
  // Text names a parameter between quotes, or as its variable of the environment.
  if (text->find('\0') == std::string::npos)
    return has('"' + name + '"') || has("'" + name + "'") || has("DANNO_" + name);
  return !text->starts_with(
             "\x7f"
             "ELF") ||
         has(name.substr(0, name.size() < 8 ? 4 : 8));
}

/// Returns whether any part of the agent names the parameter.
bool mentions(const Entrant& bot, const std::string& name) {
  if (std::ranges::any_of(
          bot.run, [&](const std::string& word) { return entrants::placeholder_in(word) == name; }))
    return true;
  if (std::ranges::find(bot.parameters, name, &Parameter::name) != bot.parameters.end())
    return true;
  const fs::path& folder = bot.agent.folder;
  if (!entrants::is_agent_folder(folder)) {
    return std::ranges::any_of(
        bot.run, [&](const std::string& word) { return may_mention(folder / word, name); });
  }
  const auto files = entrants::agent_files(folder);
  return std::ranges::any_of(
      files, [&](const fs::path& file) { return may_mention(folder / file, name); });
}

std::string kind_name(Parameter::Kind kind) {
  return kind == Parameter::Kind::Integer ? "an integer" : "a number";
}

void check_axis(const Entrant& bot, const Dimension& axis) {
  const auto present = std::ranges::find(bot.parameters, axis.name, &Parameter::name);
  if (present != bot.parameters.end()) {
    for (const std::string& value : axis.values) {
      if (entrants::parameter_kind(value) > present->kind)
        throw SpaceError(fmt::format("--set {}: '{}' is not {}, as '{} = {}' in agent.toml is",
                                     axis.name, value, kind_name(present->kind), axis.name,
                                     present->value));
    }
  }
  if (!mentions(bot, axis.name))
    throw SpaceError(fmt::format(
        "--set {0}: '{1}' has no parameter '{0}'; in agent.toml write run = [{2}\"{{{0}}}\"], or "
        "in its code danno.parameter(\"{0}\", {3})",
        axis.name, bot.agent.name,
        fmt::format("\"{}\", ", bot.run.empty() ? "./agent" : fs::path(bot.run.front()).string()),
        axis.is_number() ? axis.values.front() : "\"" + axis.values.front() + "\""));
}

}  // namespace

Dimension parse_dimension(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos) fail(text, "{}", kExample);
  Dimension axis;
  axis.name = text.substr(0, sign);
  if (!entrants::is_parameter_name(axis.name))
    fail(text, "'{}' is not a parameter's name; {}", base::escape_terminal(axis.name), kExample);
  const std::string_view range = text.substr(sign + 1);
  axis.values = range.find("..") == std::string_view::npos ? values_of_list(text, range)
                                                           : values_of_range(text, range);
  if (axis.values.size() < 2)
    fail(text,
         "one value, and nothing to choose from; expected at least two, as in "
         "threshold=100..400/50");
  axis.kind = Parameter::Kind::Integer;
  for (const std::string& value : axis.values)
    axis.kind = std::max(axis.kind, entrants::parameter_kind(value));
  return axis;
}

Space::Space(std::vector<Dimension> axes) : axes_(std::move(axes)) {
  std::set<std::string> names;
  for (const Dimension& axis : axes_) {
    if (!names.insert(axis.name).second)
      throw SpaceError(fmt::format("--set {}: it is given twice", axis.name));
  }
  for (const Dimension& axis : axes_) {
    points_ *= axis.values.size();
    // It is checked axis by axis, because the product of all may overflow.
    if (points_ > kMostPoints)
      throw SpaceError(
          fmt::format("--set: over {0} candidates; expected at most {0}: take larger steps",
                      base::format_count(kMostPoints)));
  }
}

std::vector<Parameter> Space::at(const Point& point) const {
  std::vector<Parameter> parameters;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis)
    parameters.push_back({axes_[axis].name, axes_[axis].values[point[axis]], axes_[axis].kind});
  return parameters;
}

std::string Space::point_name(const Point& point) const {
  std::string name;
  for (const Parameter& parameter : at(point))
    name += (name.empty() ? "" : ":") + parameter.value;
  return name;
}

std::vector<Point> Space::first_points() const {
  std::vector<std::vector<std::size_t>> lines;
  for (const Dimension& axis : axes_)
    lines.push_back(spread(0, axis.values.size() - 1, axis.values.size()));
  if (points() <= kMostCandidates) return grid(lines);
  Point centre;
  for (const Dimension& axis : axes_)
    centre.push_back((axis.values.size() - 1) / 2);
  std::set<Point> chosen{centre};
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    const std::size_t most =
        std::max<std::size_t>(3, std::min(kOnALine, (kMostCandidates - 1) / axes_.size()));
    for (const std::size_t index : spread(0, axes_[axis].values.size() - 1, most)) {
      Point point = centre;
      point[axis] = index;
      chosen.insert(point);
    }
  }
  return {chosen.begin(), chosen.end()};
}

std::vector<Point> Space::next_points(const std::vector<Point>& raced,
                                      const std::vector<Point>& kept) const {
  if (raced.size() == points()) return {};
  std::vector<std::vector<std::size_t>> lines;
  std::vector<std::pair<std::size_t, std::size_t>> spans;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    std::set<std::size_t> tried;
    for (const Point& point : raced)
      tried.insert(point[axis]);
    std::size_t first = axes_[axis].values.size() - 1;
    std::size_t last = 0;
    for (const Point& point : kept) {
      first = std::min(first, neighbour(tried, point[axis], false, axes_[axis].values.size()));
      last = std::max(last, neighbour(tried, point[axis], true, axes_[axis].values.size()));
    }
    spans.emplace_back(first, last);
    lines.push_back(spread(first, last, kOnALine));
  }
  // The longest line gives way until the grid is small enough.
  const std::size_t places = kMostCandidates - std::min(kept.size(), kMostCandidates / 2);
  while (grid_size(lines) > places) {
    const auto longest = std::ranges::max_element(lines, {}, &std::vector<std::size_t>::size);
    const auto& [first, last] = spans[static_cast<std::size_t>(longest - lines.begin())];
    *longest = spread(first, last, longest->size() - 1);
  }
  const std::vector<Point> fine = grid(lines);
  const std::set<Point> known(raced.begin(), raced.end());
  if (std::ranges::all_of(fine, [&](const Point& point) { return known.contains(point); }))
    return {};
  std::set<Point> chosen(fine.begin(), fine.end());
  for (const Point& point : kept) {
    if (chosen.size() < kMostCandidates) chosen.insert(point);
  }
  return {chosen.begin(), chosen.end()};
}

void check_placeholders(const Entrant& bot, const Space& space) {
  std::vector<std::string> names;
  for (const Dimension& axis : space.axes())
    names.push_back(axis.name);
  for (const Parameter& parameter : bot.parameters)
    names.push_back(parameter.name);
  for (const std::string& word : bot.run) {
    const std::string name(entrants::placeholder_in(word));
    if (name.empty() || std::ranges::find(names, name) != names.end()) continue;
    throw SpaceError(fmt::format("'{}': run has '{{{}}}', and nothing gives it a value; {}",
                                 bot.agent.name, name,
                                 base::did_you_mean(name, names,
                                                    fmt::format("expected --set {}=…, or "
                                                                "parameters = {{ {} = … }} in "
                                                                "agent.toml",
                                                                name, name))));
  }
}

void check_parameters(const Entrant& bot, const Space& space) {
  for (const Dimension& axis : space.axes())
    check_axis(bot, axis);
}

}  // namespace danno::leagues::commands::tune
