#include "leagues/schedule/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/toml.hpp"

namespace danno::leagues::schedule {
namespace {

using base::Json;

/// Returns the agents of the division of these rules, or of the first division if there is none.
/// They are sorted by falling rating and have no versions. Each has its full name if that is known.
std::vector<std::string> rated_names(const Json& table, std::string_view rules,
                                     std::span<const entrants::AgentNames> known) {
  const Json* division = &table.at("divisions").at(0);
  for (const Json& one : table.at("divisions")) {
    if (one.at("rules").get<std::string>() == rules) division = &one;
  }
  const bool by_adjusted = division->value("rated_by", std::string("raw")) == "adjusted";
  std::vector<std::pair<double, std::string>> rated;
  for (const Json& agent : division->at("agents")) {
    const auto unversioned = [&](std::string name) {
      if (agent.at("version").get<int>() > 1) name.resize(std::min(name.rfind('@'), name.size()));
      return name;
    };
    auto name = unversioned(agent.at("name").get<std::string>());
    if (const auto full =
            unversioned(agent.value("full_name", agent.at("name").get<std::string>()));
        !entrants::agents_named(full, known).empty())
      name = full;
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
                                      FormatKeys& keys,
                                      std::span<const entrants::AgentNames> known) {
  const std::filesystem::path file = keys.base / path;
  const auto text = std::filesystem::is_regular_file(file) ? base::read_whole(file) : std::nullopt;
  try {
    if (text)
      return rated_names(base::parse_json(*text), league.divisions.front().definition->id, known);
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
                                      std::span<const entrants::AgentNames> known) {
  if (!keys.league.contains(kSeeding)) return {};
  const toml::node* const node = keys.league.node(kSeeding);
  if (node->is_string()) {
    const auto path = keys.league.text(kSeeding);
    return path ? read_ratings(*path, league, keys, known) : std::vector<std::string>();
  }
  auto names = keys.league.words(kSeeding).value_or(std::vector<std::string>());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = entrants::find_named(names[i], known);
    if (const auto* const problem = std::get_if<std::string>(&found)) {
      keys.league.complain(kSeeding, *problem);
    } else if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
               names.begin() + static_cast<std::ptrdiff_t>(i)) {
      keys.league.complain(kSeeding, fmt::format("the agent '{}' is seeded twice", names[i]));
    }
  }
  return names;
}

}  // namespace

FileKey seeding_key() {
  return {
      kSeeding, KeyKind::Other,
      "for a knock-out or a Swiss event, best first; or a table.json; default: the file's order",
      "", "[\"ada\"]"};
}

std::vector<std::string> read_seeding(const store::League& league, FormatKeys& keys) {
  const std::vector<entrants::AgentNames> known = entrant_names(league);
  std::vector<std::string> seeding;
  const auto add = [&](const std::string& full) {
    if (std::ranges::find(seeding, full) == seeding.end()) seeding.push_back(full);
  };
  for (const std::string& name : listed_names(league, keys, known)) {
    const auto found = entrants::find_named(name, known);
    if (const auto* const agent = std::get_if<std::size_t>(&found)) add(known[*agent].full);
  }
  std::ranges::for_each(known, add, &entrants::AgentNames::full);
  return seeding;
}

std::vector<int> stored_seeding(const store::StoredLeague& league) {
  std::vector<int> seeding;
  for (const auto& name : league.settings.at(kSeeding).get<std::vector<std::string>>()) {
    const auto found = std::ranges::find(league.agents, name, &store::StoredAgent::full_name);
    seeding.push_back(static_cast<int>(found - league.agents.begin()));
  }
  return seeding;
}

}  // namespace danno::leagues::schedule
