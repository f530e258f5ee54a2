// Plays a league in its folder and shows its tables, for every command that does so.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "leagues/cli/invocation.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/report/league_tables.hpp"
#include "leagues/site/live_pages.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::commands::league {

struct LeagueRunOptions {
  std::filesystem::path folder;
  const cli::RunFlags& run;
  cli::Playing playing;  ///< The agents to prepare before the first game.
  std::filesystem::path log;
  std::filesystem::path reports;  ///< A folder for the reports of faults.
  std::function<void()> before_opening = {};
  std::optional<site::SiteOptionsFor> site = {};  ///< Its pages are made if this is set.
  /// Returns the command that plays the missing games of an interrupted run.
  std::function<std::string(const store::Reader&)> next_step;
  std::function<void(const report::LeagueTables&)> show;
};

/// Plays what is missing, then publishes and shows the tables. Returns the exit code.
int run_league(const store::League& league, const LeagueRunOptions& options,
               const cli::Invocation& invocation);

}  // namespace danno::leagues::commands::league
