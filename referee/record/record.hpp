// A game as it was played: the events, from which the rules determine everything else.
//
// An event has 16 bits. The low 9 bits are the thrown dice, as their rank among all throws of that
// many dice (the number is known from the position), or one of the two escapes below. The high 7
// bits are the decision: the option's index times two, plus one for a bank, or kNoDecision if the
// throw left no choice (a bust, a successful attempt, six alike that win).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "referee/record/fault.hpp"
#include "referee/rules/position.hpp"
#include "referee/rules/seat_set.hpp"

namespace danno::referee::record {

using Event = std::uint16_t;

inline constexpr Event kOfferAccepted = 511;
inline constexpr Event kOfferDeclined = 511 | (1U << 9);
inline constexpr unsigned kForfeitRank = 510;  ///< The high bits are the seat.
inline constexpr unsigned kNoDecision = 127;

[[nodiscard]] Event event_of_throw(rules::Dice thrown);
[[nodiscard]] Event event_of_choice(rules::Dice thrown, std::size_t option, rules::Action action);
[[nodiscard]] Event event_of_forfeit(int seat);

/// One finished game.
struct GameRecord {
  std::uint8_t seats = 2;
  std::uint8_t seating = 0;
  /// The agents' indices in the line-up, indexed by seat.
  std::array<std::uint8_t, rules::kMaxSeats> agent_at{};
  std::uint8_t first = 0;
  rules::SeatSet absent = {};  ///< Seats that were out before the first throw.
  bool capped = false;
  std::array<std::uint8_t, rules::kMaxSeats> places{};
  std::array<rules::Points, rules::kMaxSeats> totals{};
  std::vector<Event> events;
  std::vector<Fault> faults;
};

/// Returns the position before the first event, in which absent seats have forfeited.
[[nodiscard]] rules::Position first_position(const rules::RuleSet& rules, const GameRecord& record);

/// One step of a replayed game.
struct Step {
  enum class Kind { Throw, Choice, Offer, Forfeit } kind = Kind::Throw;
  int seat = 0;
  rules::Dice thrown = {};                        ///< Set for Throw and Choice.
  rules::Thrown outcome = rules::Thrown::Choice;  ///< Set for Throw.
  rules::Option option = {};                      ///< Set for Choice.
  std::size_t option_index = 0;                   ///< Set for Choice.
  rules::Action action = rules::Action::Roll;     ///< Set for Choice and Offer.
};

/// Takes a legal decision: an answer to an offer, or a roll or bank with the option kept.
inline void apply_decision(const rules::RuleSet& rules, rules::Position& position,
                           rules::Action action, const rules::Option& option) {
  switch (action) {
    case rules::Action::Roll:
      return rules::keep_and_roll(rules, position, option);
    case rules::Action::Bank:
      return rules::keep_and_bank(rules, position, option);
    case rules::Action::Accept:
      return rules::accept_offer(rules, position);
    case rules::Action::Decline:
      return rules::decline_offer(rules, position);
  }
}

using VisitStep =
    std::function<void(const Step&, const rules::Position& before, const rules::Position& after)>;

/// Replays the events. `visit` is called for each step with the position before and after it.
/// Returns what is wrong with the record, such as an illegal event or an unfinished game; nullopt
/// if it is correct.
std::optional<std::string> replay(const rules::RuleSet& rules, const GameRecord& record,
                                  const VisitStep& visit);

/// Returns the number of decisions that agents made.
[[nodiscard]] std::size_t count_decisions(const GameRecord& record);
/// Returns the number of throws.
[[nodiscard]] std::size_t count_throws(const GameRecord& record);

/// Encode all games of a deal as danno.v1.DealRecord, and decode them. Fault reports are not part
/// of it. decode_deal() throws std::runtime_error if the bytes are not a DealRecord.
[[nodiscard]] std::string encode_deal(const std::vector<GameRecord>& games);
[[nodiscard]] std::vector<GameRecord> decode_deal(std::string_view bytes);

}  // namespace danno::referee::record
