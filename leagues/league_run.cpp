#include "leagues/league_run.hpp"

#include <algorithm>
#include <stdexcept>

#include "leagues/play/fault_files.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues {
namespace {

const StoredAgent& agent_of(const StoredLeague& league, Id id) {
  const auto found = std::ranges::find(league.agents, id, &StoredAgent::id);
  if (found == league.agents.end())
    throw std::runtime_error("league.db: a line-up of agents that are not there");
  return *found;
}

const Entrant& entrant_of(const League& league, const std::string& name) {
  const auto found = std::ranges::find_if(
      league.entrants, [&](const Entrant& entrant) { return entrant.agent.name == name; });
  if (found == league.entrants.end())
    throw std::runtime_error("league.db: settled with another league file");
  return *found;
}

}  // namespace

LeagueRun::LeagueRun(const League& league, Store& store, const Settings& settings)
    : store_(store), faults_(settings.faults) {
  const StoredLeague stored = store.league();
  for (const StoredDivision& division : stored.divisions) {
    const rules::RuleSet& rules =
        rules_.emplace_back(*division.definition, division.seats, division.parameters);
    plan(league, stored, division, rules, settings);
    if (!faults_.empty()) write_missing_fault_files(division);
  }
  if (games_played() == games_planned()) return;
  conditions_ = store.conditions_id(settings.conditions);
  epoch_ = store.current_epoch(league.seed);
  for (referee::LineUp& line_up : line_ups_)
    line_up.seed = {epoch_->seed};
}

void LeagueRun::plan(const League& league, const StoredLeague& stored,
                     const StoredDivision& division, const rules::RuleSet& rules,
                     const Settings& settings) {
  for (const StoredLineUp& stored_line_up : store_.line_ups(division)) {
    referee::LineUp& line_up = line_ups_.emplace_back();
    line_up.rules = &rules;
    for (const Id id : stored_line_up.agents) {
      const StoredAgent& agent = agent_of(stored, id);
      line_up.agents.push_back(entrant_of(league, agent.name).agent);
      line_up.key_names.push_back(agent.shown_name());
    }
    line_up.mirror = division.mirror;
    line_up.advice = division.advice;
    line_up.limits = league.limits;
    line_up.in_flight = settings.in_flight;
    line_up.exact_clock = settings.exact_clock;

    Task task{&line_up, stored_line_up.planned, stored_line_up.played};
    task.faults.resize(line_up.agents.size());
    store_.visit_faulty_deals(
        stored_line_up, [&](const StoredLineUp&, const referee::DealResult& deal) {
          task.absent =
              referee::count_faults(line_up, std::span(&deal, 1), task.absent, task.faults).absent;
        });
    stored_.push_back(stored_line_up);
    tasks_.push_back(std::move(task));
  }
}

void LeagueRun::write_missing_fault_files(const StoredDivision& division) const {
  for (const StoredFault& fault : store_.faults(division)) {
    const auto stored = std::ranges::find(stored_, fault.line_up, &StoredLineUp::id);
    const auto agent = static_cast<std::size_t>(std::ranges::find(stored->agents, fault.agent) -
                                                stored->agents.begin());
    if (agent == stored->agents.size())
      throw std::runtime_error("league.db: a fault of an agent that did not play");
    const auto& names = line_ups_[static_cast<std::size_t>(stored - stored_.begin())].key_names;
    const std::filesystem::path file =
        faults_ / fault_file(division.definition->id, names, agent, fault.deal, fault.seating);
    if (std::filesystem::exists(file)) continue;
    std::filesystem::create_directories(file.parent_path());
    write_whole(file, store_.fault_report(fault.id));
  }
}

std::uint64_t LeagueRun::games_planned() const {
  std::uint64_t games = 0;
  for (const Task& task : tasks_)
    games += task.deals * task.line_up->agents.size();
  return games;
}

std::uint64_t LeagueRun::games_played() const {
  std::uint64_t games = 0;
  for (const Task& task : tasks_)
    games += task.done * task.line_up->agents.size();
  return games;
}

RunEnd LeagueRun::play(const RunOptions& options, const OnDeals& on_deals) {
  const auto commit = [&](std::size_t task, std::span<const referee::DealResult> deals) {
    const referee::LineUp& line_up = *tasks_[task].line_up;
    store_.add_deals(stored_[task], *epoch_, conditions_, deals);
    if (!faults_.empty()) write_fault_files(faults_, line_up.rules->id(), line_up.key_names, deals);
    on_deals(deals, line_up.key_names);
  };
  const RunEnd end = run(tasks_, options, commit).end;
  if (end == RunEnd::Complete) store_.reveal_seeds();
  return end;
}

}  // namespace danno::leagues
