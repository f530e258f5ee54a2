// One list of keys makes both the draft of a league file and its JSON schema for editors. So
// neither has a key that the other lacks.
#include "leagues/schedule/league_draft.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "leagues/base/json.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/schedule/season_keys.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::schedule {
namespace {

using base::Json;

constexpr std::size_t kWhyColumn = 36;

KeyShape text_key(std::string_view why, std::string example) {
  return {KeyKind::Text, why, "", std::move(example)};
}

KeyShape number_key(std::string_view why, std::string standard, std::int64_t least,
                    std::int64_t most) {
  return {KeyKind::Number, why, std::move(standard), "", least, most};
}

/// The first word is the default.
KeyShape choice_key(std::string_view why, std::vector<std::string> words) {
  std::string standard = fmt::format("\"{}\"", words.front());
  return {KeyKind::Text, why, std::move(standard), "", 0, 0, std::move(words)};
}

KeyShape fresh_key(std::string_view why) {
  return {KeyKind::Text, why, "", "\"line-up\"", 0, 0, {"line-up", "game"}};
}

std::vector<std::string> rule_ids() {
  std::vector<std::string> ids;
  for (const rules::Definition* definition : rules::all_definitions())
    ids.emplace_back(definition->id);
  return ids;
}

std::vector<std::string> format_names(std::span<const Format* const> formats) {
  std::vector<std::string> names;
  for (const Format* const format : formats)
    names.emplace_back(format->name());
  return names;
}

/// Returns the keys of [league], those of all formats included.
KeyTable league_table(std::span<const Format* const> formats) {
  KeyTable table{
      "league",
      {{"name",
        text_key("also the name of its folder in out/; default: the file's name", "\"spring\"")},
       {"rules",
        {KeyKind::RuleSets, "each has its own table; ids, or files such as \"./farkle.toml\"", "",
         "[\"koans\"]", 0, 0, rule_ids()}},
       {"agents", text_key("folders with agent.toml, relative to this file", "\"bots/*\"")},
       {"format", choice_key("which agents meet", format_names(formats))},
       {"seats", number_key("players per game", "2", 2, rules::kMaxSeats)},
       {"deals",
        number_key("deals of each line-up, each played in every seating", "200", 1, 10'000'000)},
       {"mirror", {KeyKind::Flag, "the same dice in every seating of a deal", "true"}},
       {"rank_by", choice_key("what the table is sorted by", {"elo", "points", "raw"})},
       {"rating", choice_key("the model of the ratings", ratings::rating_model_ids())},
       {"max_per_author", number_key("most agents of one author; 0: no limit", "0", 0, 1000)},
       {"advice", choice_key("with the questions; games with advice are not rated",
                             {"off", "first-game", "always"})},
       {"seed", text_key("seed of all dice; default: a random one, which nobody can guess",
                         "\"any text\"")},
       {"site", {KeyKind::Flag, "web pages after every run", "false"}}}};
  for (const Format* const format : formats) {
    for (const OwnKey& key : format->facts().own_keys) {
      if (std::ranges::count(table.keys, key.name, &LeagueKey::name) == 0)  // of two formats
        table.keys.push_back({key.name, key.shape});
    }
  }
  return table;
}

KeyTable limits_table() {
  constexpr std::int64_t kMaxMilliseconds = 600'000;
  return {
      "limits",
      {{"answer_ms",
        number_key("thinking time per answer, in milliseconds", "100", 1, kMaxMilliseconds)},
       {"bank_ms", number_key("a game's time bank: what answers may use beyond answer_ms", "0", 0,
                              kMaxMilliseconds)},
       {"start_ms",
        number_key("time from a process's start to its Ready", "5000", 1, kMaxMilliseconds)},
       {"max_faults", number_key("an agent with this many faults in a line-up forfeits the rest",
                                 "10", 1, 1'000'000)},
       {"memory_mb", number_key("memory of an agent and all its processes", "256", 0, 1'000'000)},
       {"isolation", choice_key("how agents are isolated; 'none' if you trust them all",
                                {"strict", "confined", "none"})},
       {"freeze",
        {KeyKind::Flag, "stop an agent that owes no answer; default: if it is cheap", "", "true"}},
       {"fresh", fresh_key("when an agent is restarted; default: one start for all line-ups")}}};
}

KeyTable site_table() {
  return {
      "site",
      {{"title",
        text_key("title of the web pages; default: the league's name", "\"The spring league\"")},
       {"about", text_key("a paragraph on the first page", "\"Bots of the autumn course.\"")},
       {"games", {KeyKind::Other, "deals of each rule set that have a page; or \"all\"", "200"}},
       {"faults",
        choice_key("what the pages show of an agent's faults", {"kinds", "none", "details"})},
       {"authors", {KeyKind::Flag, "whether authors are named", "true"}},
       {"address",
        text_key("where the pages will be published", "\"https://example.org/league/\"")}}};
}

KeyTable season_table() {
  return {
      "season",
      {{"inbox", text_key("a folder for each author: submissions", "\"inbox\"")},
       {"outbox", text_key("a folder for each author: answers and results", "\"outbox\"")},
       {"opens",
        {KeyKind::Other, "no submission is taken before", "", "2026-09-01T08:00:00+02:00"}},
       {"closes",
        {KeyKind::Other, "later submissions are refused; then the final", "",
         "2026-12-01T18:00:00+01:00"}},
       {"max_per_day", number_key("checked submissions per author and day (UTC)", "20", 1, 10'000)},
       {"max_mb", number_key("size of a submission, unpacked", "16", 1, 512)},
       {"max_files", number_key("likewise", "1000", 1, 20'000)},
       {"max_build_s", number_key("seconds that a build may take", "60", 1, 3600)},
       {"public",
        choice_key("which games authors see before 'closes'", {"own", "standings", "games"})}}};
}

KeyTable agent_table() {
  return {
      "agent",
      {{"path", text_key("a folder, a program, or a bundled agent", "\"hold\"")},
       {"name", text_key("in place of the one in its agent.toml", "\"old-hold\"")},
       {"run", {KeyKind::Words, "a command, in place of path", "", "[\"python3\", \"ada.py\"]"}},
       {"author", text_key("in place of the one in its agent.toml", "\"Ada L.\"")},
       {"fresh", fresh_key("as in [limits], for this agent")}}};
}

// --- the draft -------------------------------------------------------------------------------

/// Returns a line of the draft: key, value and, in a column of its own, the reason.
std::string key_line(const LeagueKey& key, std::string_view value, bool is_comment) {
  const KeyShape& shape = key.shape;
  std::string line = fmt::format("{}{} = {}", is_comment ? "# " : "", key.name, value);
  line.resize(std::max(line.size() + 1, kWhyColumn), ' ');
  line += fmt::format("# {}", shape.why);
  if (!shape.words.empty()) line += fmt::format(" ({})", fmt::join(shape.words, ", "));
  return line + "\n";
}

std::string draft_value(const LeagueKey& key) {
  return key.shape.standard.empty() ? key.shape.example : key.shape.standard;
}

std::string table_lines(const KeyTable& table, std::string_view name) {
  std::string text;
  for (const LeagueKey& key : table.keys) {
    const bool is_needed = table.name == "league" &&
                           (key.name == "name" || key.name == "rules" || key.name == "agents");
    const std::string value =
        is_needed && key.name == "name" ? fmt::format("\"{}\"", name) : draft_value(key);
    text += key_line(key, value, !is_needed);
  }
  return text;
}

// --- the schema ------------------------------------------------------------------------------

/// A default as JSON; TOML writes these the same.
Json default_value(const KeyShape& shape) { return base::parse_json(shape.standard); }

Json to_schema(const KeyShape& shape) {
  Json schema{{"description", shape.why}};
  Json text{{"type", "string"}};
  if (!shape.words.empty()) text["enum"] = shape.words;
  switch (shape.kind) {
    case KeyKind::Text:
      schema.update(text);
      break;
    case KeyKind::Words:
      schema.update({{"type", "array"}, {"items", text}, {"minItems", 1}});
      break;
    case KeyKind::RuleSets:
      schema.update(
          {{"type", "array"},
           {"items", {{"anyOf", {text, {{"type", "string"}, {"pattern", "/|\\.toml$"}}}}}},
           {"minItems", 1}});
      break;
    case KeyKind::Number:
      schema.update({{"type", "integer"}, {"minimum", shape.least}, {"maximum", shape.most}});
      break;
    case KeyKind::Flag:
      schema["type"] = "boolean";
      break;
    case KeyKind::Other:
      break;
  }
  if (!shape.standard.empty()) schema["default"] = default_value(shape);
  return schema;
}

Json table_schema(Json properties) {
  return {
      {"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

Json to_schema(const KeyTable& table) {
  Json properties = Json::object();
  for (const LeagueKey& key : table.keys)
    properties[key.name] = to_schema(key.shape);
  return table_schema(std::move(properties));
}

/// Returns the schema of the keys of [league] that the final may change.
Json final_schema(KeyTable league) {
  std::erase_if(league.keys, [](const LeagueKey& key) { return is_of_season(key.name); });
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

std::vector<KeyTable> key_tables(std::span<const Format* const> formats) {
  return {league_table(formats), limits_table(), site_table(), season_table(), agent_table()};
}

std::string league_draft(std::string_view name, std::span<const Format* const> formats) {
  const std::vector<KeyTable> tables = key_tables(formats);
  std::string text = fmt::format(
      "#:schema ./{}\n"
      "# Lines that begin with '# ' and a key are defaults, or examples if the text states the\n# "
      "default; remove the '# ' to change one. docs/league-file.md describes each key.\n",
      kSchemaFile);
  for (const KeyTable& table : tables) {
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

std::string league_schema(std::span<const Format* const> formats) {
  Json properties = Json::object();
  for (const KeyTable& table : key_tables(formats)) {
    Json schema = to_schema(table);
    if (table.name == "league") schema["required"] = std::vector<std::string>{"rules"};
    properties[table.name] = table.name == "agent"
                                 ? Json{{"type", "array"}, {"items", std::move(schema)}}
                                 : std::move(schema);
  }
  properties["final"] = final_schema(league_table(formats));
  properties["rules"] = parameters_schema();
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"$id", "urn:danno:schema:league"},
              {"title", "A league of danno"}};
  schema.update(table_schema(std::move(properties)));
  schema["required"] = std::vector<std::string>{"league"};
  return base::dump(schema, 2) + "\n";
}

}  // namespace danno::leagues::schedule
