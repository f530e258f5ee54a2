// danno league keep: the season's process.
#include <fmt/format.h>

#include <memory>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/run_log.hpp"
#include "leagues/cli/flags/site_flags.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/machine.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/season/keep.hpp"
#include "leagues/text/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string file = "league.toml";
  std::string out;
  flags::RunFlags run;
};

season::KeepOrder order_of(const Arguments& arguments, const fs::path& folder,
                           const store::League& league,
                           const referee::sandbox::IsolationState& promised,
                           const terminal::Invocation& invocation) {
  season::KeepOrder order;
  order.file = arguments.file;
  order.folder = folder;
  order.provide = [&](store::League& played) {
    if (arguments.run.freeze) played.limits.freeze = arguments.run.freeze;
    flags::provide_values(played.entrants, store::rule_sets(played), invocation);
    flags::start_from_copies(played.entrants, played.limits.isolation, invocation);
  };
  order.site_options = [](const fs::path& file, const store::Store& store) {
    return flags::site_options({}, flags::read_site_keys(file), store);
  };
  order.run = arguments.run.options(league.limits);
  order.settings = {.in_flight = arguments.run.games_in_flight(),
                    .exact_clock = arguments.run.exact_clock(),
                    .conditions = {.isolation = std::string(to_string(league.limits.isolation)),
                                   .layers = referee::sandbox::summary(promised),
                                   .machine = terminal::machine(invocation.version),
                                   .limits = league.limits},
                    .faults = folder / "faults"};
  order.reload_asked = terminal::HangUps::take;
  order.tell = [&](const std::string& line) {
    if (!invocation.quiet) fmt::print(stderr, "{}\n", text::escape_terminal(line));
  };
  return order;
}

void keep(const Arguments& arguments, terminal::Invocation& invocation) {
  const store::League league = flags::read_league_terms(arguments.file);
  const fs::path folder = flags::league_folder(league, arguments.out);
  const auto& promised = referee::sandbox::require(league.limits.isolation);
  fs::create_directories(folder);
  const flags::RunLog log(invocation, folder / flags::kLeagueLog, promised);
  const terminal::HangUps hang_ups;
  const terminal::Interrupts interrupts(terminal::Work::Play);
  const auto order = order_of(arguments, folder, league, promised, invocation);
  if (season::keep(order) == season::KeepEnd::Over) {
    if (!invocation.quiet)
      fmt::print(stderr, "the season is over; its results are in {}\n",
                 text::escape_terminal(folder.string()));
    return;
  }
  invocation.exit_code = interrupts.exit_code();
}

}  // namespace

void add_keep(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb = league.add(
      invocation, {.name = "keep",
                   .summary = "a season: take what is handed in, play, publish, until the final",
                   .group = "Verbs",
                   .examples = "  danno league keep season.toml\n"
                               "  danno league status season.toml --json"});
  const auto arguments = std::make_shared<Arguments>();
  verb.option("FILE", arguments->file, "the league file, with [season]; default league.toml");
  verb.option("--out", arguments->out, "where the league is kept; default out/NAME").takes("DIR");
  flags::add_run_flags(verb, arguments->run);
  verb.runs([arguments, &invocation] { keep(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
