#include "leagues/runner/league_run.hpp"

#include <stdexcept>
#include <utility>

#include "leagues/runner/fault_files.hpp"

namespace danno::leagues::runner {
namespace {

/// Maps the ids of stored agents to the league's entrants. Throws if they differ.
std::unordered_map<store::Id, LeaguePlayer> players_by_id(const store::StoredLeague& stored,
                                                          const store::League& league) {
  std::unordered_map<std::string, const entrants::Entrant*> entrants;
  for (const entrants::Entrant& entrant : league.entrants)
    entrants.emplace(entrants::agent_names(entrant).full, &entrant);
  std::unordered_map<store::Id, LeaguePlayer> players;
  for (const store::StoredAgent& agent : stored.agents) {
    const auto found = entrants.find(agent.full_name());
    if (found == entrants.end())
      throw std::runtime_error("league.db: settled with another league file");
    players.emplace(agent.id, LeaguePlayer{found->second, agent});
  }
  return players;
}

}  // namespace

LeagueRun::LeagueRun(const store::League& league, store::Writer& store,
                     const schedule::Format& format, Settings settings)
    : league_(league),
      store_(store),
      settings_(std::move(settings)),
      stored_(store.reader().league()),
      games_(format.count(store.reader())) {
  if (!settings_.faults.empty()) write_missing_fault_files(settings_.faults, store.reader());
  // A finished league needs no seed, so none is drawn.
  if (games_.finished) return;
  conditions_ = store.conditions_id(settings_.conditions);
  const std::vector<store::Epoch> before = store.reader().all_epochs();
  // Fixed games follow from one seed: another one would change those that are not yet played.
  epoch_ =
      league.has_fixed_games && !before.empty() ? before.front() : store.current_epoch(league.seed);
  fixtures_ = format.fixtures(store.reader());
}

std::vector<Task> LeagueRun::next() {
  if (!fixtures_) return {};
  if (players_.empty()) players_ = players_by_id(stored_, league_);
  // The tasks refer to these fixtures until all of them are played.
  given_ = fixtures_->next(store_);
  next_stored_ = 0;
  const StoredFaults faults(store_.reader(), league_.limits);
  std::vector<Task> tasks;
  tasks.reserve(given_.size());
  for (const schedule::Fixture& fixture : given_) {
    Task& task = tasks.emplace_back(
        // A line-up is made when it is played, as a large league has too many to hold at once.
        Task{[this, &fixture] { return make_line_up(fixture); }, fixture.end, fixture.first});
    task.agents = fixture.line_up.agents;
    faults.add_to(task, fixture);
  }
  return tasks;
}

std::shared_ptr<const referee::play::LineUp> LeagueRun::make_line_up(
    const schedule::Fixture& fixture) const {
  auto made = std::make_shared<referee::play::LineUp>();
  referee::play::LineUp& line_up = *made;
  line_up.rules = fixture.rules;
  for (const store::Id id : fixture.line_up.agents) {
    const auto found = players_.find(id);
    if (found == players_.end())
      throw std::runtime_error("league.db: a line-up of agents that are not there");
    const auto& [entrant, stored] = found->second;
    line_up.agents.push_back(entrant->agent);
    line_up.agents.back().name = stored.shown_name();
    line_up.key_names.push_back(stored.key_name());
  }
  line_up.seed = {epoch_->seed};
  line_up.agent_secret = {epoch_->agent_secret};
  line_up.mirror = fixture.division->mirror;
  line_up.advice = fixture.division->advice;
  line_up.limits = league_.limits;
  line_up.in_flight = settings_.in_flight;
  line_up.exact_clock = settings_.exact_clock;
  if (fixture.fixed_game) line_up.fixed_game = *fixture.fixed_game;
  return made;
}

void LeagueRun::store_deals(const Played& played) {
  // Games that the plan fixes are stored in the order of the plan, whichever shard is first.
  if (!given_[played.task].fixed_game) return store_now(played.task, played.deals);
  waiting_[played.task].assign(played.deals.begin(), played.deals.end());
  while (waiting_.contains(next_stored_)) {
    store_now(next_stored_, waiting_.at(next_stored_));
    waiting_.erase(next_stored_++);
  }
}

void LeagueRun::store_waiting() {
  // The games that an interruption left out are missing; later ones are kept all the same.
  for (const auto& [fixture, deals] : std::exchange(waiting_, {}))
    store_now(fixture, deals);
}

void LeagueRun::store_now(std::size_t fixture, std::span<const referee::play::DealResult> deals) {
  store_.add_deals(given_[fixture].line_up, *epoch_, conditions_, deals);
  fixtures_->add(given_[fixture], deals);
}

RunEnd LeagueRun::play(const RunOptions& options, std::span<const Observer> observers) {
  // Deals are stored first, so that no observer shows a result that a kill could take back.
  std::vector<Observer> all{[this](const Played& played) { store_deals(played); },
                            fault_file_writer(settings_.faults)};
  all.insert(all.end(), observers.begin(), observers.end());
  const RunEnd end = run([this] { return next(); }, options, all);
  store_waiting();
  // Nothing is left to play, so nobody can use the seeds.
  if (end == RunEnd::Complete) store_.reveal_seeds();
  return end;
}

}  // namespace danno::leagues::runner
