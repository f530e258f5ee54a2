#include "leagues/schedule/season_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "leagues/base/toml.hpp"
#include "leagues/schedule/final_table.hpp"
#include "leagues/schedule/league_file.hpp"

namespace danno::leagues::schedule {
namespace {

namespace fs = std::filesystem;

constexpr std::array kGames{PublicGames::Own, PublicGames::None, PublicGames::All};
const std::vector<std::string> kGamesWords{"own", "standings", "games"};
constexpr std::int64_t kMostMegabytes = 512;
constexpr std::int64_t kMostFiles = 20'000;
constexpr std::int64_t kLongestBuild = 3600;

/// The keys of [league] that [final] inherits unless it sets them.
constexpr std::array<std::string_view, 8> kShared{"rules", "agents", "max_per_author", "advice",
                                                  "seats", "mirror", "rank_by",        "rating"};
/// The keys of [league] that [final] must not set.
constexpr std::array<std::string_view, 4> kOfSeason{"name", "rules", "agents", "site"};

void read_season(const toml::table& table, const fs::path& base, SeasonKeys& keys,
                 base::Problems& problems) {
  base::TomlReader reader(table, "[season]", problems);
  keys.inbox = base / reader.text("inbox").value_or("inbox");
  keys.outbox = base / reader.text("outbox").value_or("outbox");
  keys.opens = reader.time("opens");
  keys.closes = reader.time("closes");
  if (keys.opens && keys.closes && *keys.closes <= *keys.opens)
    reader.complain("closes", "'closes' is not after 'opens'; expected a later time");
  if (const auto number = reader.integer("max_per_day", 1, 10'000))
    keys.max_per_day = static_cast<int>(*number);
  if (const auto number = reader.integer("max_mb", 1, kMostMegabytes))
    keys.limits.bytes = static_cast<std::uintmax_t>(*number) << 20;
  if (const auto number = reader.integer("max_files", 1, kMostFiles))
    keys.limits.files = static_cast<std::uintmax_t>(*number);
  if (const auto number = reader.integer("max_build_s", 1, kLongestBuild))
    keys.build_time = std::chrono::seconds(*number);
  keys.games = kGames[reader.choice("public", kGamesWords).value_or(0)];
  reader.finish();
}

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
      // Two equal folders are one problem, not two.
      if (name != other && is_within(folder, around) && (name < other || folder != around))
        problems.add(fmt::format(
            "the folder of '{}' is in that of '{}'; expected two separate folders", name, other));
    }
  }
}

/// Names those that agents may join at any time, as an error does.
std::string growing_formats(std::span<const Format* const> formats) {
  std::vector<std::string> names;
  for (const Format* const format : formats) {
    if (format->facts().agents_may_join) names.push_back(fmt::format("\"{}\"", format->name()));
  }
  std::ranges::sort(names);
  return fmt::format("{}", fmt::join(names, " or "));
}

/// Reads `agents` = "FOLDER/*" as FOLDER.
fs::path read_intake(base::TomlReader& league, const fs::path& base) {
  const auto pattern = league.text("agents");
  const fs::path path = pattern.value_or("");
  const bool plain = path.filename() == "*" &&
                     path.parent_path().string().find_first_of("*?[") == std::string::npos;
  if (plain && path.has_parent_path()) return (base / path.parent_path()).lexically_normal();
  league.complain("agents",
                  "a season takes agents into a folder of its own; expected agents = \"bots/*\"");
  return {};
}

}  // namespace

bool is_of_season(std::string_view key) {
  return std::ranges::find(kOfSeason, key) != kOfSeason.end();
}

SeasonKeys read_season_keys(base::TomlReader& root, const fs::path& base,
                            base::Problems& problems) {
  SeasonKeys keys;
  keys.inbox = base / "inbox";
  keys.outbox = base / "outbox";
  if (const toml::table* const season = root.table("season"))
    read_season(*season, base, keys, problems);
  const toml::table* const final = root.table("final");
  keys.has_final = final != nullptr;
  if (final != nullptr) {
    const toml::table* const league = root.table("league");
    const std::int64_t most =
        league == nullptr ? 0 : (*league)["max_per_author"].value_or(std::int64_t{0});
    check_final(*final, most, problems);
  }
  return keys;
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

SeasonKeys read_season_keys(const fs::path& file, std::span<const Format* const> formats) {
  // This throws unless [league] is right, so its table is there below.
  const store::League league = read_league_terms(file, formats);
  base::Problems problems(file.string());
  const auto table = base::parse_toml_file(file.string(), problems);
  SeasonKeys keys;
  if (table) {
    const fs::path base = fs::absolute(file).parent_path();
    base::TomlReader root(*table, "", problems);
    keys = read_season_keys(root, base, problems);
    base::TomlReader terms(*root.table("league"), "[league]", problems);
    keys.intake = read_intake(terms, base);
    check_apart(keys, problems);
    if (table->at("league").as_table()->contains("seed")) {
      terms.complain("seed",
                     "the seeds of a season are drawn and published later; expected no such key");
    }
    const auto format = std::ranges::find(formats, league.format, &Format::name);
    if (!(*format)->facts().agents_may_join)
      terms.complain("format", fmt::format("a {} takes no agents after its start; expected format "
                                           "= {} for a season, and this in [final]",
                                           league.format, growing_formats(formats)));
  }
  if (!problems.empty()) throw LeagueFileErrors(problems.lines());
  return keys;
}

std::string final_file(const fs::path& file, std::string_view season_file,
                       const std::string& season, std::span<const Finalist> finalists) {
  base::Problems problems(file.string());
  auto table = base::parse_toml(season_file, problems);
  if (!table) throw LeagueFileErrors(problems.lines());
  toml::table final = final_table(std::move(*table), season);
  // The finalists are listed one by one, with their folders.
  final["league"].as_table()->erase("agents");
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

}  // namespace danno::leagues::schedule
