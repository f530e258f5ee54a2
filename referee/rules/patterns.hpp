// Expands the scoring patterns of a rule file into combinations of faces.
//
// A pattern consists of faces and of letters a to f. Different letters stand for different faces,
// and for none that the pattern names. docs/house-rules.md has the grammar.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

/// A problem with a key of a rule file.
struct RuleProblem {
  std::string section;  ///< "turn" for a key of [turn]; empty if the file as a whole is wrong.
  std::string key;      ///< Empty if the section as a whole is wrong.
  std::string message;  ///< One line without place and full stop.
  std::string other_section = {};  ///< The other place of a contradiction, if there is one.
  std::string other_key = {};
};

/// The faces, dice and units that patterns of a rule set are made of.
struct PatternDice {
  std::string_view faces;
  int dice = kMaxDice;
  int unit = 1;
};

/// Returns every combination that the patterns score, sorted by number of dice and then as
/// compare_written. A pattern with faces replaces what patterns of letters alone say of the same
/// dice. Every problem is added to `problems`.
[[nodiscard]] std::vector<Combination> expand_scores(const std::vector<Score>& scores,
                                                     const PatternDice& dice,
                                                     std::vector<RuleProblem>& problems);

/// Returns the dice that the patterns of the key `key` of [turn] stand for, each once. Every
/// problem is added to `problems`.
[[nodiscard]] std::vector<Dice> expand_patterns(const std::vector<std::string>& patterns,
                                                const PatternDice& dice, std::string_view key,
                                                std::vector<RuleProblem>& problems);

}  // namespace danno::rules
