#include "leagues/play/league_run.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "leagues/play/fault_files.hpp"

namespace danno::leagues::play {
namespace {

const store::StoredAgent& agent_of(const store::StoredLeague& league, store::Id id) {
  const auto found = std::ranges::find(league.agents, id, &store::StoredAgent::id);
  if (found == league.agents.end())
    throw std::runtime_error("league.db: a line-up of agents that are not there");
  return *found;
}

const entrants::Entrant& entrant_of(const store::League& league, const std::string& name) {
  const auto found = std::ranges::find_if(league.entrants, [&](const entrants::Entrant& entrant) {
    return entrant.agent.name == name;
  });
  if (found == league.entrants.end())
    throw std::runtime_error("league.db: settled with another league file");
  return *found;
}

}  // namespace

LeagueRun::LeagueRun(const store::League& league, store::Store& store, const plan::Format& format,
                     Settings settings)
    : league_(league),
      store_(store),
      settings_(std::move(settings)),
      stored_(store.league()),
      games_(format.count(store)) {
  if (!settings_.faults.empty()) write_missing_fault_files();
  if (games_.finished) return;
  conditions_ = store.conditions_id(settings_.conditions);
  const std::vector<store::Epoch> before = store.all_epochs();
  epoch_ =
      !format.line_ups() && !before.empty() ? before.front() : store.current_epoch(league.seed);
  fixtures_ = format.fixtures(store, *epoch_);
}

std::vector<Task> LeagueRun::next() {
  if (!fixtures_) return {};
  given_ = fixtures_->next(store_);
  next_stored_ = 0;
  line_ups_.clear();
  std::vector<Task> tasks;
  for (const plan::Fixture& fixture : given_) {
    Task& task = tasks.emplace_back(
        Task{&line_ups_.emplace_back(line_up_of(fixture)), fixture.end, fixture.first});
    if (!fixture.set_game) count_faults_before(fixture, task);
  }
  return tasks;
}

referee::play::LineUp LeagueRun::line_up_of(const plan::Fixture& fixture) const {
  referee::play::LineUp line_up;
  line_up.rules = fixture.rules;
  for (const store::Id id : fixture.line_up.agents) {
    const store::StoredAgent& agent = agent_of(stored_, id);
    line_up.agents.push_back(entrant_of(league_, agent.name).agent);
    line_up.key_names.push_back(agent.shown_name());
  }
  line_up.seed = {epoch_->seed};
  line_up.agent_secret = {epoch_->agent_secret};
  line_up.mirror = fixture.division->mirror;
  line_up.advice = fixture.division->advice;
  line_up.limits = league_.limits;
  line_up.in_flight = settings_.in_flight;
  line_up.exact_clock = settings_.exact_clock;
  line_up.set_game = fixture.set_game;
  line_up.fresh = fixture.set_game.has_value();
  return line_up;
}

void LeagueRun::count_faults_before(const plan::Fixture& fixture, Task& task) const {
  task.faults.resize(fixture.line_up.agents.size());
  store_.visit_faulty_deals(
      fixture.line_up, [&](const store::StoredLineUp&, const referee::play::DealResult& deal) {
        if (deal.deal >= fixture.first) return;
        task.absent = referee::play::count_faults(*task.line_up, std::span(&deal, 1), task.absent,
                                                  task.faults)
                          .absent;
      });
}

void LeagueRun::write_missing_fault_files() const {
  for (const store::StoredDivision& division : stored_.divisions) {
    const std::vector<store::StoredFault> faults = store_.faults(division);
    if (faults.empty()) continue;  // line-ups are many
    const auto line_ups = store_.line_ups(division);
    for (const store::StoredFault& fault : faults) {
      const auto stored = std::ranges::find(line_ups, fault.line_up, &store::StoredLineUp::id);
      const auto agent = static_cast<std::size_t>(std::ranges::find(stored->agents, fault.agent) -
                                                  stored->agents.begin());
      if (agent == stored->agents.size())
        throw std::runtime_error("league.db: a fault of an agent that did not play");
      const std::filesystem::path file =
          settings_.faults / fault_file(division.definition->id,
                                        store::names_of(*stored, stored_.agents), agent, fault.deal,
                                        fault.seating);
      if (std::filesystem::exists(file)) continue;
      write_fault_file(file, store_.fault_report(fault.id));
    }
  }
}

void LeagueRun::store_deals(const Played& played) {
  if (!given_[played.task].set_game) return store_now(played.task, played.deals);
  waiting_[played.task].assign(played.deals.begin(), played.deals.end());
  while (waiting_.contains(next_stored_)) {
    store_now(next_stored_, waiting_.at(next_stored_));
    waiting_.erase(next_stored_++);
  }
}

void LeagueRun::store_waiting() {
  for (const auto& [fixture, deals] : std::exchange(waiting_, {}))
    store_now(fixture, deals);
}

void LeagueRun::store_now(std::size_t fixture, std::span<const referee::play::DealResult> deals) {
  store_.add_deals(given_[fixture].line_up, *epoch_, conditions_, deals);
  fixtures_->add(given_[fixture], deals);
}

RunEnd LeagueRun::play(const RunOptions& options, std::span<const Observer> observers) {
  std::vector<Observer> all{[this](const Played& played) { store_deals(played); },
                            fault_file_writer(settings_.faults)};
  all.insert(all.end(), observers.begin(), observers.end());
  const RunEnd end = run([this] { return next(); }, options, all);
  store_waiting();
  if (end == RunEnd::Complete) store_.reveal_seeds();
  return end;
}

}  // namespace danno::leagues::play
