// The season's process: takes what authors hand in, plays, publishes, and goes on until the final.
//
// Two threads: one answers what is handed in (receiver.hpp), one plays. What the first takes plays
// from the next round on, which begins at once. Nothing is in memory that is not on the disk, so a
// crash at any moment costs the games that are being played, which are played again.
//
//   DIR/season/answers.ndjson  answers.hpp
//   DIR/season/queue/          queue.hpp
//   DIR/season/status.json     status.hpp
//   DIR/season/closed          it is there once nothing is taken any more
//   DIR/final.toml, DIR/final/ the final, a league of its own
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "leagues/plan/site_keys.hpp"
#include "leagues/play/league_run.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/site/site.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::season {

/// How a league plays.
struct Prepared {
  play::RunOptions run;
  play::LeagueRun::Settings settings;
};

struct KeepOrder {
  std::filesystem::path file;    ///< The league's, with [season].
  std::filesystem::path folder;  ///< The league's, not the season's.
  /// Before a league plays in that store, in that folder: gives its agents what they need.
  std::function<Prepared(store::League& league, const store::Reader& store,
                         const std::filesystem::path& folder)>
      prepare;
  /// Of the site of that store.
  std::function<site::SiteOptions(const plan::SiteKeys& keys, const store::Reader& store)>
      site_options;
  /// Whether the file is to be read again; asked often, says so once.
  std::function<bool()> reload_asked = [] { return false; };
  /// For people, a line each.
  std::function<void(const std::string& line)> tell = [](const std::string&) {};
};

enum class KeepEnd { Over, Interrupted };

/// Returns when the season is over, or after referee::play::request_stop(). Throws
/// plan::LeagueFileErrors and store::WrongFolder before anything begins, and what keeps it from
/// going on: no room on the disk, a failing sandbox, too few agents for a final.
KeepEnd keep(const KeepOrder& order);

}  // namespace danno::leagues::season
