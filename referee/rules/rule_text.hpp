// A rule set as text: what a rule file states, checked and made a Definition, and printed again.
//
// The canonical text has all keys in a fixed order and its patterns expanded to faces and sorted,
// so equal rules have equal texts. It is TOML; parse_rules reads only the plain part of TOML that
// such texts and the bundled files use. docs/house-rules.md has all keys.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/rules/patterns.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {

using RuleScalar = std::variant<bool, std::int64_t, double, std::string>;
using RuleTable = std::vector<std::pair<std::string, RuleScalar>>;
/// A value of TOML, as far as rule files have them; std::monostate is any other one.
using RuleValue = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                               std::vector<std::string>, RuleTable>;

/// What a rule file says, before it is known to be right.
struct RuleDraft {
  std::map<std::pair<std::string, std::string>, RuleValue> values;  ///< By section and key.
  std::vector<std::pair<std::string, RuleValue>> scores;            ///< Of [score], by pattern.
};

/// The keys of a section: "rules", "turn" or "game".
[[nodiscard]] std::span<const std::string_view> rule_keys(std::string_view section);

/// The rule set that the draft states, with its canonical text; adds what is wrong, and then what
/// is returned has no meaning. Keys that rule_keys does not name are ignored.
[[nodiscard]] Definition make_definition(const RuleDraft& draft,
                                         std::vector<RuleProblem>& problems);

/// The canonical text. It ends with a line feed.
[[nodiscard]] std::string print_rules(const Definition& definition);

/// Reads a canonical text; an error message where it is none.
[[nodiscard]] std::variant<Definition, std::string> parse_rules(std::string_view text);

/// The rule set that is named by its id and, where it is from a file, its canonical text (empty for
/// a bundled one), kept for the life of the process; an error message if there is none.
[[nodiscard]] std::variant<const Definition*, std::string> find_definition(std::string_view id,
                                                                           std::string_view text);

/// The longest text that is read, in bytes.
inline constexpr std::size_t kMostRuleText = 65'536;

}  // namespace danno::rules
