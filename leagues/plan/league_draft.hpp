// A league file to begin with, and the JSON schema by which editors complete and check one. Both
// are made of one list of keys; a test compares it with what the reader of league files knows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/plan/format.hpp"
#include "leagues/plan/key_shape.hpp"

namespace danno::leagues::plan {

struct LeagueKey {
  std::string_view name;
  KeyShape shape;
};

/// [league], [limits], [site], [season] or [[agent]].
struct KeyTable {
  std::string_view name;  ///< Without brackets.
  std::vector<LeagueKey> keys;
};

/// All keys of leagues of these formats, as the file has them; those of one format, too.
[[nodiscard]] std::vector<KeyTable> key_tables(std::span<const Format* const> formats);

/// What the schema's file is called; it lies beside the league file.
inline constexpr std::string_view kSchemaFile = "league.schema.json";

/// A file that plays as it is once there are agents: every key with its default or an example and
/// why, but for those of a season; only what a league needs is not a comment. `name` is the
/// league's.
[[nodiscard]] std::string league_draft(std::string_view name,
                                       std::span<const Format* const> formats);

/// JSON Schema, draft 7, as taplo and Even Better TOML take it.
[[nodiscard]] std::string league_schema(std::span<const Format* const> formats);

}  // namespace danno::leagues::plan
