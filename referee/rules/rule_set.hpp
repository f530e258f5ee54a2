// A rule set: the scoring table, the traits and the parameters of one kind of Greed.
//
// Every rule set is a file (docs/house-rules.md). Five are bundled: bundled/*.toml, which the build
// embeds. Position reads the traits and knows no rule set by name.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/keeps.hpp"

namespace danno::rules {

/// The numbers and switches that a league may change; points are in units. A rule set uses the
/// switches that Definition::options names.
struct Parameters {
  Points target = 0;              ///< The total that ends the game.
  Points entry = 0;               ///< The least first bank.
  int max_turns = 1000;           ///< The most turns of a seat; then the game is capped.
  bool over_target = false;       ///< The end needs more than the target, not as much.
  bool spare_dice_score = false;  ///< The 4th and 5th equal 2, 3, 4, 6 may be kept, at no points.
  bool break_triples = true;      ///< Parts of three rolled 1s or 5s may be kept.
  bool dead_dice = false;         ///< Dead dice may be kept beside scoring ones, at no points.
  bool choose_attempt = false;    ///< The player chooses what to keep of an attempt.
  bool newcomer_accepts = true;   ///< A seat not in the game yet may accept an offer.
  bool six_alike_ends_turn = false;  ///< Six alike may be banked.
  bool bank_below_entry = false;     ///< Stopping below the entry is legal and records 0.

  friend bool operator==(const Parameters&, const Parameters&) = default;
};

enum class Ending {
  AtOnce,          ///< The first to reach the target has won.
  OthersOneTurn,   ///< Every other seat gets one more turn.
  UntilNoneBeats,  ///< The same, counted anew whenever the score to beat is beaten.
};

/// The rule for a keep of all thrown dice if all of them score.
enum class Hot {
  MayRoll,   ///< A full set may be thrown.
  MustRoll,  ///< A full set must be thrown.
  Ends,      ///< The turn ends with a bank, whatever else forbids one.
};

/// The price of busts in a row.
struct Busts {
  int in_a_row = 0;         ///< The bust that costs: 3 for the third; 0 for none.
  Points penalty = 0;       ///< The points that it costs; the count then restarts.
  bool below_zero = false;  ///< A total may fall below 0.

  friend bool operator==(const Busts&, const Busts&) = default;
};

/// A line of [score]: a pattern of faces and letters, and its points as a number or an expression.
struct Score {
  std::string pattern;
  std::string points;

  friend bool operator==(const Score&, const Score&) = default;
};

/// One kind of Greed: everything that the file of a rule set states.
struct Definition {
  int dice = kMaxDice;
  int unit = 1;  ///< The number of units that make a point.
  Ending ending = Ending::OthersOneTurn;
  Hot hot = Hot::MayRoll;
  Busts busts;
  Points minimum_bank = 0;       ///< The least of every bank.
  Points first_throw_bust = 0;   ///< Points of a turn whose first full throw has no legal keep.
  bool automatic_keeps = false;  ///< All scoring dice leave by themselves; only roll or bank.
  bool bank_takes_all = false;   ///< A bank takes every scoring die of the last roll.
  bool passes_on = false;        ///< A bank with dice left offers turn points and dice.
  bool attempt = false;  ///< The roll after accepting must show a single (KeepRules::singles).
  bool no_bank_at_tie = false;       ///< No bank to the highest total in the last turns.
  bool exact = false;                ///< A bank that passes the target is a bust.
  bool inherited_enters = false;     ///< Inherited points count to the entry.
  bool first_to_reach_wins = false;  ///< Equal totals rank by who reached them first.
  bool start_by_score = false;       ///< The start roll is a full throw and its score.
  unsigned every_keep = 0;  ///< Faces (bits) of which every keep holds one; 0 for no such duty.

  std::string id;
  std::string title;
  std::string summary;           ///< One line.
  std::string faces = "123456";  ///< kFaces characters; how faces are written.
  /// The scoring table: every combination of faces once, by number of dice, then as
  /// compare_written.
  std::vector<Combination> combinations;
  std::vector<Dice> locks;  ///< A keep with one of these saves the turn points from a bust.
  std::vector<Dice> wins;   ///< Full throws that win at once.
  Parameters usual;         ///< The defaults, but for the target.
  std::array<Points, kMaxSeats + 1> targets{};  ///< The targets by number of seats.
  /// Names of the parameters in use, beside target, entry, max_turns and over_target.
  std::span<const std::string_view> options = {};
  /// The canonical text (rule_text.hpp) of a rule set from a file; empty for a bundled one.
  std::string text;

  [[nodiscard]] bool is_bundled() const { return text.empty(); }
  [[nodiscard]] Parameters defaults(int seats) const;
  [[nodiscard]] KeepRules keep_rules(const Parameters& parameters) const;
};

/// Immutable; made once for a league and shared by all its games.
class RuleSet {
 public:
  /// `parameters` in place of the defaults for `seats` players (2 to kMaxSeats).
  RuleSet(const Definition& definition, int seats, const Parameters& parameters);

  [[nodiscard]] const Definition& definition() const { return *definition_; }
  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] const KeepTable& keep_table() const { return keeps_; }
  [[nodiscard]] int seats() const { return seats_; }
  [[nodiscard]] std::string_view id() const { return definition_->id; }
  [[nodiscard]] std::string_view faces() const { return definition_->faces; }
  [[nodiscard]] int dice() const { return definition_->dice; }
  /// Returns whether a seat with this total triggers the end of the game.
  [[nodiscard]] bool reaches_target(Points total) const {
    return parameters_.over_target ? total > parameters_.target : total >= parameters_.target;
  }
  /// Returns whether a throw of these dice wins at once.
  [[nodiscard]] bool wins_at_once(Dice rolled) const { return has_wins_ && is_win(rolled); }
  /// Returns the points of a throw that wins at once.
  [[nodiscard]] Points points_of_win(Dice rolled) const;
  /// Returns whether keeping these dice locks the turn points.
  [[nodiscard]] bool locks(Dice kept) const { return has_locks_ && holds_lock(kept); }

 private:
  [[nodiscard]] bool is_win(Dice rolled) const;
  [[nodiscard]] bool holds_lock(Dice kept) const;

  const Definition* definition_;
  int seats_;
  bool has_wins_;
  bool has_locks_;
  Parameters parameters_;
  KeepTable keeps_;
};

/// Returns the bundled rule sets, in the order of docs/rules.md.
[[nodiscard]] std::span<const Definition* const> all_definitions();
/// Returns the bundled rule set with that id; null if there is none.
[[nodiscard]] const Definition* find_definition(std::string_view id);

/// Keeps a rule set from a file for the life of the process. Equal texts give the same address, so
/// definitions are the same if and only if their addresses are. Thread-safe.
[[nodiscard]] const Definition& register_definition(Definition definition);

/// Returns the rule set that is kept with that text; null if there is none.
[[nodiscard]] const Definition* find_registered(std::string_view text);

/// Returns the rule set with its defaults for so many seats.
[[nodiscard]] RuleSet make_rule_set(const Definition& definition, int seats);

/// A parameter with its name in docs/rules.md.
struct NamedParameter {
  std::string_view name;
  std::string value;      ///< The value as it is written: "5000", "3.5", "true".
  std::int32_t wire = 0;  ///< The number of units or turns; 0 or 1 for a switch.
};
/// Returns the parameters that the rule set uses, in a fixed order.
[[nodiscard]] std::vector<NamedParameter> list_parameters(const Definition& definition,
                                                          const Parameters& parameters);
/// Sets a parameter; returns an error message, with what was expected, if this rule set has no such
/// parameter or the value is wrong.
[[nodiscard]] std::optional<std::string> set_parameter(const Definition& definition,
                                                       Parameters& parameters,
                                                       std::string_view name,
                                                       std::string_view value);

/// Returns the dice of a throw, written in any order of faces; nothing unless they are 1 to
/// definition.dice dice of its faces.
[[nodiscard]] std::optional<Dice> parse_throw(const Definition& definition, std::string_view text);

/// Returns points as people write them: "3.5" for 7 half points.
[[nodiscard]] std::string format_points(const Definition& definition, Points points);
/// Returns the words for points that are expected: "whole points from 1 to 1000000000".
[[nodiscard]] std::string describe_points(const Definition& definition, Points least);
/// Returns the units of written points, 0 to kMaxPoints; nothing if the text is no such number.
[[nodiscard]] std::optional<Points> parse_points(const Definition& definition,
                                                 std::string_view text);
inline constexpr Points kMaxPoints = 1'000'000'000;
/// The most units of a pattern: then no sum of points leaves the type.
inline constexpr Points kMaxPatternPoints = 100'000'000;

/// Returns the chance, 0 to 1, that a throw of `dice` dice (1 to rules.dice()) has no legal keep.
[[nodiscard]] double bust_chance(const RuleSet& rules, int dice);

/// Returns the mean of the best keep of a full throw, in points, not units; a bust counts 0.
[[nodiscard]] double mean_of_first_throw(const RuleSet& rules);

}  // namespace danno::rules
