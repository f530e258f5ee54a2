#include "leagues/site/standings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leagues/site/figures.hpp"
#include "leagues/site/groups.hpp"
#include "leagues/text/shown_count.hpp"

namespace danno::leagues::site {
namespace {

using tables::DivisionTable;
using tables::TableRow;

/// A rating that is known no better stands for little.
constexpr double kProvisional = 200;
constexpr double kOutlier = 3;  // quarters
constexpr std::size_t kMostTiers = 12;

std::string whole(double elo) {
  const double rounded = std::round(elo);
  return fmt::format("{}{}", rounded < 0 ? "−" : "+",
                     text::show_count(static_cast<std::uint64_t>(std::abs(rounded))));
}

/// Of the rows with both bounds, or of all.
std::vector<double> bounds_of(const DivisionTable& table, bool both) {
  std::vector<double> bounds;
  for (const TableRow& row : table.rows) {
    if (both && (!row.elo_low || !row.elo_high)) continue;
    if (row.elo_low) bounds.push_back(*row.elo_low);
    if (row.elo_high) bounds.push_back(*row.elo_high);
  }
  return bounds;
}

/// The division's axis: from the lowest to the highest bound of those with both, if there are some,
/// less what is far from the others. In percent of the picture's width.
class Axis {
 public:
  explicit Axis(const DivisionTable& table) {
    std::vector<double> bounds = bounds_of(table, true);
    if (bounds.empty()) bounds = bounds_of(table, false);
    bounds.push_back(0);
    std::ranges::sort(bounds);
    const double middle = bounds[bounds.size() / 2];
    const double quarter = bounds[bounds.size() / 4];
    const double three = bounds[bounds.size() * 3 / 4];
    const double reach = kOutlier * std::max(three - quarter, 50.0);
    low_ = std::max(bounds.front(), std::min(middle, quarter) - reach);
    high_ = std::min(bounds.back(), std::max(middle, three) + reach);
    if (high_ - low_ < 1) high_ = low_ + 1;
  }
  [[nodiscard]] double at(double elo) const {
    constexpr double kMargin = 4;
    return kMargin + (100 - 2 * kMargin) * std::clamp((elo - low_) / (high_ - low_), 0.0, 1.0);
  }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 private:
  double low_ = 0;
  double high_ = 0;
};

std::string x(double percent) { return fmt::format("{:.1f}%", percent); }

void add_line(Element svg, double from, double to, int y, std::string_view classes) {
  svg.add("line", classes)
      .set("x1", x(from))
      .set("x2", x(to))
      .set("y1", fmt::to_string(y))
      .set("y2", fmt::to_string(y));
}

/// A bound that is not there, or beyond the axis, ends in an arrow.
void add_arrow(Element svg, double at, int y, bool left) {
  Element place =
      svg.add("svg").set("x", x(at)).set("y", fmt::to_string(y)).set("overflow", "visible");
  place.add("path", "end").set("d", left ? "M-1-4v8l-6-4z" : "M1-4v8l6-4z");
}

void add_mark(Element svg, const Axis& axis, std::optional<double> elo, std::optional<double> low,
              std::optional<double> high, int y, std::string_view classes) {
  if (!low && !high) return;
  Element mark = svg.add("g", classes);
  const double from = low ? axis.at(*low) : axis.at(-1e9);
  const double to = high ? axis.at(*high) : axis.at(1e9);
  add_line(mark, from, to, y, "");
  if (!low || *low < axis.low()) add_arrow(mark, from, y, true);
  if (!high || *high > axis.high()) add_arrow(mark, to, y, false);
  if (elo && low && high && axis.low() <= *elo && *elo <= axis.high())
    mark.add("circle").set("cx", x(axis.at(*elo))).set("cy", fmt::to_string(y)).set("r", "4");
}

std::string in_words(std::optional<double> elo, std::optional<double> low,
                     std::optional<double> high) {
  if (elo && low && high)
    return fmt::format("Elo {}, 95 % from {} to {}", whole(*elo), whole(*low), whole(*high));
  if (low) return fmt::format("Elo {} or more", whole(*low));
  if (high) return fmt::format("Elo {} or less", whole(*high));
  return "no rating";
}

void add_picture(Element cell, const Axis& axis, const TableRow& row) {
  if (!row.elo_low && !row.elo_high) return;
  std::string label = in_words(row.elo, row.elo_low, row.elo_high);
  if (row.adjusted)
    label += fmt::format("; without the luck of the dice {}", whole(row.adjusted->elo));
  Element svg = cell.add("svg", "elo");
  svg.set("role", "img").set("aria-label", label).set("height", "28");
  svg.add("line", "zero")
      .set("x1", x(axis.at(0)))
      .set("x2", x(axis.at(0)))
      .set("y1", "0")
      .set("y2", "28");
  add_mark(svg, axis, row.elo, row.elo_low, row.elo_high, row.adjusted ? 9 : 14, "raw");
  if (row.adjusted)
    add_mark(svg, axis, row.adjusted->elo, row.adjusted->elo_low, row.adjusted->elo_high, 20,
             "adjusted");
}

/// Why a row is grey; empty where it is not.
std::string_view weak(const TableRow& row) {
  if (row.never_ready) return "never started";
  if (row.tally.games == 0) return "no games yet";
  if (row.elo_low && row.elo_high && (*row.elo_high - *row.elo_low) / 2 > kProvisional)
    return "provisional";
  return {};
}

void add_name(Element tr, const SitePage& page, const ShownLeague& league,
              const ShownDivision& division, const TableRow& row) {
  Element cell = tr.add("th", "cut");
  cell.set("scope", "row");
  add_agent_name(cell, page, division, row);
  const std::string_view note = weak(row);
  const bool authored = league.options.authors && !row.author.empty();
  if (!authored && note.empty()) return;
  Element small = cell.add("small", "cut");
  if (!note.empty()) small.text(fmt::format("{}{}", note, authored ? " · " : ""));
  if (authored) small.bot(row.author);
}

void add_row(Element body, const SitePage& page, const ShownLeague& league,
             const ShownDivision& division, const Axis& axis, const TableRow& row) {
  const bool played = row.tally.games > 0;
  Element tr = body.add("tr", weak(row).empty() ? "" : "soft");
  tr.add("td", "n").text(show_ranks(row));
  if (has_decided(division.table))
    tr.add("td", "n").text(row.decided ? show_ranks(row.decided->low, row.decided->high) : "–");
  add_name(tr, page, league, division, row);
  tr.add("td", "n").text(show_rating(row.elo, row.elo_low, row.elo_high));
  add_picture(tr.add("td", "picture"), axis, row);
  tr.add("td", "n").text(played ? percent(row.tally.score()) : "–");
  if (division.table.seats > 2)
    tr.add("td", "n").text(played ? fmt::format("{:.2f}", row.tally.points()) : "–");
  tr.add("td", "n spare").text(text::show_count(static_cast<std::uint64_t>(row.tally.games)));
  tr.add("td", "n spare").text(row.los_next ? estimated(*row.los_next) : "");
  if (league.options.faults == ShownFaults::None) return;
  const bool clean = row.tally.faults.empty();
  tr.add("td", clean ? "soft" : "bad").text(show_faults(row.tally));
}

/// "odds = optimal | hold": those whose ranks overlap are not told apart.
void add_tiers(Element parent, const DivisionTable& table) {
  std::vector<const TableRow*> rated;
  for (const TableRow& row : table.rows) {
    if (row.elo && row.tally.games > 0) rated.push_back(&row);
  }
  if (rated.size() < 2 || rated.size() > kMostTiers) return;
  Element line = parent.add("p", "soft small");
  line.text("Told apart: ");
  for (std::size_t i = 0; i < rated.size(); ++i) {
    if (i > 0) line.text(rated[i - 1]->rank_high >= rated[i]->rank_low ? " = " : " | ");
    line.bot(rated[i]->name);
  }
}

/// A mark as it looks in the picture.
void add_sample(Element line, std::string_view classes) {
  Element svg = line.add("svg", "elo sample");
  svg.set("aria-hidden", "true").set("width", "36").set("height", "10");
  Element mark = svg.add("g", classes);
  add_line(mark, 5, 95, 5, "");
  mark.add("circle").set("cx", "50%").set("cy", "5").set("r", "4");
}

/// Of rows [first, last), which can be compared; where not all rows can, `group` says which.
void add_group(Element parent, const SitePage& page, const ShownDivision& division,
               const Axis& axis, std::size_t first, std::size_t last, const std::string& group) {
  const ShownLeague& league = page.league();
  const std::string label = "Standings of " + division.name + (group.empty() ? "" : ", " + group);
  Element table = add_box(parent, label).add("table", "standings");
  if (!group.empty()) table.add("caption").text(group);
  Element head = table.add("thead").add("tr");
  add_head(head, page, "Rank", "n rank", "rank");
  if (has_decided(division.table)) add_head(head, page, "Decided", "n", "decided");
  add_head(head, page, "Agent", "");
  add_head(head, page, "Elo", "n", "elo");
  add_head(head, page, "95 % interval", "picture", "elo");
  add_head(head, page, "Score", "n", "score");
  if (division.table.seats > 2) add_head(head, page, "Points", "n", "score");
  add_head(head, page, "Games", "n spare");
  add_head(head, page, "Better than next", "n spare", "los");
  if (league.options.faults != ShownFaults::None) add_head(head, page, "Faults", "", "faults");
  Element body = table.add("tbody");
  for (std::size_t i = first; i < last; ++i)
    add_row(body, page, league, division, axis, division.table.rows[i]);
}

/// Which group it is, of so many; empty where there is no other.
std::string name_of_group(int group, int groups) {
  if (groups < 2) return "";
  if (group == kNoGroup) return "Not rated";
  return fmt::format("Group {} of {}: they never met the others", group + 1, groups);
}

}  // namespace

void add_standings(Element parent, const SitePage& page, const ShownDivision& division,
                   std::size_t first, std::size_t last) {
  const Axis axis(division.table);
  const std::vector<int> group = groups_of(division);
  const int groups = count_groups(group);
  const std::size_t end = std::min(last, group.size());
  while (first < end) {
    std::size_t next = first + 1;
    while (next < end && (groups < 2 || group[next] == group[first]))
      ++next;
    add_group(parent, page, division, axis, first, next, name_of_group(group[first], groups));
    first = next;
  }
}

void add_standings_key(Element parent, const ShownDivision& division) {
  const DivisionTable& table = division.table;
  Element line = parent.add("p", "soft small");
  add_sample(line, "raw");
  line.text(" Elo with its 95 % interval, 0 is the mean of the pool");
  if (!table.values.empty()) {
    line.text(" · ");
    add_sample(line, "adjusted");
    line.text(" the same without the luck of the dice");
  }
  line.text(" · where ranks overlap, nobody is ahead.");
}

void add_standings_notes(Element parent, const ShownDivision& division) {
  const DivisionTable& table = division.table;
  const bool comparable = count_groups(groups_of(division)) < 2;
  if (comparable) add_tiers(parent, table);
  if (has_decided(table)) {
    parent.add("p", "soft small")
        .text(
            "Decided: the ranks that are left for the whole season, by pairs whose order is "
            "said once for good; wrong in at most 5 % of seasons, at however many looks.");
  }
  if (!table.connected) {
    parent.add("p", "small")
        .text("Some agents never met, not even through others: their ratings cannot be compared.");
  }
}

std::string show_rating(std::optional<double> elo, std::optional<double> low,
                        std::optional<double> high) {
  if (elo && low && high)
    return fmt::format("{} ± {}", whole(*elo), std::round((*high - *low) / 2));
  if (low) return "≥ " + whole(*low);
  if (high) return "≤ " + whole(*high);
  return "–";
}

std::string show_ranks(int low, int high) {
  return low == high ? fmt::to_string(low) : fmt::format("{}–{}", low, high);
}

std::string show_ranks(const TableRow& row) { return show_ranks(row.rank_low, row.rank_high); }

std::string show_faults(const scores::AgentTally& tally) {
  return tally.faults.empty() ? "none" : tables::show_faults(tally);
}

}  // namespace danno::leagues::site
