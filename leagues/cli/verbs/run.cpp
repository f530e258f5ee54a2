// danno league run: plays what a league lacks, stores it, shows the tables.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "leagues/archive/publish.hpp"
#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/site_flags.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/show_league.hpp"
#include "leagues/cli/verbs/run.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/toml_reader.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/formats/league_format.hpp"
#include "leagues/play/league_run.hpp"
#include "leagues/site/live_pages.hpp"
#include "leagues/site/site.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;

void tell_notes(const store::League& league) {
  for (const std::string& note : league.notes)
    terminal::print_note("note: {}\n", words::escape_terminal(note));
  for (const entrants::Entrant& entrant : league.entrants) {
    if (entrant.agent.problem.empty()) continue;
    terminal::print_note("note: '{}' will count as never-ready: {}\n",
                         words::escape_terminal(entrant.agent.name),
                         words::escape_lines(entrant.agent.problem));
  }
}

/// Shows who cannot start, how much there is to play, and the seed's commitment.
void tell_league(const store::League& league, const formats::LeagueFormat& report,
                 const play::LeagueRun& run) {
  const plan::GameCount& games = run.games();
  tell_notes(league);
  std::string line = fmt::format("{}: {}", league.name, report.field(league));
  if (games.planned > 0) line += ", " + words::show_count(games.planned, "game");
  if (games.stored > 0)
    line += fmt::format(", {} {}", words::show_count(games.stored),
                        games.planned > 0 ? "of them played before" : "games played before");
  terminal::print_note("{}; isolation {}\n", line,
                       referee::sandbox::to_string(league.limits.isolation));
  if (games.finished) return;
  flags::tell_epoch(*run.epoch());
}

struct RunArguments {
  std::string file = "league.toml";
  std::string out;
  bool site = false;
  flags::RunFlags run;
};

std::string command_to_resume(const RunArguments& arguments) {
  std::string command = "danno league run " + words::quote_shell(arguments.file);
  if (!arguments.out.empty()) command += " --out " + words::quote_shell(arguments.out);
  return command;
}

/// Plays the missing deals. If `renew` is set, it renews the pages in `site` meanwhile.
play::RunEnd play_missing(play::LeagueRun& run, const play::RunOptions& options,
                          const fs::path& site, const site::LivePages::Make& renew,
                          terminal::KeptDeals& kept, const terminal::Invocation& invocation) {
  terminal::SlowAnswers slow(invocation);
  terminal::Progress progress(invocation, run.games().planned, run.games().stored);
  std::vector<play::Observer> observers{progress.observer(), slow.observer(), kept.observer()};
  std::optional<site::LivePages> pages;
  if (renew) observers.push_back(pages.emplace(run.games().stored, site, renew).observer());
  return run.play(options, observers);
}

void publish(store::Reader& store, const LeagueRunOptions& options,
             const terminal::Invocation& invocation) {
  const fs::path& folder = options.folder;
  const auto published = archive::publish_tables(
      store, folder,
      terminal::watch_for(invocation, "what was played is stored; the tables: danno league table " +
                                          words::quote_shell(folder.string())));
  options.show(published);
  if (!invocation.quiet) terminal::print_note("\ntables in {}\n", folder.string());
}

void make_site(const fs::path& folder, const site::SiteOptionsOf& options_of,
               const terminal::Invocation& invocation) {
  const fs::path site = folder / site::kFolder;
  const store::Reader store = store::Reader::open_to_read(folder);
  static_cast<void>(site::make_site(
      store, site, options_of(store),
      terminal::watch_for(invocation, "the tables are written; the site: danno league site " +
                                          words::quote_shell(folder.string()))));
  if (invocation.quiet) return;
  terminal::print_note("the site: open {} in a browser\n", (site / "index.html").string());
}

/// A season in the file is not opened by playing its league.
void tell_of_season(const std::string& file) {
  files::Problems problems(file);
  const auto table = files::parse_toml_file(file, problems);
  if (!table || !table->contains("season")) return;
  terminal::print_note(
      "warning: {} has [season], which this does not open: it plays the agents that are there; "
      "submissions are taken by 'danno league keep {}'\n",
      words::escape_terminal(file), words::quote_shell(file));
}

/// Ends the plans of parts of a league of which nothing is missing.
void end_plans(store::Store& store) {
  for (const store::PlanOfParts& plan : store.plans()) {
    if (plan.open) store.end_plan(plan.id);
  }
}

int run_file(const RunArguments& arguments, const terminal::Invocation& invocation) {
  store::League league = flags::read_league(arguments.file);
  const plan::SiteKeys site = flags::read_site_keys(arguments.file);
  if (arguments.run.freeze) league.limits.freeze = arguments.run.freeze;
  const fs::path folder = flags::league_folder(league, arguments.out);
  const auto rule_sets = store::rule_sets(league);
  LeagueRunOptions options{
      .folder = folder,
      .run = arguments.run,
      .playing = {league.limits, static_cast<std::size_t>(league.seats), league.entrants,
                  rule_sets},
      .log = folder / flags::kLeagueLog,
      .reports = folder / "faults",
      .way_on = [&](const store::Reader&) { return command_to_resume(arguments); },
      .show = [&](const plan::ShownTables& tables) { terminal::show(tables, invocation); }};
  if (arguments.site || site.wanted) options.site = flags::site_options_of(site);
  tell_of_season(arguments.file);
  return run_league(league, options, invocation);
}

}  // namespace

int run_league(const store::League& league, const LeagueRunOptions& options,
               const terminal::Invocation& invocation) {
  const fs::path& folder = options.folder;
  std::optional<store::Store> store;
  std::optional<play::LeagueRun> run;
  flags::ReadyToPlay ready(
      options.run, options.playing, invocation,
      [&](const referee::sandbox::IsolationState&) -> flags::Opened {
        if (options.before_opening) options.before_opening();
        store.emplace(formats::open_to_play(folder, league));
        flags::refuse_mixed_isolation(*store, to_string(league.limits.isolation));
        auto settings = flags::league_settings(options.run, league, folder, invocation);
        settings.faults = options.reports;
        run.emplace(league, *store, formats::find_format(league.format), std::move(settings));
        return {options.log, run->games().finished};  // nobody else plays there
      });
  if (!invocation.quiet) tell_league(league, formats::find_format(league.format), *run);
  terminal::KeptDeals kept(ready.options().shards);
  const auto tell_how_to_resume = [&](play::RunEnd end) {
    terminal::print_note("{}; to go on: {}\n", kept.text(end, "stored"), options.way_on(*store));
  };
  const play::RunEnd end = play_missing(
      *run, ready.options(), folder / site::kFolder,
      options.site ? site::live_site(folder, *options.site) : nullptr, kept, invocation);
  if (end == play::RunEnd::Interrupted) {  // who interrupts does not wait for tables
    tell_how_to_resume(end);
    return ready.end(ready.interrupted());
  }
  if (end == play::RunEnd::Complete) end_plans(*store);
  publish(*store, options, invocation);
  if (options.site) make_site(folder, *options.site, invocation);
  if (end == play::RunEnd::Complete) return ready.end(terminal::kDone);
  tell_how_to_resume(end);
  return ready.end(terminal::kUndecided);
}

void add_run(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "run",
                              .summary = "play what is missing, then the tables",
                              .group = "Verbs",
                              .examples = "  danno league run league.toml\n"
                                          "  danno league run league.toml --out results --for 2h"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<RunArguments>();
  verb.option("FILE", arguments->file, "the league file; default league.toml");
  verb.option("--out", arguments->out, "where the league is kept; default out/NAME").takes("DIR");
  flags::add_duration_flag(verb, arguments->run);
  verb.flag("--site", arguments->site,
            "its web pages, too, as 'danno league site' makes them; renewed while it plays");
  flags::add_run_flags(verb, arguments->run);
  verb.runs([arguments, &invocation] { return run_file(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
