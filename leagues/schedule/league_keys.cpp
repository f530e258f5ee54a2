// The keys of a league file. A new key is a line in one of the tables, and a member in the header.
#include "leagues/schedule/league_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "leagues/ratings/rating_model.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/season_file.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::schedule {
namespace {

using base::Json;

// --- the keys ------------------------------------------------------------------------------------

std::string quote(std::string_view text) { return fmt::format("\"{}\"", text); }

template <typename T>
void assign(T& value, const Json& json) {
  value = json.get<T>();
}
template <typename Rep, typename Period>
void assign(std::chrono::duration<Rep, Period>& value, const Json& json) {
  value = std::chrono::duration<Rep, Period>(json.get<std::int64_t>());
}
void assign(std::chrono::sys_seconds& value, const Json& json) {
  value = std::chrono::sys_seconds(std::chrono::seconds(json.get<std::int64_t>()));
}
void assign(std::filesystem::path& value, const Json& json) { value = json.get<std::string>(); }

/// Returns the key, whose value goes to `value`.
template <typename T>
FileKey stored_in(T& value, FileKey key) {
  key.store = [&value](const Json& json) { assign(value, json); };
  return key;
}
/// Returns the key of a value that a file need not have. `why` names the default.
template <typename T>
FileKey optional_key(std::string_view name, std::optional<T>& value, std::string_view why,
                     std::string example) {
  constexpr KeyKind kKind = std::is_same_v<T, bool>                       ? KeyKind::Flag
                            : std::is_same_v<T, std::string>              ? KeyKind::Text
                            : std::is_same_v<T, std::chrono::sys_seconds> ? KeyKind::Time
                                                                          : KeyKind::Words;
  FileKey key{name, kKind, why, "", std::move(example)};
  key.store = [&value](const Json& json) { assign(value.emplace(), json); };
  return key;
}

/// Returns the key of a whole number or a duration. Its default is `value`.
template <typename T>
FileKey number_key(std::string_view name, T& value, std::int64_t least, std::int64_t most,
                   std::string_view why) {
  return stored_in(value,
                   {name, KeyKind::Number, why, fmt::to_string(value / T(1)), "", least, most});
}

FileKey flag_key(std::string_view name, bool& value, std::string_view why) {
  return stored_in(value, {name, KeyKind::Flag, why, value ? "true" : "false"});
}

/// Returns the key of one of `words`, in the order of the enumeration. The first word is the
/// default; with an example, the enumeration's first value is, and has no word.
template <typename T>
FileKey word_key(std::string_view name, T& value, const std::vector<std::string>& words,
                 std::string_view why, const std::string& example = "") {
  FileKey key{name, KeyKind::Text, why, example.empty() ? quote(words.front()) : "", example, 0,
              0,    words};
  if constexpr (std::is_enum_v<T>) {
    key.store = [&value, words, first = example.empty() ? 0 : 1](const Json& word) {
      value =
          static_cast<T>(std::ranges::find(words, word.get<std::string>()) - words.begin() + first);
    };
    return key;
  } else {
    return stored_in(value, std::move(key));
  }
}

std::vector<FileKey> league_keys(LeagueKeys& values) {
  store::League& league = values.league;
  std::vector<std::string> ids;
  for (const rules::Definition* const definition : rules::all_definitions())
    ids.push_back(definition->id);
  std::vector<std::string> formats;
  for (const Format* const format : all_formats())
    formats.emplace_back(format->name());
  std::vector<FileKey> keys{
      optional_key("name", values.name,
                   "also the name of its folder in out/; default: the file's name", "\"spring\""),
      stored_in(values.rules, {"rules", KeyKind::RuleSets,
                               "each has its own table; ids, or files such as \"./farkle.toml\"",
                               "", "[\"koans\"]", 0, 0, std::move(ids)}),
      optional_key("agents", values.agents, "folders with agent.toml, relative to this file",
                   "\"bots/*\""),
      word_key("format", league.format, formats, "which agents meet"),
      number_key("seats", league.seats, 2, rules::kMaxSeats, "players per game"),
      number_key("deals", league.deals, 1, 10'000'000,
                 "deals of each line-up, each played in every seating"),
      flag_key("mirror", league.mirror, "the same dice in every seating of a deal"),
      word_key("rank_by", league.rank_by, {"elo", "points", "raw"}, "what the table is sorted by"),
      word_key("rating", values.rating, ratings::rating_model_ids(), "the model of the ratings"),
      number_key("max_per_author", league.max_per_author, 0, 1000,
                 "most agents of one author; 0: no limit"),
      word_key("advice", league.advice, {"off", "first-game", "always"},
               "with the questions; games with advice are not rated"),
      optional_key("seed", league.seed,
                   "seed of all dice; default: a random one, which nobody can guess",
                   "\"any text\""),
      flag_key("site", values.site.wanted, "web pages after every run")};
  for (const Format* const format : all_formats()) {
    for (const FileKey& key : format->facts().keys) {
      auto known = std::ranges::find(keys, key.name, &FileKey::name);
      if (known == keys.end()) known = keys.insert(known, key);
      known->formats.emplace_back(format->name());
    }
  }
  return keys;
}

std::vector<FileKey> limits_keys(referee::protocol::Limits& limits) {
  constexpr std::int64_t kMaxMilliseconds = 600'000;
  return {
      number_key("answer_ms", limits.answer, 1, kMaxMilliseconds,
                 "thinking time per answer, in milliseconds"),
      number_key("bank_ms", limits.bank, 0, kMaxMilliseconds,
                 "a game's time bank: what answers may use beyond answer_ms"),
      number_key("start_ms", limits.start, 1, kMaxMilliseconds,
                 "time from a process's start to its Ready"),
      number_key("max_faults", limits.max_faults, 1, 1'000'000,
                 "an agent with this many faults in a line-up forfeits the rest"),
      number_key("memory_mb", limits.memory_mb, 0, 1'000'000,
                 "memory of an agent and all its processes"),
      word_key("isolation", limits.isolation, {"strict", "confined", "none"},
               "how agents are isolated; 'none' if you trust them all"),
      optional_key("freeze", limits.freeze,
                   "stop an agent that owes no answer; default: if it is cheap", "true"),
      word_key("fresh", limits.fresh, {"line-up", "game"},
               "when an agent is restarted; default: one start for all line-ups", "\"line-up\"")};
}

std::vector<FileKey> site_keys(SiteKeys& site) {
  return {optional_key("title", site.title, "title of the web pages; default: the league's name",
                       "\"The spring league\""),
          optional_key("about", site.about, "a paragraph on the first page",
                       "\"Bots of the autumn course.\""),
          {"games", KeyKind::Other,
           "deals of each rule set that have a page, or \"all\"; default: 3 per agent, 100 to 400",
           "", "200"},
          word_key("faults", site.faults, {"kinds", "none", "details"},
                   "what the pages show of an agent's faults"),
          flag_key("authors", site.authors, "whether authors are named"),
          optional_key("address", site.address, "where the pages will be published",
                       "\"https://example.org/league/\"")};
}

std::vector<FileKey> season_keys(SeasonKeys& season) {
  return {stored_in(season.inbox, {"inbox", KeyKind::Text, "a folder for each author: submissions",
                                   quote(season.inbox.string())}),
          stored_in(season.outbox,
                    {"outbox", KeyKind::Text, "a folder for each author: answers and results",
                     quote(season.outbox.string())}),
          optional_key("opens", season.opens, "no submission is taken before; default: at once",
                       "2026-09-01T08:00:00+02:00"),
          optional_key("closes", season.closes,
                       "later submissions are refused, then the final is played; default: never",
                       "2026-12-01T18:00:00+01:00"),
          number_key("max_per_day", season.max_per_day, 1, 10'000,
                     "checked submissions per author and day (UTC)"),
          number_key("max_mb", season.max_mb, 1, 512, "size of a submission, unpacked"),
          number_key("max_files", season.max_files, 1, 20'000, "files and folders of a submission"),
          number_key("max_build_s", season.build_time, 1, 3600, "seconds that a build may take"),
          word_key("public", season.games, {"own", "standings", "games"},
                   "which games authors see before 'closes'")};
}

std::vector<FileKey> agent_keys(AgentKeys& agent) {
  return {
      optional_key("path", agent.path, "a folder, a program, or a bundled agent", "\"hold\""),
      optional_key("name", agent.name, "in place of the one in its agent.toml", "\"old-hold\""),
      optional_key("run", agent.run, "a command, in place of path", "[\"python3\", \"ada.py\"]"),
      optional_key("author", agent.author, "in place of the one in its agent.toml", "\"Ada L.\""),
      word_key("fresh", agent.fresh, {"line-up", "game"}, "as in [limits], for this agent",
               "\"line-up\"")};
}

// --- the draft -------------------------------------------------------------------------------

constexpr std::size_t kWhyColumn = 36;

/// Returns a line of the draft: key, value and, in a column of its own, the reason.
std::string key_line(const FileKey& key, std::string_view value, bool is_comment) {
  std::string line = fmt::format("{}{} = {}", is_comment ? "# " : "", key.name, value);
  line.resize(std::max(line.size() + 1, kWhyColumn), ' ');
  line += fmt::format("# {}", key.why);
  if (!key.words.empty()) line += fmt::format(" ({})", fmt::join(key.words, ", "));
  return line + "\n";
}

std::string table_lines(const KeyTable& table, std::string_view name) {
  std::string text;
  for (const FileKey& key : table.keys) {
    const bool is_needed = table.name == "league" &&
                           (key.name == "name" || key.name == "rules" || key.name == "agents");
    const std::string value = key.standard.empty() ? key.example : key.standard;
    text += key_line(key, is_needed && key.name == "name" ? fmt::format("\"{}\"", name) : value,
                     !is_needed);
  }
  return text;
}

// --- the schema ------------------------------------------------------------------------------

Json value_schema(const FileKey& key) {
  Json text{{"type", "string"}};
  if (!key.words.empty()) text["enum"] = key.words;
  switch (key.kind) {
    case KeyKind::Text:
      return text;
    case KeyKind::RuleSets:
      text = {{"anyOf", {text, {{"type", "string"}, {"pattern", "/|\\.toml$"}}}}};
      [[fallthrough]];
    case KeyKind::Words:
      return {{"type", "array"}, {"items", text}, {"minItems", 1}};
    case KeyKind::Number:
      return {{"type", "integer"}, {"minimum", key.least}, {"maximum", key.most}};
    case KeyKind::Flag:
      return {{"type", "boolean"}};
    case KeyKind::Time:
    case KeyKind::Other:
      break;
  }
  return Json::object();
}

Json to_schema(const FileKey& key) {
  Json schema{{"description", key.why}};
  schema.update(value_schema(key));
  // A default is written in JSON as in TOML.
  if (!key.standard.empty()) schema["default"] = base::parse_json(key.standard);
  return schema;
}

Json table_schema(Json properties) {
  return {
      {"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

Json to_schema(const KeyTable& table) {
  Json properties = Json::object();
  for (const FileKey& key : table.keys)
    properties[key.name] = to_schema(key);
  return table_schema(std::move(properties));
}

/// Returns the schema of the keys of [league] that the final may change.
Json final_schema(KeyTable league) {
  std::erase_if(league.keys, [](const FileKey& key) { return is_of_season(key.name); });
  return to_schema(league);
}

/// Returns the schema of [rules.ID]: the parameters that docs/rules.md names, and for a file those
/// that each has.
Json parameters_schema() {
  Json ids = Json::object();
  Json of_files = Json::object();
  for (const rules::Definition* definition : rules::all_definitions()) {
    Json properties = Json::object();
    for (const rules::NamedParameter& parameter :
         rules::list_parameters(*definition, definition->defaults(2))) {
      const bool is_flag = parameter.value == "true" || parameter.value == "false";
      properties[parameter.name] = {{"type", is_flag ? "boolean" : "number"}};
      if (std::ranges::find(definition->options, parameter.name) == definition->options.end())
        of_files[parameter.name] = properties[parameter.name];
    }
    ids[definition->id] = table_schema(std::move(properties));
  }
  Json schema = table_schema(std::move(ids));
  schema["additionalProperties"] = table_schema(std::move(of_files));
  return schema;
}

}  // namespace

std::vector<KeyTable> key_tables(LeagueKeys& values) {
  return {{"league", league_keys(values)},
          {"limits", limits_keys(values.league.limits)},
          {"site", site_keys(values.site)},
          {"season", season_keys(values.season)},
          {"agent", agent_keys(values.agent)}};
}

Json read_value(base::TomlReader& reader, const FileKey& key) {
  switch (key.kind) {
    case KeyKind::Text: {
      if (key.words.empty()) return reader.text(key.name);
      const auto choice = reader.choice(key.name, key.words);
      return choice ? Json(key.words[*choice]) : Json();
    }
    case KeyKind::Words:
    case KeyKind::RuleSets:
      return reader.words(key.name);
    case KeyKind::Number:
      return reader.integer(key.name, key.least, key.most);
    case KeyKind::Flag:
      return reader.flag(key.name);
    case KeyKind::Time: {
      const auto time = reader.time(key.name);
      return time ? Json(std::int64_t{time->time_since_epoch().count()}) : Json();
    }
    case KeyKind::Other:
      break;
  }
  return {};
}

void read_table(base::TomlReader& reader, std::span<const FileKey> keys) {
  for (const FileKey& key : keys) {
    // Asking makes a key known; its owner looks at its value.
    if (!key.store)
      (void)reader.node(key.name);
    else if (const Json value = read_value(reader, key); !value.is_null())
      key.store(value);
  }
  reader.finish();
}

std::string league_draft(std::string_view name) {
  LeagueKeys values;
  std::string text = fmt::format(
      "#:schema ./{}\n"
      "# Lines that begin with '# ' and a key are defaults, or examples if the text states the\n# "
      "default; remove the '# ' to change one. docs/league-file.md describes each key.\n",
      kSchemaFile);
  for (const KeyTable& table : key_tables(values)) {
    if (table.name == "season") continue;  // few leagues have one
    const bool is_agent = table.name == "agent";
    text += is_agent ? fmt::format("\n# [[{}]]{:<25}# one more agent\n", table.name, "")
                     : fmt::format("\n[{}]\n", table.name);
    text += table_lines(table, name);
  }
  text +=
      "\n# [rules.koans]                     # parameters of a rule set: 'danno rules koans'\n"
      "# target = 5000\n";
  return text;
}

std::string league_schema() {
  LeagueKeys values;
  const std::vector<KeyTable> tables = key_tables(values);
  Json properties = Json::object();
  for (const KeyTable& table : tables) {
    Json schema = to_schema(table);
    if (table.name == "league") schema["required"] = std::vector<std::string>{"rules"};
    properties[table.name] = table.name == "agent"
                                 ? Json{{"type", "array"}, {"items", std::move(schema)}}
                                 : std::move(schema);
  }
  properties["final"] = final_schema(tables.front());
  properties["rules"] = parameters_schema();
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"$id", "urn:danno:schema:league"},
              {"title", "A league of danno"}};
  schema.update(table_schema(std::move(properties)));
  schema["required"] = std::vector<std::string>{"league"};
  return base::dump(schema, 2) + "\n";
}

}  // namespace danno::leagues::schedule
