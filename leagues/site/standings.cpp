// Shows the standings, and says in words what they support: who is surely ahead, and who cannot be
// told apart. The words follow the ranges of ranks, so a small lead is never called one.
#include "leagues/site/standings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "leagues/base/count.hpp"
#include "leagues/ratings/win_graph.hpp"
#include "leagues/report/table.hpp"
#include "leagues/site/chart.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/pages.hpp"

namespace danno::leagues::site {

namespace {

using report::DivisionTable;
using report::TableRow;

using Rows = std::vector<const TableRow*>;

constexpr std::size_t kMostNames = 5;
constexpr std::size_t kMostTies = 3;

std::vector<std::string> row_names(const Rows& rows) {
  std::vector<std::string> names;
  for (const TableRow* const row : rows)
    names.push_back(row->name);
  return names;
}

/// Returns the rows whose best possible rank is the first: nobody is surely ahead of them.
Rows first_ones(const Rows& rows) {
  Rows first;
  std::ranges::copy_if(rows, std::back_inserter(first),
                       [](const TableRow* row) { return row->rank_low == 1; });
  return first;
}

/// Returns whether the rows share one range of ranks that no other row has: each may be ahead of
/// each other.
bool is_tie(const Rows& rows) {
  const auto size = static_cast<int>(rows.size());
  const TableRow& any = *rows.front();
  return size > 1 && any.rank_high - any.rank_low + 1 == size &&
         std::ranges::all_of(rows, [&](const TableRow* row) {
           return row->rank_low == any.rank_low && row->rank_high == any.rank_high;
         });
}

/// Returns the ties among the rows below the first ones.
std::vector<Rows> ties_below(const Rows& rows) {
  std::vector<Rows> ties;
  for (std::size_t i = 0; i < rows.size();) {
    const auto next = std::ranges::find_if(
        rows.begin() + static_cast<std::ptrdiff_t>(i), rows.end(), [&](const TableRow* row) {
          return row->rank_low != rows[i]->rank_low || row->rank_high != rows[i]->rank_high;
        });
    const Rows same(rows.begin() + static_cast<std::ptrdiff_t>(i), next);
    if (same.front()->rank_low > 1 && is_tie(same)) ties.push_back(same);
    i += same.size();
  }
  return ties;
}

/// Returns the sentence about the first rows. `others` names the rest: "all others".
Sentence about_first(const Rows& rows, const Rows& first, const std::string& others) {
  const bool all = first.size() == rows.size();
  // A long list of names would say no more than their number.
  if (first.size() > kMostNames)
    return {fmt::format("{} agents may be the best; the games do not say which", first.size()),
            {},
            "",
            ""};
  if (first.size() == 1 && first.front()->rank_high == 1)
    return {"", row_names(first), "", " is ahead of " + others};
  if (is_tie(first)) {
    return {"", row_names(first), "and",

            all ? " can’t be told apart"
                : fmt::format(" are ahead of {}, and can’t be told apart", others)};
  }
  return {"Nobody is surely ahead of ", row_names(first), "or", ""};
}

std::string joint_before(const Sentence& sentence, std::size_t name) {
  if (name == 0) return "";
  return name + 1 < sentence.names.size() ? ", " : fmt::format(" {} ", sentence.last_joint);
}

/// The interval width from which a rating says little.
constexpr double kProvisional = 200;

/// Adds the numbers of the axis, under the pictures.
void add_axis(Element table, const Axis& axis, int before, int after) {
  Element row = table.add("tfoot").add("tr", "axis");
  row.set("aria-hidden", "true");
  row.add("td").set("colspan", fmt::to_string(before));
  add_axis_numbers(row.add("td", "picture"), axis);
  row.add("td").set("colspan", fmt::to_string(after));
}

/// Returns why a row is grey; empty if it is not.
std::string_view weak(const TableRow& row) {
  if (row.never_ready) return "never started";
  if (row.tally.games == 0) return "no games yet";
  if (row.rating().is_unreliable()) return "provisional";
  const report::EloInterval rating = row.rating();
  if (rating.low && rating.high && (*rating.high - *rating.low) / 2 > kProvisional)
    return "provisional";
  return {};
}

void add_name(Element tr, const SitePage& page, const PageDivision& division, const TableRow& row) {
  Element cell = tr.add("th", "cut");
  cell.set("scope", "row");
  add_agent_name(cell, page, division, row);
  const std::string_view note = weak(row);
  const bool authored = page.league().options.authors && !row.author.empty();
  if (!authored && note.empty()) return;
  Element small = cell.add("small", "cut");
  if (!note.empty()) small.text(fmt::format("{}{}", note, authored ? " · " : ""));
  if (authored) add_author(small, page, row.author);
}

/// Adds a rating such as "+111 ± 4", with a smaller interval.
void add_rating(Element cell, const std::string& rating) {
  const std::size_t end = rating.find(" ±");
  cell.text(rating.substr(0, end));
  if (end != std::string::npos) cell.add("span", "soft").text(rating.substr(end));
}

std::string format_other_rating(const TableRow& row) {
  return row.rating().is_unreliable() ? "–" : format_rating(row.other_rating());
}

/// Adds the rating and its interval; in a table of `both`, the rating of the other kind, too.
void add_ratings(Element tr, bool both, const Axis& axis, const TableRow& row) {
  add_rating(tr.add("td", "n best"), format_rating(row.rating()));
  add_intervals(tr.add("td", "picture"), axis, row);
  if (both) add_rating(tr.add("td", "n other"), format_other_rating(row));
}

void add_row(Element body, const SitePage& page, const PageDivision& division, const Axis& axis,
             const TableRow& row) {
  const bool played = row.tally.games > 0;
  Element tr = body.add("tr", weak(row).empty() ? "" : "soft");
  tr.add("td", "n").text(format_ranks(row));
  if (has_decided(division.table))
    tr.add("td", "n").text(row.decided ? format_ranks(row.decided->low, row.decided->high) : "–");
  add_name(tr, page, division, row);
  add_ratings(tr, has_adjusted(division.table), axis, row);
  tr.add("td", "n").text(played ? percent(row.tally.score()) : "–");
  if (division.table.seats > 2)
    tr.add("td", "n").text(played ? fmt::format("{:.2f}", row.tally.points()) : "–");
  tr.add("td", "n spare").text(base::format_count(row.tally.games));
  tr.add("td", "n spare").text(row.los_next ? estimated(*row.los_next) : "");
  if (page.league().options.faults == FaultDetail::None) return;
  const bool clean = row.tally.faults.empty();
  tr.add("td", clean ? "soft" : "bad").text(format_faults(row.tally));
}

/// Adds rows that can be compared with each other; `group` names them if there are several groups.
void add_group(Element parent, const SitePage& page, const PageDivision& division, const Axis& axis,
               std::span<const std::size_t> rows, const std::string& group) {
  const std::string label = "Standings of " + division.name + (group.empty() ? "" : ", " + group);
  if (rows.size() >= kFewestToFind) parent.add("div", "find");
  Element table = add_box(parent, label).add("table", "standings");
  if (!group.empty()) table.add("caption").text(group);
  Element head = table.add("thead").add("tr");
  int columns = 0;
  const auto add = [&](std::string_view text, std::string_view classes,
                       std::string_view about = "") {
    add_head(head, page, text, classes, about);
    return ++columns;
  };
  const bool both = has_adjusted(division.table);
  add("Rank", "n rank", "rank");
  if (has_decided(division.table)) add("Decided", "n", "decided");
  add("Agent", "");
  const bool adjusted = division.table.rated_by == report::RatedBy::Adjusted;
  const int before =
      adjusted ? add("Elo, luck taken out", "n", "adjusted") : add("Elo", "n", "elo");
  add("95 % interval", "picture", "elo");
  if (both) add(adjusted ? "Elo, raw" : "Elo, luck taken out", "n", "adjusted");
  add("Score", "n", "score");
  if (division.table.seats > 2) add("Points", "n", "score");
  add("Games", "n spare");
  add("Better than next", "n spare", "los");
  if (page.league().options.faults != FaultDetail::None) add("Faults", "", "faults");
  Element body = table.add("tbody");
  for (const std::size_t row : rows)
    add_row(body, page, division, axis, division.table.rows[row]);
  const auto has_picture = [&](std::size_t row) {
    return !division.table.rows[row].rating().is_unreliable();
  };
  if (std::ranges::any_of(rows, has_picture)) add_axis(table, axis, before, columns - before - 1);
}

/// The group of a row that is not rated.
constexpr int kNoGroup = -1;

/// Returns the group of each row whose agents can be compared because they met, directly or through
/// others, from 0 in the order of the rows. All rows are in one group if the table is ranked by
/// points, which compare everybody, or is one of tournaments, whose rows are not sorted by group.
std::vector<int> comparable_groups(const PageDivision& division) {
  const std::vector<report::TableRow>& rows = division.table.rows;
  if (division.table.connected || division.table.rank_by == store::RankBy::Points ||
      division.has_table_sizes())
    return std::vector<int>(rows.size(), 0);
  const auto is_rated = [&](std::size_t row) { return rows[row].elo && rows[row].tally.games > 0; };
  ratings::WinGraph met(rows.size());
  for (const auto& [pair, sums] : division.survey.pairs) {
    const auto one = static_cast<std::size_t>(pair.first);
    const auto other = static_cast<std::size_t>(pair.second);
    if (is_rated(one) && is_rated(other)) met[one].push_back(pair.second);
  }
  std::vector<int> groups(rows.size(), kNoGroup);
  auto components = ratings::weak_components(met);
  // Groups stand in the order of their best agent.
  std::ranges::sort(components, {}, [](const auto& members) { return members.front(); });
  int group = 0;
  for (const std::vector<int>& members : components) {
    if (!is_rated(static_cast<std::size_t>(members.front()))) continue;  // alone
    for (const int row : members)
      groups[static_cast<std::size_t>(row)] = group;
    ++group;
  }
  return groups;
}

/// Returns the number of groups; kNoGroup does not count.
int count_groups(const std::vector<int>& groups) {
  return groups.empty() ? 0 : *std::ranges::max_element(groups) + 1;
}

/// Returns the heading of a group; empty if there is only one.
std::string name_of_group(int group, int groups) {
  if (groups < 2) return "";
  if (group == kNoGroup) return "Not rated";
  return fmt::format("Group {} of {}: they never met the others", group + 1, groups);
}

}  // namespace

std::vector<Sentence> leaders(std::span<const TableRow> all) {
  Rows rows;
  bool enough = false;
  for (const TableRow& row : all) {
    if (!row.elo || row.tally.games == 0) continue;
    rows.push_back(&row);
    enough = enough || row.tally.deals >= report::kMinDealsForInterval;
  }
  if (rows.size() < 2) return {};
  if (!enough) return {{"Too few games to say who is ahead", {}, "", ""}};
  const std::string others = rows.size() == all.size() ? "all others" : "all others that are rated";
  std::vector<Sentence> sentences;
  const Rows first = first_ones(rows);
  if (!first.empty()) sentences.push_back(about_first(rows, first, others));
  std::vector<Rows> ties = ties_below(rows);
  if (ties.size() > kMostTies) ties.resize(kMostTies);
  for (const Rows& tie : ties) {
    if (tie.size() <= kMostNames)
      sentences.push_back({"", row_names(tie), "and", " can’t be told apart"});
  }
  const TableRow& last = *rows.back();
  if (rows.size() > 2 && last.rank_low == static_cast<int>(rows.size()))
    sentences.push_back({"", {last.name}, "", " is behind " + others});
  return sentences;
}

std::vector<Sentence> sentences_about(const PageDivision& division) {
  if (count_groups(comparable_groups(division)) > 1)
    return {{"Not all agents can be compared: some never met", {}, "", ""}};
  return leaders(division.table.rows);
}

std::string in_words(const Sentence& sentence) {
  std::string words = sentence.before;
  for (std::size_t i = 0; i < sentence.names.size(); ++i)
    words += joint_before(sentence, i) + sentence.names[i];
  return words + sentence.after;
}

void add_leaders(Element parent, const SitePage& page, const PageDivision& division) {
  const std::vector<report::TableRow>& rows = division.table.rows;
  const std::vector<Sentence> sentences = sentences_about(division);
  if (sentences.empty()) return;
  Element line = parent.add("p", "lead");
  for (const Sentence& sentence : sentences) {
    line.text(sentence.before);
    for (std::size_t i = 0; i < sentence.names.size(); ++i) {
      line.text(joint_before(sentence, i));
      const auto row = std::ranges::find(rows, sentence.names[i], &TableRow::name);
      add_agent_name(line, page, division, *row);
    }
    line.text(sentence.after + ". ");
  }
}

void add_standings(Element parent, const SitePage& page, const PageDivision& division,
                   std::size_t first, std::size_t last) {
  const Axis axis(division.table.rows);
  const std::vector<int> group = comparable_groups(division);
  const int groups = count_groups(group);
  const std::size_t end = std::min(last, group.size());
  while (first < end) {
    std::size_t next = first + 1;
    // Rows of one group that follow each other make a table.
    while (next < end && (groups < 2 || group[next] == group[first]))
      ++next;
    std::vector<std::size_t> rows(next - first);
    std::iota(rows.begin(), rows.end(), first);
    add_group(parent, page, division, axis, rows, name_of_group(group[first], groups));
    first = next;
  }
}

void add_standings_key(Element parent, const PageDivision& division) {
  const bool adjusted = division.table.rated_by == report::RatedBy::Adjusted;
  Element line = parent.add("p", "soft small");
  add_sample(line, "best");
  line.text(adjusted ? " Elo without the luck of the dice, which ranks"
                     : " Elo with its 95 % interval");
  if (has_adjusted(division.table)) {
    line.text(" · ");
    add_sample(line, "other");
    line.text(adjusted ? " raw Elo · bars: 95 %" : " without the luck of the dice · bars: 95 %");
  }
  line.text(" · 0 is the mean of all · where ranks overlap, nobody is ahead.");
}

void add_standings_notes(Element parent, const PageDivision& division) {
  const DivisionTable& table = division.table;
  if (has_decided(table)) {
    parent.add("p", "soft small")
        .text(
            "Decided: the ranks that are still possible in the whole season, from pairs whose "
            "order is final once it is stated; wrong in at most 5 % of seasons, however often one "
            "looks.");
  }
  if (!table.connected) {
    parent.add("p", "small")
        .text("Some agents never met, not even indirectly: their ratings cannot be compared.");
  }
}

std::string format_rating(const report::EloInterval& rating) {
  const auto& [elo, low, high, deals, fewest] = rating;
  if (rating.is_unreliable()) return format_whole(*elo) + ", too few deals";
  if (elo && low && high)
    return fmt::format("{} ± {}", format_whole(*elo), std::round((*high - *low) / 2));
  if (low) return "≥ " + format_whole(*low);
  if (high) return "≤ " + format_whole(*high);
  return "–";
}

std::string format_ranks(int low, int high) {
  return low == high ? fmt::to_string(low) : fmt::format("{}–{}", low, high);
}

std::string format_ranks(const TableRow& row) { return format_ranks(row.rank_low, row.rank_high); }

std::string format_faults(const ratings::AgentTally& tally) {
  return tally.faults.empty() ? "none" : report::format_faults(tally);
}

}  // namespace danno::leagues::site
