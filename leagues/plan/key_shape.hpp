// What a key of a league file takes, for people who write one and for their editors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::plan {

/// Other: a table, or values of more than one kind; the reader says what it expects.
enum class KeyKind { Text, Words, Number, Flag, Other };

struct KeyShape {
  KeyKind kind = KeyKind::Text;
  std::string_view why = {};  ///< One line; where there is no `standard`, it tells the default.
  std::string standard = {};  ///< The default, as TOML; empty: none, or it depends.
  std::string example = {};   ///< A value, as TOML, where there is no `standard`.
  std::int64_t least = 0;     ///< Of a number.
  std::int64_t most = 0;
  std::vector<std::string> words = {};  ///< All that may stand there; empty: any text.
};

}  // namespace danno::leagues::plan
