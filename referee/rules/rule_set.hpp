// A rule set: the scoring table, the traits and the parameters of one kind of Greed.
//
// The five are settled in docs/rules.md. Each is defined in a file of its own and listed once, in
// rule_set.cpp; Position reads the traits and knows no rule set by name.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/keeps.hpp"

namespace danno::rules {

/// What a league may change. Points in units. A rule set uses those that Definition::parameters
/// names; the others are at rest.
struct Parameters {
  Points target = 0;              ///< Ends the game.
  Points entry = 0;               ///< The least first bank.
  int max_turns = 1000;           ///< A seat; then the game is capped.
  bool over_target = false;       ///< The end needs more than the target, not as much.
  bool spare_dice_score = false;  ///< The 4th and 5th equal 2, 3, 4, 6 may be kept, at no points.
  bool break_triples = true;      ///< Parts of three rolled 1s or 5s may be kept.
  bool dead_dice = false;         ///< Dead dice may be kept beside scoring ones, at no points.
  bool choose_attempt = false;    ///< The player chooses what to keep of an attempt.
  bool newcomer_accepts = true;   ///< Who is not in the game yet may accept an offer.
  bool six_alike_ends_turn = false;  ///< Six alike may be banked.
  bool bank_below_entry = false;     ///< Stopping below the entry is legal and records 0.
};

enum class Ending {
  AtOnce,          ///< The first to reach the target has won.
  OthersOneTurn,   ///< Every other seat gets one more turn.
  UntilNoneBeats,  ///< As OthersOneTurn, and counted anew whenever the score to beat is beaten.
};

/// One kind of Greed: all that the file of a rule set states.
struct Definition {
  std::string_view id;
  std::string_view title;
  std::string_view summary;  ///< One line.
  std::string_view faces;    ///< kFaces characters; how faces are written.
  int dice = kMaxDice;
  int unit = 1;  ///< Units a point.
  Ending ending = Ending::OthersOneTurn;
  /// Names of the parameters in use, beside target, entry, max_turns and over_target.
  std::span<const std::string_view> options = {};

  Parameters (*defaults)(int seats) = nullptr;
  KeepRules (*keep_rules)(const Parameters&) = nullptr;

  bool automatic_keeps = false;  ///< All scoring dice leave by themselves; only roll or bank.
  bool bank_takes_all = false;   ///< A bank takes every scoring die of the last roll.
  bool hot_must_roll = false;    ///< No bank where all thrown dice are set aside.
  bool no_bank_at_tie = false;   ///< In the last turns, no bank to the highest total standing.
  bool straight_locks = false;   ///< A straight saves the turn points from a bust.
  bool six_alike_wins = false;   ///< Six alike on a full throw wins at once.
  bool passes_on = false;        ///< A bank with dice left offers turn points and dice.
  bool attempt = false;  ///< The roll after accepting must show a 1 or 5 and keeps by itself.
  bool inherited_enters = false;     ///< Inherited points count to the entry.
  bool first_to_reach_wins = false;  ///< Equal totals rank by who reached them first.
  bool start_by_score = false;       ///< The start roll is a full throw and its score.
  Points six_alike = 0;              ///< Points of the throw that wins at once.
  /// What keep_rules demands beside its combinations, for people; empty: nothing.
  std::string_view keep_demand = {};
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
  /// Whether a throw of these dice wins at once.
  [[nodiscard]] bool wins_at_once(Dice rolled) const;

 private:
  const Definition* definition_;
  int seats_;
  Parameters parameters_;
  KeepTable keeps_;
};

/// All rule sets, in the order of docs/rules.md.
[[nodiscard]] std::span<const Definition* const> all_definitions();
/// Null if no rule set has that id.
[[nodiscard]] const Definition* find_definition(std::string_view id);

/// The rule set with its defaults for so many seats.
[[nodiscard]] RuleSet make_rule_set(const Definition& definition, int seats);

/// One parameter by its name in docs/rules.md. Points as shown ("3.5"), else a whole number or
/// true/false.
struct NamedParameter {
  std::string_view name;
  std::string value;      ///< As written: "5000", "3.5", "true".
  std::int32_t wire = 0;  ///< Units, or 0/1.
};
/// Those that the rule set uses, in a fixed order.
[[nodiscard]] std::vector<NamedParameter> list_parameters(const Definition& definition,
                                                          const Parameters& parameters);
/// Sets one; an error message (what was expected) where the name or the value is not for this rule
/// set.
[[nodiscard]] std::optional<std::string> set_parameter(const Definition& definition,
                                                       Parameters& parameters,
                                                       std::string_view name,
                                                       std::string_view value);

/// "3.5" for 7 half points.
[[nodiscard]] std::string show_points(const Definition& definition, Points points);
/// Whole units at or above 0, at most kMaxPoints; nothing otherwise.
[[nodiscard]] std::optional<Points> parse_points(const Definition& definition,
                                                 std::string_view text);
inline constexpr Points kMaxPoints = 1'000'000'000;

}  // namespace danno::rules
