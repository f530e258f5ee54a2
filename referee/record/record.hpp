// A game as it was played: the events, from which everything else follows by the rules.
//
// An event is 16 bits. Low 9 bits: the dice thrown, as their rank among all throws of so many dice
// (how many is known from the position), or one of the two escapes below. High 7 bits: what was
// done with them: the option's index times two, plus one for a bank; kNoDecision where the throw
// left nothing to decide (a bust, a successful attempt, six alike that win).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "referee/record/fault.hpp"
#include "referee/rules/position.hpp"

namespace danno::referee::record {

using Event = std::uint16_t;

inline constexpr Event kOfferAccepted = 511;
inline constexpr Event kOfferDeclined = 511 | (1U << 9);
inline constexpr unsigned kForfeitRank = 510;  ///< High bits: the seat.
inline constexpr unsigned kNoDecision = 127;

[[nodiscard]] Event event_of_throw(rules::Dice thrown);
[[nodiscard]] Event event_of_choice(rules::Dice thrown, std::size_t option, rules::Action action);
[[nodiscard]] Event event_of_forfeit(int seat);

/// One game, played to its end.
struct GameRecord {
  std::uint8_t seats = 2;
  std::uint8_t seating = 0;
  std::array<std::uint8_t, rules::kMaxSeats> agent_at{};  ///< By seat: the index in the line-up.
  std::uint8_t first = 0;
  std::uint8_t absent = 0;  ///< Bit s: seat s was out before the first throw.
  bool capped = false;
  std::array<std::uint8_t, rules::kMaxSeats> places{};
  std::array<rules::Points, rules::kMaxSeats> totals{};
  std::vector<Event> events;
  std::vector<Fault> faults;
};

/// The position before the first event: absent seats have forfeited.
[[nodiscard]] rules::Position first_position(const rules::RuleSet& rules, const GameRecord& record);

/// One step of a game told again.
struct Step {
  enum class Kind { Throw, Choice, Offer, Forfeit } kind = Kind::Throw;
  int seat = 0;
  rules::Dice thrown = {};                        ///< Throw and Choice.
  rules::Thrown outcome = rules::Thrown::Choice;  ///< Throw.
  rules::Option option = {};                      ///< Choice.
  std::size_t option_index = 0;                   ///< Choice.
  rules::Action action = rules::Action::Roll;     ///< Choice and Offer.
};

using VisitStep =
    std::function<void(const Step&, const rules::Position& before, const rules::Position& after)>;

/// Plays the events again. `visit` sees each step with the position before and after it. Returns
/// what is wrong with the record, if anything is: an event that is not legal, a game not over.
std::optional<std::string> replay(const rules::RuleSet& rules, const GameRecord& record,
                                  const VisitStep& visit);

/// Decisions that agents took.
[[nodiscard]] std::size_t count_decisions(const GameRecord& record);

/// danno.v1.DealRecord of all games of a deal, and back; throws std::runtime_error on bytes that
/// are none. Reports are not part of it.
[[nodiscard]] std::string encode_deal(const std::vector<GameRecord>& games);
[[nodiscard]] std::vector<GameRecord> decode_deal(std::string_view bytes);

}  // namespace danno::referee::record
