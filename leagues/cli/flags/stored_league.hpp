// The arguments of verbs that read a stored league: its folder, and which of its games is meant.
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
  std::string league;  ///< A league file or a folder; if empty, league.toml.
  std::string out;     ///< The value of --out.
};

/// Adds LEAGUE and --out; `arguments` must live as long as the verb.
void add_stored_league(Verb verb, StoredLeagueArguments& arguments);

/// Reads the league file. Throws UsageError with everything that is wrong, one problem per line.
[[nodiscard]] store::League read_league(const std::filesystem::path& file);

/// Reads the league file without its agents, who may not exist yet.
[[nodiscard]] store::League read_league_terms(const std::filesystem::path& file);

/// Reads what it says about the league's pages. Throws what read_league() throws.
[[nodiscard]] plan::SiteKeys read_site_keys(const std::filesystem::path& file);

/// Reads what it says about its season. Throws what read_league() throws.
[[nodiscard]] plan::SeasonKeys read_season_keys(const std::filesystem::path& file);

/// Returns the league's folder: `out`, or out/NAME if that is empty.
[[nodiscard]] std::filesystem::path league_folder(const store::League& league,
                                                  const std::string& out);

/// Returns the folder that is meant. Throws UsageError.
[[nodiscard]] std::filesystem::path stored_folder(const StoredLeagueArguments& arguments);

/// Returns the league file that is meant; nullopt if a folder is meant, or only --out names one.
[[nodiscard]] std::optional<std::filesystem::path> league_file(
    const StoredLeagueArguments& arguments);

/// The game with that id. Throws UsageError if it is not stored.
[[nodiscard]] archive::StoredGame require_game(const store::Reader& store, const std::string& id);

/// All games of a deal, and the index of the game that is meant.
struct StoredDealOfGame {
  std::vector<archive::StoredGame> games;
  std::size_t meant = 0;
};
[[nodiscard]] StoredDealOfGame require_deal(const store::Reader& store, const std::string& id);

}  // namespace danno::leagues::cli::flags
