#include "leagues/store/league.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>

#include "leagues/store/stored.hpp"

namespace danno::leagues::store {

using base::Json;
using referee::protocol::Limits;
using referee::protocol::RestartPolicy;

Json limits_json(const Limits& limits) {
  Json json{{"answer_ms", limits.answer.count()},
            {"start_ms", limits.start.count()},
            {"memory_mb", limits.memory_mb},
            {"max_faults", limits.max_faults}};
  // Defaults are left out, so that the text of the usual limits is the same in all leagues.
  if (limits.bank.count() > 0) json["bank_ms"] = limits.bank.count();
  if (limits.freeze) json["freeze"] = *limits.freeze;
  if (limits.fresh != RestartPolicy::Never)
    json["fresh"] = limits.fresh == RestartPolicy::Game ? "game" : "line-up";
  return json;
}

Limits read_limits(const Json& json) {
  Limits limits;
  limits.answer = std::chrono::milliseconds(json.at("answer_ms").get<int>());
  limits.bank = std::chrono::milliseconds(json.value("bank_ms", 0));
  limits.start = std::chrono::milliseconds(json.at("start_ms").get<int>());
  limits.memory_mb = json.at("memory_mb").get<int>();
  limits.max_faults = json.at("max_faults").get<int>();
  if (json.contains("freeze")) limits.freeze = json.at("freeze").get<bool>();
  if (json.contains("fresh")) {
    const auto fresh = json.at("fresh").get<std::string>();
    if (fresh != "game" && fresh != "line-up")
      throw base::JsonError("fresh is neither line-up nor game");
    limits.fresh = fresh == "game" ? RestartPolicy::Game : RestartPolicy::LineUp;
  }
  return limits;
}

std::string_view to_string(RankBy rank_by) {
  switch (rank_by) {
    case RankBy::Points:
      return "points";
    case RankBy::Raw:
      return "raw";
    case RankBy::Elo:
      break;
  }
  return "elo";
}

rules::Parameters DivisionSettings::parameters_for(int seats) const {
  rules::Parameters other = definition->defaults(seats);
  for (const auto& [name, value] : settings)
    static_cast<void>(rules::set_parameter(*definition, other, name, value));  // taken before
  return other;
}

std::vector<rules::RuleSet> rule_sets(const League& league) {
  std::vector<rules::RuleSet> sets;
  for (const DivisionSettings& division : league.divisions)
    sets.emplace_back(*division.definition, league.seats, division.parameters);
  return sets;
}

std::vector<entrants::AgentNames> entrant_names(const League& league) {
  std::vector<entrants::AgentNames> names;
  for (const entrants::Entrant& entrant : league.entrants)
    names.push_back(entrants::agent_names(entrant));
  return names;
}

entrants::AgentNames StoredAgent::versioned_names() const {
  return entrants::agent_names(author, version == 1 ? name : fmt::format("{}@{}", name, version));
}

std::vector<entrants::AgentNames> versioned_names(std::span<const StoredAgent> agents) {
  std::vector<entrants::AgentNames> names;
  for (const StoredAgent& agent : agents)
    names.push_back(agent.versioned_names());
  return names;
}

std::vector<StoredAgent> agents_in(const StoredLineUp& line_up,
                                   std::span<const StoredAgent> agents) {
  std::vector<StoredAgent> found;
  for (const Id id : line_up.agents) {
    const auto agent = std::ranges::find(agents, id, &StoredAgent::id);
    if (agent == agents.end())
      throw std::runtime_error("league.db: a line-up of agents that are not there");
    found.push_back(*agent);
  }
  return found;
}

std::vector<std::string> agent_names(const StoredLineUp& line_up,
                                     std::span<const StoredAgent> agents) {
  std::vector<std::string> names;
  for (const StoredAgent& agent : agents_in(line_up, agents))
    names.push_back(agent.shown_name());
  return names;
}

std::vector<std::string> key_names(const StoredLineUp& line_up,
                                   std::span<const StoredAgent> agents) {
  std::vector<std::string> names;
  for (const StoredAgent& agent : agents_in(line_up, agents))
    names.push_back(agent.key_name());
  return names;
}

std::string line_up_name(const StoredLineUp& line_up, std::span<const StoredAgent> agents) {
  return fmt::format("{}", fmt::join(agent_names(line_up, agents), ","));
}

}  // namespace danno::leagues::store
