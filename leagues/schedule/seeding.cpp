#include "leagues/schedule/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/suggest.hpp"

namespace danno::leagues::schedule {
namespace {

using base::Json;

/// Returns the agents of the division of these rules, or of the first division if there is none.
/// They are sorted by falling rating and have no versions.
std::vector<std::string> rated_names(const Json& table, std::string_view rules) {
  const Json* division = &table.at("divisions").at(0);
  for (const Json& one : table.at("divisions")) {
    if (one.at("rules").get<std::string>() == rules) division = &one;
  }
  const bool by_adjusted = division->value("rated_by", std::string("raw")) == "adjusted";
  std::vector<std::pair<double, std::string>> rated;
  for (const Json& agent : division->at("agents")) {
    auto name = agent.at("name").get<std::string>();
    if (agent.at("version").get<int>() > 1) name.erase(name.rfind('@'));
    const bool adjusted = by_adjusted && !agent.at("adjusted").is_null();
    const Json& elo = adjusted ? agent.at("adjusted").at("elo") : agent.at("elo");
    if (!elo.is_null()) rated.emplace_back(elo.get<double>(), std::move(name));
  }
  std::ranges::stable_sort(rated, std::ranges::greater(),
                           [](const auto& agent) { return agent.first; });
  std::vector<std::string> names;
  for (auto& [elo, name] : rated)
    names.push_back(std::move(name));
  return names;
}

/// Reads a table.json. Returns those of its agents that are entrants.
std::vector<std::string> read_ratings(const std::string& path, const store::League& league,
                                      FormatKeys& keys) {
  const std::filesystem::path file = keys.base / path;
  const auto text = std::filesystem::is_regular_file(file) ? base::read_whole(file) : std::nullopt;
  try {
    if (text) return rated_names(base::parse_json(*text), league.divisions.front().definition->id);
  } catch (const base::Json::exception&) {
    // The file is reported below, like any other file that is no table.
  }
  keys.league.complain(kSeeding,
                       fmt::format("'{}' cannot be read as the table.json of a league; expected "
                                   "one, or the names of agents as a list",
                                   path));
  return {};
}

std::vector<std::string> listed_names(const store::League& league, FormatKeys& keys,
                                      const std::vector<std::string>& known) {
  if (!keys.league.contains(kSeeding)) return {};
  const toml::node* const node = keys.league.node(kSeeding);
  if (node->is_string()) {
    const auto path = keys.league.text(kSeeding);
    return path ? read_ratings(*path, league, keys) : std::vector<std::string>();
  }
  auto names = keys.league.words(kSeeding).value_or(std::vector<std::string>());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::ranges::find(known, names[i]) == known.end()) {
      keys.league.complain(kSeeding, fmt::format("no agent '{}'; {}", names[i],
                                                 base::describe_choices(names[i], known)));
    } else if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
               names.begin() + static_cast<std::ptrdiff_t>(i)) {
      keys.league.complain(kSeeding, fmt::format("the agent '{}' is seeded twice", names[i]));
    }
  }
  return names;
}

}  // namespace

KeyShape seeding_shape() {
  return {KeyKind::Other, "for a knock-out or a Swiss event, best first; or a table.json", "",
          "[\"ada\"]"};
}

std::vector<std::string> read_seeding(const store::League& league, FormatKeys& keys) {
  std::vector<std::string> known;
  for (const entrants::Entrant& entrant : league.entrants)
    known.push_back(entrant.agent.name);
  std::vector<std::string> seeding;
  const auto add = [&](const std::string& name) {
    const bool plays = std::ranges::find(known, name) != known.end();
    if (plays && std::ranges::find(seeding, name) == seeding.end()) seeding.push_back(name);
  };
  std::ranges::for_each(listed_names(league, keys, known), add);
  std::ranges::for_each(known, add);
  return seeding;
}

std::vector<int> stored_seeding(const store::StoredLeague& league) {
  std::vector<int> seeding;
  for (const auto& name : league.settings.at(kSeeding).get<std::vector<std::string>>()) {
    const auto found = std::ranges::find(league.agents, name, &store::StoredAgent::name);
    seeding.push_back(static_cast<int>(found - league.agents.begin()));
  }
  return seeding;
}

}  // namespace danno::leagues::schedule
