// The keys of a league file but those of rule sets, with the values that they set. The first draft
// of a league file, and the JSON schema by which editors check one, follow from them.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/entrants/agent_files.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::schedule {

/// The keys for the league's web pages: [site], and `site` in [league].
struct SiteKeys {
  bool wanted = false;                 ///< True if pages are made after every run.
  std::optional<std::string> title;    ///< Replaces the league's name.
  std::optional<std::string> about;    ///< A paragraph about the league.
  std::optional<std::string> games;    ///< A number, or "all".
  std::string faults = "kinds";        ///< One of "kinds", "none" and "details".
  bool authors = true;                 ///< True if authors are named.
  std::optional<std::string> address;  ///< The address at which the site will be published.
};

/// The games that authors can see while the season is open.
enum class PublicGames { Own, None, All };

/// The keys of a season that is kept by danno: [season] and [final].
struct SeasonKeys {
  std::filesystem::path inbox = "inbox";    ///< The folder of submissions, a folder per author.
  std::filesystem::path outbox = "outbox";  ///< The folder of answers, with a folder per author.
  std::filesystem::path intake;             ///< The folder of accepted agents: agents = "FOLDER/*".
  std::optional<std::chrono::sys_seconds> opens;   ///< No submission is accepted before this time.
  std::optional<std::chrono::sys_seconds> closes;  ///< Submissions are refused from this time on.
  int max_per_day = 20;        ///< Submissions of an author that are checked per day (UTC).
  std::uintmax_t max_mb = 16;  ///< The size of an unpacked submission.
  std::uintmax_t max_files = 1000;
  std::chrono::seconds build_time{60};  ///< The longest time that a build may take.
  PublicGames games = PublicGames::Own;
  bool has_final = false;

  [[nodiscard]] entrants::FolderLimits limits() const {
    return {.bytes = max_mb << 20U, .files = max_files};
  }
};

/// The keys of an [[agent]].
struct AgentKeys {
  std::optional<std::string> path;
  std::optional<std::string> name;
  std::optional<std::vector<std::string>> run;
  std::optional<std::string> author;
  referee::protocol::RestartPolicy fresh = referee::protocol::RestartPolicy::Never;
};

/// The values of all keys.
struct LeagueKeys {
  store::League league;  ///< The values that are resolved already, such as the format.
  std::optional<std::string> name;
  std::vector<std::string> rules;
  std::optional<std::string> agents;
  std::string rating;
  SiteKeys site;
  SeasonKeys season;
  AgentKeys agent;  ///< The [[agent]] that was read last.
};

/// The keys of one table: [league], [limits], [site], [season] or [[agent]].
struct KeyTable {
  std::string_view name;  ///< The name without brackets.
  std::vector<FileKey> keys;
};

/// Returns the keys of all tables in the order of the file, those of each format included. Reading
/// them sets `values`.
[[nodiscard]] std::vector<KeyTable> key_tables(LeagueKeys& values);

/// Returns the key's value as JSON, a time in seconds; null if the key is missing, wrong or Other.
[[nodiscard]] base::Json read_value(base::TomlReader& reader, const FileKey& key);

/// Stores the values of a table's keys. A key without a value leaves its place as it was.
void read_table(base::TomlReader& reader, std::span<const FileKey> keys);

/// The schema's file name; the schema lies beside the league file.
inline constexpr std::string_view kSchemaFile = "league.schema.json";

/// Returns a league file that plays once there are agents. It has every key, except those of a
/// season, with its default or an example and an explanation; all keys that a league does not need
/// are comments. `name` is the league's name.
[[nodiscard]] std::string league_draft(std::string_view name);

/// Returns the JSON Schema, draft 7, in the form that taplo and Even Better TOML accept.
[[nodiscard]] std::string league_schema();

}  // namespace danno::leagues::schedule
