// Makes the first draft of a league file, and the JSON schema by which editors complete and check
// one. Both come from one list of keys; a test compares it with what the reader knows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/schedule/format.hpp"

namespace danno::leagues::schedule {

struct LeagueKey {
  std::string_view name;
  KeyShape shape;
};

/// The keys of one table: [league], [limits], [site], [season] or [[agent]].
struct KeyTable {
  std::string_view name;  ///< The name without brackets.
  std::vector<LeagueKey> keys;
};

/// Returns all keys of leagues of these formats, in the order of the file, including those of a
/// single format.
[[nodiscard]] std::vector<KeyTable> key_tables(std::span<const Format* const> formats);

/// The schema's file name; the schema lies beside the league file.
inline constexpr std::string_view kSchemaFile = "league.schema.json";

/// Returns a league file that plays once there are agents. It has every key, except those of a
/// season, with its default or an example and an explanation; all keys that a league does not need
/// are comments. `name` is the league's name.
[[nodiscard]] std::string league_draft(std::string_view name,
                                       std::span<const Format* const> formats);

/// Returns the JSON Schema, draft 7, in the form that taplo and Even Better TOML accept.
[[nodiscard]] std::string league_schema(std::span<const Format* const> formats);

}  // namespace danno::leagues::schedule
