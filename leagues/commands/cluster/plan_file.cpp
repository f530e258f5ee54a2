// Writes and reads the folder of a plan:
//
//  plan.json   divisions, agents, and one line of numbers for each range of deals
//  seed        the dice's and the agents' seeds, readable by its maker only
//  agents/     copies of the agents' folders
//  parts/      what was played (part_file.cpp)
//
// A line of deals is "LINE_UP DIVISION FIRST END ABSENT AGENTS FAULTS". The plan's id is the hash
// of plan.json, so a part that was played by another plan is recognised.
#include "leagues/commands/cluster/plan_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/store/league.hpp"
#include "referee/record/dice_stream.hpp"

namespace danno::leagues::commands::cluster {
namespace {

namespace fs = std::filesystem;
using base::Json;

// --- writing -------------------------------------------------------------------------------------

Json to_json(const store::StoredDivision& division) {
  return {{"rules", division.definition->id},
          {"parameters", store::rules_json(*division.definition, division.parameters)},
          {"seats", division.seats},
          {"mirror", division.mirror},
          {"advice", static_cast<int>(division.advice)}};
}

Json to_json(const PlannedAgent& agent, const fs::path& plan) {
  const std::string own = fs::absolute(plan).string() + "/";
  // Folders inside the plan are written relative to it, so that a plan can be moved to other
  // machines.
  std::string folder = agent.agent.folder.string();
  if (folder.starts_with(own)) folder = folder.substr(own.size());
  return {{"name", agent.agent.name},
          {"key_name", agent.key_name},
          {"hash", agent.hash},
          {"command", agent.agent.command},
          {"folder", folder},
          {"problem", agent.agent.problem},
          {"fresh", static_cast<int>(agent.agent.fresh)},
          {"ready", agent.ready}};
}

/// Returns "LINE_UP DIVISION FIRST END ABSENT AGENTS FAULTS": a row of numbers, as they are many.
std::string deals_text(const PlannedDeals& deals) {
  return fmt::format("{} {} {} {} {} {} {}", deals.line_up, deals.division, deals.first, deals.end,
                     deals.absent.bits(), fmt::join(deals.agents, " "),
                     fmt::join(deals.faults, " "));
}

// --- reading -------------------------------------------------------------------------------------

/// Reads a number that becomes an index, a divisor or a choice.
int read_number(const Json& json, const char* key, int least, int most) {
  const int number = json.at(key).get<int>();
  if (number < least || number > most)
    throw base::JsonError(fmt::format("{} is {}; expected {} to {}", key, number, least, most));
  return number;
}

store::StoredDivision read_division(const Json& json) {
  store::StoredDivision division;
  if (const auto problem =
          store::read_rules(json.at("rules").get<std::string>(), json.at("parameters"), division))
    throw base::JsonError(*problem);
  division.seats = read_number(json, "seats", 2, rules::kMaxSeats);
  division.mirror = json.at("mirror").get<bool>();
  division.advice = static_cast<referee::play::Advice>(read_number(json, "advice", 0, 2));
  return division;
}

PlannedAgent read_agent(const Json& json, const fs::path& plan) {
  PlannedAgent agent;
  agent.agent.name = json.at("name").get<std::string>();
  agent.key_name = json.at("key_name").get<std::string>();
  agent.agent.command = json.at("command").get<std::vector<std::string>>();
  agent.agent.folder = fs::absolute(plan) / json.at("folder").get<std::string>();
  agent.agent.problem = json.at("problem").get<std::string>();
  agent.agent.fresh =
      static_cast<referee::protocol::RestartPolicy>(read_number(json, "fresh", 0, 2));
  agent.hash = json.at("hash").get<std::string>();
  agent.ready = json.at("ready").get<bool>();
  return agent;
}

PlannedDeals planned_deals(const std::string& line, const PartsPlan& plan) {
  std::istringstream text(line);
  PlannedDeals deals;
  unsigned absent = 0;
  text >> deals.line_up >> deals.division >> deals.first >> deals.end >> absent;
  bool fits = text && deals.division < plan.divisions.size() && deals.first < deals.end &&
              absent <= UINT8_MAX;
  if (fits) {
    const auto seats = static_cast<std::size_t>(plan.divisions[deals.division].seats);
    deals.absent = referee::record::AgentSet::from_bits(static_cast<std::uint8_t>(absent));
    deals.agents.resize(seats);
    deals.faults.resize(seats);
    for (std::size_t& agent : deals.agents)
      fits = text >> agent && agent < plan.agents.size() && fits;
    for (int& faults : deals.faults)
      text >> faults;
    fits = fits && text && text.peek() == std::char_traits<char>::eof();
  }
  if (!fits) throw base::JsonError("deals of what is not there: " + line);
  return deals;
}

PartsPlan parse_plan(const Json& json, const fs::path& folder) {
  PartsPlan plan;
  plan.danno = json.at("danno").get<std::string>();
  plan.league = json.at("league").get<std::string>();
  plan.number = json.at("plan").get<store::Id>();
  plan.parts = read_number(json, "parts", 1, kMostParts);
  plan.commitment = json.at("commitment").get<std::string>();
  plan.limits = store::read_limits(json.at("limits"));
  const auto level = referee::sandbox::parse_isolation(json.at("isolation").get<std::string>());
  if (!level) throw base::JsonError("isolation is not a level");
  plan.limits.isolation = *level;
  for (const Json& division : json.at("divisions"))
    plan.divisions.push_back(read_division(division));
  if (plan.divisions.empty()) throw base::JsonError("it has no rules to play by");
  for (const Json& agent : json.at("agents"))
    plan.agents.push_back(read_agent(agent, folder));
  for (const Json& deals : json.at("deals"))
    plan.deals.push_back(planned_deals(deals.get<std::string>(), plan));
  plan.folder = folder;
  return plan;
}

}  // namespace

std::vector<const PlannedDeals*> part_deals(const PartsPlan& plan, int part) {
  std::vector<const PlannedDeals*> found;
  for (std::size_t i = 0; i < plan.deals.size(); ++i) {
    if (part == 0 || part_number(plan, i) == part) found.push_back(&plan.deals[i]);
  }
  return found;
}

int most_seats(const PartsPlan& plan) {
  return std::ranges::max(plan.divisions, {}, &store::StoredDivision::seats).seats;
}

std::uint64_t count_deals(const PartsPlan& plan, int part) {
  std::uint64_t count = 0;
  for (const PlannedDeals* const deals : part_deals(plan, part))
    count += deals->end - deals->first;
  return count;
}

std::uint64_t count_games(const PartsPlan& plan, int part) {
  std::uint64_t games = 0;
  for (const PlannedDeals* const deals : part_deals(plan, part))
    games += (deals->end - deals->first) * deals->agents.size();
  return games;
}

void write_plan(const PartsPlan& plan, const PlanSeeds& seeds) {
  Json json{{"danno", plan.danno},
            {"league", plan.league},
            {"plan", plan.number},
            {"parts", plan.parts},
            {"commitment", plan.commitment},
            {"isolation", to_string(plan.limits.isolation)},
            {"limits", store::limits_json(plan.limits)}};
  json["divisions"] = Json::array();
  for (const store::StoredDivision& division : plan.divisions)
    json["divisions"].push_back(to_json(division));
  json["agents"] = Json::array();
  for (const PlannedAgent& agent : plan.agents)
    json["agents"].push_back(to_json(agent, plan.folder));
  json["deals"] = Json::array();
  for (const PlannedDeals& deals : plan.deals)
    json["deals"].push_back(deals_text(deals));
  const Json secret{{"seed", seeds.dice}, {"agent_secret", seeds.agents}};
  // plan.json is written last: a plan without it is no plan.
  base::write_secret(plan.folder / "seed", base::dump(secret) + "\n");
  base::write_whole(plan.folder / "plan.json", base::dump(json, 1) + "\n");
}

PartsPlan read_plan(const fs::path& folder, const std::string& danno) {
  const fs::path file = folder / "plan.json";
  const auto text = base::read_whole(file);
  if (!text) {
    throw PlanError(fmt::format("no plan in {}; expected the folder that 'danno cluster plan' made",
                                folder.string()));
  }
  try {
    const Json json = base::parse_json(*text);
    const auto version = json.at("danno").get<std::string>();
    if (version != danno) {
      throw PlanError(
          fmt::format("{}: danno {} made this plan, and this is danno {}; use that one "
                      "here, too",
                      file.string(), version, danno));
    }
    PartsPlan plan = parse_plan(json, folder);
    plan.id = referee::record::commitment({*text});
    return plan;
  } catch (const base::Json::exception& error) {
    throw PlanError(fmt::format("{}: it is damaged: {}; copy the plan again, or plan again",
                                file.string(), base::json_problem(error)));
  }
}

PlanSeeds read_seeds(const PartsPlan& plan) {
  const fs::path file = plan.folder / "seed";
  const auto text = base::read_whole(file);
  const auto json = base::try_parse_json(text.value_or(""));
  PlanSeeds seeds;
  if (json && json->is_object()) seeds = {json->value("seed", ""), json->value("agent_secret", "")};
  // A wrong seed would play valid games that the league could never store.
  if (!text || referee::record::commitment({seeds.dice}) != plan.commitment) {
    throw PlanError(fmt::format("{}: {}; expected the seed of this plan, which its maker can read",
                                file.string(), text ? "another seed" : "it cannot be read"));
  }
  return seeds;
}

}  // namespace danno::leagues::commands::cluster
