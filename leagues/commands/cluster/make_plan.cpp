#include "leagues/commands/cluster/make_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/runner/fault_files.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/store/writer.hpp"
#include "referee/protocol/conversation.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::cluster {
namespace {

namespace fs = std::filesystem;

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
    runner::Task task;
    faults.add_to(task, fixture);
    task.faults.resize(fixture.line_up.agents.size());
    PlannedDeals& deals = plan.deals.emplace_back();
    deals.line_up = fixture.line_up.id;
    deals.division = static_cast<std::size_t>(division - league.divisions.begin());
    deals.first = fixture.first;
    deals.end = fixture.end;
    deals.absent = task.absent;
    deals.faults = std::move(task.faults);
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

void require_plannable(const store::League& league) {
  // A ladder plans no deals, and a tournament not even line-ups.
  if (league.deals != 0 && schedule::find_format(league.format).line_ups()) return;
  throw PlanError(
      fmt::format("a {} cannot be planned in parts: what comes next follows from results; 'danno "
                  "league run' plays it",
                  league.format));
}

std::optional<PartsPlan> make_plan(store::League& league, const PlanOptions& options,
                                   const std::function<void(const store::Epoch&)>& on_epoch) {
  require_plannable(league);
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
