// danno league keep: the season's process.
#include <fmt/format.h>

#include <memory>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/site_flags.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/plan/league_file.hpp"
#include "leagues/season/keep.hpp"
#include "leagues/season/outbox.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/utc.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;

struct KeepArguments {
  std::string file = "league.toml";
  std::string out;
  flags::RunFlags run;
};

season::SeasonOptions make_season_options(const KeepArguments& arguments, const fs::path& folder,
                                          const flags::ReadyToPlay& ready,
                                          const terminal::Invocation& invocation) {
  season::SeasonOptions options;
  options.file = arguments.file;
  options.folder = folder;
  options.prepare = [&](store::League& league, const store::Reader& store, const fs::path& played) {
    if (arguments.run.freeze) league.limits.freeze = arguments.run.freeze;
    const referee::sandbox::Isolation level = league.limits.isolation;
    flags::refuse_mixed_isolation(store, referee::sandbox::to_string(level));
    flags::provide_values(league.entrants, store::rule_sets(league), invocation);
    flags::start_from_copies(league.entrants, level, invocation);
    return season::Prepared{ready.options(),
                            flags::league_settings(arguments.run, league, played, invocation)};
  };
  options.site_options = [](const plan::SiteKeys& keys, const store::Reader& store) {
    return flags::site_options({}, keys, store);
  };
  options.reload_asked = terminal::HangUps::take;
  options.tell = [&](const std::string& line) {
    if (!invocation.quiet) terminal::print_note("{}\n", words::escape_terminal(line));
  };
  return options;
}

/// Rejects a new season whose closing time has already passed.
void require_time(const plan::SeasonKeys& keys, const std::string& file) {
  if (!keys.closes || *keys.closes > std::chrono::system_clock::now()) return;
  throw terminal::UsageError(
      fmt::format("{}: the season would begin closed: 'closes' is {}; "
                  "expected a time to come",
                  words::escape_terminal(file), words::show_utc(*keys.closes)));
}

int end_over(const fs::path& folder, const terminal::Invocation& invocation) {
  if (!invocation.quiet)
    terminal::print_note("the season is over; its results are in {}\n",
                         words::escape_terminal(folder.string()));
  return terminal::kDone;
}

season::SeasonOutcome keep_season(const season::SeasonOptions& options) {
  try {
    return season::run_season(options);
  } catch (const plan::LeagueFileErrors& errors) {  // of its agents
    throw terminal::UsageError(words::escape_terminal(errors.lines().front()));
  }
}

int keep(const KeepArguments& arguments, const terminal::Invocation& invocation) {
  const terminal::HangUps hang_ups;  // from here on one ends nothing
  const plan::SeasonKeys keys = flags::read_season_keys(arguments.file);
  const store::League league = flags::read_league_terms(arguments.file);
  const fs::path folder = flags::league_folder(league, arguments.out);
  const auto status = season::read_status(folder);
  if (!status) require_time(keys, arguments.file);
  if (status && season::is_over(*status)) return end_over(folder, invocation);
  flags::ReadyToPlay ready(  // its agents are prepared when they come
      arguments.run, {league.limits, static_cast<std::size_t>(league.seats)}, invocation,
      [&](const referee::sandbox::IsolationState&) -> flags::Opened {
        fs::create_directories(folder);
        return {folder / flags::kLeagueLog};
      });
  const auto options = make_season_options(arguments, folder, ready, invocation);
  if (keep_season(options) == season::SeasonOutcome::Over)
    return ready.end(end_over(folder, invocation));
  return ready.end(ready.interrupted());
}

}  // namespace

void add_keep(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb = league.add(
      invocation, {.name = "keep",
                   .summary = "a season: take what is handed in, play, publish, until the final",
                   .group = "Verbs",
                   .examples = "  danno league keep season.toml\n"
                               "  danno league status season.toml --json"});
  const auto arguments = std::make_shared<KeepArguments>();
  verb.option("FILE", arguments->file, "the league file, with [season]; default league.toml");
  verb.option("--out", arguments->out, "where the league is kept; default out/NAME").takes("DIR");
  flags::add_run_flags(verb, arguments->run);
  verb.runs([arguments, &invocation] { return keep(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
