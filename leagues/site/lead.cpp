#include "leagues/site/lead.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/ratings/win_graph.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::site {
namespace {

using tables::TableRow;
using Rows = std::vector<const TableRow*>;

constexpr std::size_t kMostNames = 5;
constexpr std::size_t kMostTies = 3;

std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> names;
  for (const TableRow* const row : rows)
    names.push_back(row->name);
  return names;
}

/// Those whose best open rank is the first: nobody is surely ahead of them.
Rows first_ones(const Rows& rows) {
  Rows first;
  std::ranges::copy_if(rows, std::back_inserter(first),
                       [](const TableRow* row) { return row->rank_low == 1; });
  return first;
}

/// Whether all of them share one range that nobody else is in: each may be ahead of each other.
bool is_tie(const Rows& rows) {
  const auto size = static_cast<int>(rows.size());
  const TableRow& any = *rows.front();
  return size > 1 && any.rank_high - any.rank_low + 1 == size &&
         std::ranges::all_of(rows, [&](const TableRow* row) {
           return row->rank_low == any.rank_low && row->rank_high == any.rank_high;
         });
}

/// Of the rows below the first ones.
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

/// `others` are all others that can be compared: "all others".
Sentence about_first(const Rows& rows, const Rows& first, const std::string& others) {
  const bool all = first.size() == rows.size();
  if (first.size() > kMostNames)
    return {fmt::format("{} agents may be the best; the games do not say which", first.size()),
            {},
            "",
            ""};
  if (first.size() == 1 && first.front()->rank_high == 1)
    return {"", names_of(first), "", " is ahead of " + others};
  if (is_tie(first)) {
    return {"", names_of(first), "and",

            all ? " can’t be told apart"
                : fmt::format(" are ahead of {}, and can’t be told apart", others)};
  }
  return {"Nobody is surely ahead of ", names_of(first), "or", ""};
}

std::string joint_before(const Sentence& sentence, std::size_t name) {
  if (name == 0) return "";
  return name + 1 < sentence.names.size() ? ", " : fmt::format(" {} ", sentence.last_joint);
}

}  // namespace

std::vector<Sentence> lead_of(std::span<const TableRow> all) {
  Rows rows;
  bool enough = false;
  for (const TableRow& row : all) {
    if (!row.elo || row.tally.games == 0) continue;
    rows.push_back(&row);
    enough = enough || row.tally.deals >= tables::kFewestDeals;
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
      sentences.push_back({"", names_of(tie), "and", " can’t be told apart"});
  }
  const TableRow& last = *rows.back();
  if (rows.size() > 2 && last.rank_low == static_cast<int>(rows.size()))
    sentences.push_back({"", {last.name}, "", " is behind " + others});
  return sentences;
}

std::vector<Sentence> sentences_about(const ShownDivision& division) {
  if (count_groups(groups_of(division)) > 1)
    return {{"Not all agents can be compared: some never met", {}, "", ""}};
  return lead_of(division.table.rows);
}

std::string in_words(const Sentence& sentence) {
  std::string words = sentence.before;
  for (std::size_t i = 0; i < sentence.names.size(); ++i)
    words += joint_before(sentence, i) + sentence.names[i];
  return words + sentence.after;
}

void add_lead(Element parent, const SitePage& page, const ShownDivision& division) {
  const std::vector<tables::TableRow>& rows = division.table.rows;
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

std::vector<int> groups_of(const ShownDivision& division) {
  const std::vector<tables::TableRow>& rows = division.table.rows;
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

int count_groups(const std::vector<int>& groups) {
  return groups.empty() ? 0 : *std::ranges::max_element(groups) + 1;
}

}  // namespace danno::leagues::site
