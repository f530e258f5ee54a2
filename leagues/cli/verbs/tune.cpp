// danno tune AGENT --set NAME=RANGE --against AGENT…: the best values of a bot's parameters.

#include <memory>
#include <variant>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/page_file.hpp"
#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/cli/flags/ready_to_play.hpp"
#include "leagues/cli/flags/tune_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/machine.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/show_tune.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/outside_file.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/tune/page.hpp"
#include "leagues/tune/report.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;

/// Faults after which a candidate is dropped: its score says nothing.
constexpr int kMaxFaults = 3;

int exit_code_of(tune::TuneEnd end, int interrupted) {
  switch (end) {
    case tune::TuneEnd::Interrupted:
      return interrupted;
    case tune::TuneEnd::Broken:
      return terminal::kBroken;
    case tune::TuneEnd::NoneCanPlay:
      return terminal::kFails;
    default:
      return terminal::kDone;
  }
}

play::RunEnd play(tune::Tune& tune, const play::RunOptions& options,
                  const terminal::Invocation& invocation) {
  const auto seats = static_cast<std::uint64_t>(tune.terms().seats);
  terminal::Progress progress(invocation, tune.terms().max_deals * seats, tune.deals() * seats);
  const std::vector<play::Observer> observers{
      [&](const play::Played&) { progress.note(terminal::live_note(tune)); }, progress.observer()};
  return tune.run(options, observers);
}

/// Writes the best values into the bot's agent.toml.
void apply(const tune::Tune& tune, const fs::path& manifest,
           const terminal::Invocation& invocation) {
  const auto values = tune.advice();
  if (values.empty() || tune.is_present(*tune.best())) return;
  const std::string text = files::read_whole(manifest).value_or("");
  files::write_durable(fs::canonical(manifest), entrants::manifest_with(text, values));
  if (!invocation.quiet)
    terminal::print_note("wrote {}\n", words::escape_terminal(manifest.string()));
}

int run_tune(const flags::TuneArguments& arguments, const terminal::Invocation& invocation) {
  const rules::RuleSet rules = arguments.line_up.rule_set(arguments.seats);
  referee::play::LineUp common = arguments.line_up.line_up(rules);
  common.limits.max_faults = kMaxFaults;
  const referee::sandbox::Isolation level = common.limits.isolation;
  flags::check_result_page_file(arguments.html);
  tune::Space space = flags::chosen_space(arguments);
  tune::TuneTerms terms = flags::chosen_tune_terms(arguments);
  entrants::Entrant bot = flags::chosen_bot(arguments, space, level, invocation);
  const fs::path manifest = flags::manifest_of(arguments, bot, space);
  const fs::path folder = flags::tune_folder(arguments, bot);
  flags::check_folder_to_write("--out", folder);
  auto opponents = flags::chosen_agents(arguments.opponents, rules, level, invocation);
  flags::ReadyToPlay ready(arguments.line_up.run,
                           {common.limits, static_cast<std::size_t>(arguments.seats)}, invocation,
                           [&](const auto&) -> flags::Opened { return {arguments.line_up.log}; });
  try {
    tune::Tune tune(std::move(bot), std::move(opponents), std::move(space), common,
                    std::move(terms));
    tune.adjust(scores::known_values(rules, terminal::watch_for(invocation)));
    tune.keep_in(folder, {.isolation = std::string(referee::sandbox::to_string(level)),
                          .layers = referee::sandbox::summary(referee::sandbox::require(level)),
                          .machine = terminal::machine(invocation.version),
                          .limits = common.limits});
    (void)play(tune, ready.options(), invocation);
    files::write_whole(folder / "tune.json", tune::tune_json(tune) + "\n");
    files::write_whole(folder / "tune.csv", tune::tune_csv(tune));
    if (!arguments.html.empty()) flags::write_page(tune::tune_page(tune), arguments.html);
    terminal::show(tune, folder, manifest, invocation);
    const tune::TuneEnd end = tune::end_of(tune);
    if (arguments.apply && end != tune::TuneEnd::Interrupted) apply(tune, manifest, invocation);
    if (end == tune::TuneEnd::Interrupted)
      terminal::print_note("interrupted; the same command goes on\n");
    return ready.end(exit_code_of(end, ready.interrupted()));
  } catch (const tune::SpaceError& error) {
    throw terminal::UsageError(error.what());
  }
}

}  // namespace

void add_tune(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb = app.add(
      invocation,
      {.name = "tune",
       .summary = "find the best values of a bot's parameters",
       .group = "Playing",
       .examples = "  danno tune ./my-bot --set threshold=100..400/50 --against optimal\n"
                   "  danno tune 'hold --at {at}' --set at=150..300/25 --against timid odds"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<flags::TuneArguments>();
  flags::add_tune_flags(verb, *arguments);
  verb.runs([arguments, &invocation] { return run_tune(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
