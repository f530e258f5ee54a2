#include "leagues/parts/plan_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include "leagues/files/json.hpp"
#include "leagues/files/outside_file.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/store/league.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/rule_text.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;
using files::Json;
using referee::talk::Fresh;
using referee::talk::Limits;

constexpr int kFormat = 1;

// --- out -----------------------------------------------------------------------------------------

Json json_of(const Limits& limits) {
  Json json = store::limits_json(limits);
  json["isolation"] = referee::sandbox::to_string(limits.isolation);
  return json;
}

Json json_of(const PlannedDivision& division) {
  Json parameters = Json::object();
  for (const auto& parameter : rules::list_parameters(*division.definition, division.parameters))
    parameters[parameter.name] = parameter.value;
  Json json{{"rules", division.definition->id},
            {"parameters", parameters},
            {"seats", division.seats},
            {"mirror", division.mirror},
            {"advice", static_cast<int>(division.advice)}};
  if (!division.definition->is_bundled()) json["rule_file"] = division.definition->text;
  return json;
}

Json json_of(const PlannedAgent& agent, const fs::path& plan) {
  const std::string own = fs::absolute(plan).string() + "/";
  std::string folder = agent.agent.folder.string();
  if (folder.starts_with(own)) folder = folder.substr(own.size());
  return {{"name", agent.agent.name},
          {"hash", agent.hash},
          {"command", agent.agent.command},
          {"folder", folder},
          {"problem", agent.agent.problem},
          {"fresh", static_cast<int>(agent.agent.fresh)},
          {"ready", agent.ready}};
}

/// "LINE_UP DIVISION AGENT,AGENT FIRST END [ABSENT FAULTS,FAULTS]": they are many.
std::string text_of(const PlannedDeals& deals) {
  std::string text = fmt::format("{} {} {} {} {}", deals.line_up, deals.division,
                                 fmt::join(deals.agents, ","), deals.first, deals.end);
  if (!deals.faults.empty())
    text += fmt::format(" {} {}", deals.absent.bits(), fmt::join(deals.faults, ","));
  return text;
}

// --- in ------------------------------------------------------------------------------------------

Limits limits_of(const Json& json) {
  Limits limits = store::read_limits(json);
  const auto level = referee::sandbox::parse_isolation(json.at("isolation").get<std::string>());
  if (!level) throw files::JsonError("isolation is not a level");
  limits.isolation = *level;
  return limits;
}

PlannedDivision division_of(const Json& json) {
  PlannedDivision division;
  const auto id = json.at("rules").get<std::string>();
  const auto found = rules::find_definition(id, json.value("rule_file", ""));
  if (const auto* const problem = std::get_if<std::string>(&found))
    throw files::JsonError(*problem);
  division.definition = std::get<const rules::Definition*>(found);
  division.seats = json.at("seats").get<int>();
  division.parameters = division.definition->defaults(division.seats);
  for (const auto& [name, value] : json.at("parameters").items()) {
    const auto problem = rules::set_parameter(*division.definition, division.parameters, name,
                                              value.get<std::string>());
    if (problem) throw files::JsonError(*problem);
  }
  division.mirror = json.at("mirror").get<bool>();
  division.advice = static_cast<referee::play::Advice>(json.at("advice").get<int>());
  return division;
}

PlannedAgent agent_of(const Json& json, const fs::path& plan) {
  PlannedAgent agent;
  agent.agent.name = json.at("name").get<std::string>();
  agent.agent.command = json.at("command").get<std::vector<std::string>>();
  agent.agent.folder = fs::absolute(plan) / json.at("folder").get<std::string>();
  agent.agent.problem = json.at("problem").get<std::string>();
  agent.agent.fresh = static_cast<Fresh>(json.at("fresh").get<int>());
  agent.hash = json.at("hash").get<std::string>();
  agent.ready = json.at("ready").get<bool>();
  return agent;
}

/// The next number of `text`, and the character behind it.
template <class Number>
Number take(std::string_view& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) throw files::JsonError("deals that cannot be read");
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}
template <class Number>
std::vector<Number> take_list(std::string_view& text) {
  std::vector<Number> numbers;
  do {
    if (!numbers.empty()) text.remove_prefix(1);
    numbers.push_back(take<Number>(text));
  } while (text.starts_with(","));
  return numbers;
}
void skip_blank(std::string_view& text) {
  if (text.starts_with(" ")) text.remove_prefix(1);
}

PlannedDeals deals_of(const std::string& line, const PartsPlan& plan) {
  PlannedDeals deals;
  std::string_view rest = line;
  const auto next = [&]<class Number>(Number& number) {
    skip_blank(rest);
    number = take<Number>(rest);
  };
  next(deals.line_up);
  next(deals.division);
  skip_blank(rest);
  deals.agents = take_list<std::uint32_t>(rest);
  next(deals.first);
  next(deals.end);
  if (!rest.empty()) {
    std::uint8_t absent = 0;
    next(absent);
    deals.absent = referee::record::AgentSet::from_bits(absent);
    skip_blank(rest);
    deals.faults = take_list<int>(rest);
  }
  bool fits = deals.division < plan.divisions.size() && deals.first < deals.end &&
              std::cmp_equal(deals.agents.size(), plan.divisions[deals.division].seats) &&
              (deals.faults.empty() || deals.faults.size() == deals.agents.size());
  for (const std::uint32_t agent : deals.agents)
    fits = fits && agent < plan.agents.size();
  if (!fits) throw files::JsonError("deals of what is not there: " + line);
  return deals;
}

PartsPlan plan_of(const Json& json, const fs::path& folder) {
  PartsPlan plan;
  plan.danno = json.at("danno").get<std::string>();
  plan.league = json.at("league").get<std::string>();
  plan.number = json.at("plan").get<store::Id>();
  plan.parts = json.at("parts").get<int>();
  plan.commitment = json.at("commitment").get<std::string>();
  plan.limits = limits_of(json.at("limits"));
  for (const Json& division : json.at("divisions"))
    plan.divisions.push_back(division_of(division));
  for (const Json& agent : json.at("agents"))
    plan.agents.push_back(agent_of(agent, folder));
  for (const Json& deals : json.at("deals"))
    plan.deals.push_back(deals_of(deals.get<std::string>(), plan));
  plan.folder = folder;
  return plan;
}

}  // namespace

int parse_part(const PartsPlan& plan, const std::string& text) {
  int part = 0;
  int parts = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, part);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == '/') {
    const auto last = std::from_chars(first.ptr + 1, end, parts);
    const bool is_whole = last.ec == std::errc() && last.ptr == end && parts == plan.parts;
    if (is_whole && part >= 1 && part <= plan.parts) return part;
  }
  throw PlanError(fmt::format("--part {}; expected 1/{} to {}/{}: the plan has {} parts",
                              words::escape_terminal(text), plan.parts, plan.parts, plan.parts,
                              plan.parts));
}

int most_seats(const PartsPlan& plan) {
  return std::ranges::max(plan.divisions, {}, &PlannedDivision::seats).seats;
}

std::uint64_t count_deals(const PartsPlan& plan, int part) {
  std::uint64_t count = 0;
  for_each_of(plan, part, [&](const PlannedDeals& deals) { count += deals.end - deals.first; });
  return count;
}

std::uint64_t count_games(const PartsPlan& plan, int part) {
  std::uint64_t games = 0;
  for_each_of(plan, part, [&](const PlannedDeals& deals) {
    games += (deals.end - deals.first) * deals.agents.size();
  });
  return games;
}

void write_plan(const PartsPlan& plan, const PlanSeeds& seeds) {
  Json json{{"danno_plan", kFormat},         {"danno", plan.danno}, {"league", plan.league},
            {"plan", plan.number},           {"parts", plan.parts}, {"commitment", plan.commitment},
            {"limits", json_of(plan.limits)}};
  json["divisions"] = Json::array();
  for (const PlannedDivision& division : plan.divisions)
    json["divisions"].push_back(json_of(division));
  json["agents"] = Json::array();
  for (const PlannedAgent& agent : plan.agents)
    json["agents"].push_back(json_of(agent, plan.folder));
  json["deals"] = Json::array();
  for (const PlannedDeals& deals : plan.deals)
    json["deals"].push_back(text_of(deals));
  const Json secret{{"seed", seeds.dice}, {"agent_secret", seeds.agents}};
  files::write_secret(plan.folder / "seed", files::dump(secret) + "\n");
  files::write_whole(plan.folder / "plan.json", files::dump(json, 1) + "\n");
}

PartsPlan read_plan(const fs::path& folder, const std::string& danno) {
  const fs::path file = folder / "plan.json";
  const auto text = files::read_whole(file);
  if (!text) {
    throw PlanError(fmt::format("no plan in {}; expected the folder that 'danno cluster plan' made",
                                folder.string()));
  }
  try {
    const Json json = files::parse_json(*text);
    const auto version = json.at("danno").get<std::string>();
    if (version != danno || json.at("danno_plan").get<int>() != kFormat) {
      throw PlanError(
          fmt::format("{}: danno {} made this plan, and this is danno {}; use that one "
                      "here, too",
                      file.string(), version, danno));
    }
    PartsPlan plan = plan_of(json, folder);
    plan.id = referee::record::commitment({*text});
    return plan;
  } catch (const files::Json::exception& error) {
    throw PlanError(fmt::format("{}: it is damaged: {}; copy the plan anew, or plan again",
                                file.string(), files::json_problem(error)));
  }
}

PlanSeeds read_seeds(const PartsPlan& plan) {
  const fs::path file = plan.folder / "seed";
  const auto text = files::read_whole(file);
  const auto json = files::try_parse_json(text.value_or(""));
  PlanSeeds seeds;
  if (json && json->is_object()) seeds = {json->value("seed", ""), json->value("agent_secret", "")};
  if (!text || referee::record::commitment({seeds.dice}) != plan.commitment) {
    throw PlanError(fmt::format("{}: {}; expected the seed of this plan, which its maker can read",
                                file.string(), text ? "another seed" : "it cannot be read"));
  }
  return seeds;
}

}  // namespace danno::leagues::parts
