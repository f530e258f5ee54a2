// The season's process: accepts submissions, plays, and publishes until the final is over.
//
// It has two threads: one answers submissions (receiver.hpp), the other plays. An accepted agent
// plays from the next round on, which begins at once. Everything in memory is also on the disk, so
// a crash at any moment costs only the games in play, which are played again.
//
//   DIR/season/answers.ndjson  queue.hpp
//   DIR/season/queue/          queue.hpp
//   DIR/season/status.json     outbox.hpp
//   DIR/season/closed          exists once submissions are no longer accepted
//   DIR/final.toml, DIR/final/ the final, a league of its own
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "leagues/runner/league_run.hpp"
#include "leagues/runner/runner.hpp"
#include "leagues/schedule/league_keys.hpp"
#include "leagues/site/site.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::commands::season {

/// The settings with which a league plays.
struct Prepared {
  runner::RunOptions run;
  runner::LeagueRun::Settings settings;
};

struct SeasonOptions {
  std::filesystem::path file;    ///< The league's, with [season].
  std::filesystem::path folder;  ///< The league's, not the season's.
  /// Gives a league's agents what they need, before they play in that folder. Throws
  /// schedule::LeagueFileErrors if one of them can never play its rules.
  std::function<Prepared(store::League& league, const std::filesystem::path& folder)> prepare;
  /// Returns the options for the site of that store.
  std::function<site::SiteOptions(const schedule::SiteKeys& keys, const store::Reader& store)>
      site_options;
  /// Returns whether the file should be read again; called often; true once per request.
  std::function<bool()> reload_asked = [] { return false; };
  /// Shows a line to people.
  std::function<void(const std::string& line)> tell = [](const std::string&) {};
};

enum class SeasonOutcome { Over, Interrupted };

/// Runs the season. Returns when it is over or after referee::play::request_stop(). Throws
/// schedule::LeagueFileErrors and store::WrongFolder before anything begins, and later what
/// prevents it from continuing: a full disk, a failing sandbox, too few agents for a final.
SeasonOutcome run_season(const SeasonOptions& options);

}  // namespace danno::leagues::commands::season
