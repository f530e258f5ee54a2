// The canonical text of a rule set, printed and read again.
//
// The canonical text has all keys in a fixed order and its patterns expanded to faces and sorted,
// so equal rules have equal texts. It is TOML; parse_rules reads only the plain part of TOML that
// such texts and the bundled files use.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

// The names of a rule file's keys and of their values, as rule_draft.cpp reads and rule_text.cpp
// prints them. Values stand in the order of the numbers that a Definition has for them.

inline constexpr std::array<std::string_view, 5> kRulesKeys{"id", "title", "summary", "dice",
                                                            "faces"};
inline constexpr std::array<std::string_view, 12> kTurnKeys{
    "keeps",        "bank",  "hot",   "dead_dice", "break_triples", "every_keep",
    "minimum_bank", "offer", "locks", "wins",      "busts",         "first_throw_bust"};
inline constexpr std::array<std::string_view, 11> kGameKeys{
    "target",    "over_target", "exact", "entry",       "below_entry", "ending",
    "tie_banks", "equal",       "start", "half_points", "max_turns"};
inline constexpr std::array<std::string_view, 3> kBustKeys{"in_a_row", "penalty", "below_zero"};

inline constexpr std::array<std::string_view, 2> kKeeps{"choose", "all"};
inline constexpr std::array<std::string_view, 2> kBanks{"kept", "all"};
inline constexpr std::array<std::string_view, 3> kHots{"may-roll", "must-roll", "ends"};
inline constexpr std::array<std::string_view, 3> kOffers{"none", "points-and-dice", "attempt"};
inline constexpr std::array<std::string_view, 2> kBelowEntry{"illegal", "records-0"};
inline constexpr std::array<std::string_view, 3> kEndings{"at-once", "others-one-turn",
                                                          "until-none-beats"};
inline constexpr std::array<std::string_view, 2> kEquals{"share", "first-to-reach"};
inline constexpr std::array<std::string_view, 2> kStarts{"highest-die", "highest-score"};

/// Returns the canonical text. It ends with a line feed.
[[nodiscard]] std::string print_rules(const Definition& definition);

/// Returns the keys of [turn] and [game] with their values as words, sorted by key: that of a
/// string without quotes, of a list its entries with blanks between, of a table one value for each
/// "KEY.NAME". It leaves out what parameters have: target, over_target, entry and max_turns.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> list_traits(
    const Definition& definition);

/// Returns the rule set of a canonical text, or an error message if the text is none.
[[nodiscard]] std::variant<Definition, std::string> parse_rules(std::string_view text);

/// Returns the rule set with this id and this canonical text; the text of a bundled rule set is
/// empty. The rule set is kept for the life of the process. Returns an error message if there is
/// none.
[[nodiscard]] std::variant<const Definition*, std::string> find_definition(std::string_view id,
                                                                           std::string_view text);

/// The longest text that is read, in bytes.
inline constexpr std::size_t kMostRuleText = 65'536;

}  // namespace danno::rules
