// The values that a key of a league file takes, for authors of league files and their editors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::plan {

/// The kind of value. RuleSets is a list of ids and rule files. Other is a table, or a key with
/// values of more than one kind; the reader says what it expects.
enum class KeyKind { Text, Words, RuleSets, Number, Flag, Other };

struct KeyShape {
  KeyKind kind = KeyKind::Text;
  /// One line of explanation; if `standard` is empty, it names the default.
  std::string_view why = {};
  /// The default, as TOML; empty if there is none or it depends on other keys.
  std::string standard = {};
  std::string example = {};  ///< An example value, as TOML; used if `standard` is empty.
  std::int64_t least = 0;    ///< The smallest value of a number.
  std::int64_t most = 0;
  std::vector<std::string> words = {};  ///< All permitted values; empty if any text is permitted.
};

}  // namespace danno::leagues::plan
