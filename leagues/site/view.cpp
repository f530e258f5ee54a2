#include "leagues/site/view.hpp"

#include <algorithm>

namespace danno::leagues::site {

const store::StoredDivision& ShownDivision::stored_of(const store::StoredLineUp& line_up) const {
  const auto size = static_cast<int>(line_up.agents.size());
  return *std::ranges::find(stored, size, &store::StoredDivision::seats);
}

const ShownGame* ShownDivision::find_game(const std::string& line_up, std::uint64_t deal) const {
  const auto found = game_pages.find({line_up, deal});
  return found == game_pages.end() ? nullptr : &games[found->second];
}

const ShownGame* ShownDivision::find_game(const formats::MetAgents& deals) const {
  const std::string line_up = store::line_up_name({0, deals.agents}, event->entrants);
  for (std::uint64_t deal = deals.end; deal-- > deals.first;) {
    if (const ShownGame* const game = find_game(line_up, deal)) return game;
  }
  return nullptr;
}

bool ShownLeague::has_head_to_head_file() const {
  return std::ranges::all_of(divisions, [](const ShownDivision& division) {
    return division.table.head_to_head.size() <= kMostInHeadToHeadFile;
  });
}

}  // namespace danno::leagues::site
