// Verbs that read a league that was begun: where it is kept, and which of its games is meant.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "leagues/archive/export.hpp"

namespace CLI {
class App;
}

namespace danno::cli {

struct StoredLeagueArguments {
  std::string league;  ///< A league file, or a folder; empty: league.toml.
  std::string out;     ///< --out.
};

/// Gives the verb LEAGUE and --out; `arguments` lives as long as the verb.
void add_stored_league(CLI::App& verb, StoredLeagueArguments& arguments);

/// The folder that is meant. Throws UsageError.
[[nodiscard]] std::filesystem::path stored_folder(const StoredLeagueArguments& arguments);

/// The game of that id; throws UsageError where there is none.
[[nodiscard]] leagues::StoredGame require_game(const leagues::Store& store, const std::string& id);

/// Runs it; what a user can put right by another folder becomes a UsageError.
void guarded(const std::function<void()>& run);

}  // namespace danno::cli
