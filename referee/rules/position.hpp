// The game as a pure state machine: a position, and what happens to it.
//
// Chance is handed in (throw_dice), so the same events always give the same position. Nothing here
// draws, prints, waits or fails: callers may pass only legal choices, and asserts check
// that.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "referee/rules/dice.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/rules/seat_set.hpp"

namespace danno::rules {

enum class Phase : std::uint8_t {
  Offer,   ///< The mover accepts or declines what the seat before left.
  Throw,   ///< Position::turn.dice dice are to be thrown; chance moves.
  Choose,  ///< The mover chooses an option of the dice thrown.
  Over,
};

enum class Action : std::uint8_t { Roll, Bank, Accept, Decline };

/// The result of a throw.
enum class Thrown : std::uint8_t {
  Choice,   ///< The mover must choose.
  Bust,     ///< The turn is over; locked points, if any, are booked.
  Attempt,  ///< The attempt succeeded and its dice were kept by themselves: throw again.
  Win,      ///< The throw wins the game.
  Bonus,    ///< A first throw without a keep scored first_throw_bust: throw again.
};

/// The turn of the mover.
struct Turn {
  Points points = 0;      ///< All points of the turn, locked and inherited ones too.
  Points locked = 0;      ///< The points that even a bust records.
  Points inherited = 0;   ///< The points that were taken over with an accepted offer.
  std::uint8_t dice = 0;  ///< The number of dice to throw next.
  bool attempt = false;   ///< True if the next throw is the attempt of an accepted offer.
  bool unproven = false;  ///< True if a die that scores by itself must be kept before a bank.
};

/// The points and dice that the seat before left for the mover.
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
  bool capped = false;     ///< Over because a seat had all its turns.
  SeatSet in_game = {};    ///< Seats that have banked under the entry rule.
  SeatSet forfeited = {};  ///< Seats that are out.
  std::uint8_t roll = 0;   ///< Throws of this turn so far.
  std::array<std::uint8_t, kMaxSeats> forfeit_order{};  ///< 1 for the first to forfeit.
  std::array<std::uint8_t, kMaxSeats> busts{};          ///< Busts in a row, if they have a price.
  std::array<Points, kMaxSeats> totals{};               ///< Banked, less penalties.
  std::array<std::uint32_t, kMaxSeats> turns{};    ///< Turns ended; the index of the current one.
  std::array<std::uint32_t, kMaxSeats> reached{};  ///< The clock when the total was reached.
  std::uint32_t clock = 0;                         ///< Turns ended by all seats.
  Turn turn;
  Offer offer;  ///< Valid while phase is Offer.
  Dice thrown;  ///< Valid while phase is Choose.
  std::optional<std::uint8_t>
      closer;  ///< The seat that triggered the last turns or holds the score to beat.
  std::optional<std::uint8_t> winner;  ///< The seat whose throw won at once.

  [[nodiscard]] bool is_in(int seat) const { return in_game.has(seat); }
  [[nodiscard]] bool is_out(int seat) const { return forfeited.has(seat); }
};

/// A legal keep and the ways to go on after it.
struct Option {
  Dice keep;
  Points points = 0;
  std::uint8_t mask = 0;       ///< Keep::mask.
  std::uint8_t next_dice = 0;  ///< Dice of a roll after it.
  bool one_or_five = false;    ///< Keep::one_or_five.
  bool may_roll = false;
  bool may_bank = false;

  friend bool operator==(const Option&, const Option&) = default;
  /// True if it keeps all of `thrown`, and all of them score.
  [[nodiscard]] bool is_hot(Dice thrown) const { return keep == thrown && next_dice > 0; }
};

/// The reason against a bank after a keep.
enum class NoBank : std::uint8_t {
  Attempt,     ///< The throw is the attempt of an accepted offer.
  Unproven,    ///< No 1 or 5 was kept since the attempt.
  Hot,         ///< All thrown dice are set aside and must be thrown again.
  BelowEntry,  ///< The seat is not in the game and the turn is below the entry.
  BelowLeast,  ///< The turn is below the minimum of every bank.
  Tie,         ///< The total would equal the highest one in the last turns.
  NotAll,      ///< A scoring die would be left.
};

/// The options of one throw, in a buffer to reuse.
class Options {
 public:
  [[nodiscard]] std::span<const Option> all() const { return {options_.data(), size_}; }
  [[nodiscard]] const Option* begin() const { return options_.data(); }
  [[nodiscard]] const Option* end() const { return begin() + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  const Option& operator[](std::size_t i) const { return options_[i]; }
  void clear() { size_ = 0; }
  void add(const Option& option) { options_.at(size_++) = option; }

 private:
  std::array<Option, 64> options_;  // no throw of six dice has more parts than that
  std::size_t size_ = 0;
};

/// Returns a new game, in which `first` is about to throw a full set.
[[nodiscard]] Position start_game(const RuleSet& rules, int first);
/// Sets a total to begin with; call it before the first throw.
void set_score(Position& position, int seat, Points total, bool in_game);

/// Phase Throw: applies a throw of position.turn.dice dice.
Thrown throw_dice(const RuleSet& rules, Position& position, Dice thrown);

/// Phase Choose: fills in the legal options, by falling points and then as compare_written. There
/// is at least one. With automatic keeps there is one only; if a bank takes all scoring dice, only
/// that option may bank.
void list_options(const RuleSet& rules, const Position& position, Options& options);

/// Phase Choose: what the options depend on beside the throw, as one number below
/// kOptionsKeys * (keeps of the throw + 1): positions with the same throw and the same number have
/// the same options. Nothing if it takes more, since a bank may not equal the highest total.
[[nodiscard]] std::optional<std::uint32_t> options_key(const RuleSet& rules,
                                                       const Position& position);
inline constexpr std::uint32_t kOptionsKeys = 4;

/// Phase Choose: returns the first reason against a bank after this option; nothing if it is legal.
[[nodiscard]] std::optional<NoBank> why_no_bank(const RuleSet& rules, const Position& position,
                                                const Option& option);

/// Phase Choose: keeps option.keep, then rolls on or banks; the option must allow it.
void keep_and_roll(const RuleSet& rules, Position& position, const Option& option);
void keep_and_bank(const RuleSet& rules, Position& position, const Option& option);

/// Phase Offer: takes over or leaves what is offered.
void accept_offer(const RuleSet& rules, Position& position);
void decline_offer(const RuleSet& rules, Position& position);

/// Any phase but Over: puts the seat out of the game. The mover loses the turn points and the
/// offer.
void forfeit(const RuleSet& rules, Position& position, int seat);

/// Returns the points that a bank of `turn_points`, of them `inherited`, adds to the seat's total.
/// It is 0 if they are below the entry.
[[nodiscard]] Points recorded(const RuleSet& rules, const Position& position, int seat,
                              Points turn_points, Points inherited);

/// Returns the highest total of the other seats that still play; 0 if there is none.
[[nodiscard]] Points best_other_total(const Position& position);

/// Returns whether a bank of `points` would pass a target that must be reached exactly. That is a
/// bust.
[[nodiscard]] bool passes_target(const RuleSet& rules, const Position& position, Points points);

/// Returns the places from 1 by totals; equal ones are 1, 1, 3. Seats that forfeited come below all
/// others, later ones above earlier ones. A game that is not over has its standing as places.
[[nodiscard]] std::array<std::uint8_t, kMaxSeats> places(const RuleSet& rules,
                                                         const Position& position);

/// The result of the start roll.
struct Start {
  int first = 0;   ///< The seat that begins.
  int lowest = 0;  ///< The seat with the lowest first throw; of equal ones the first in seat order.
};

/// Decides who begins. Each seat throws, in seat order, and the highest begins; those tied for the
/// highest throw again, until one is left. A seat throws one die; if the rule set has
/// start_by_score, it throws all dice and their best score counts. `throw_start(seat, round, dice)`
/// returns the throw of a seat; rounds count from 0.
[[nodiscard]] Start roll_for_start(
    const RuleSet& rules, const std::function<Dice(int seat, int round, int dice)>& throw_start);

}  // namespace danno::rules
