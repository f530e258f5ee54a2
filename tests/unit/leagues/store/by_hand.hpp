// A league whose deals a test stores one by one.
#pragma once

#include <memory>
#include <set>

#include "tests/unit/fake_play.hpp"
#include "tests/unit/league_folder.hpp"

namespace danno::leagues::store {

/// A league of koans. Its line-ups are 1: ada,bob, 2: ada,cy and 3: bob,cy.
class LeagueByHand : public LeagueFolder {
 protected:
  LeagueByHand() {
    const rules::Definition* const koans = rules::find_definition("koans");
    league_.divisions.push_back({koans, koans->defaults(2)});
  }

  static std::vector<std::vector<Id>> every_pair(const StoredLeague& league, int) {
    std::vector<std::vector<Id>> pairs;
    for (std::size_t one = 0; one < league.agents.size(); ++one) {
      for (std::size_t other = one + 1; other < league.agents.size(); ++other)
        pairs.push_back({league.agents[one].id, league.agents[other].id});
    }
    return pairs;
  }
  /// Opens the store with the league as it is now.
  [[nodiscard]] Writer settle() const {
    Writer store = Writer::open_to_play(out());
    store.sync_with(league_, every_pair);
    return store;
  }
  [[nodiscard]] static StoredDivision division(const Reader& store) {
    return store.league().divisions.front();
  }
  /// Stores deals [begin, end); those in `faulty` have a fault of the line-up's first agent. It is
  /// a crash by the signal 6 in seating 1.
  void add(Writer& store, Id id, std::uint64_t begin, std::uint64_t end,
           const std::set<std::uint64_t>& faulty = {}) const {
    referee::play::LineUp two_agents;
    two_agents.agents.resize(2);
    auto deals = fake_deals(two_agents, begin, end, {}).deals;
    for (referee::play::DealResult& deal : deals) {
      if (faulty.contains(deal.deal)) deal.games[1].faults.push_back(crash(deal.games[1]));
    }
    const Id conditions = store.conditions_id({"none", "few", "m", league_.limits});
    store.add_deals(store.reader().line_up(division(store.reader()), id), store.current_epoch("s"),
                    conditions, deals);
  }

 private:
  static referee::record::Fault crash(const referee::record::GameRecord& game) {
    referee::record::Fault fault;
    fault.kind = referee::record::FaultKind::Crash;
    fault.value = 6;
    fault.seat = game.agent_at[0] == 0 ? 0 : 1;
    fault.cause = referee::record::InWords{"it fell"};
    fault.evidence = std::make_shared<const referee::record::Evidence>();
    return fault;
  }
};

}  // namespace danno::leagues::store
