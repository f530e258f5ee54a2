// danno gate CANDIDATE --against BASELINE…: deals until it is known whether the candidate is good
// enough, for CI; or a mark for it, against baselines of fixed Elo.
#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/base/width.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/output_files.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/process_limits.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/run_log.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/commands/gate/attempts.hpp"
#include "leagues/commands/gate/options.hpp"
#include "leagues/commands/gate/report.hpp"
#include "leagues/commands/gate/run.hpp"
#include "leagues/commands/gate/score.hpp"
#include "leagues/runner/fault_files.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::gate {
namespace {

using gate::GateReport;
using gate::GateTest;

void print_lines(const std::vector<std::string>& lines) {
  for (const std::string& line : lines)
    cli::print_text("{}\n", base::escape_terminal(line));
}

/// Prints the first fault of each side, with what the agent wrote.
void print_faults(const GateReport& report) {
  const std::vector<std::string> faults = gate::first_faults(report);
  print_lines(faults);
  if (!faults.empty()) cli::print_text("\n");
}

/// Prints what prevents the candidate from playing, in its compiler's words. Returns false if
/// nothing does.
bool print_problem(const GateReport& report) {
  if (report.problem.empty()) return false;
  cli::print_text("\n");
  print_lines(report.problem);
  return true;
}

/// Prints what the result depends on: rules, seats, isolation, seeds.
void print_conditions(const GateReport& report, const cli::Invocation& invocation) {
  const std::string& layers = report.isolation_layers;
  cli::print_text("{}{}, isolation {}; H0, H1 in Elo{}\n", report.rules,
                  gate::format_seats(report.terms), layers.substr(0, layers.find(':')),
                  invocation.verbose ? "" : "; -v shows the seed");
  if (!invocation.verbose) return;
  cli::print("seed {}\nagents' secret {}\n", report.seed.text, report.agent_secret.text);
  cli::print_text("{}\n", base::wrap("isolation " + layers, 80, 10));
}

/// Prints the outcome in a sentence, and the tests as a table.
void print_verdict(const GateReport& report, const cli::Invocation& invocation) {
  cli::print_text("{} {}\n", base::escape_terminal(report.candidate), gate::outcome(report));
  if (print_problem(report)) return;
  if (report.verdict() == GateVerdict::CannotPlay) {  // figures of no games say nothing
    cli::print_text("\n");
    print_faults(report);
    return print_conditions(report, invocation);
  }
  cli::print_text("\n{}\n", cli::text_table(gate::test_cells(report), cli::columns(stdout)));
  print_faults(report);
  print_conditions(report, invocation);
  cli::print_text("{}\n", report.luck);
}

/// Returns "LLR main +1.23 (-2.94, 2.94) Elo +4.1 ±9.8", for the end of a progress line.
std::string live_note(const GateReport& report) {
  std::string note;
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    if (!note.empty()) note += "  ";
    const std::string baseline = base::escape_terminal(entry.baseline);
    const std::string difference = gate::format_difference(test);
    note += report.terms.play_all_deals
                ? fmt::format("{} {}", baseline, difference)
                : fmt::format("LLR {} {:+.2f} ({:.2f}, {:.2f}) Elo {}", baseline, test.llr(),
                              test.bounds().lower, test.bounds().upper, difference);
  }
  return note;
}

/// Shows the report, as JSON if the invocation asks for it.
void show(const GateReport& report, const cli::Invocation& invocation) {
  if (invocation.json) {
    cli::print("{}", gate::gate_json(report));
  } else {
    print_verdict(report, invocation);
  }
}

/// Shows a gate that gives a score.
void show(const GateReport& report, const GateScore& score, const cli::Invocation& invocation) {
  if (invocation.json) {
    cli::print("{}", gate::score_json(report, score));
    return;
  }
  cli::print_text("{} {}\n", base::escape_terminal(report.candidate),
                  gate::score_outcome(report, score));
  if (!print_problem(report)) print_faults(report);
}

/// Calls `use`, which reads the file of --attempts. Throws UsageError if that is not a journal.
void use_journal(const std::function<void()>& use) {
  try {
    use();
  } catch (const std::system_error&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw cli::UsageError("--attempts {}", error.what());
  }
}

/// Records and reports the attempts, one for each test; returns none without a journal. An attempt
/// counts before its first game. Throws UsageError.
std::vector<Attempt> book_attempts(const GateArguments& arguments, Gate& gate,
                                   const cli::Invocation& invocation) {
  if (arguments.attempts.empty()) return {};
  auto attempts = gate::make_attempts(gate.report(), gate.entrants());
  bool had_torn_line = false;
  use_journal(
      [&] { had_torn_line = gate::book_attempts(arguments.attempts, attempts, gate.report()); });
  if (had_torn_line && !invocation.quiet)
    cli::print_note(
        "--attempts {}: its last line was cut off by a full disk or a kill, and was removed\n",
        base::escape_terminal(arguments.attempts));
  for (const GateReport::Test& entry : gate.report().tests) {
    if (invocation.quiet) break;
    cli::print_note("attempt {} against {}: alpha is {:.4g}\n", *entry.attempt,
                    base::escape_terminal(entry.baseline), entry.test.terms().alpha);
  }
  return attempts;
}

/// Returns the exit code of a verdict: 0 passed, 1 failed, 4 undecided, another one if the gate is
/// broken.
int gate_exit_code(GateVerdict verdict, InconclusivePolicy inconclusive, int interrupted) {
  switch (verdict) {
    case GateVerdict::Passed:
      return cli::kDone;
    case GateVerdict::Inconclusive:
      return inconclusive == InconclusivePolicy::Pass   ? cli::kDone
             : inconclusive == InconclusivePolicy::Fail ? cli::kFails
                                                        : cli::kUndecided;
    case GateVerdict::Open:
      return interrupted;
    case GateVerdict::Failed:
    case GateVerdict::TooManyFaults:
    case GateVerdict::CannotPlay:
      return cli::kFails;
    case GateVerdict::BaselineFaulted:
      break;
  }
  return cli::kBroken;
}

/// Checks the outputs before hours of play. Throws UsageError if a file cannot be written.
void check_outputs(const GateArguments& arguments) {
  gate::require_writable_files(arguments);
  if (!arguments.attempts.empty()) use_journal([&] { gate::check_journal(arguments.attempts); });
}

/// Returns the file of the log; empty if no log is written.
std::string log_file(const GateArguments& arguments) {
  if (!arguments.line_up.log.empty() || arguments.out.empty()) return arguments.line_up.log;
  return (std::filesystem::path(arguments.out) / cli::kLeagueLog).string();
}

/// Writes the verdict everywhere, or the score against baselines of these Elo values. Returns the
/// exit code; `interrupted` is that of a signal, or 0.
int print_report(const GateArguments& arguments, const GateReport& report,
                 const std::vector<double>& anchors, const cli::Invocation& invocation,
                 int interrupted) {
  std::optional<GateScore> score;
  if (arguments.score) score = gate::compute_score(report, anchors, arguments.at_least);
  score ? show(report, *score, invocation) : show(report, invocation);
  if (!arguments.junit.empty())
    base::write_named(arguments.junit,
                      score ? gate::score_junit(report, *score) : gate::gate_junit(report));
  if (!arguments.summary.empty())
    base::append_named(arguments.summary,
                       score ? gate::score_markdown(report, *score) : gate::gate_markdown(report));
  if (score && !arguments.grade.empty() && !gate::is_broken(score->verdict))
    agent::write_grade_file(gate::make_grade(report, *score), arguments.grade);
  return gate_exit_code(score ? score->verdict : report.verdict(), report.inconclusive,
                        interrupted);
}

/// Returns the values by which luck is taken out; null if the game is not solved, or if --raw or
/// --score leaves the luck in.
std::unique_ptr<const ratings::SolvedGame> parse_values(const GateArguments& arguments,
                                                        const rules::RuleSet& rules,
                                                        GateReport& report) {
  if (!arguments.raw && !arguments.score) return gate::find_values(rules, report);
  report.luck = arguments.raw ? "not luck-adjusted: --raw" : "not luck-adjusted: --score";
  return nullptr;
}

/// The candidate and the baselines.
std::vector<entrants::Entrant> resolve_entrants(const GateArguments& arguments,
                                                const rules::RuleSet& rules,
                                                referee::sandbox::Isolation level,
                                                const cli::Invocation& invocation) {
  std::vector<std::string> agents{arguments.candidate};
  for (const std::string& baseline : arguments.baselines)
    agents.push_back(
        cli::from_history(baseline, arguments.candidate, arguments.repository, level, invocation));
  return cli::parse_agents(agents, rules, level, invocation);
}

void play(Gate& gate, const std::string& reports, const runner::RunOptions& options,
          const cli::Invocation& invocation) {
  gate.resume();
  const GateReport& report = gate.report();
  const auto seats = static_cast<std::uint64_t>(report.terms.seats);
  // Deals of earlier runs count, so that the progress goes on where it was.
  std::uint64_t played = 0;
  for (const GateReport::Test& entry : report.tests)
    played += seats * entry.test.deals();
  cli::Progress progress(invocation, report.terms.max_deals * seats * report.tests.size(), played);
  const std::vector<runner::Observer> observers{
      runner::fault_file_writer(reports),
      [&](const runner::Played&) { progress.note(live_note(report)); }, progress.observer()};
  gate.run(options, observers);
}

/// Keeps the deals in --out from now on.
void save_attempt(const GateArguments& arguments, Gate& gate, const cli::Invocation& invocation) {
  const auto moved = gate.store_in(arguments.out, cli::machine(invocation.version),
                                   gate::format_terms(arguments, gate.report()));
  if (!moved || invocation.quiet) return;
  cli::print_note(
      "the deals in {} were played for {}; they are now in {}, and another attempt begins "
      "with a new seed\n",
      base::escape_terminal(arguments.out), base::escape_terminal(moved->terms),
      base::escape_terminal(moved->folder.string()));
}

/// Plays it to its verdict, or until a signal.
int play_to_verdict(const GateArguments& arguments, Gate& gate, const cli::Invocation& invocation) {
  GateReport& report = gate.report();
  const std::vector<double> anchors = gate::parse_anchors(arguments, report);
  cli::make_grade_folder(arguments.grade);
  const referee::play::LineUp& first = gate.line_up(0);
  cli::PreparedRun ready(arguments.line_up.run, {first.limits, first.agents.size()}, invocation,
                         [&](const referee::sandbox::IsolationState& promised) -> cli::Opened {
                           report.isolation_layers = referee::sandbox::summary(promised);
                           if (!arguments.out.empty()) save_attempt(arguments, gate, invocation);
                           return {log_file(arguments)};
                         });
  // Attempts are booked after the run is opened: a continued attempt is not a new one.
  const auto attempts = book_attempts(arguments, gate, invocation);
  if (!invocation.quiet)
    cli::print_commitments(referee::record::commitment(report.seed),
                           referee::record::commitment(report.agent_secret));
  play(gate, arguments.line_up.reports, ready.options(), invocation);
  const bool goes_on = gate.is_resumable() && report.verdict() == GateVerdict::Open;
  if (goes_on) {  // its seeds stay secret
    report.seed = report.agent_secret = {"(secret until the verdict)"};
  } else {
    gate.close();
    gate::book_verdicts(arguments.attempts, attempts, report);
  }
  const int exit_code = print_report(arguments, report, anchors, invocation, ready.interrupted());
  if (goes_on && !invocation.quiet) cli::print_note("interrupted; the same command resumes\n");
  return ready.end(exit_code);
}

int run_gate(const GateArguments& arguments, const cli::Invocation& invocation) {
  const rules::RuleSet rules = arguments.line_up.rule_set(arguments.terms.seats);
  const referee::play::LineUp common = arguments.line_up.line_up(rules);
  GateReport report = gate::make_report(arguments, common);
  auto values = parse_values(arguments, rules, report);
  const referee::sandbox::Isolation level = common.limits.isolation;
  // A candidate that cannot be built is a verdict, so it is built before all else.
  const auto candidate = cli::parse_agent(arguments.candidate, level, invocation);
  check_outputs(arguments);
  report.candidate = candidate.agent.name;
  report.problem = entrants::problem_lines(candidate);
  if (!report.problem.empty()) {  // a verdict, and no attempt is spent: no dice were thrown
    cli::make_grade_folder(arguments.grade);
    return print_report(arguments, report, {}, invocation, 0);
  }
  auto entrants = resolve_entrants(arguments, rules, level, invocation);
  Gate gate(std::move(entrants), common, std::move(report), std::move(values));
  gate::set_bounds(arguments, gate.report());
  return play_to_verdict(arguments, gate, invocation);
}

}  // namespace

void add_gate(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, run_gate,
              {.name = "gate",
               .summary = "test a candidate against baselines until it is decided",
               .group = "Playing",
               .examples = "  danno gate ./my-bot --against hold --rules official\n"
                           "  danno gate ./my-bot --against main=old/my-bot odds --preset "
                           "non-regression --summary summary.md"});
  command.json_flag(invocation);
  gate::add_gate_flags(command, arguments);
}

}  // namespace danno::leagues::commands::gate
