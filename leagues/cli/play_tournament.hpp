// danno league run, where the league is a tournament.
#pragma once

#include <filesystem>

#include "leagues/cli/run_flags.hpp"
#include "leagues/cli/session.hpp"
#include "leagues/league_file.hpp"

namespace danno::cli {

/// Plays it whole, shows it, and writes its tables into `folder`; a second time it only shows them.
void play_tournament(const leagues::League& league, const std::filesystem::path& folder,
                     const RunFlags& flags, Session& session);

/// Shows the tournament that was played in `folder`; false where there is none.
bool show_played_tournament(const std::filesystem::path& folder, const Session& session);

}  // namespace danno::cli
