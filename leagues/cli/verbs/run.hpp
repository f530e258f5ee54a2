// Plays a league in its folder and shows its tables, for every verb that does so.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/plan/shown.hpp"
#include "leagues/site/live_pages.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::cli::verbs {

struct LeagueRunOptions {
  std::filesystem::path folder;
  const flags::RunFlags& run;
  flags::Playing playing;  ///< The agents to prepare before the first game.
  std::filesystem::path log;
  std::filesystem::path reports;  ///< A folder for the reports of faults.
  std::function<void()> before_opening = {};
  std::optional<site::SiteOptionsOf> site = {};  ///< Its pages are made if this is set.
  /// Returns the command that plays the missing games of an interrupted run.
  std::function<std::string(const store::Reader&)> way_on;
  std::function<void(const plan::ShownTables&)> show;
};

/// Plays what is missing, then publishes and shows the tables. Returns the exit code.
int run_league(const store::League& league, const LeagueRunOptions& options,
               const terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::verbs
