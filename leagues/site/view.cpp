#include "leagues/site/view.hpp"

#include <algorithm>

namespace danno::leagues::site {

const store::StoredDivision& ShownDivision::stored_of(const store::StoredLineUp& line_up) const {
  const auto size = static_cast<int>(line_up.agents.size());
  return *std::ranges::find(stored, size, &store::StoredDivision::seats);
}

void ShownDivision::set_entrants(std::span<const store::StoredAgent> entrants) {
  entrant_rows.clear();
  for (const store::StoredAgent& agent : entrants) {
    const auto row = std::ranges::find(table.rows, agent.shown_name(), &tables::TableRow::name);
    entrant_rows.push_back(static_cast<std::size_t>(row - table.rows.begin()));
  }
}

const ShownGame* ShownDivision::find_game(const std::string& line_up, std::uint64_t deal) const {
  const auto found = game_pages.find({line_up, deal});
  return found == game_pages.end() ? nullptr : &games[found->second];
}

}  // namespace danno::leagues::site
