#include "leagues/archive/game_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "leagues/archive/export.hpp"

namespace danno::leagues::archive {
namespace {

constexpr std::uint64_t kMostDeals = 100;

void add_deals(const std::string& line_up, const store::StoredLineUp& stored,
               std::string_view typed, std::vector<std::string>& names) {
  for (std::uint64_t deal = 0; deal < std::min(stored.played, kMostDeals); ++deal) {
    const std::string with_deal = fmt::format("{}{}/", line_up, deal);
    if (!typed.starts_with(with_deal)) {
      names.push_back(with_deal);
      continue;
    }
    for (std::size_t seating = 0; seating < stored.agents.size(); ++seating)
      names.push_back(fmt::format("{}{}", with_deal, seating));
  }
}

}  // namespace

std::vector<std::string> complete_game(const store::Reader& store, std::string_view typed) {
  const store::StoredLeague league = store.league();
  const std::vector<store::StoredAgent> agents = store.all_agents();
  std::vector<std::string> names;
  for (const store::StoredDivision& division : league.divisions) {
    const std::string rules = division_name(division, league) + "/";
    if (!typed.starts_with(rules)) {
      names.push_back(rules);
      continue;
    }
    for (const store::StoredLineUp& stored : store.all_line_ups(division)) {
      const std::string line_up = rules + store::line_up_name(stored, agents) + "/";
      if (typed.starts_with(line_up))
        add_deals(line_up, stored, typed, names);
      else if (stored.played > 0)
        names.push_back(line_up);
    }
  }
  std::erase_if(names, [&](const std::string& name) { return !name.starts_with(typed); });
  return names;
}

std::vector<std::string> agent_names(const store::Reader& store) {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : store.league().agents)
    names.push_back(agent.shown_name());
  std::ranges::sort(names);
  return names;
}

}  // namespace danno::leagues::archive
