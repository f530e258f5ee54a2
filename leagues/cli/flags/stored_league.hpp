// Verbs that read a league that was begun: where it is kept, and which of its games is meant.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/flags/verb.hpp"

#include "leagues/archive/export.hpp"
#include "leagues/plan/season_keys.hpp"
#include "leagues/plan/site_keys.hpp"

namespace danno::leagues::cli::flags {

struct StoredLeagueArguments {
  std::string league;  ///< A league file, or a folder; empty: league.toml.
  std::string out;     ///< --out.
};

/// Gives the verb LEAGUE and --out; `arguments` lives as long as the verb.
void add_stored_league(Verb verb, StoredLeagueArguments& arguments);

/// The league file; throws UsageError, with all that is wrong with it, a line each.
[[nodiscard]] store::League read_league(const std::filesystem::path& file);

/// The same without its agents, who may not be there yet.
[[nodiscard]] store::League read_league_terms(const std::filesystem::path& file);

/// What it says of the league's pages. Throws as read_league().
[[nodiscard]] plan::SiteKeys read_site_keys(const std::filesystem::path& file);

/// What it says of the season that it is. Throws as read_league().
[[nodiscard]] plan::SeasonKeys read_season_keys(const std::filesystem::path& file);

/// Where a league is kept: `out`, or out/NAME where that is empty.
[[nodiscard]] std::filesystem::path league_folder(const store::League& league,
                                                  const std::string& out);

/// The folder that is meant. Throws UsageError.
[[nodiscard]] std::filesystem::path stored_folder(const StoredLeagueArguments& arguments);

/// The league file that is meant; nothing if a folder is, or only --out tells which.
[[nodiscard]] std::optional<std::filesystem::path> league_file(
    const StoredLeagueArguments& arguments);

/// The game with that id. Throws UsageError if it is not stored.
[[nodiscard]] archive::StoredGame require_game(const store::Reader& store, const std::string& id);

/// All games of the deal that a game's id is of, and the place of that game among them. The seating
/// may be left out; then it is the first. Throws UsageError if it is not stored.
struct StoredDealOfGame {
  std::vector<archive::StoredGame> games;
  std::size_t meant = 0;
};
[[nodiscard]] StoredDealOfGame require_deal(const store::Reader& store, const std::string& id);

}  // namespace danno::leagues::cli::flags
