// Small rule sets as files have them, one for each trait that the bundled ones lack.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <variant>

#include "referee/rules/rule_text.hpp"

namespace danno::solver {

/// Sections [turn] and [game] by id, without the target.
inline const std::map<std::string, std::pair<std::string, std::string>>& house_rules() {
  static const std::map<std::string, std::pair<std::string, std::string>> kRules{
      {"plain", {"", ""}},
      {"penalty", {"busts = { in_a_row = 2, penalty = 150 }", "entry = 100"}},
      {"penalty-of-each", {"busts = { in_a_row = 1, penalty = 50 }", "ending = \"at-once\""}},
      {"penalty-of-three",
       {"busts = { in_a_row = 3, penalty = 100 }\nminimum_bank = 100", "entry = 150"}},
      {"penalty-and-offers",
       {"busts = { in_a_row = 2, penalty = 100 }\noffer = \"points-and-dice\"", "entry = 100"}},
      {"minimum", {"minimum_bank = 150", ""}},
      {"minimum-and-offers", {"minimum_bank = 150\noffer = \"points-and-dice\"", "entry = 200"}},
      {"bonus", {"first_throw_bust = 100", "entry = 150"}},
      {"bonus-and-offers", {"first_throw_bust = 100\noffer = \"points-and-dice\"", ""}},
      {"bonus-until-none-beats", {"first_throw_bust = 50", "ending = \"until-none-beats\""}},
      {"exact", {"", "exact = true\nending = \"at-once\""}},
      {"exact-others", {"", "exact = true\nentry = 100\ntie_banks = false"}},
      {"exact-penalty",
       {"busts = { in_a_row = 2, penalty = 100 }", "exact = true\nequal = \"first-to-reach\""}},
      {"ends", {"hot = \"ends\"", "entry = 200\ntie_banks = false"}},
      {"ends-minimum", {"hot = \"ends\"\nminimum_bank = 200", "below_entry = \"records-0\""}},
      {"ends-penalty",
       {"hot = \"ends\"\nminimum_bank = 200\nbusts = { in_a_row = 2, penalty = 50 }", ""}},
      {"ends-all", {"hot = \"ends\"\nbank = \"all\"\ndead_dice = true", ""}},
      {"records-0", {"", "entry = 200\nbelow_entry = \"records-0\""}},
      {"records-0-penalty",
       {"busts = { in_a_row = 2, penalty = 100 }", "entry = 200\nbelow_entry = \"records-0\""}},
      {"attempts", {"offer = \"attempt\"", "entry = 100"}},
      {"attempts-minimum",
       {"offer = \"attempt\"\nminimum_bank = 200", "ending = \"until-none-beats\""}},
      {"offers-at-once", {"offer = \"points-and-dice\"", "ending = \"at-once\""}},
      {"offers-until-none-beats",
       {"offer = \"points-and-dice\"", "entry = 150\nending = \"until-none-beats\""}},
      {"wins", {"wins = [\"666\", \"222\"]", ""}},
      {"wins-and-offers", {"wins = [\"666\"]\noffer = \"points-and-dice\"", "entry = 100"}},
      {"wins-bonus", {"wins = [\"666\"]\nfirst_throw_bust = 50", ""}},
      {"wins-exact", {"wins = [\"666\"]\nhot = \"must-roll\"", "exact = true"}},
      {"wins-until-none-beats",
       {"wins = [\"666\"]\noffer = \"attempt\"", "ending = \"until-none-beats\""}},
      {"wins-and-locks", {"wins = [\"666\"]\nlocks = [\"555\"]", "ending = \"at-once\""}},
      {"all-leave", {"keeps = \"all\"\nhot = \"must-roll\"", "equal = \"first-to-reach\""}},
      {"dead-dice", {"dead_dice = true\nevery_keep = \"15\"\nbreak_triples = false", ""}},
  };
  return kRules;
}

/// Three dice; of a bust nearly as often as with six.
inline const rules::Definition& house_definition(const std::string& id) {
  const auto& [turn, game] = house_rules().at(id);
  const auto parsed = rules::parse_rules("[rules]\nid = \"" + id +
                                         "\"\ndice = 3\n[score]\n\"1\" = 100\n\"5\" = 50\n" +
                                         "\"aaa\" = \"100 * a\"\n\"123\" = 250\n[turn]\n" + turn +
                                         "\n[game]\ntarget = 300\n" + game + "\n");
  if (const auto* const problem = std::get_if<std::string>(&parsed)) ADD_FAILURE() << *problem;
  return rules::register_definition(std::get<rules::Definition>(parsed));
}

}  // namespace danno::solver
