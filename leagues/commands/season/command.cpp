// danno season run: the season's process.
#include <fmt/format.h>

#include "leagues/base/escape.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/cli/site_options.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/season/season.hpp"
#include "leagues/schedule/league_file.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;

struct SeasonArguments {
  std::string file = "league.toml";
  std::string out;
  cli::RunFlags run;
};

/// Gives the agents their values. A mistake is one of the file, which a running season survives.
void provide_season_values(store::League& league, const std::string& file,
                           const cli::Invocation& invocation) {
  try {
    cli::provide_values(league.entrants, store::rule_sets(league), invocation);
  } catch (const cli::UsageError& error) {
    throw schedule::LeagueFileErrors({fmt::format("{}: {}", file, error.what())});
  }
}

/// Rejects a new season whose closing time has already passed.
void require_time(const schedule::SeasonKeys& keys, const std::string& file) {
  if (!keys.closes || *keys.closes > std::chrono::system_clock::now()) return;
  throw cli::UsageError(
      "{}: the season would begin closed: 'closes' is {}; "
      "expected a time in the future",
      file, base::format_utc(*keys.closes));
}

int end_over(const fs::path& folder, const cli::Invocation& invocation) {
  if (!invocation.quiet)
    cli::print_note("the season is over; its results are in {}\n",
                    base::escape_terminal(folder.string()));
  return cli::kDone;
}

int run(const SeasonArguments& arguments, const cli::Invocation& invocation) {
  const cli::HangUps hang_ups;  // from here on one ends nothing
  const schedule::SeasonKeys keys = cli::read_season_keys(arguments.file);
  const store::League league = cli::read_league_terms(arguments.file).league;
  const fs::path folder = cli::league_folder(league, arguments.out);
  const auto status = read_status(folder);
  if (!status) require_time(keys, arguments.file);
  if (status && is_over(*status)) return end_over(folder, invocation);
  cli::PreparedRun ready(  // its agents are prepared when they come
      arguments.run, {league.limits, static_cast<std::size_t>(league.seats)}, invocation,
      [&](const referee::sandbox::IsolationState&) -> cli::Opened {
        fs::create_directories(folder);
        return {folder / cli::kLeagueLog};
      });
  const SeasonOptions options{
      .file = arguments.file,
      .folder = folder,
      .run = ready.options(),
      .prepare =
          [&](store::League& playing, const fs::path& played) {
            if (arguments.run.freeze) playing.limits.freeze = arguments.run.freeze;
            provide_season_values(playing, arguments.file, invocation);
            cli::start_from_copies(playing.entrants, playing.limits.isolation, invocation);
            return cli::league_settings(arguments.run, playing, played, invocation);
          },
      .site_options = [](const schedule::SiteKeys& site,
                         const store::Reader& store) { return cli::site_options({}, site, store); },
      .reload_asked = cli::HangUps::take,
      .tell =
          [&](const std::string& line) {
            if (!invocation.quiet) cli::print_note("{}\n", base::escape_terminal(line));
          }};
  try {
    return ready.end(run_season(options) ? end_over(folder, invocation) : ready.interrupted());
  } catch (const schedule::LeagueFileErrors& errors) {  // of its agents
    throw cli::UsageError(base::escape_terminal(errors.lines().front()));
  }
}

}  // namespace

void add_run(cli::Command season, cli::Invocation& invocation) {
  const auto [command, arguments] =
      season.add(invocation, run,
                 {.name = "run",
                  .summary = "take what is handed in, play and publish, until the final",
                  .examples = "  danno season run season.toml\n"
                              "  danno league status season.toml --json"});
  command.option("FILE", arguments.file, "the league file, with [season]; default league.toml");
  command.option("--out DIR", arguments.out, "the league's folder; default out/NAME");
  cli::add_run_flags(command, arguments.run);
}

}  // namespace danno::leagues::commands::season
