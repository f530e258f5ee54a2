// Makes, writes and reads the folder of a plan:
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
#include <array>
#include <map>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/runner/fault_files.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/writer.hpp"
#include "referee/protocol/conversation.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/sandbox/isolation.hpp"

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

PlannedDeals missing_deals(const schedule::Fixture& fixture, const runner::StoredFaults& faults) {
  runner::Task task;
  faults.add_to(task, fixture);
  task.faults.resize(fixture.line_up.agents.size());
  return {.line_up = fixture.line_up.id,
          .first = fixture.first,
          .end = fixture.end,
          .absent = task.absent,
          .faults = std::move(task.faults)};
}

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

// --- making a plan -------------------------------------------------------------------------------

namespace {

/// Ends plans whose folder is gone, so that removing the folder gives a plan up.
void require_no_open_plan(store::Writer& store) {
  for (const store::PlanOfParts& plan : store.reader().plans()) {
    if (!plan.open) continue;
    if (fs::exists(plan.folder)) {
      throw PlanError(fmt::format(
          "plan {} is open: {}; 'danno cluster merge' ends it when all of it is played; to give it "
          "up, remove this folder",
          plan.id, plan.folder));
    }
    store.end_plan(plan.id);
  }
}

/// Makes copies and starts each agent once. By full name.
std::map<std::string, PlannedAgent> freeze_agents(store::League& league, const fs::path& folder,
                                                  const entrants::OnBuild& on_build) {
  std::map<std::string, PlannedAgent> agents;
  for (entrants::Entrant& entrant : league.entrants) {
    PlannedAgent agent;
    if (!entrants::is_bundled(entrant)) {
      entrants::start_from_copy(entrant, fs::absolute(folder) / "agents", league.limits.isolation,
                                on_build);
    }
    agent.agent = entrant.agent;
    agent.agent.folder = fs::absolute(agent.agent.folder);
    agent.ready = !referee::protocol::try_start(agent.agent, league.limits);
    agents.emplace(entrants::agent_names(entrant).full, std::move(agent));
  }
  return agents;
}

/// Cuts the deals of line-ups so that no piece has more than a part has on average.
std::vector<PlannedDeals> cut(const PartsPlan& plan) {
  const std::uint64_t all = count_deals(plan);
  const auto parts = static_cast<std::uint64_t>(plan.parts);
  const std::uint64_t most = (all + parts - 1) / parts;
  std::vector<PlannedDeals> pieces;
  for (const PlannedDeals& deals : plan.deals) {
    const std::uint64_t count = deals.end - deals.first;
    const std::uint64_t cuts = (count + most - 1) / most;
    const std::uint64_t size = (count + cuts - 1) / cuts;
    for (std::uint64_t first = deals.first; first < deals.end; first += size) {
      PlannedDeals& piece = pieces.emplace_back(deals);
      piece.first = first;
      piece.end = std::min(deals.end, first + size);
    }
  }
  return pieces;
}

/// Adds the league's agents and its missing deals, in the order of the schedule.
void add_missing(store::Writer& store, std::map<std::string, PlannedAgent> agents,
                 PartsPlan& plan) {
  const store::StoredLeague league = store.reader().league();
  plan.divisions = league.divisions;
  std::unordered_map<store::Id, std::size_t> numbers;
  for (const store::StoredAgent& stored : league.agents) {
    numbers.emplace(stored.id, plan.agents.size());
    plan.agents.push_back(std::move(agents.at(stored.full_name())));
    plan.agents.back().agent.name = stored.shown_name();
    plan.agents.back().key_name = stored.key_name();
    plan.agents.back().hash = stored.hash;  // files were hashed when the league was settled
  }
  const runner::StoredFaults faults(store.reader(), plan.limits);
  const auto fixtures = schedule::find_format(league.format).fixtures(store.reader());
  for (const schedule::Fixture& fixture : fixtures->next(store)) {
    const auto division =
        std::ranges::find(league.divisions, fixture.division->id, &store::StoredDivision::id);
    PlannedDeals& deals = plan.deals.emplace_back(missing_deals(fixture, faults));
    deals.division = static_cast<std::size_t>(division - league.divisions.begin());
    for (const store::Id agent : fixture.line_up.agents)
      deals.agents.push_back(numbers.at(agent));
  }
}

/// Returns the script that plays the plan's parts and merges them on Slurm.
std::string slurm_script(const PartsPlan& plan, const fs::path& folder, const fs::path& program) {
  constexpr std::uint64_t kUnlimitedMb = 1024;  // the memory of a job without a limit for agents
  const int agent_mb = plan.limits.memory_mb;
  const auto seats = static_cast<std::size_t>(most_seats(plan));
  const std::uint64_t memory_mb =
      agent_mb == 0 ? kUnlimitedMb : referee::sandbox::memory_needed(seats, agent_mb);
  const std::array<std::pair<std::string_view, std::string>, 5> values{{
      {"@PARTS@", std::to_string(plan.parts)},
      {"@MEMORY@", std::to_string(memory_mb)},
      {"@OUTPUT@", base::quote_shell((folder / "log/%a.txt").string())},
      {"@DANNO@", base::quote_shell(program.string())},
      {"@PLAN@", base::quote_shell(folder.string())},
  }};
  std::string text(kSlurmTemplate);
  for (const auto& [placeholder, value] : values) {
    for (auto at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at + value.size()))
      text.replace(at, placeholder.size(), value);
  }
  return text;
}

}  // namespace

std::optional<PartsPlan> make_plan(store::League& league, const PlanOptions& options,
                                   const std::function<void(const store::Epoch&)>& on_epoch) {
  store::Writer store = store::Writer::open_to_play(options.out);
  require_no_open_plan(store);
  const fs::path folder =
      fs::absolute(options.out / fmt::format("plan-{}", store.reader().plans().size() + 1));
  if (fs::exists(folder))
    throw PlanError(fmt::format("{}: it already exists; move it away", folder.string()));
  // The store changes only now, when no other plan prevents this one.
  schedule::sync_to_play(store, league);
  if (schedule::find_format(league.format).count(store.reader()).finished) return std::nullopt;
  PartsPlan plan;
  plan.danno = options.danno;
  plan.league = league.name;
  plan.limits = league.limits;
  plan.parts = options.parts;
  // A plan that is killed leaves only this folder, which the next one replaces.
  plan.folder = fs::absolute(options.out / "plan.draft");
  fs::remove_all(plan.folder);
  fs::create_directories(plan.part_folder());
  fs::create_directory(plan.folder / "log");
  add_missing(store, freeze_agents(league, plan.folder, options.on_build), plan);
  plan.deals = cut(plan);
  const auto begun = store.begin_plan(league.seed, folder, plan.parts);
  try {
    plan.number = begun.id;
    plan.commitment = begun.epoch.commitment;
    on_epoch(begun.epoch);
    base::write_whole(plan.folder / "run.slurm", slurm_script(plan, folder, options.program));
    write_plan(plan, {begun.epoch.seed, begun.epoch.agent_secret});
    fs::rename(plan.folder, folder);
  } catch (...) {
    store.end_plan(begun.id);
    throw;
  }
  base::sync(options.out);
  return read_plan(folder, options.danno);
}

}  // namespace danno::leagues::commands::cluster
