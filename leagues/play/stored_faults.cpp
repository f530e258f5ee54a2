#include "leagues/play/stored_faults.hpp"

namespace danno::leagues::play {

StoredFaults::StoredFaults(const store::Reader& store, const referee::talk::Limits& limits)
    : store_(store) {
  limits_.limits = limits;
  for (const store::StoredDivision& division : store.league().divisions) {
    for (const store::StoredFault& fault : store.faults(division))
      faulty_.insert(fault.line_up);
  }
}

void StoredFaults::add_to(Task& task, const plan::Fixture& fixture) const {
  // Games that the plan settles one by one do not go on behind others.
  if (fixture.set_game || !faulty_.contains(fixture.line_up.id)) return;
  store_.visit_faulty_deals(fixture.line_up, [&](const store::StoredLineUp&,
                                                 const referee::play::DealResult& deal) {
    if (deal.deal >= fixture.first) return;
    task.faults.resize(deal.games.front().seats);
    task.absent =
        referee::play::count_faults(limits_, std::span(&deal, 1), task.absent, task.faults).absent;
  });
}

}  // namespace danno::leagues::play
