#include "leagues/site/groups.hpp"

#include <algorithm>

#include "leagues/ratings/win_graph.hpp"

namespace danno::leagues::site {

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
