#include "leagues/gate/store.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "leagues/archive/export.hpp"

namespace danno::leagues {
namespace {

/// That of the deals that are there; of a new attempt one that no deal was played with.
Epoch epoch_of(Store& store, const StoredDivision& division) {
  const std::vector<Epoch> used = store.epochs(division);
  if (!used.empty()) return used.front();
  if (store.retired_deals() > 0) store.reveal_seeds();
  return store.current_epoch(std::nullopt);
}

/// The same deal with the agents of its line-up in the other order.
referee::DealResult turned(referee::DealResult deal) {
  std::swap(deal.games[0], deal.games[1]);
  for (std::uint8_t seating = 0; seating < 2; ++seating) {
    referee::GameRecord& game = deal.games[seating];
    game.seating = seating;
    std::swap(game.agent_at[0], game.agent_at[1]);
  }
  return deal;
}

Id id_of(const StoredLeague& league, const Entrant& entrant) {
  return std::ranges::find(league.agents, entrant.agent.name, &StoredAgent::name)->id;
}

}  // namespace

GateStore::GateStore(const std::filesystem::path& folder, const League& gate,
                     const Conditions& conditions)
    : store_(Store::open_to_play(folder)) {
  store_.settle(gate);
  league_ = store_.league();
  candidate_ = id_of(league_, gate.entrants.front());
  const std::vector<StoredLineUp> planned = store_.line_ups(league_.divisions.front());
  for (std::size_t i = 1; i < gate.entrants.size(); ++i) {
    const Id baseline = id_of(league_, gate.entrants[i]);
    line_ups_.push_back(*std::ranges::find_if(planned, [&](const StoredLineUp& line_up) {
      return std::ranges::find(line_up.agents, baseline) != line_up.agents.end();
    }));
  }
  epoch_ = epoch_of(store_, league_.divisions.front());
  conditions_ = store_.conditions_id(conditions);
}

bool GateStore::is_turned(const StoredLineUp& line_up) const {
  return line_up.agents.front() != candidate_;
}

std::vector<std::string> GateStore::names(std::size_t test) const {
  std::vector<std::string> names = names_of(line_ups_[test], league_.agents);
  if (is_turned(line_ups_[test])) std::swap(names[0], names[1]);
  return names;
}

void GateStore::visit(
    const std::function<void(std::size_t test, const referee::DealResult&)>& visit) const {
  const StoredDivision& division = league_.divisions.front();
  std::map<std::tuple<Id, std::uint64_t, int, int>, Id> reports;
  for (const StoredFault& fault : store_.faults(division))
    reports[{fault.line_up, fault.deal, fault.seating, fault.fault.seat}] = fault.id;
  store_.visit_deals(division, [&](const StoredLineUp& line_up, const referee::DealResult& stored) {
    referee::DealResult deal = stored;
    for (referee::GameRecord& game : deal.games) {
      for (referee::Fault& fault : game.faults)
        fault.report = store_.fault_report(
            reports[{line_up.id, deal.deal, static_cast<int>(game.seating), fault.seat}]);
    }
    const auto test = std::ranges::find(line_ups_, line_up.id, &StoredLineUp::id);
    visit(static_cast<std::size_t>(test - line_ups_.begin()),
          is_turned(line_up) ? turned(std::move(deal)) : deal);
  });
}

void GateStore::add(std::size_t test, std::span<const referee::DealResult> deals) {
  std::vector<referee::DealResult> stored(deals.begin(), deals.end());
  if (is_turned(line_ups_[test])) std::ranges::transform(stored, stored.begin(), turned);
  store_.add_deals(line_ups_[test], epoch_, conditions_, stored);
}

void GateStore::close() {
  for (const StoredLineUp& line_up : line_ups_)
    store_.plan_no_more(line_up);
  store_.reveal_seeds();
}

}  // namespace danno::leagues
