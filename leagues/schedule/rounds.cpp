#include "leagues/schedule/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "leagues/schedule/format.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::schedule {
namespace {

using store::require;

/// Returns the number of each agent of the league, by id.
std::map<store::Id, int> entrant_numbers(const store::StoredLeague& league) {
  std::map<store::Id, int> entrants;
  for (const store::StoredAgent& agent : league.agents)
    entrants.emplace(agent.id, static_cast<int>(entrants.size()));
  return entrants;
}

/// Adds what a deal of two agents is worth, if both are in the league.
void add_deal(const std::map<store::Id, int>& entrants, const store::StoredLineUp& line_up,
              const referee::play::DealResult& deal, PlayedDeals& played) {
  const auto one = entrants.find(line_up.agents.at(0));
  const auto other = entrants.find(line_up.agents.at(1));
  if (one == entrants.end() || other == entrants.end()) return;
  played.add(one->second, other->second, deal.deal, played_deal(deal));
}

/// Returns the line-up of an encounter, in the order of the league.
std::vector<store::Id> encounter_agents(const store::StoredLeague& league,
                                        const Encounter& encounter) {
  std::vector<store::Id> agents;
  for (const int entrant : encounter.entrants)
    agents.push_back(league.agents[static_cast<std::size_t>(entrant)].id);
  return agents;
}

/// The deals that are missing of the earliest round that any division is in; a division that is
/// ahead waits for the others, so that line-ups come into the store in one order.
class RoundsFixtures : public schedule::Fixtures {
 public:
  RoundsFixtures(const store::Reader& store, const RoundsFormat& format)
      : format_(format), league_(store.league()), entrants_(entrant_numbers(league_)) {
    for (const store::StoredDivision& division : league_.divisions) {
      rules_.emplace_back(*division.definition, division.seats, division.parameters);
      played_.push_back(read_played(store, league_, division));
    }
  }

  std::vector<schedule::Fixture> next(store::Store& store) override {
    std::vector<RoundsState> states;
    int round = INT32_MAX;
    for (const PlayedDeals& played : played_) {
      // The rounds follow from the results alone, so an interrupted league goes on where it was.
      states.push_back(format_.replay_rounds(league_, played));
      for (const Encounter& encounter : states.back().encounters) {
        if (!encounter.finished) round = std::min(round, encounter.round);
      }
    }
    std::vector<schedule::Fixture> fixtures;
    for (std::size_t division = 0; division < states.size(); ++division) {
      const auto& encounters = states[division].encounters;
      for (std::size_t place = 0; place < encounters.size(); ++place) {
        if (!encounters[place].finished && encounters[place].round == round)
          plan(store, division, encounters[place], place, fixtures);
      }
    }
    return fixtures;
  }

  void add(const schedule::Fixture& fixture,
           std::span<const referee::play::DealResult> deals) override {
    const auto division = static_cast<std::size_t>(fixture.division - league_.divisions.data());
    for (const referee::play::DealResult& deal : deals)
      add_deal(entrants_, fixture.line_up, deal, played_[division]);
  }

 private:
  void plan(store::Store& store, std::size_t division, const Encounter& encounter,
            std::size_t place, std::vector<schedule::Fixture>& fixtures) {
    const store::StoredDivision& stored = league_.divisions[division];
    const store::StoredLineUp line_up =
        store.plan_table(stored, encounter_agents(league_, encounter), encounter.end - 1, place);
    for (const auto& [first, end] : store.missing_deals(line_up))
      fixtures.push_back({line_up, &stored, &rules_[division], first, end});
  }

  const RoundsFormat& format_;
  store::StoredLeague league_;
  std::map<store::Id, int> entrants_;
  std::deque<rules::RuleSet> rules_;  // of the divisions
  std::vector<PlayedDeals> played_;   // in the divisions
};

/// Checks that every line-up is due and has no more deals than the rounds give it.
void check_due(const store::StoredDivision& division, std::span<const store::StoredAgent> agents,
               const std::map<std::vector<store::Id>, std::uint64_t>& due,
               std::span<const store::StoredLineUp> line_ups) {
  for (const store::StoredLineUp& line_up : line_ups) {
    if (line_up.planned == 0 && line_up.played == 0) continue;
    const auto found = due.find(line_up.agents);
    require(found != due.end(), "{}/{}: the rounds do not have this pairing",
            division.definition->id, store::line_up_name(line_up, agents));
    const std::uint64_t deals = std::max(line_up.planned, line_up.played);
    require(deals <= found->second, "{}/{}: {} deals are planned or stored; the rounds have {}",
            division.definition->id, store::line_up_name(line_up, agents), deals, found->second);
  }
}

}  // namespace

PlayedDeals read_played(const store::Reader& store, const store::StoredLeague& league,
                        const store::StoredDivision& division) {
  PlayedDeals played;
  const auto entrants = entrant_numbers(league);
  static_cast<void>(store.visit_deals(
      division, [&](const store::StoredLineUp& line_up, const referee::play::DealResult& deal) {
        add_deal(entrants, line_up, deal, played);
      }));
  return played;
}

std::uint64_t games_at_most(const store::StoredLeague& league, const RoundsState& state) {
  // Later rounds are not known yet, but each has at most this many deals.
  std::uint64_t deals = state.to_come * league.plan->deals.value_or(0);
  for (const Encounter& encounter : state.encounters)
    deals += encounter.end - encounter.first;
  return deals * kGamesOfADeal;
}

void RoundsFormat::read_keys(store::League& league, schedule::FormatKeys& keys) const {
  for (const char* const key : {"mirror", "rank_by", "advice"}) {
    if (!keys.league.contains(key)) continue;
    keys.league.complain(key, fmt::format("a {} is played in mirrored deals and ranks by its own "
                                          "points; expected no '{}' beside it",
                                          name(), key));
  }
  if (league.seats != 2) {
    keys.league.complain(
        "seats", fmt::format("a {} has two seats; expected seats = 2, or no such key", name()));
  }
}

schedule::GameCount RoundsFormat::count(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  schedule::GameCount count{.finished = true};
  for (const store::StoredDivision& division : league.divisions) {
    const RoundsState state = replay_rounds(league, read_played(store, league, division));
    count.planned += games_at_most(league, state);
    count.stored += store.count_deals(division).stored * kGamesOfADeal;
    count.finished = count.finished && state.finished;
  }
  return count;
}

std::unique_ptr<schedule::Fixtures> RoundsFormat::fixtures(const store::Reader& store,
                                                           const store::Epoch& /*epoch*/) const {
  return std::make_unique<RoundsFixtures>(store, *this);
}

bool RoundsFormat::check_rounds(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const auto agents = store.all_agents();
  bool finished = true;
  for (const store::StoredDivision& division : league.divisions) {
    const RoundsState state = replay_rounds(league, read_played(store, league, division));
    std::map<std::vector<store::Id>, std::uint64_t> due;
    for (const Encounter& encounter : state.encounters)
      due[encounter_agents(league, encounter)] = encounter.end;
    check_due(division, agents, due, store.all_line_ups(division));
    finished = finished && state.finished;
  }
  return finished;
}

void RoundsFormat::check_settled(const store::Reader& store) const {
  try {
    static_cast<void>(check_rounds(store));
  } catch (const store::Discrepancy& discrepancy) {
    throw store::OtherLeague(
        fmt::format("{}: it was played with other entrants or another league file; a {} goes on "
                    "with those of its rounds; --out DIR plays it anew in another folder",
                    discrepancy.what(), name()));
  }
}

std::optional<schedule::FixedTables> RoundsFormat::check_plan(const store::Reader& store) const {
  const bool ended = has_ended(store);  // read first: a process may play the last deals meanwhile
  require(check_rounds(store) || !ended, "the {} is not finished, but its seed is published",
          name());
  return std::nullopt;
}

}  // namespace danno::leagues::schedule
