// The season's process: accepts submissions, plays, and publishes until the final is over.
//
// It has two threads: one answers submissions (receiver.hpp), the other plays. An accepted agent
// plays from the next round on, which begins at once. Everything in memory is also on the disk, so
// a crash at any moment costs only the games in play, which are played again.
//
//   DIR/season/answers.ndjson  queue.hpp
//   DIR/season/queue/          queue.hpp
//   DIR/season/status.json     the progress of the season
//   DIR/season/closed          exists once submissions are no longer accepted
//   DIR/final.toml, DIR/final/ the final, a league of its own
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/runner/league_run.hpp"
#include "leagues/runner/runner.hpp"
#include "leagues/schedule/league_keys.hpp"
#include "leagues/site/site.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::commands::season {

/// Returns the status as it was written last; nullopt if the league is no season.
[[nodiscard]] std::optional<base::Json> read_status(const std::filesystem::path& league);

/// Returns whether the status says that the season is over.
[[nodiscard]] bool is_over(const base::Json& status);

/// Returns lines for people; words of others are not escaped.
[[nodiscard]] std::vector<std::string> status_lines(const base::Json& status);

struct SeasonOptions {
  std::filesystem::path file;    ///< The league's, with [season].
  std::filesystem::path folder;  ///< The league's, not the season's.
  const runner::RunOptions& run;
  /// Gives a league's agents what they need, before they play in that folder, and returns the
  /// settings of the run. Throws schedule::LeagueFileErrors if one can never play its rules.
  std::function<runner::LeagueRun::Settings(store::League& league,
                                            const std::filesystem::path& folder)>
      prepare;
  /// Returns the options for the site of that store.
  std::function<site::SiteOptions(const schedule::SiteKeys& keys, const store::Reader& store)>
      site_options;
  /// Returns whether the file should be read again; called often; true once per request.
  std::function<bool()> reload_asked;
  /// Shows a line to people.
  std::function<void(const std::string& line)> tell;
};

/// Runs the season. Returns whether it is over; otherwise referee::play::request_stop() ended it.
/// Throws schedule::LeagueFileErrors and store::WrongFolder before anything begins, and later what
/// prevents it from continuing: a full disk, a failing sandbox, too few agents for a final.
[[nodiscard]] bool run_season(const SeasonOptions& options);

}  // namespace danno::leagues::commands::season
