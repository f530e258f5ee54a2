#include "leagues/schedule/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>

#include "leagues/base/toml.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::schedule {
namespace {

using store::require;

/// The deals that are missing of the earliest round that any division is in; a division that is
/// ahead waits for the others, so that line-ups come into the store in one order.
class RoundsFixtures : public Fixtures {
 public:
  RoundsFixtures(const store::Reader& store, const RoundsFormat& format)
      : format_(format),
        league_(store.league()),
        divisions_(read_rounds(store, league_)),
        numbers_(divisions_.size()) {}

  std::vector<Fixture> next(store::Writer& store) override {
    std::vector<RoundsState> states;
    std::uint64_t round = UINT64_MAX;
    for (std::size_t i = 0; i < divisions_.size(); ++i) {
      // The rounds follow from the results alone, so an interrupted league goes on where it was.
      // Finished events are not replayed again: the number only rises.
      states.push_back(format_.replay_current(divisions_[i], numbers_[i]));
      for (const RoundMeeting& meeting : states.back().meetings) {
        if (!meeting.finished) round = std::min(round, meeting.round);
      }
    }
    std::vector<Fixture> fixtures;
    for (std::size_t i = 0; i < divisions_.size(); ++i) {
      for (const RoundMeeting& meeting : states[i].meetings) {
        if (!meeting.finished && meeting.round == round)
          plan(store, divisions_[i], meeting, fixtures);
      }
    }
    return fixtures;
  }

  void add(const Fixture& fixture, std::span<const referee::play::DealResult> deals) override {
    const auto division = std::ranges::find_if(divisions_, [&](const RoundsDivision& one) {
      return &one.definition() == fixture.division->definition;
    });
    for (const referee::play::DealResult& deal : deals)
      division->add(fixture.line_up, deal);
  }

 private:
  void plan(store::Writer& store, const RoundsDivision& division, const RoundMeeting& meeting,
            std::vector<Fixture>& fixtures) const {
    const std::size_t table = division.table(meeting.entrants.size());
    const store::StoredDivision& stored = division.tables()[table];
    const store::StoredLineUp line_up = store.plan_table(
        stored, entrant_ids(division.league(), meeting.entrants), meeting.end - 1, meeting.place);
    if (!league_.plan) {
      fixtures.push_back({line_up, &stored, &division.rules(table), meeting.first, meeting.end,
                          set_game(division, meeting)});
      return;
    }
    for (const auto& [first, end] : store.reader().missing_deals(line_up))
      fixtures.push_back({line_up, &stored, &division.rules(table), first, end});
  }

  static std::shared_ptr<const referee::play::FixedGame> set_game(const RoundsDivision& division,
                                                                  const RoundMeeting& meeting) {
    auto game = std::make_shared<referee::play::FixedGame>();
    game->key = division.key(meeting.first, meeting.entrants);
    for (std::size_t seat = 0; seat < meeting.entrants.size(); ++seat)
      game->agent_seeds.at(seat) =
          division.agent_seed(meeting.first, meeting.entrants, static_cast<int>(seat));
    if (meeting.starts) game->first = static_cast<std::uint8_t>(*meeting.starts);
    return game;
  }

  const RoundsFormat& format_;
  store::StoredLeague league_;
  std::vector<RoundsDivision> divisions_;
  std::vector<int> numbers_;  // of the events being played, by division
};

/// Checks that the line-ups of a division of encounters are the pairings of its rounds, each with
/// no more deals than these give it. Throws store::Discrepancy.
void check_encounters(const store::Reader& store, const RoundsDivision& division,
                      const RoundsState& state) {
  std::map<std::vector<store::Id>, std::uint64_t> due;
  for (const RoundMeeting& meeting : state.meetings)
    due[entrant_ids(division.league(), meeting.entrants)] = meeting.end;
  const std::string& rules = division.definition().id;
  const auto agents = store.all_agents();
  for (const store::StoredLineUp& line_up : store.all_line_ups(division.tables().front())) {
    if (line_up.planned == 0 && line_up.played == 0) continue;
    const auto found = due.find(line_up.agents);
    require(found != due.end(), "{}/{}: the rounds do not have this pairing", rules,
            store::line_up_name(line_up, agents));
    const std::uint64_t deals = std::max(line_up.planned, line_up.played);
    require(deals <= found->second, "{}/{}: {} deals are planned or stored; the rounds have {}",
            rules, store::line_up_name(line_up, agents), deals, found->second);
  }
}

/// Adds what the rounds and the seed fix of each game at a table.
void add_fixed(const RoundsDivision& division, const RoundsState& state, FixedTables& fixed) {
  for (const auto& [round, seats, deal, end, place, finished, starts] : state.meetings) {
    const int first = starts ? *starts : division.start_roll(deal, seats).first;
    const store::StoredDivision& table = division.tables()[division.table(seats.size())];
    fixed[{table.id, entrant_ids(division.league(), seats)}][deal] = {division.key(deal, seats),
                                                                      first};
  }
}

}  // namespace

void RoundsState::add(const Encounter& encounter) {
  meetings.push_back({static_cast<std::uint64_t>(encounter.round),
                      {encounter.entrants.begin(), encounter.entrants.end()},
                      encounter.first,
                      encounter.end,
                      meetings.size(),
                      encounter.finished});
}

RoundsDivision::RoundsDivision(const store::StoredLeague& league,
                               std::span<const store::StoredDivision> tables,
                               std::optional<store::Epoch> epoch)
    : league_(&league),
      tables_(tables),
      min_seats_(static_cast<std::size_t>(tables.front().seats)),
      epoch_(std::move(epoch)) {
  for (const store::StoredDivision& table : tables)
    rules_.emplace_back(*table.definition, table.seats, table.parameters);
  for (const store::StoredAgent& agent : league.agents)
    entrants_.emplace(agent.id, static_cast<int>(entrants_.size()));
}

const referee::record::GameRecord* RoundsDivision::game(std::uint64_t deal,
                                                        const std::vector<int>& seats) const {
  const auto found = games_.find({deal, seats});
  return found == games_.end() ? nullptr : &found->second;
}

void RoundsDivision::read(const store::Reader& store) {
  for (const store::StoredDivision& table : tables_) {
    records_.push_back(store.visit_deals(
        table, [&](const store::StoredLineUp& line_up, const referee::play::DealResult& deal) {
          add(line_up, deal);
        }));
  }
}

void RoundsDivision::add(const store::StoredLineUp& line_up,
                         const referee::play::DealResult& deal) {
  std::vector<int> met;
  for (const store::Id id : line_up.agents) {
    const auto entrant = entrants_.find(id);
    if (entrant == entrants_.end()) return;
    met.push_back(entrant->second);
  }
  if (league_->plan) return deals_.add(met.at(0), met.at(1), deal.deal, played_deal(deal));
  games_.emplace(std::pair(deal.deal, std::move(met)), deal.games.at(0));
}

std::vector<std::string> RoundsDivision::key_names(const std::vector<int>& entrants) const {
  std::vector<std::string> names;
  for (const int entrant : entrants)
    names.push_back(league_->agents[static_cast<std::size_t>(entrant)].key_name());
  return names;
}

referee::record::KeyRules RoundsDivision::rules_in_key(std::size_t seats) const {
  return referee::play::rules_in_key(rules_[table(seats)], tables_.front().advice);
}

referee::record::Key RoundsDivision::key(std::uint64_t deal, const std::vector<int>& seats) const {
  return referee::record::deal_key({epoch_->seed}, rules_in_key(seats.size()), key_names(seats),
                                   deal);
}

std::uint64_t RoundsDivision::agent_seed(std::uint64_t deal, const std::vector<int>& seats,
                                         int seat) const {
  const referee::record::Seed secret{epoch_->agent_secret};
  const std::vector<std::string> seated = key_names(seats);
  const referee::record::Key own =
      referee::record::deal_key(secret, rules_in_key(seats.size()), seated, deal);
  return referee::record::agent_seed(secret, own, 0, seated[static_cast<std::size_t>(seat)], seat);
}

rules::Start RoundsDivision::start_roll(std::uint64_t deal, const std::vector<int>& seats) const {
  referee::record::DiceStream dice(key(deal, seats));
  return rules::roll_for_start(rules_[table(seats.size())], [&](int seat, int round, int count) {
    return dice.start(seat, round, count);
  });
}

std::vector<RoundsDivision> read_rounds(const store::Reader& store,
                                        const store::StoredLeague& league) {
  std::optional<store::Epoch> epoch;
  if (const auto epochs = store.all_epochs(); !league.plan && !epochs.empty())
    epoch = epochs.front();
  std::vector<RoundsDivision> divisions;
  const std::span all(league.divisions);
  for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
    // The tables of a rule set follow each other.
    for (end = i + 1; end < all.size() && all[end].definition == all[i].definition;)
      ++end;
    divisions.emplace_back(league, all.subspan(i, end - i), epoch).read(store);
  }
  return divisions;
}

RoundsState RoundsFormat::replay_current(const RoundsDivision& division, int& number) const {
  while (true) {
    RoundsState state = replay_rounds(division, number);
    if (!state.finished || number + 1 >= event_count(division.league())) return state;
    ++number;
  }
}

std::uint64_t RoundsFormat::games_at_most(const store::StoredLeague& league,
                                          const RoundsState& state) const {
  // Later rounds are not known yet, but each has at most this many deals.
  std::uint64_t deals = state.to_come * league.plan->deals.value_or(0);
  for (const RoundMeeting& meeting : state.meetings)
    deals += meeting.end - meeting.first;
  return deals * kGamesOfADeal;
}

GameCount RoundsFormat::count(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  GameCount count{.finished = true};
  for (const RoundsDivision& division : read_rounds(store, league)) {
    int number = 0;
    const RoundsState state = replay_current(division, number);
    count.planned += games_at_most(league, state);
    count.stored += league.plan
                        ? store.count_deals(division.tables().front()).stored * kGamesOfADeal
                        : division.games();
    count.finished = count.finished && state.finished;
  }
  return count;
}

std::unique_ptr<Fixtures> RoundsFormat::fixtures(const store::Reader& store) const {
  return std::make_unique<RoundsFixtures>(store, *this);
}

bool RoundsFormat::check_rounds(const store::Reader& store, FixedTables& fixed) const {
  const store::StoredLeague league = store.league();
  bool finished = true;
  for (const RoundsDivision& division : read_rounds(store, league)) {
    bool goes_on = league.plan || division.epoch();
    for (int number = 0; goes_on && number < event_count(league); ++number) {
      const RoundsState state = replay_rounds(division, number);
      if (league.plan) check_encounters(store, division, state);
      if (!league.plan) add_fixed(division, state, fixed);
      goes_on = state.finished;
    }
    finished = finished && goes_on;
  }
  return finished;
}

void RoundsFormat::check_settled(const store::Reader& store) const {
  if (!store.league().plan) return;  // its agents and terms cannot change
  FixedTables none;
  try {
    static_cast<void>(check_rounds(store, none));
  } catch (const store::Discrepancy& discrepancy) {
    throw store::OtherLeague(
        fmt::format("{}: it was played with other entrants or another league file; a {} continues "
                    "with those of its rounds; --out DIR plays a new one in another folder",
                    discrepancy.what(), name()));
  }
}

std::optional<FixedTables> RoundsFormat::check_plan(const store::Reader& store) const {
  const bool ended = has_ended(store);  // read first: a process may play the last deals meanwhile
  FixedTables fixed;
  require(check_rounds(store, fixed) || !ended, "the {} is not finished, but its seed is published",
          name());
  return store.league().plan ? std::nullopt : std::optional(std::move(fixed));
}

void EncountersFormat::read_keys(store::League& league, FormatKeys& keys) const {
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

}  // namespace danno::leagues::schedule
