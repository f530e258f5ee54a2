// danno league run: plays what a league lacks, stores it, shows the tables.
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/print_league.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/cli/site_options.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/league/run.hpp"
#include "leagues/runner/league_run.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/league_format.hpp"
#include "leagues/site/live_pages.hpp"
#include "leagues/site/publish.hpp"
#include "leagues/site/site.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::league {
namespace {

namespace fs = std::filesystem;

void print_notes(const store::League& league) {
  for (const std::string& note : league.notes)
    cli::print_note("note: {}\n", base::escape_terminal(note));
  for (const entrants::Entrant& entrant : league.entrants) {
    if (entrant.agent.problem.empty()) continue;
    cli::print_note("note: '{}' will count as never-ready: {}\n",
                    base::escape_terminal(entrant.agent.name),
                    base::escape_lines(entrant.agent.problem));
  }
}

/// Shows who cannot start, how much there is to play, and the seed's commitment.
void print_league(const store::League& league, const schedule::LeagueFormat& report,
                  const runner::LeagueRun& run) {
  const schedule::GameCount& games = run.games();
  print_notes(league);
  std::string line = fmt::format("{}: {}", league.name, report.field(league));
  if (games.planned > 0) line += ", " + base::format_count(games.planned, "game");
  if (games.stored > 0)
    line += fmt::format(", {} {}", base::format_count(games.stored),
                        games.planned > 0 ? "of them played before" : "games played before");
  cli::print_note("{}; isolation {}\n", line, referee::sandbox::to_string(league.limits.isolation));
  if (games.finished) return;
  cli::print_epoch(*run.epoch());
}

struct RunArguments {
  std::string file = "league.toml";
  std::string out;
  bool site = false;
  cli::RunFlags run;
};

std::string command_to_resume(const RunArguments& arguments) {
  std::string command = "danno league run " + base::quote_shell(arguments.file);
  if (!arguments.out.empty()) command += " --out " + base::quote_shell(arguments.out);
  return command;
}

/// Plays the missing deals. If `renew` is set, it renews the pages in `site` meanwhile.
runner::RunEnd play_missing(runner::LeagueRun& run, const runner::RunOptions& options,
                            const fs::path& site, const site::LivePages::Make& renew,
                            cli::SavedDeals& kept, const cli::Invocation& invocation) {
  cli::SlowAnswers slow(invocation);
  cli::Progress progress(invocation, run.games().planned, run.games().stored);
  std::vector<runner::Observer> observers{progress.observer(), slow.observer(), kept.observer()};
  std::optional<site::LivePages> pages;
  if (renew) observers.push_back(pages.emplace(run.games().stored, site, renew).observer());
  return run.play(options, observers);
}

void publish(store::Reader& store, const LeagueRunOptions& options,
             const cli::Invocation& invocation) {
  const fs::path& folder = options.folder;
  const auto published = site::publish_tables(
      store, folder,
      cli::watch_for(invocation, "what was played is stored; for the tables: danno league table " +
                                     base::quote_shell(folder.string())));
  options.show(published);
  if (!invocation.quiet) cli::print_note("\ntables in {}\n", folder.string());
}

void make_site(const fs::path& folder, const site::SiteOptionsFor& options_for,
               const cli::Invocation& invocation) {
  const fs::path site = folder / site::kFolder;
  const store::Reader store = store::Reader::open_to_read(folder);
  static_cast<void>(site::make_site(
      store, site, options_for(store),
      cli::watch_for(invocation, "the tables are written; for the site: danno league site " +
                                     base::quote_shell(folder.string()))));
  if (invocation.quiet) return;
  cli::print_note("the site: open {} in a browser\n", (site / "index.html").string());
}

/// A season in the file is not opened by playing its league.
void warn_of_season(const std::string& file) {
  base::Problems problems(file);
  const auto table = base::parse_toml_file(file, problems);
  if (!table || !table->contains("season")) return;
  cli::print_note(
      "warning: {} has [season], which this does not open: it plays the agents that are there; "
      "submissions are taken by 'danno season run {}'\n",
      base::escape_terminal(file), base::quote_shell(file));
}

/// Ends the plans of parts of a league of which nothing is missing.
void end_plans(store::Writer& store) {
  for (const store::PlanOfParts& plan : store.reader().plans()) {
    if (plan.open) store.end_plan(plan.id);
  }
}

int run_file(const RunArguments& arguments, const cli::Invocation& invocation) {
  store::League league = cli::read_league(arguments.file);
  const schedule::SiteKeys site = cli::read_league_terms(arguments.file).site;
  if (arguments.run.freeze) league.limits.freeze = arguments.run.freeze;
  const fs::path folder = cli::league_folder(league, arguments.out);
  const auto rule_sets = store::rule_sets(league);
  LeagueRunOptions options{
      .folder = folder,
      .run = arguments.run,
      .playing = {league.limits, static_cast<std::size_t>(league.seats), league.entrants,
                  rule_sets},
      .log = folder / cli::kLeagueLog,
      .reports = folder / "faults",
      .next_step = [&](const store::Reader&) { return command_to_resume(arguments); },
      .show = [&](const report::LeagueTables& tables) { cli::show(tables, invocation); }};
  if (arguments.site || site.wanted) options.site = cli::make_site_options(site);
  warn_of_season(arguments.file);
  return run_league(league, options, invocation);
}

}  // namespace

int run_league(const store::League& league, const LeagueRunOptions& options,
               const cli::Invocation& invocation) {
  const fs::path& folder = options.folder;
  std::optional<store::Writer> store;
  std::optional<runner::LeagueRun> run;
  cli::PreparedRun ready(
      options.run, options.playing, invocation,
      [&](const referee::sandbox::IsolationState&) -> cli::Opened {
        if (options.before_opening) options.before_opening();
        store.emplace(schedule::open_to_play(folder, league));
        auto settings = cli::league_settings(options.run, league, folder, invocation);
        settings.faults = options.reports;
        run.emplace(league, *store, schedule::find_format(league.format), std::move(settings));
        return {options.log, run->games().finished};  // nobody else plays there
      });
  if (!invocation.quiet) print_league(league, schedule::find_format(league.format), *run);
  cli::SavedDeals kept(ready.options().shards);
  const auto print_resume_hint = [&](runner::RunEnd end) {
    cli::print_note("{}; to resume: {}\n", kept.text(end, "stored"),
                    options.next_step(store->reader()));
  };
  const runner::RunEnd end = play_missing(
      *run, ready.options(), folder / site::kFolder,
      options.site ? site::live_site(folder, *options.site) : nullptr, kept, invocation);
  if (end == runner::RunEnd::Interrupted) {  // who interrupts does not wait for tables
    print_resume_hint(end);
    return ready.end(ready.interrupted());
  }
  if (end == runner::RunEnd::Complete) end_plans(*store);
  publish(store->reader(), options, invocation);
  if (options.site) make_site(folder, *options.site, invocation);
  if (end == runner::RunEnd::Complete) return ready.end(cli::kDone);
  print_resume_hint(end);
  return ready.end(cli::kUndecided);
}

void add_run(cli::Command league, cli::Invocation& invocation) {
  const auto [command, arguments] =
      league.add(invocation, run_file,
                 {.name = "run",
                  .summary = "play the missing deals and write the tables",
                  .examples = "  danno league run league.toml\n"
                              "  danno league run league.toml --out results --for 2h"});
  command.json_flag(invocation);
  command.option("FILE", arguments.file, "the league file; default league.toml");
  command.option("--out DIR", arguments.out, "the league's folder; default out/NAME");
  cli::add_duration_flag(command, arguments.run);
  command.flag(
      "--site", arguments.site,
      "also write the web pages of 'danno league site', and renew them while the league is played");
  cli::add_run_flags(command, arguments.run);
}

}  // namespace danno::leagues::commands::league
