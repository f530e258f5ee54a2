// The names of a rule file's keys and of their values, as rule_draft.cpp reads and rule_text.cpp
// prints them. Values stand in the order of the numbers that a Definition has for them.
#pragma once

#include <array>
#include <string_view>

namespace danno::rules {

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

}  // namespace danno::rules
