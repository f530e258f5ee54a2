// The game as a pure state machine: a position, and what happens to it.
//
// Chance is handed in (throw_dice), so the same events always give the same position. Nothing here
// draws, prints, waits or fails: who calls must offer only what is legal, and asserts say so.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "referee/rules/dice.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {

enum class Phase : std::uint8_t {
  Offer,   ///< The mover accepts or declines what the seat before left.
  Throw,   ///< Position::turn.dice dice are to be thrown; chance moves.
  Choose,  ///< The mover chooses an option of the dice thrown.
  Over,
};

enum class Action : std::uint8_t { Roll, Bank, Accept, Decline };

/// What a throw led to.
enum class Thrown : std::uint8_t {
  Choice,   ///< The mover must choose.
  Bust,     ///< The turn is over; locked points, if any, are booked.
  Attempt,  ///< The attempt succeeded and its dice were kept by themselves: throw again.
  Win,      ///< The throw wins the game.
  Bonus,    ///< A first throw without a keep scored first_throw_bust: throw again.
};

/// The turn of the mover.
struct Turn {
  Points points = 0;      ///< With the locked and inherited ones.
  Points locked = 0;      ///< Booked even on a bust.
  Points inherited = 0;   ///< Taken over with an accepted offer.
  std::uint8_t dice = 0;  ///< To throw next.
  bool attempt = false;   ///< Of an accepted offer: the throw must show a 1 or 5 (`official`).
  bool unproven = false;  ///< After an attempt, until a 1 or 5 is kept: no bank without one.
};

/// What the seat before left for the mover.
struct Offer {
  Points points = 0;
  std::uint8_t dice = 0;
};

/// The most throws of a turn: the last one is a bust, whatever it shows. So every turn ends, also
/// where the rules know no bust.
inline constexpr int kMaxThrows = 255;

/// A plain value of some 130 bytes. Seats count from 0, clockwise; arrays go by seat, unused
/// seats are zero.
struct Position {
  std::uint8_t seats = 2;
  std::uint8_t mover = 0;
  Phase phase = Phase::Throw;
  bool capped = false;         ///< Over because a seat had all its turns.
  std::uint8_t in_game = 0;    ///< Bit s: seat s has banked under the entry rule.
  std::uint8_t forfeited = 0;  ///< Bit s: seat s is out.
  std::uint8_t roll = 0;       ///< Throws of this turn so far.
  std::array<std::uint8_t, kMaxSeats> forfeit_order{};  ///< 1 for the first to forfeit.
  std::array<std::uint8_t, kMaxSeats> busts{};          ///< In a row, where busts have a price.
  std::array<Points, kMaxSeats> totals{};               ///< Banked, less penalties.
  std::array<std::uint32_t, kMaxSeats> turns{};    ///< Turns ended; the index of the current one.
  std::array<std::uint32_t, kMaxSeats> reached{};  ///< When the total was reached; 0: at the start.
  std::uint32_t clock = 0;                         ///< Turns ended by all seats.
  Turn turn;
  Offer offer;  ///< While phase is Offer.
  Dice thrown;  ///< While phase is Choose.
  std::optional<std::uint8_t>
      closer;  ///< In the last turns: who triggered them or holds the score to beat.
  std::optional<std::uint8_t> winner;  ///< Of a throw that wins at once.

  [[nodiscard]] bool is_in(int seat) const { return ((in_game >> seat) & 1U) != 0; }
  [[nodiscard]] bool is_out(int seat) const { return ((forfeited >> seat) & 1U) != 0; }
};

/// A legal keep and how one may go on after it.
struct Option {
  Dice keep;
  Points points = 0;
  std::uint8_t mask = 0;       ///< Keep::mask.
  std::uint8_t next_dice = 0;  ///< Dice of a roll after it.
  bool one_or_five = false;    ///< Keep::one_or_five.
  bool may_roll = false;
  bool may_bank = false;

  /// Whether it keeps all of `thrown`, and all of them score.
  [[nodiscard]] bool is_hot(Dice thrown) const { return keep == thrown && next_dice > 0; }
};

/// Why a bank is not legal after a keep.
enum class NoBank : std::uint8_t {
  Attempt,     ///< The throw is the attempt of an accepted offer.
  Unproven,    ///< No 1 or 5 was kept since the attempt.
  Hot,         ///< All thrown dice are set aside and must be thrown again.
  BelowEntry,  ///< The seat is not in the game and the turn is below the entry.
  BelowLeast,  ///< The turn is below the minimum of every bank.
  Tie,         ///< In the last turns, it would equal the highest total.
  NotAll,      ///< A scoring die would be left.
};

/// Options of one throw; a buffer to reuse.
class Options {
 public:
  [[nodiscard]] std::span<const Option> all() const { return {options_.data(), size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }
  const Option& operator[](std::size_t i) const { return options_[i]; }
  void clear() { size_ = 0; }
  void add(const Option& option) { options_.at(size_++) = option; }

 private:
  std::array<Option, 64> options_;  // no throw of six dice has more parts than that
  std::size_t size_ = 0;
};

/// A new game; `first` begins with a full throw.
[[nodiscard]] Position start_game(const RuleSet& rules, int first);
/// A total to begin with, before the first throw.
void set_score(Position& position, int seat, Points total, bool in_game);

/// Phase Throw: what falls. `thrown` holds position.turn.dice dice.
Thrown throw_dice(const RuleSet& rules, Position& position, Dice thrown);

/// Phase Choose: the legal options, by falling points, then as compare_written; never empty. With
/// automatic keeps there is one; where a bank takes all scoring dice, only that option may bank.
void list_options(const RuleSet& rules, const Position& position, Options& options);

/// Phase Choose: the first reason against a bank after this option; nothing if it is legal.
[[nodiscard]] std::optional<NoBank> why_no_bank(const RuleSet& rules, const Position& position,
                                                const Option& option);

/// Phase Choose: keeps option.keep, then rolls on or banks; the option must allow it.
void keep_and_roll(const RuleSet& rules, Position& position, const Option& option);
void keep_and_bank(const RuleSet& rules, Position& position, const Option& option);

/// Phase Offer.
void accept_offer(const RuleSet& rules, Position& position);
void decline_offer(const RuleSet& rules, Position& position);

/// Any phase but Over: the seat is out; of the mover, the turn points and its offer are lost.
void forfeit(const RuleSet& rules, Position& position, int seat);

/// The points that a bank of `turn_points` (of them `inherited`) adds to the seat's total: 0 where
/// it is below the entry.
[[nodiscard]] Points recorded(const RuleSet& rules, const Position& position, int seat,
                              Points turn_points, Points inherited);

/// Places from 1, equal ones as 1, 1, 3: by totals; who forfeited below all others, later forfeits
/// above earlier ones. Of a game that is not over: the standing.
[[nodiscard]] std::array<std::uint8_t, kMaxSeats> places(const RuleSet& rules,
                                                         const Position& position);

}  // namespace danno::rules
