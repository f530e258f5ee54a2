#include "leagues/cli/terminal/show_tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "leagues/cli/terminal/color.hpp"
#include "leagues/cli/terminal/columns.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/tune/report.hpp"
#include "leagues/words/columns.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using tune::CandidateState;
using tune::EloEstimate;
using tune::Tune;
using tune::TunedPoint;

std::string show_estimate(const std::optional<EloEstimate>& estimate) {
  return estimate ? fmt::format("{:+.1f} ±{:.1f}", estimate->elo, estimate->half_width) : "-";
}

std::string show_behind(const TunedPoint& point) {
  const auto& behind = point.standing.behind;
  return behind ? fmt::format("{:.1f} ±{:.1f}", behind->elo, behind->half_width) : "-";
}

/// Long names give way, so that several parameters fit side by side.
constexpr std::size_t kNameWidth = 10;
/// What the states need: in full, and in short.
constexpr std::size_t kStateWidth = 25;
constexpr std::size_t kShortStateWidth = 12;

/// The first reason of a failure that has no room in the table, in full.
void print_reason(const Tune& tune, const std::vector<TunedPoint>& points, std::size_t room) {
  for (const TunedPoint& point : points) {
    if (point.standing.state != CandidateState::Failed) continue;
    if (words::width(point.standing.reason) <= room) continue;
    print_text("{}: {}\n", words::escape_terminal(tune::show_values(tune, point.point)),
               words::escape_terminal(point.standing.reason));
    return;
  }
}

std::size_t columns_here() { return terminal::columns(stdout).value_or(kUsualColumns); }

void print_table(const Tune& tune) {
  std::vector<Align> columns;
  std::vector<std::vector<std::string>> rows(1);
  for (const tune::Dimension& axis : tune.space().axes()) {
    columns.push_back(axis.is_number() ? Align::Right : Align::Left);
    rows[0].push_back(words::shorten(axis.name, kNameWidth));
  }
  for (const char* const heading : {"Elo ±95 %", "behind", "deals"}) {
    columns.push_back(Align::Right);
    rows[0].emplace_back(heading);
  }
  columns.push_back(Align::Left);
  rows[0].emplace_back("state");
  std::vector<TunedPoint> points = tune::rows_of(tune);
  points.resize(std::min(points.size(), tune::kFewCandidates));
  for (const TunedPoint& point : points) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const entrants::Parameter& parameter : tune.space().at(point.point))
      row.push_back(parameter.value);
    row.push_back(show_estimate(point.standing.field));
    row.push_back(show_behind(point));
    row.push_back(words::show_count(point.standing.deals));
    row.emplace_back();
  }
  // The states, which are still missing, have what is left.
  const std::size_t all = columns_here() + rows[0].back().size();
  fit_table(columns, rows, {"deals"}, all - kShortStateWidth);
  const std::size_t left = std::max(all - std::min(all, table_width(rows)), kShortStateWidth);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const tune::CandidateStanding& standing = points[i].standing;
    std::string state = tune::describe(standing, tune);
    if (left >= kStateWidth && standing.state == CandidateState::Dropped && tune.best())
      state += fmt::format(" after {} deals", words::show_count(standing.deals));
    rows[i + 1].back() = words::shorten(words::escape_terminal(state), left);
  }
  print_text("\n{}", text_table(columns, rows));
  print_reason(tune, points, left);
  const std::size_t candidates = tune.points().size();
  if (points.size() < candidates)
    print_text("and {} more, in tune.csv\n", candidates - points.size());
}

/// One line: the interval of a candidate on a scale of Elo.
std::string bar(const EloEstimate& estimate, double low, double high, std::size_t width) {
  const auto column = [&](double elo) {
    const double share = (elo - low) / std::max(high - low, 1e-9);
    return static_cast<std::size_t>(
        std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(width - 1)));
  };
  const std::size_t from = column(estimate.elo - estimate.half_width);
  const std::size_t to = column(estimate.elo + estimate.half_width);
  const std::size_t at = column(estimate.elo);
  std::string text;
  for (std::size_t i = 0; i <= to; ++i) {
    text += i == at ? "●" : i < from ? " " : i == from ? "├" : i == to ? "┤" : "─";
  }
  return text;
}

/// The candidates along one axis, through the best.
void print_curve(const Tune& tune, std::size_t axis) {
  const auto curve = tune::curve_along(tune, axis);
  if (!curve) return;
  const tune::Dimension& range = tune.space().axes()[axis];
  std::size_t name = 0;
  for (const TunedPoint& point : curve->points)
    name = std::max(name, range.values[point.point[axis]].size());
  name = std::min(name, 2 * kNameWidth);
  const std::size_t width = columns_here() - name - 4;
  print_text("\n{} against {}, {:.0f} to {:.0f} Elo\n", range.name,
             words::escape_terminal(tune::opponents_of(tune)), curve->low, curve->high);
  for (const TunedPoint& point : curve->points) {
    const std::string row =
        fmt::format("{:>{}}  {}", words::shorten(range.values[point.point[axis]], name), name,
                    bar(*point.standing.field, curve->low, curve->high, width));
    const bool is_best = point.standing.state == CandidateState::Best;
    print_text("{}\n", is_best ? styled(row, Style::Bold, stdout) : row);
  }
}

}  // namespace

void show(const Tune& tune, const std::filesystem::path& folder,
          const std::filesystem::path& manifest, const Invocation& invocation) {
  if (invocation.json) {
    print("{}\n", tune::tune_json(tune));
    return;
  }
  print_text("{}\n", words::escape_terminal(tune::headline(tune)));
  print_table(tune);
  for (std::size_t axis = 0; axis < tune.space().axes().size(); ++axis)
    print_curve(tune, axis);
  print_text("\n");
  const std::string gain = tune::describe_gain(tune);
  if (!gain.empty()) print_text("{}\n", words::escape_terminal(gain));
  for (const std::string& hint : tune::hints(tune))
    print_text("hint: {}\n", hint);
  if (const auto advice = tune.advice(); !advice.empty() && !tune.is_present(*tune.best()))
    print_text("in {}: {}\n",
               manifest.empty() ? "agent.toml" : words::escape_terminal(manifest.string()),
               entrants::parameters_line(advice));
  if (tune.best())
    print_text("'behind' holds at every look and for all candidates at once, in 95 %\n");
  print_text("{}; {}\n", tune.rules().id(), tune::luck_of(tune));
  print_text("{} has tune.json, tune.csv and the games\n", words::escape_terminal(folder.string()));
}

std::string live_note(const Tune& tune) {
  const auto best = tune.best();
  return fmt::format("{} of {} race{}", tune.racing(), tune.points().size(),
                     best ? ", " + tune::show_values(tune, *best) + " leads" : "");
}

}  // namespace danno::leagues::cli::terminal
