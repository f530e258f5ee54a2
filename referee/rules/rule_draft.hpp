// A rule file's statements, checked and made into a rule set. docs/house-rules.md has all keys.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/rules/patterns.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {

/// A plain value of a rule file: a boolean, a number or a string.
using RuleScalar = std::variant<bool, std::int64_t, double, std::string>;
/// A table within a line: its keys and plain values, in the order of the file.
using RuleTable = std::vector<std::pair<std::string, RuleScalar>>;
/// A value of a rule file. std::monostate stands for every kind of value that no key takes.
using RuleValue = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                               std::vector<std::string>, RuleTable>;

/// The statements of a rule file, not checked yet.
struct RuleDraft {
  std::map<std::pair<std::string, std::string>, RuleValue> values;  ///< Keyed by section and key.
  std::vector<std::pair<std::string, RuleValue>>
      scores;  ///< The lines of [score]: pattern and points.
};

/// Returns the keys of the section "rules", "turn" or "game"; none for another section.
[[nodiscard]] std::span<const std::string_view> rule_keys(std::string_view section);

/// Returns the rule set that the draft states, with its canonical text. It adds every problem that
/// it finds to `problems`; if there is one, the returned rule set has no meaning. Keys that
/// rule_keys() does not name are ignored.
[[nodiscard]] Definition make_definition(const RuleDraft& draft,
                                         std::vector<RuleProblem>& problems);

}  // namespace danno::rules
