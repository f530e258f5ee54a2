#include "leagues/schedule/site_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "leagues/base/toml.hpp"
#include "leagues/schedule/league_file.hpp"

namespace danno::leagues::schedule {
namespace {

const std::vector<std::string> kFaults{"none", "kinds", "details"};

/// A number or "all", as the flag takes it.
std::optional<std::string> read_games(base::TomlReader& reader) {
  const toml::node* const node = reader.node("games");
  if (node == nullptr || !node->is_string()) {
    const auto games = reader.integer("games", 0, std::numeric_limits<std::int64_t>::max());
    return games ? std::optional(fmt::to_string(*games)) : std::nullopt;
  }
  const auto word = reader.text("games");
  if (word != "all") reader.complain("games", "'games': expected a number from 0, or \"all\"");
  return word;
}

void read_site(const toml::table& table, SiteKeys& keys, base::Problems& problems) {
  base::TomlReader reader(table, "[site]", problems);
  keys.title = reader.text("title");
  keys.about = reader.text("about");
  keys.games = read_games(reader);
  if (const auto faults = reader.choice("faults", kFaults)) keys.faults = kFaults[*faults];
  keys.authors = reader.flag("authors");
  keys.address = reader.text("address");
  if (keys.address && !address_problem(*keys.address).empty())
    reader.complain("address", fmt::format("'address': {}", address_problem(*keys.address)));
  reader.finish();
}

}  // namespace

SiteKeys read_site_keys(base::TomlReader& root, base::Problems& problems) {
  SiteKeys keys;
  const toml::node* const league = root.node("league");  // no table: reported elsewhere
  if (league != nullptr && league->is_table())
    keys.wanted =
        base::TomlReader(*league->as_table(), "[league]", problems).flag("site").value_or(false);
  if (const toml::table* const site = root.table("site")) read_site(*site, keys, problems);
  return keys;
}

SiteKeys read_site_keys(const std::filesystem::path& file) {
  base::Problems problems(file.string());
  const auto table = base::parse_toml_file(file.string(), problems);
  SiteKeys keys;
  if (table) {
    base::TomlReader root(*table, "", problems);
    keys = read_site_keys(root, problems);
  }
  if (!problems.empty()) throw LeagueFileErrors(problems.lines());
  return keys;
}

std::string_view address_problem(std::string_view address) {
  const bool web = address.starts_with("https://") || address.starts_with("http://");
  const bool plain = std::ranges::all_of(address, [](char c) { return '!' <= c && c <= '~'; });
  if (web && plain && address.find_first_of("?#\"<>") == std::string_view::npos) return "";
  return "expected where the site will be published, as in https://example.org/league/";
}

}  // namespace danno::leagues::schedule
