#include "leagues/gate_store.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace danno::leagues {
namespace {

/// That of the deals that are there; of a new attempt one that no deal was played with.
Epoch epoch_of(Store& store, const StoredDivision& division) {
  const std::vector<Epoch> used = store.epochs(division);
  if (!used.empty()) return used.front();
  if (store.retired_deals() > 0) store.reveal_seeds();
  return store.current_epoch(std::nullopt);
}

}  // namespace

GateStore::GateStore(const std::filesystem::path& folder, const League& gate,
                     const Conditions& conditions)
    : store_(Store::open_to_play(folder)) {
  store_.settle(gate);
  league_ = store_.league();
  line_ups_ = store_.line_ups(league_.divisions.front());
  epoch_ = epoch_of(store_, league_.divisions.front());
  conditions_ = store_.conditions_id(conditions);
}

std::vector<std::string> GateStore::names(std::size_t test) const {
  std::vector<std::string> names;
  for (const Id id : line_ups_[test].agents)
    names.push_back(std::ranges::find(league_.agents, id, &StoredAgent::id)->shown_name());
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
    visit(static_cast<std::size_t>(test - line_ups_.begin()), deal);
  });
}

void GateStore::add(std::size_t test, std::span<const referee::DealResult> deals) {
  store_.add_deals(line_ups_[test], epoch_, conditions_, deals);
}

void GateStore::close() {
  for (const StoredLineUp& line_up : line_ups_)
    store_.plan_no_more(line_up);
  store_.reveal_seeds();
}

}  // namespace danno::leagues
