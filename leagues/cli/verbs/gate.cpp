// danno gate CANDIDATE --against BASELINE…: deals until it is known whether the candidate is good
// enough, for CI; or a mark for it, against baselines of fixed Elo.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/gate_flags.hpp"
#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/run_log.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/process_limits.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/gate/attempts.hpp"
#include "leagues/gate/grades.hpp"
#include "leagues/gate/reports.hpp"
#include "leagues/gate/run.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/words/columns.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using gate::GateReport;
using gate::GateTest;

/// Prints the first fault of each side, with what the agent wrote.
void print_faults(const GateReport& report) {
  const std::vector<std::string> faults = gate::first_faults(report);
  for (const std::string& line : faults)
    terminal::print_text("{}\n", words::escape_terminal(line));
  if (!faults.empty()) terminal::print_text("\n");
}

/// Prints what prevents the candidate from playing, in its compiler's words. Returns false if
/// nothing does.
bool print_problem(const GateReport& report) {
  if (report.problem.empty()) return false;
  terminal::print_text("\n");
  for (const std::string& line : report.problem)
    terminal::print_text("{}\n", words::escape_terminal(line));
  return true;
}

/// Prints what the result depends on: rules, seats, isolation, seeds.
void print_conditions(const GateReport& report, const terminal::Invocation& invocation) {
  const std::string& layers = report.isolation_layers;
  terminal::print_text("{}{}, isolation {}; H0, H1 in Elo{}\n", report.rules,
                       gate::show_seats(report.terms), layers.substr(0, layers.find(':')),
                       invocation.verbose ? "" : "; -v shows the seed");
  if (!invocation.verbose) return;
  terminal::print("seed {}\nagents' secret {}\n", report.seed.text, report.agent_secret.text);
  terminal::print_text("{}\n", words::wrap("isolation " + layers, 80, 10));
}

/// Prints the outcome in a sentence, and the tests as a table.
void print_verdict(const GateReport& report, const terminal::Invocation& invocation) {
  terminal::print_text("{} {}\n", words::escape_terminal(report.candidate), gate::outcome(report));
  if (print_problem(report)) return;
  if (report.verdict() == gate::GateVerdict::CannotPlay) {  // figures of no games say nothing
    terminal::print_text("\n");
    print_faults(report);
    return print_conditions(report, invocation);
  }
  terminal::Rows rows{
      {"baseline", "H0, H1", "verdict", "LLR", "bounds", "Elo ±95 %", "score", "deals", "faults"}};
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    const scores::AgentTally& candidate = test.tally(GateTest::kCandidate);
    rows.push_back({words::escape_terminal(entry.baseline),
                    fmt::format("{}, {}", test.terms().elo0, test.terms().elo1),
                    std::string(gate::to_string(test.verdict())), fmt::format("{:.2f}", test.llr()),
                    fmt::format("{:.2f}, {:.2f}", test.bounds().lower, test.bounds().upper),
                    gate::show_difference(test), fmt::format("{:.1f} %", 100 * candidate.score()),
                    words::show_count(test.deals()),
                    words::show_count(static_cast<std::uint64_t>(candidate.fault_count()))});
  }
  std::string aligned(rows.front().size(), 'r');
  aligned[0] = aligned[2] = 'l';
  if (const auto width = terminal::columns(stdout))
    terminal::fit_table(aligned, rows, {"bounds", "score", "LLR"}, *width);
  terminal::print_text("\n{}\n", terminal::text_table(aligned, rows));
  print_faults(report);
  print_conditions(report, invocation);
  terminal::print_text("{}\n", report.luck);
}

/// Returns "LLR main +1.23 (-2.94, 2.94) Elo +4.1 ±9.8", for the end of a progress line.
std::string live_note(const GateReport& report) {
  std::string note;
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    if (!note.empty()) note += "  ";
    const std::string baseline = words::escape_terminal(entry.baseline);
    const std::string difference = gate::show_difference(test);
    note += report.terms.play_all_deals
                ? fmt::format("{} {}", baseline, difference)
                : fmt::format("LLR {} {:+.2f} ({:.2f}, {:.2f}) Elo {}", baseline, test.llr(),
                              test.bounds().lower, test.bounds().upper, difference);
  }
  return note;
}

/// Shows the report, as JSON if the invocation asks for it.
void show(const GateReport& report, const terminal::Invocation& invocation) {
  if (invocation.json) {
    terminal::print("{}", gate::gate_json(report));
  } else {
    print_verdict(report, invocation);
  }
}

/// Shows a gate that gives a score.
void show(const GateReport& report, const gate::GateScore& score,
          const terminal::Invocation& invocation) {
  if (invocation.json) {
    terminal::print("{}", gate::score_json(report, score));
    return;
  }
  terminal::print_text("{} {}\n", words::escape_terminal(report.candidate),
                       gate::score_outcome(report, score));
  if (!print_problem(report)) print_faults(report);
}

/// Records and reports the attempts, one for each test; returns none without a journal. An attempt
/// counts before its first game. Throws UsageError.
std::vector<gate::Attempt> book_attempts(const flags::GateArguments& arguments, gate::Gate& gate,
                                         const terminal::Invocation& invocation) {
  if (arguments.attempts.empty()) return {};
  auto attempts = gate::make_attempts(gate.report(), gate.entrants());
  bool had_torn_line = false;
  try {
    had_torn_line = gate::book_attempts(arguments.attempts, attempts, gate.report());
  } catch (const std::system_error&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw terminal::UsageError(fmt::format("--attempts {}", words::escape_terminal(error.what())));
  }
  if (had_torn_line && !invocation.quiet)
    terminal::print_note(
        "--attempts {}: its last line was cut off by a full disk or a kill; removed\n",
        words::escape_terminal(arguments.attempts));
  for (const gate::GateReport::Test& entry : gate.report().tests) {
    if (invocation.quiet) break;
    terminal::print_note("attempt {} against {}: alpha is {:.4g}\n", *entry.attempt,
                         words::escape_terminal(entry.baseline), entry.test.terms().alpha);
  }
  return attempts;
}

/// Returns the exit code of a verdict: 0 passed, 1 failed, 4 undecided, another one if the gate is
/// broken.
int gate_exit_code(gate::GateVerdict verdict, gate::InconclusivePolicy inconclusive,
                   int interrupted) {
  switch (verdict) {
    case gate::GateVerdict::Passed:
      return terminal::kDone;
    case gate::GateVerdict::Inconclusive:
      return inconclusive == gate::InconclusivePolicy::Pass   ? terminal::kDone
             : inconclusive == gate::InconclusivePolicy::Fail ? terminal::kFails
                                                              : terminal::kUndecided;
    case gate::GateVerdict::Open:
      return interrupted;
    case gate::GateVerdict::Failed:
    case gate::GateVerdict::TooManyFaults:
    case gate::GateVerdict::CannotPlay:
      return terminal::kFails;
    case gate::GateVerdict::BaselineFaulted:
      break;
  }
  return terminal::kBroken;
}

/// Prepares the outputs before hours of play. Throws UsageError if a file cannot be written.
void prepare_outputs(const flags::GateArguments& arguments) {
  flags::require_writable_files(arguments);
  if (arguments.score) flags::make_grade_folder(arguments.grade);
}

/// Returns the log's file; empty if there is none.
std::string log_file(const flags::GateArguments& arguments) {
  if (!arguments.line_up.log.empty() || arguments.out.empty()) return arguments.line_up.log;
  return (std::filesystem::path(arguments.out) / flags::kLeagueLog).string();
}

/// Writes the verdict everywhere, or the score against baselines of these Elo values. Returns the
/// exit code; `interrupted` is that of a signal, or 0.
int tell(const flags::GateArguments& arguments, const GateReport& report,
         const std::vector<double>& anchors, const terminal::Invocation& invocation,
         int interrupted) {
  std::optional<gate::GateScore> score;
  if (arguments.score) score = gate::compute_score(report, anchors, arguments.at_least);
  score ? show(report, *score, invocation) : show(report, invocation);
  if (!arguments.junit.empty())
    files::write_named(arguments.junit,
                       score ? gate::score_junit(report, *score) : gate::gate_junit(report));
  if (!arguments.summary.empty())
    files::append_named(arguments.summary,
                        score ? gate::score_markdown(report, *score) : gate::gate_markdown(report));
  if (score && !arguments.grade.empty() && !gate::is_broken(score->verdict))
    gate::write_grade_file(gate::grade_of(report, *score), arguments.grade);
  return gate_exit_code(score ? score->verdict : report.verdict(), report.inconclusive,
                        interrupted);
}

/// Returns the values by which luck is taken out; null if the game is not solved, or if --raw or
/// --score leaves the luck in.
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
  // Deals of earlier runs count, so that the progress goes on where it was.
  std::uint64_t played = 0;
  for (const gate::GateReport::Test& entry : report.tests)
    played += seats * entry.test.deals();
  terminal::Progress progress(invocation, report.terms.max_deals * seats * report.tests.size(),
                              played);
  const std::vector<play::Observer> observers{
      play::fault_file_writer(reports),
      [&](const play::Played&) { progress.note(live_note(report)); }, progress.observer()};
  gate.run(options, observers);
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
                             return {log_file(arguments)};
                           });
  // Attempts are booked after the run is opened: a continued attempt is not a new one.
  const auto attempts = book_attempts(arguments, gate, invocation);
  if (!invocation.quiet)
    flags::tell_commitments(referee::record::commitment(report.seed),
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
  gate::GateReport report = flags::chosen_report(arguments, common);
  auto values = chosen_values(arguments, rules, report);
  const referee::sandbox::Isolation level = common.limits.isolation;
  // A candidate that cannot be built is a verdict, so it is built before all else.
  const auto candidate = flags::chosen_agent(arguments.candidate, level, invocation);
  prepare_outputs(arguments);
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
