// An event has 16 bits. A stored game has its events as pairs of bytes, the low one first.
//
//   bits 15 to 9   code
//   bits  8 to 0   rank
//
//   rank 0 to 461  a throw: its place in the order in which for_each_roll() visits all throws
//                  of that number of dice;
//                  code 127: it left no decision; else option * 2, plus 1 for a bank
//   rank 510       a forfeit; code: the seat
//   rank 511       an answer to an offer; code 0: accepted, 1: declined
//
// The position before the event gives the number of dice and the options. Around the events stand
// seats, places, totals and faults: danno.v1.GameRecord in proto/danno/record.proto.

#include "referee/record/record.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "danno/record.pb.h"

namespace danno::referee::record {
namespace {

using rules::Dice;
using rules::Phase;
using rules::Position;

constexpr unsigned kRankBits = 9;
constexpr unsigned kRankMask = (1U << kRankBits) - 1;

/// Every throw of 1 to 6 dice by its rank, and back.
class Ranks {
 public:
  Ranks() {
    for (int size = 1; size <= rules::kMaxDice; ++size) {
      auto& throws = throws_[static_cast<std::size_t>(size)];
      rules::for_each_roll(size, [&](Dice dice) {
        rank_[rules::KeepTable::index(dice)] = static_cast<std::uint16_t>(throws.size());
        throws.push_back(dice);
      });
    }
  }
  [[nodiscard]] unsigned rank(Dice dice) const { return rank_[rules::KeepTable::index(dice)]; }
  /// Returns no dice if there is no such rank.
  [[nodiscard]] Dice dice(int size, unsigned rank) const {
    const auto& throws = throws_.at(static_cast<std::size_t>(size));
    return rank < throws.size() ? throws[rank] : Dice();
  }

 private:
  std::array<std::vector<Dice>, rules::kMaxDice + 1> throws_;
  std::array<std::uint16_t, rules::KeepTable::kIndices> rank_{};
};

const Ranks& ranks() {
  static const Ranks kRanks;
  return kRanks;
}

/// Applies one event at a time to a position. Returns a message if the event is not legal.
class Replayer {
 public:
  Replayer(const rules::RuleSet& rules, const VisitStep& visit) : rules_(rules), visit_(visit) {}

  std::optional<std::string> apply(Position& position, Event event) {
    if (position.phase == Phase::Over) return "an event after the end";
    const unsigned rank = event & kRankMask;
    const unsigned code = event >> kRankBits;
    if (rank == kForfeitRank) return apply_forfeit(position, static_cast<int>(code));
    // Both answers to an offer have this rank; the code tells them apart.
    if (rank == kOfferAccepted) return apply_offer(position, code);
    return apply_throw(position, rank, code);
  }

 private:
  std::optional<std::string> apply_forfeit(Position& position, int seat) {
    if (seat >= position.seats || position.is_out(seat))
      return "a forfeit of a seat that is not in the game";
    const Position before = position;
    rules::forfeit(rules_, position, seat);
    Step step;
    step.kind = Step::Kind::Forfeit;
    step.seat = seat;
    visit_(step, before, position);
    return std::nullopt;
  }

  std::optional<std::string> apply_offer(Position& position, unsigned code) {
    if (position.phase != Phase::Offer) return "an answer to an offer that was not made";
    if (code > 1) return "neither accept nor decline";
    const Position before = position;
    Step step;
    step.kind = Step::Kind::Offer;
    step.seat = position.mover;
    step.action = code == 0 ? rules::Action::Accept : rules::Action::Decline;
    apply_decision(rules_, position, step.action, step.option);
    visit_(step, before, position);
    return std::nullopt;
  }

  std::optional<std::string> apply_throw(Position& position, unsigned rank, unsigned code) {
    if (position.phase != Phase::Throw) return "a throw while an offer is open";
    const Dice thrown = ranks().dice(position.turn.dice, rank);
    if (thrown.empty())
      return "no throw of " + std::to_string(position.turn.dice) + " dice has this rank";
    const Position before = position;
    Step step;
    step.seat = position.mover;
    step.thrown = thrown;
    step.outcome = rules::throw_dice(rules_, position, thrown);
    const bool to_choose = step.outcome == rules::Thrown::Choice;
    if (code == kNoDecision) {
      visit_(step, before, position);
      // A throw may stand without a decision where its player forfeits next.
      return std::nullopt;
    }
    // The event is the throw and its decision, but observers see two steps.
    if (!to_choose) return "a decision where the throw leaves none";
    visit_(step, before, position);
    return apply_choice(position, thrown, code);
  }

  std::optional<std::string> apply_choice(Position& position, Dice thrown, unsigned code) {
    const Position before = position;
    Step step;
    step.kind = Step::Kind::Choice;
    step.seat = position.mover;
    step.thrown = thrown;
    step.option_index = code / 2;
    step.action = code % 2 == 0 ? rules::Action::Roll : rules::Action::Bank;
    rules::list_options(rules_, position, options_);
    if (step.option_index >= options_.size()) return "an option that the throw does not have";
    const rules::Option& option = options_[step.option_index];
    const bool rolls = step.action == rules::Action::Roll;
    if (rolls ? !option.may_roll : !option.may_bank) {
      return rolls ? "a roll that is not legal" : "a bank that is not legal";
    }
    apply_decision(rules_, position, step.action, option);
    // A copy right behind the writes to its members would wait for them.
    step.option = option;
    visit_(step, before, position);
    return std::nullopt;
  }

  const rules::RuleSet& rules_;
  const VisitStep& visit_;
  rules::Options options_;
};

v1::FaultRecord::Kind to_proto(FaultKind kind) { return static_cast<v1::FaultRecord::Kind>(kind); }

void put_game(const GameRecord& game, v1::GameRecord& out) {
  out.set_seating(game.seating);
  out.set_first(game.first);
  std::string& events = *out.mutable_events();
  events.reserve(game.events.size() * 2);
  for (const Event event : game.events) {
    events.push_back(static_cast<char>(event & 0xFFU));
    events.push_back(static_cast<char>(event >> 8));
  }
  for (std::size_t seat = 0; seat < game.seats; ++seat) {
    out.add_places(game.places[seat]);
    out.add_totals(static_cast<std::uint32_t>(game.totals[seat]));
    out.mutable_agent_at()->push_back(static_cast<char>(game.agent_at[seat]));
  }
  out.set_capped(game.capped);
  out.set_absent(game.absent.bits());
  for (const Fault& fault : game.faults) {
    v1::FaultRecord& record = *out.add_faults();
    record.set_seat(static_cast<std::uint32_t>(fault.seat));
    record.set_kind(to_proto(fault.kind));
    record.set_value(fault.value);
    record.set_detail(describe(fault.cause));
  }
}

GameRecord take_game(const v1::GameRecord& in) {
  // A damaged store must not lead outside the arrays below, so all sizes are checked first.
  const auto seats = static_cast<std::size_t>(in.places_size());
  if (seats < 2 || seats > rules::kMaxSeats || in.agent_at().size() != seats ||
      in.totals_size() != in.places_size() || in.events().size() % 2 != 0 || in.first() >= seats) {
    throw std::runtime_error("a stored game is damaged");
  }
  GameRecord game;
  game.seats = static_cast<std::uint8_t>(seats);
  game.seating = static_cast<std::uint8_t>(in.seating());
  game.first = static_cast<std::uint8_t>(in.first());
  game.capped = in.capped();
  game.absent = rules::SeatSet::from_bits(in.absent());
  for (std::size_t seat = 0; seat < seats; ++seat) {
    game.agent_at[seat] = static_cast<std::uint8_t>(in.agent_at()[seat]);
    game.places[seat] = static_cast<std::uint8_t>(in.places(static_cast<int>(seat)));
    game.totals[seat] = static_cast<rules::Points>(in.totals(static_cast<int>(seat)));
  }
  const std::string& events = in.events();
  game.events.reserve(events.size() / 2);
  for (std::size_t i = 0; i < events.size(); i += 2) {
    const auto low = static_cast<unsigned char>(events[i]);
    const auto high = static_cast<unsigned char>(events[i + 1]);
    game.events.push_back(static_cast<Event>(low | (high << 8U)));
  }
  for (const v1::FaultRecord& record : in.faults()) {
    if (record.seat() >= seats) throw std::runtime_error("a stored fault is of no seat");
    Fault fault;
    fault.seat = static_cast<int>(record.seat());
    fault.kind = static_cast<FaultKind>(record.kind());
    fault.value = record.value();
    fault.cause = InWords{record.detail()};
    game.faults.push_back(fault);
  }
  return game;
}

}  // namespace

Event event_of_throw(Dice thrown) {
  return static_cast<Event>(ranks().rank(thrown) | (kNoDecision << kRankBits));
}

Event event_of_choice(Dice thrown, std::size_t option, rules::Action action) {
  const auto code = static_cast<unsigned>(option * 2 + (action == rules::Action::Bank ? 1 : 0));
  assert(code < kNoDecision);
  return static_cast<Event>(ranks().rank(thrown) | (code << kRankBits));
}

Event event_of_forfeit(int seat) {
  return static_cast<Event>(kForfeitRank | (static_cast<unsigned>(seat) << kRankBits));
}

Position first_position(const rules::RuleSet& rules, const GameRecord& record) {
  Position position = rules::start_game(rules, record.first);
  for (int seat = 0; seat < record.seats; ++seat) {
    const bool absent = record.absent.has(seat);
    // A game with a single seat left is over, and its other absent seats need not forfeit.
    if (absent && position.phase != Phase::Over) rules::forfeit(rules, position, seat);
  }
  return position;
}

std::optional<std::string> replay(const rules::RuleSet& rules, const GameRecord& record,
                                  const VisitStep& visit) {
  Position position = first_position(rules, record);
  Replayer replayer(rules, visit);
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    if (auto problem = replayer.apply(position, record.events[i])) {
      return "event " + std::to_string(i) + ": " + *problem;
    }
  }
  if (position.phase != Phase::Over) return "the game is not over after its last event";
  return std::nullopt;
}

std::size_t count_decisions(const GameRecord& record) {
  std::size_t count = 0;
  for (const Event event : record.events) {
    const unsigned rank = event & kRankMask;
    if (rank == kForfeitRank) continue;
    // Answers to offers and throws with a decision count; other throws do not.
    if (rank == kOfferAccepted || (event >> kRankBits) != kNoDecision) ++count;
  }
  return count;
}

std::size_t count_throws(const GameRecord& record) {
  return static_cast<std::size_t>(std::ranges::count_if(
      record.events, [](Event event) { return (event & kRankMask) < kForfeitRank; }));
}

std::string encode_deal(const std::vector<GameRecord>& games) {
  v1::DealRecord deal;
  for (const GameRecord& game : games)
    put_game(game, *deal.add_games());
  return deal.SerializeAsString();
}

std::vector<GameRecord> decode_deal(std::string_view bytes) {
  // The parser reuses the memory of the deal before: allocations cost as much as parsing.
  static thread_local v1::DealRecord deal;
  if (!deal.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    throw std::runtime_error("a stored deal is damaged");
  }
  std::vector<GameRecord> games;
  games.reserve(static_cast<std::size_t>(deal.games_size()));
  for (const v1::GameRecord& game : deal.games())
    games.push_back(take_game(game));
  return games;
}

}  // namespace danno::referee::record
