// The scoring patterns of a rule file, expanded into combinations of faces.
//
// A pattern is dice of named faces and of letters a to f; different letters are different faces,
// and none of those that the pattern names. docs/house-rules.md has the grammar.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

/// What is wrong with a key of a rule file.
struct RuleProblem {
  std::string section;             ///< "turn" for a key of [turn]; empty for the whole file.
  std::string key;                 ///< Empty: the section.
  std::string message;             ///< One line, without place and without full stop.
  std::string other_section = {};  ///< The other place of a contradiction, if there is one.
  std::string other_key = {};
};

/// The faces and dice that patterns are made of.
struct PatternDice {
  std::string_view faces;
  int dice = kMaxDice;
  int unit = 1;
};

/// Every combination that the patterns score, by number of dice, then as compare_written. A pattern
/// with faces replaces what patterns of letters alone say of the same dice. Adds what is wrong.
[[nodiscard]] std::vector<Combination> expand_scores(const std::vector<Score>& scores,
                                                     const PatternDice& dice,
                                                     std::vector<RuleProblem>& problems);

/// The same dice once each, for the patterns of a key of [turn].
[[nodiscard]] std::vector<Dice> expand_patterns(const std::vector<std::string>& patterns,
                                                const PatternDice& dice, std::string_view key,
                                                std::vector<RuleProblem>& problems);

}  // namespace danno::rules
