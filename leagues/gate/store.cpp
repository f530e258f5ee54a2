#include "leagues/gate/store.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "leagues/formats/formats.hpp"
#include "referee/talk/report.hpp"

namespace danno::leagues::gate {
namespace {

/// That of the deals that are there; of a new attempt one that no deal was played with.
store::Epoch epoch_of(store::Store& store, const store::StoredDivision& division) {
  const std::vector<store::Epoch> used = store.epochs(division);
  if (!used.empty()) return used.front();
  if (store.retired_deals() > 0) store.reveal_seeds();
  return store.current_epoch(std::nullopt);
}

store::Id id_of(const store::StoredLeague& league, const entrants::Entrant& entrant) {
  return std::ranges::find(league.agents, entrant.agent.name, &store::StoredAgent::name)->id;
}

}  // namespace

GateStore::GateStore(const std::filesystem::path& folder, const store::League& gate,
                     const store::Conditions& conditions)
    : store_(store::Store::open_to_play(folder)) {
  formats::settle(store_, gate);
  league_ = store_.league();
  const std::vector<store::StoredLineUp> planned = store_.line_ups(league_.divisions.front());
  const std::size_t baselines = gate.seats == 2 ? gate.entrants.size() - 1 : 1;
  for (std::size_t i = 1; i <= baselines; ++i) {
    const store::Id baseline = id_of(league_, gate.entrants[i]);
    line_ups_.push_back(*std::ranges::find_if(planned, [&](const store::StoredLineUp& line_up) {
      return std::ranges::find(line_up.agents, baseline) != line_up.agents.end();
    }));
  }
  epoch_ = epoch_of(store_, league_.divisions.front());
  conditions_ = store_.conditions_id(conditions);
}

std::vector<std::string> GateStore::names(std::size_t test) const {
  return store::names_of(line_ups_[test], league_.agents);
}

void GateStore::visit(
    const std::function<void(std::size_t test, const referee::play::DealResult&)>& visit) const {
  const store::StoredDivision& division = league_.divisions.front();
  std::map<std::tuple<store::Id, std::uint64_t, int, int>, store::Id> reports;
  for (const store::StoredFault& fault : store_.faults(division))
    reports[{fault.line_up, fault.deal, fault.seating, fault.fault.seat}] = fault.id;
  store_.visit_deals(division, [&](const store::StoredLineUp& line_up,
                                   const referee::play::DealResult& stored) {
    referee::play::DealResult deal = stored;
    for (referee::record::GameRecord& game : deal.games) {
      for (referee::record::Fault& fault : game.faults)
        fault.evidence =
            referee::talk::parse_report(
                store_.fault_report(
                    reports[{line_up.id, deal.deal, static_cast<int>(game.seating), fault.seat}]))
                .evidence;
    }
    const auto test = std::ranges::find(line_ups_, line_up.id, &store::StoredLineUp::id);
    visit(static_cast<std::size_t>(test - line_ups_.begin()), deal);
  });
}

void GateStore::add(std::size_t test, std::span<const referee::play::DealResult> deals) {
  store_.add_deals(line_ups_[test], epoch_, conditions_, deals);
}

void GateStore::close() {
  store_.plan_no_more();
  store_.reveal_seeds();
}

}  // namespace danno::leagues::gate
