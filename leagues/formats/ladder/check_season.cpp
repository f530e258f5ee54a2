#include "leagues/formats/ladder/check_season.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "leagues/formats/ladder/history.hpp"
#include "leagues/store/discrepancy.hpp"

namespace danno::leagues::formats::ladder {
namespace {

using store::require;

/// What was stored of a ladder's line-ups when each of its rounds began.
class DealsByRound {
 public:
  DealsByRound(const store::Store& store, const store::StoredDivision& division,
               const std::vector<Round>& rounds)
      : store_(store) {
    for (store::StoredLineUp& line_up : store.all_line_ups(division)) {
      Deals& deals = deals_.emplace(line_up.id, Deals{line_up, {}, {}}).first->second;
      store.visit_stored_blocks(
          deals.line_up, [&](const store::StoredBlock& block) { deals.blocks.push_back(block); });
    }
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      for (const TableOfRound& table : rounds[round].tables) {
        const auto found = deals_.find(table.line_up);
        require(found != deals_.end(), "round {}: no line-up {}", round + 1, table.line_up);
        found->second.firsts.emplace(round, table.first);
      }
    }
  }

  [[nodiscard]] const std::vector<store::Id>& agents_of(store::Id line_up) const {
    return deals_.at(line_up).line_up.agents;
  }
  [[nodiscard]] std::uint64_t stored_of(store::Id line_up) const {
    return deals_.at(line_up).line_up.played;
  }
  /// Deals of a line-up that were there when the round began: the next that has the line-up begins
  /// with them.
  [[nodiscard]] std::uint64_t before(std::size_t round, store::Id line_up) const {
    const Deals& deals = deals_.at(line_up);
    const auto next = deals.firsts.lower_bound(round);
    return next == deals.firsts.end() ? deals.line_up.played : next->second;
  }
  /// Adds deals [first, end) to the season.
  void add(store::Id line_up, std::uint64_t first, std::uint64_t end, LadderHistory& season) const {
    const Deals& deals = deals_.at(line_up);
    for (const store::StoredBlock& block : deals.blocks) {
      if (block.first >= end || block.first + block.deals <= first) continue;
      if (block.first >= first && block.first + block.deals <= end) {
        season.add(store_, deals.line_up, block);
        continue;
      }
      for (const referee::play::DealResult& deal : store_.deals_of(block)) {
        if (deal.deal >= first && deal.deal < end) season.add(deals.line_up, deal);
      }
    }
  }
  /// All that was there of the agents that play.
  void add_all(std::size_t round, const std::vector<store::Id>& agents,
               LadderHistory& season) const {
    for (const auto& [id, deals] : deals_) {
      const bool plays = std::ranges::all_of(deals.line_up.agents, [&](store::Id agent) {
        return std::ranges::count(agents, agent) > 0;
      });
      if (plays) add(id, 0, before(round, id), season);
    }
  }

 private:
  struct Deals {
    store::StoredLineUp line_up;
    std::vector<store::StoredBlock> blocks;
    std::map<std::size_t, std::uint64_t> firsts;  // by round
  };

  const store::Store& store_;
  std::map<store::Id, Deals> deals_;
};

std::vector<store::StoredAgent> agents_with(const std::vector<store::Id>& ids,
                                            std::span<const store::StoredAgent> all) {
  std::vector<store::StoredAgent> agents;
  for (const store::Id id : ids) {
    const auto found = std::ranges::find(all, id, &store::StoredAgent::id);
    require(found != all.end(), "agent {} plays, and is not there", id);
    agents.push_back(*found);
  }
  return agents;
}

/// The round is the one that follows from what was stored before.
void check_round(std::size_t number, const Round& round, const LadderHistory& season,
                 const Outlook& expected, const DealsByRound& deals) {
  const std::size_t shown = number + 1;
  require(round.deals == season.deals(), "round {}: it began after {} deals; {} are stored", shown,
          round.deals, season.deals());
  require(round.version <= kRoundsVersion, "round {}: version {}; expected {} or less", shown,
          round.version, kRoundsVersion);
  require(round.values == season.values(), "round {}: decided by the values '{}'; expected '{}'",
          shown, round.values, season.values());
  require(round.end == expected.end, "round {}: its end is '{}'; expected '{}'", shown, round.end,
          expected.end);
  require(round.decided == expected.claims, "round {}: what it calls decided does not follow",
          shown);
  require(round.tables.size() == expected.tables.size(), "round {}: {} tables; expected {}", shown,
          round.tables.size(), expected.tables.size());
  for (std::size_t i = 0; i < round.tables.size(); ++i) {
    const TableOfRound& table = round.tables[i];
    require(deals.agents_of(table.line_up) == expected.tables[i].agents &&
                table.end - table.first == expected.tables[i].deals,
            "round {}: table {} is not the one that follows from the results before it", shown,
            i + 1);
  }
}

/// Deals behind the last round's are in none.
void check_rest(const Round& last, const DealsByRound& deals, std::uint64_t stored,
                std::uint64_t before) {
  std::uint64_t played = 0;
  for (const TableOfRound& table : last.tables) {
    const std::uint64_t end = deals.stored_of(table.line_up);
    require(end <= table.end, "line-up {}: {} deals are stored; its last round ends with {}",
            table.line_up, end, table.end);
    played += end - table.first;
  }
  require(stored == before + played, "{} deals are stored; the rounds have {}", stored,
          before + played);
}

}  // namespace

void check_season(const store::Store& store, const store::StoredDivision& division) {
  std::vector<Round> rounds;
  std::vector<std::chrono::sys_seconds> begun;
  for (const store::StoredRound& stored : store.rounds(division)) {
    rounds.push_back(read_round(stored));
    begun.push_back(stored.begun);
  }
  if (rounds.empty()) {
    const std::uint64_t deals = store.count_deals(division).stored;
    require(deals == 0, "{}: {} deals are stored, and no round", division.definition->id, deals);
    return;
  }
  const DealsByRound deals(store, division, rounds);
  const auto all_agents = store.all_agents();
  LadderHistory season(division, values_of_season(store, division));
  for (std::size_t number = 0; number < rounds.size(); ++number) {
    const Round& round = rounds[number];
    if (number == 0 || round.agents != rounds[number - 1].agents) {
      season.set_field(agents_with(round.agents, all_agents));
      deals.add_all(number, round.agents, season);
    } else {
      for (const TableOfRound& table : rounds[number - 1].tables)
        deals.add(table.line_up, table.first, deals.before(number, table.line_up), season);
    }
    check_round(number, round, season, season.look_ahead(round.terms, begun[number]), deals);
    season.begin(round, begun[number]);
  }
  const std::uint64_t before = season.deals();
  season.set_field(agents_with(rounds.back().agents, all_agents));
  deals.add_all(rounds.size(), rounds.back().agents, season);
  check_rest(rounds.back(), deals, season.deals(), before);
}

}  // namespace danno::leagues::formats::ladder
