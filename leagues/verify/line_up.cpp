// Replays every stored game of a line-up: seating, first seat, dice, decisions, points and places
// must be those that the seed and the rules give. Faults are counted along, so that each deal is
// checked with exactly the agents that were in.
#include "leagues/verify/line_up.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "referee/record/throw_order.hpp"
#include "referee/rules/position.hpp"

namespace danno::leagues::verify {

using referee::record::GameRecord;
using referee::record::Step;
using rules::Position;

std::vector<GameRecord> LineUpCheck::check(const store::StoredDeal& deal, bool with_fault_rows,
                                           ratings::GameThrows* throws) {
  throws_ = throws;
  try {
    auto games = check_games(deal);
    if (with_fault_rows) check_fault_rows(deal, games);
    return games;
  } catch (const std::runtime_error& error) {  // also bytes that cannot be decoded
    const std::string game = game_ ? fmt::format("/{}", *game_) : "";
    throw Discrepancy(fmt::format("{}/{}{}: {}", context_.name, deal.deal, game, error.what()));
  }
}

std::vector<GameRecord> LineUpCheck::check_games(const store::StoredDeal& deal) {
  game_.reset();
  // Deals come in order; fixed games may have gaps, as other tables play the deals between.
  require(deal.deal >= next_deal_, "the deal is stored twice");
  if (context_.set_games) {
    require(context_.set_games->contains(deal.deal), "the {} has no such game", context_.format);
  } else {
    require(deal.deal == next_deal_, "deal {} is missing before it", next_deal_);
  }
  next_deal_ = deal.deal + 1;
  const auto epoch = context_.epochs->find(deal.epoch);
  require(epoch != context_.epochs->end(), "its seed is missing");
  auto games = referee::record::decode_deal(deal.games);
  const std::size_t seatings = context_.set_games ? 1 : context_.names.size();
  require(games.size() == seatings, "{} games; expected {}, one for each seating", games.size(),
          seatings);
  if (!context_.set_games) count_out(deal.max_faults);
  std::optional<Chance> chance;  // of all seatings, where the dice are mirrored
  for (std::size_t seating = 0; seating < games.size(); ++seating) {
    game_ = seating;
    // Mirrored seatings share their dice, others have a key each.
    if (!chance || !context_.division->mirror)
      chance.emplace(settled(games[seating], deal.deal, {epoch->second.seed}));
    check_game(games[seating], deal.deal, seating, *chance);
  }
  game_.reset();
  return games;
}

void LineUpCheck::count_earlier(const store::StoredFault& fault) {
  const auto agent = std::ranges::find(context_.line_up->agents, fault.agent);
  require(agent != context_.line_up->agents.end(), "{}/{}: a fault of an agent that does not play",
          context_.name, fault.deal);
  count_fault(static_cast<std::size_t>(agent - context_.line_up->agents.begin()), fault.fault);
}

void LineUpCheck::count_fault(std::size_t agent, const referee::record::Fault& fault) {
  ++faults_[agent];
  if (fault.kind == referee::record::FaultKind::NeverReady) never_ready_.add(agent);
}

void LineUpCheck::require_next(std::uint64_t deal) const {
  require(next_deal_ == deal, "{}/{}: deal {} is missing before it", context_.name, deal,
          next_deal_);
}

void LineUpCheck::count_out(int max_faults) {
  absent_ = never_ready_;
  for (std::size_t agent = 0; agent < faults_.size(); ++agent) {
    if (faults_[agent] >= max_faults) absent_.add(agent);
  }
}

void LineUpCheck::check_game(const GameRecord& record, std::uint64_t deal, std::size_t seating,
                             Chance& chance) {
  require(record.seats == context_.names.size(), "{} seats; expected {}", record.seats,
          context_.names.size());
  require(record.seating == seating, "seating {}; expected {}", record.seating, seating);
  const auto order = seating_order(record, deal, seating);
  for (std::size_t seat = 0; seat < order.size(); ++seat) {
    require(record.agent_at[seat] == order[seat],
            "agent {} sits at seat {}; expected agent {} of the line-up", record.agent_at[seat],
            seat, order[seat]);
  }
  const bool mirror = context_.division->mirror;
  require(record.first == chance.first, "seat {} begins; expected seat {}", record.first,
          chance.first);
  const std::size_t start_faults = check_absent(record);
  check_events(record, chance, start_faults, context_.counts_dice && (!mirror || seating == 0));
  ++checked_.games;
  for (const referee::record::Fault& fault : record.faults)
    count_fault(record.agent_at[static_cast<std::size_t>(fault.seat)], fault);
}

std::vector<int> LineUpCheck::seating_order(const GameRecord& record, std::uint64_t deal,
                                            std::size_t seating) const {
  if (!context_.set_games)
    return referee::play::seating_order(record.seats, deal, static_cast<int>(seating));
  std::vector<int> in_line(record.seats);  // a table is a line-up in the order of its seats
  std::iota(in_line.begin(), in_line.end(), 0);
  return in_line;
}

schedule::ScheduledGame LineUpCheck::settled(const GameRecord& record, std::uint64_t deal,
                                             const referee::record::Seed& seed) const {
  if (context_.set_games) return context_.set_games->at(deal);
  const bool mirror = context_.division->mirror;
  const auto key = referee::record::deal_key(
      seed, key_rules_, context_.names_in_keys, deal,
      mirror ? std::nullopt : std::optional(static_cast<std::uint32_t>(record.seating)), absent_);
  if (mirror) return {key, 0};
  referee::record::DiceStream dice(key);
  return {key, rules::roll_for_start(*context_.rules, [&](int seat, int round, int count) {
                 return dice.start(seat, round, count);
               }).first};
}

std::size_t LineUpCheck::check_absent(const GameRecord& record) const {
  std::size_t start_faults = 0;
  require(record.absent.bits() >> record.seats == 0, "a seat is absent that is not there");
  for (int seat = 0; seat < record.seats; ++seat) {
    const auto agent = record.agent_at[static_cast<std::size_t>(seat)];
    // A seat is empty if its agent is out already, or if it failed before the game began; then a
    // fault says so.
    const bool out = absent_.has(agent);
    const bool absent = record.absent.has(seat);
    require(absent || !out, "seat {} plays, but its agent is out for its faults", seat);
    if (!absent || out) continue;
    const bool has_fault =
        start_faults < record.faults.size() && record.faults[start_faults].seat == seat;
    require(has_fault, "seat {} is absent without a fault", seat);
    ++start_faults;
  }
  return start_faults;
}

void LineUpCheck::check_events(const GameRecord& record, Chance& chance, std::size_t next_fault,
                               bool counts) {
  Position end = referee::record::first_position(*context_.rules, record);
  std::size_t event = 0;
  referee::record::ThrowIndex shown = 0;  // no throw below it is still to come
  if (throws_ != nullptr) throws_->begin_game();
  const auto visit = [&](const Step& step, const Position& before, const Position& after) {
    if (throws_ != nullptr) throws_->add(record, step, before);
    if (step.kind == Step::Kind::Throw) {
      const auto place = referee::record::next_throw_index(before, record.first);
      // The order of throws must be that of the record, which no thread of a run can change.
      require(place >= shown, "event {}: its throw was due before one that was shown", event);
      shown = place + 1;
      check_throw(step, before, chance, event, counts);
    } else if (step.kind == Step::Kind::Forfeit) {
      const bool has_fault =
          next_fault < record.faults.size() && record.faults[next_fault].seat == step.seat;
      require(has_fault, "event {}: seat {} forfeits without a fault", event, step.seat);
      ++next_fault;
    } else {
      ++checked_.decisions;
    }
    require(before.phase != rules::Phase::Choose || step.kind == Step::Kind::Choice ||
                step.seat == before.mover,
            "event {}: the decision is missing", event);
    // A throw and what is done with it are one event.
    const bool is_open = step.kind == Step::Kind::Throw &&
                         (record.events[event] >> 9U) != referee::record::kNoDecision;
    if (!is_open) ++event;
    if (after.phase == rules::Phase::Over) end = after;
  };
  const auto problem = referee::record::replay(*context_.rules, record, visit);
  require(!problem, "{}", problem.value_or(""));
  require(next_fault == record.faults.size(), "a fault of seat {} without a forfeit",
          next_fault < record.faults.size() ? record.faults[next_fault].seat : 0);
  check_end(record, end);
}

void LineUpCheck::check_throw(const Step& step, const Position& before, Chance& chance,
                              std::size_t event, bool counts) {
  // A die is given by seat, turn and throw alone, so an earlier decision cannot shift it.
  const auto turn = before.turns[static_cast<std::size_t>(step.seat)];
  referee::record::DiceStream& dice = chance.dice(turn);
  const rules::Dice due = dice.roll(step.seat, turn, before.roll, before.turn.dice);
  const auto shown = [&](rules::Dice d) { return rules::to_string(d, context_.rules->faces()); };
  if (step.thrown != due) {
    throw Discrepancy(fmt::format("event {}: seat {} threw {}; the seed gives {}", event, step.seat,
                                  shown(step.thrown), shown(due)));
  }
  ++checked_.throws;
  if (!counts) return;
  const auto faces = dice.faces(step.seat, turn, before.roll);
  checked_.dice.add(step.seat, before.roll,
                    std::span(faces).first(static_cast<std::size_t>(due.size())));
}

void LineUpCheck::check_end(const GameRecord& record, const Position& end) const {
  const rules::Definition& definition = context_.rules->definition();
  const auto places = rules::places(*context_.rules, end);
  for (std::size_t seat = 0; seat < record.seats; ++seat) {
    if (record.totals[seat] != end.totals[seat]) {
      throw Discrepancy(fmt::format("seat {} has {} points; it played {}", seat,
                                    rules::format_points(definition, record.totals[seat]),
                                    rules::format_points(definition, end.totals[seat])));
    }
    require(record.places[seat] == places[seat], "seat {} has place {}; it played place {}", seat,
            record.places[seat], places[seat]);
  }
  require(record.capped == end.capped, "the game is {}; it was {}",
          record.capped ? "capped" : "not capped", end.capped ? "capped" : "not capped");
}

void LineUpCheck::check_fault_rows(const store::StoredDeal& deal,
                                   const std::vector<GameRecord>& games) const {
  std::size_t row = 0;
  for (const GameRecord& game : games) {
    for (const referee::record::Fault& fault : game.faults) {
      require(row < deal.faults.size(), "the row of a fault is missing; seating {}, seat {}",
              game.seating, fault.seat);
      const store::StoredFault& stored = deal.faults[row++];
      const store::Id agent =
          context_.line_up->agents[game.agent_at[static_cast<std::size_t>(fault.seat)]];
      require(stored.seating == game.seating && stored.fault.seat == fault.seat &&
                  stored.agent == agent && stored.fault.kind == fault.kind &&
                  stored.fault.value == fault.value &&
                  describe(stored.fault.cause) == describe(fault.cause),
              "the row of a fault differs from the game; seating {}, seat {}: {}", game.seating,
              fault.seat, referee::record::to_string(fault.kind));
    }
  }
  require(row == deal.faults.size(), "{} rows of faults; its games have {}", deal.faults.size(),
          row);
}

}  // namespace danno::leagues::verify
