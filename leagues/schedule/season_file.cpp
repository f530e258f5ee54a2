#include "leagues/schedule/season_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/league_file.hpp"
#include "leagues/schedule/rounds.hpp"
#include "leagues/schedule/rule_file.hpp"

namespace danno::leagues::schedule {
namespace {

namespace fs = std::filesystem;

/// The keys of [league] that [final] inherits unless it sets them.
constexpr std::array<std::string_view, 8> kShared{"rules", "agents", "max_per_author", "advice",
                                                  "seats", "mirror", "rank_by",        "rating"};
/// The keys of [league] that [final] must not set.
constexpr std::array<std::string_view, 4> kOfSeason{"name", "rules", "agents", "site"};

/// All of the season play in its final, of which `most` may be an author's; 0: any number.
void check_final(const toml::table& table, std::int64_t most, base::Problems& problems) {
  base::TomlReader reader(table, "[final]", problems);
  // A smaller limit than the season's would refuse agents that qualified.
  const std::int64_t own = table["max_per_author"].value_or(most);
  if (own != 0 && (most == 0 || own < most)) {
    reader.complain("max_per_author",
                    fmt::format("all agents of the season are in its final; expected 0{}, or no "
                                "such key",
                                most == 0 ? "" : fmt::format(" or at least {}", most)));
  }
  for (const std::string_view key : kOfSeason) {
    if (table.contains(key))
      reader.complain(
          key, fmt::format("'{}' belongs to the season; expected no such key in [final]", key));
  }
}

bool is_within(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_normal().lexically_relative(folder.lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

/// Checks that the folders are apart: otherwise what is written to one would appear in another.
void check_apart(const SeasonKeys& keys, base::Problems& problems) {
  const std::array<std::pair<std::string_view, fs::path>, 3> folders{
      {{"inbox", keys.inbox}, {"outbox", keys.outbox}, {"agents", keys.intake}}};
  for (const auto& [name, folder] : folders) {
    for (const auto& [other, around] : folders) {
      // Two equal folders, however they are written, are one problem, not two.
      if (name != other && is_within(folder, around) &&
          (name < other || !is_within(around, folder)))
        problems.add(fmt::format(
            "the folder of '{}' is in that of '{}'; expected two separate folders", name, other));
    }
  }
}

/// Moves the relative paths of a final's [league] from one folder to another: rule files, and the
/// table by which it is seeded. A list in `seeding` has names of agents.
void move_paths(toml::table& league, const fs::path& from, const fs::path& to) {
  const fs::path before = fs::weakly_canonical(from);
  const fs::path after = fs::weakly_canonical(to);
  if (before == after) return;
  const auto move = [&](toml::value<std::string>& value) {
    const fs::path path = value.get();
    if (path.is_absolute()) return;
    std::string moved = fs::relative(before / path, after).string();
    // A bare name could be taken for the id of a rule set.
    if (!names_rule_file(moved)) moved.insert(0, "./");
    value = std::move(moved);
  };
  if (toml::array* const rules = league["rules"].as_array()) {
    for (toml::node& node : *rules) {
      toml::value<std::string>* const rule = node.as_string();
      if (rule != nullptr && names_rule_file(rule->get())) move(*rule);
    }
  }
  if (toml::value<std::string>* const table = league[kSeeding].as_string()) move(*table);
}

/// Names those that agents may join at any time, as an error does.
std::string growing_formats() {
  std::vector<std::string> names;
  for (const Format* const format : all_formats()) {
    if (format->facts().agents_may_join) names.push_back(fmt::format("\"{}\"", format->name()));
  }
  std::ranges::sort(names);
  return fmt::format("{}", fmt::join(names, " or "));
}

/// Returns FOLDER of agents = "FOLDER/*"; empty if it is anything else.
fs::path intake_folder(const fs::path& agents) {
  const fs::path folder = agents.parent_path();
  const bool plain = folder.string().find_first_of("*?[") == std::string::npos;
  return agents.filename() == "*" && plain ? folder : fs::path();
}

}  // namespace

bool is_of_season(std::string_view key) {
  return std::ranges::find(kOfSeason, key) != kOfSeason.end();
}

void check_season(const toml::table& root, SeasonKeys& season, base::Problems& problems) {
  if (season.opens && season.closes && *season.closes <= *season.opens) {
    base::TomlReader(*root["season"].as_table(), "[season]", problems)
        .complain("closes", "'closes' is not after 'opens'; expected a later time");
  }
  const toml::table* const final = root["final"].as_table();
  season.has_final = final != nullptr;
  if (final != nullptr)
    check_final(*final, root["league"]["max_per_author"].value_or(std::int64_t{0}), problems);
}

toml::table final_table(toml::table file, const std::string& name) {
  toml::table league;
  const auto take = [&](const toml::key& key, toml::node& node) {
    node.visit([&](auto& value) { league.insert_or_assign(key, std::move(value)); });
  };
  for (auto&& [key, node] : *file["league"].as_table()) {
    if (std::ranges::find(kShared, key.str()) != kShared.end()) take(key, node);
  }
  // The keys of [final] replace those that it inherits.
  for (auto&& [key, node] : *file["final"].as_table())
    take(key, node);
  league.insert_or_assign("name", name + "-final");
  // The final is a league of its own: the rest of the file, such as [limits], holds for both.
  for (const char* const key : {"season", "final", "site", "agent"})
    file.erase(key);
  file.insert_or_assign("league", std::move(league));
  return file;
}

SeasonKeys read_season_keys(const fs::path& file) {
  LeagueKeys keys = read_league_terms(file);
  base::Problems problems(file.string());
  const auto table = base::parse_toml_file(file.string(), problems);
  if (const toml::table* const terms = table ? (*table)["league"].as_table() : nullptr) {
    base::TomlReader league(*terms, "[league]", problems);
    const fs::path intake = intake_folder(keys.agents.value_or(""));
    if (intake.empty()) {
      league.complain("agents",
                      "a season takes agents into a folder of its own; expected agents = "
                      "\"bots/*\"");
    } else {
      keys.season.intake = (fs::absolute(file).parent_path() / intake).lexically_normal();
    }
    check_apart(keys.season, problems);
    if (keys.league.seed) {
      league.complain("seed",
                      "the seeds of a season are drawn and published later; expected no such key");
    }
    if (!find_format(keys.league.format).facts().agents_may_join)
      league.complain("format", fmt::format("a {} takes no agents after its start; expected format "
                                            "= {} for a season, and this in [final]",
                                            keys.league.format, growing_formats()));
  }
  if (!problems.empty()) throw LeagueFileErrors(problems.lines());
  return keys.season;
}

std::string final_file(const fs::path& file, std::string_view season_file,
                       const std::string& season, std::span<const Finalist> finalists,
                       const fs::path& folder) {
  base::Problems problems(file.string());
  auto table = base::parse_toml(season_file, problems);
  if (!table) throw LeagueFileErrors(problems.lines());
  toml::table final = final_table(std::move(*table), season);
  toml::table& league = *final["league"].as_table();
  const fs::path home = fs::absolute(file).parent_path();
  move_paths(league, home, folder.empty() ? home : folder);
  // The finalists are listed one by one, with their folders.
  league.erase("agents");
  toml::array agents;
  for (const Finalist& finalist : finalists) {
    toml::table agent{{"path", finalist.folder.string()}, {"name", finalist.name}};
    if (!finalist.author.empty()) agent.insert("author", finalist.author);
    agents.push_back(std::move(agent));
  }
  final.insert_or_assign("agent", std::move(agents));
  std::ostringstream text;
  text << "# The final of the season: its agents when it closed, each in the last version that "
          "passed.\n"
       << final << "\n";
  return text.str();
}

void check_seeding_file(const fs::path& file, std::string_view season_file,
                        const fs::path& folder) {
  base::Problems problems(file.string());
  const auto root = base::parse_toml(season_file, problems);
  const toml::table* const final = root ? (*root)["final"].as_table() : nullptr;
  const auto* const named = final != nullptr ? (*final)[kSeeding].as_string() : nullptr;
  if (named == nullptr) return;
  const fs::path table = fs::absolute(file).parent_path() / named->get();
  std::error_code ignored;
  if (is_within(fs::weakly_canonical(table, ignored), fs::weakly_canonical(folder, ignored)))
    return;
  const auto text = base::read_whole(table);
  const auto json = text ? base::try_parse_json(*text) : std::nullopt;
  // The agents are compared when the final is read: they are not known yet.
  if (json && json->is_object() && !json->value("divisions", base::Json()).empty()) return;
  base::TomlReader(*final, "[final]", problems)
      .complain(kSeeding, fmt::format("'{}' cannot be read as the table.json of a league; expected "
                                      "one, or the names of agents as a list",
                                      named->get()));
  throw LeagueFileErrors(problems.lines());
}

}  // namespace danno::leagues::schedule
