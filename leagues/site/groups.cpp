#include "leagues/site/groups.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace danno::leagues::site {
namespace {

/// Rows that met, also through others, have the same root.
class Links {
 public:
  explicit Links(std::size_t rows) : above_(rows) { std::iota(above_.begin(), above_.end(), 0U); }

  void join(std::size_t one, std::size_t other) { above_[root_of(one)] = root_of(other); }

  [[nodiscard]] std::size_t root_of(std::size_t row) {
    while (above_[row] != row)
      row = above_[row] = above_[above_[row]];
    return row;
  }

 private:
  std::vector<std::size_t> above_;
};

}  // namespace

std::vector<int> groups_of(const ShownDivision& division) {
  const std::vector<tables::TableRow>& rows = division.table.rows;
  if (division.table.connected || division.table.rank_by == store::RankBy::Points ||
      division.tournaments)
    return std::vector<int>(rows.size(), 0);
  const auto is_rated = [&](std::size_t row) { return rows[row].elo && rows[row].tally.games > 0; };
  Links links(rows.size());
  for (const auto& [pair, sums] : division.survey.pairs) {
    const auto one = static_cast<std::size_t>(pair.first);
    const auto other = static_cast<std::size_t>(pair.second);
    if (is_rated(one) && is_rated(other)) links.join(one, other);
  }
  std::map<std::size_t, int> numbers;  // by root
  std::vector<int> groups(rows.size(), kNoGroup);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (is_rated(row))
      groups[row] =
          numbers.try_emplace(links.root_of(row), static_cast<int>(numbers.size())).first->second;
  }
  return groups;
}

int count_groups(const std::vector<int>& groups) {
  return groups.empty() ? 0 : *std::ranges::max_element(groups) + 1;
}

}  // namespace danno::leagues::site
