// danno gate CANDIDATE --against BASELINE…: deals until it is known whether the candidate is good
// enough, for CI; or a mark for it, against baselines of fixed Elo.

#include <filesystem>
#include <memory>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/gate_attempts.hpp"
#include "leagues/cli/flags/gate_flags.hpp"
#include "leagues/cli/flags/gate_outputs.hpp"
#include "leagues/cli/flags/ready_to_play.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/machine.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/seed_notes.hpp"
#include "leagues/cli/terminal/show_gate.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/gate/run.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

/// Luck is taken out wherever the game is solved, unless the user will not have it.
std::unique_ptr<const scores::SolvedGame> chosen_values(const flags::GateArguments& arguments,
                                                        const rules::RuleSet& rules,
                                                        gate::GateReport& report) {
  if (!arguments.raw && !arguments.score) return gate::find_values(rules, report);
  report.luck = arguments.raw ? "not luck-adjusted: --raw" : "not luck-adjusted: --score";
  return nullptr;
}

/// The candidate and the baselines.
std::vector<entrants::Entrant> chosen_entrants(const flags::GateArguments& arguments,
                                               const rules::RuleSet& rules,
                                               referee::sandbox::Isolation level,
                                               const terminal::Invocation& invocation) {
  std::vector<std::string> agents{arguments.candidate};
  for (const std::string& baseline : arguments.baselines)
    agents.push_back(flags::from_history(baseline, arguments.candidate, arguments.repository, level,
                                         invocation));
  return flags::chosen_agents(agents, rules, level, invocation);
}

void play(gate::Gate& gate, const std::string& reports, const play::RunOptions& options,
          const terminal::Invocation& invocation) {
  gate.resume();
  const gate::GateReport& report = gate.report();
  const auto seats = static_cast<std::uint64_t>(report.terms.seats);
  std::uint64_t played = 0;
  for (const gate::GateReport::Test& entry : report.tests)
    played += seats * entry.test.deals();
  terminal::Progress progress(invocation, report.terms.max_deals * seats * report.tests.size(),
                              played);
  const std::vector<play::Observer> observers{
      play::fault_file_writer(reports),
      [&](const play::Played&) { progress.note(terminal::live_note(report)); },
      progress.observer()};
  gate.run(options, observers);
}

int tell(const flags::GateArguments& arguments, const gate::GateReport& report,
         const std::vector<double>& anchors, const terminal::Invocation& invocation,
         int interrupted) {
  return arguments.score ? flags::tell_score(arguments, report, anchors, invocation, interrupted)
                         : flags::tell_verdict(arguments, report, invocation, interrupted);
}

/// Keeps the deals in --out from now on.
void keep_attempt(const flags::GateArguments& arguments, gate::Gate& gate,
                  const terminal::Invocation& invocation) {
  const auto moved = gate.keep_in(arguments.out, terminal::machine(invocation.version),
                                  flags::chosen_terms_of_attempt(arguments, gate.report()));
  if (!moved || invocation.quiet) return;
  terminal::print_note(
      "the deals in {} were played for {}; they are now in {}, and another attempt begins "
      "with a new seed\n",
      words::escape_terminal(arguments.out), words::escape_terminal(moved->terms),
      words::escape_terminal(moved->folder.string()));
}

/// Plays it to its verdict, or until a signal.
int play_to_verdict(const flags::GateArguments& arguments, gate::Gate& gate,
                    const terminal::Invocation& invocation) {
  gate::GateReport& report = gate.report();
  const std::vector<double> anchors = flags::chosen_anchors(arguments, report);
  const referee::play::LineUp& first = gate.line_up(0);
  flags::ReadyToPlay ready(arguments.line_up.run, {first.limits, first.agents.size()}, invocation,
                           [&](const referee::sandbox::IsolationState& promised) -> flags::Opened {
                             report.isolation_layers = referee::sandbox::summary(promised);
                             if (!arguments.out.empty()) keep_attempt(arguments, gate, invocation);
                             return {flags::log_file(arguments)};
                           });
  // After it is opened: an attempt that goes on is not a new one.
  const auto attempts = flags::book_attempts(arguments, gate, invocation);
  if (!invocation.quiet)
    terminal::tell_commitments(referee::record::commitment(report.seed),
                               referee::record::commitment(report.agent_secret));
  play(gate, arguments.line_up.reports, ready.options(), invocation);
  const bool goes_on = gate.is_kept() && report.verdict() == gate::GateVerdict::Open;
  if (goes_on) {  // its seeds stay secret
    report.seed = report.agent_secret = {"(secret until the verdict)"};
  } else {
    gate.close();
    gate::book_verdicts(arguments.attempts, attempts, report);
  }
  const int exit_code = tell(arguments, report, anchors, invocation, ready.interrupted());
  if (goes_on && !invocation.quiet) terminal::print_note("interrupted; the same command goes on\n");
  return ready.end(exit_code);
}

int run_gate(const flags::GateArguments& arguments, const terminal::Invocation& invocation) {
  const rules::RuleSet rules = arguments.line_up.rule_set(arguments.terms.seats);
  const referee::play::LineUp common = arguments.line_up.line_up(rules);
  flags::check_seats(arguments);
  gate::GateReport report = flags::chosen_report(arguments, common);
  auto values = chosen_values(arguments, rules, report);
  const referee::sandbox::Isolation level = common.limits.isolation;
  const auto candidate = flags::chosen_agent(arguments.candidate, level, invocation);
  flags::prepare_outputs(arguments);
  report.candidate = candidate.agent.name;
  report.problem = entrants::problem_lines(candidate);
  if (!report.problem.empty())  // a verdict, and no attempt is spent: no dice were thrown
    return tell(arguments, report, {}, invocation, 0);
  auto entrants = chosen_entrants(arguments, rules, level, invocation);
  gate::Gate gate(std::move(entrants), common, std::move(report));
  if (values) gate.adjust(std::move(values));
  flags::set_chosen_bounds(arguments, gate.report());
  return play_to_verdict(arguments, gate, invocation);
}

}  // namespace

void add_gate(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb = app.add(
      invocation, {.name = "gate",
                   .summary = "test a candidate against baselines until it is decided",
                   .group = "Playing",
                   .examples = "  danno gate ./my-bot --against hold --rules official\n"
                               "  danno gate ./my-bot --against main=old/my-bot odds --preset "
                               "non-regression --summary summary.md"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<flags::GateArguments>();
  flags::add_gate_flags(verb, *arguments);
  verb.runs([arguments, &invocation] { return run_gate(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
