// danno league run | status | table, where the league is of tournaments.
#pragma once

#include <filesystem>

#include "leagues/cli/run_flags.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/store.hpp"

namespace danno::cli {

/// Plays what is missing, shows it, and writes the tables into `folder`, which is the store's.
void play_tournament(const leagues::League& league, leagues::Store& store,
                     const leagues::Conditions& conditions, const std::filesystem::path& folder,
                     const RunFlags& flags, Session& session);

/// Shows the tables of the store as they stand and writes them into `folder`.
void show_tournament(const leagues::Store& store, const std::filesystem::path& folder,
                     const Session& session);

/// Tells how far it is.
void show_tournament_status(const leagues::Store& store, const Session& session);

}  // namespace danno::cli
