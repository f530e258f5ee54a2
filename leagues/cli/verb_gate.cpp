// danno gate CANDIDATE --against BASELINE…: deals until it is known whether the candidate is good
// enough, for CI; or a mark for it, against baselines of fixed Elo.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <system_error>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/cli/chosen_agents.hpp"
#include "leagues/cli/flags/gate_flags.hpp"
#include "leagues/cli/gate_run.hpp"
#include "leagues/cli/grade_folder.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/terminal/machine.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/gate/gate.hpp"
#include "leagues/gate/attempts.hpp"
#include "leagues/gate/reports.hpp"
#include "leagues/gate/score.hpp"
#include "leagues/check/grades.hpp"
#include "leagues/scores/solved_game.hpp"
#include "leagues/text/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::cli {
namespace {

using leagues::GateReport;
using leagues::GateTest;
using leagues::GateVerdict;

/// Luck is taken out wherever the game is solved, unless the user will not have it.
void find_values(Gate& gate, const GateArguments& arguments) {
  if (arguments.raw || arguments.score) {
    gate.report.luck = arguments.raw ? "not luck-adjusted: --raw" : "not luck-adjusted: --score";
    return;
  }
  auto found = leagues::find_solved(gate.rules->definition(), gate.rules->parameters());
  if (const auto* const not_solved = std::get_if<leagues::NotSolved>(&found)) {
    gate.report.luck = "not luck-adjusted: " + not_solved->reason;
    return;
  }
  gate.solved = std::get<std::unique_ptr<const leagues::SolvedGame>>(std::move(found));
  gate.evaluator.emplace(*gate.solved->table);
  gate.report.terms.adjusted = true;
  gate.report.luck = "luck-adjusted, values " + gate.solved->name();
}

/// Returns the candidate and the baselines.
std::vector<leagues::Entrant> prepare(Gate& gate, const GateArguments& arguments) {
  gate.report.terms = chosen_terms(arguments);
  gate.report.undecided = chosen_undecided(arguments);
  gate.rules.emplace(arguments.line_up.rule_set(2));
  find_values(gate, arguments);
  std::vector<std::string> agents{arguments.candidate};
  agents.insert(agents.end(), arguments.baselines.begin(), arguments.baselines.end());
  const std::vector<leagues::Entrant> entrants =
      chosen_agents(agents, arguments.line_up.isolation_level());
  require_writable_files(arguments);
  if (arguments.score) make_grade_folder(arguments.grade);

  GateReport& report = gate.report;
  report.candidate = entrants.front().agent.name;
  report.rules = std::string(gate.rules->id());
  report.seed = referee::draw_seed();  // never given: nobody may choose the dice of a gate
  const referee::LineUp common = arguments.line_up.line_up(*gate.rules);
  report.isolation = std::string(referee::to_string(common.limits.isolation));
  for (std::size_t i = 1; i < entrants.size(); ++i) {
    GatePairing& pairing = gate.pairings.emplace_back(GatePairing{common, {}});
    for (const std::size_t agent : {std::size_t{0}, i}) {
      pairing.line_up.agents.push_back(entrants[agent].agent);
      pairing.line_up.key_names.push_back(entrants[agent].agent.name);
    }
    pairing.task.faults.resize(2);
    report.tests.push_back({entrants[i].agent.name, GateTest(report.terms), std::nullopt});
  }
  set_chosen_bounds(arguments, report);
  return entrants;
}

/// The gate as a league: the candidate against the others.
leagues::League league_of(const Gate& gate, const std::vector<leagues::Entrant>& entrants) {
  leagues::League league;
  league.name = "gate";
  league.divisions.push_back({&gate.rules->definition(), gate.rules->parameters()});
  league.format = leagues::Format::Gauntlet;
  league.deals = static_cast<int>(gate.report.terms.max_deals);
  league.limits = gate.pairings.front().line_up.limits;
  league.challengers = {gate.report.candidate};
  league.entrants = entrants;
  return league;
}

/// Before the attempts are booked: an attempt that goes on is not a new one.
void open_store(Gate& gate, const std::vector<leagues::Entrant>& entrants, const std::string& out) {
  const leagues::Conditions conditions{.isolation = gate.report.isolation,
                                       .layers = gate.report.isolation_layers,
                                       .machine = machine(),
                                       .limits = gate.pairings.front().line_up.limits};
  gate.store.emplace(out, league_of(gate, entrants), conditions);
  gate.report.seed = {gate.store->epoch().seed};
  for (std::size_t i = 0; i < gate.pairings.size(); ++i)
    gate.pairings[i].line_up.key_names = gate.store->names(i);
}

std::vector<leagues::Attempt> attempts_of(const GateReport& report,
                                          const std::vector<leagues::Entrant>& entrants) {
  std::vector<leagues::Attempt> attempts;
  for (std::size_t i = 1; i < entrants.size(); ++i) {
    attempts.push_back({report.candidate, leagues::content_hash(entrants.front()),
                        entrants[i].agent.name, leagues::content_hash(entrants[i]), report.rules,
                        referee::commitment(report.seed)});
  }
  return attempts;
}

/// An attempt is spent before its first game: to interrupt a gate that goes badly is no way out.
void book_attempts(GateReport& report, const std::vector<leagues::Attempt>& attempts,
                   const std::string& journal, const Session& session) {
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    GateReport::Test& entry = report.tests[i];
    try {
      entry.attempt = leagues::book_attempt(journal, attempts[i]);
    } catch (const leagues::JournalError& error) {
      throw UsageError(fmt::format("--attempts {}", leagues::escape_terminal(error.what())));
    }
    leagues::GateTerms terms = entry.test.terms();
    terms.alpha = leagues::alpha_of_attempt(terms.alpha, *entry.attempt);
    entry.test = GateTest(terms);
    if (!session.quiet) {
      fmt::print(stderr, "attempt {} against {}: alpha is {:.4g}\n", *entry.attempt,
                 leagues::escape_terminal(entry.baseline), terms.alpha);
    }
  }
}

void print_faults(const GateReport& report) {
  const std::vector<std::string> faults = leagues::first_faults(report);
  for (const std::string& line : faults)
    fmt::print("{}\n", leagues::escape_terminal(line));
  if (!faults.empty()) fmt::print("\n");
}

void print_text(const GateReport& report) {
  std::vector<std::vector<std::string>> rows{
      {"baseline", "H0, H1", "verdict", "LLR", "bounds", "Elo ±95 %", "score", "deals", "faults"}};
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    const leagues::AgentTally& candidate = test.tally(GateTest::kCandidate);
    rows.push_back({leagues::escape_terminal(entry.baseline),
                    fmt::format("{}, {}", test.terms().elo0, test.terms().elo1),
                    std::string(leagues::to_string(test.verdict())),
                    fmt::format("{:.2f}", test.llr()),
                    fmt::format("{:.2f}, {:.2f}", test.bounds().lower, test.bounds().upper),
                    leagues::show_difference(test),
                    fmt::format("{:.1f} %", 100 * candidate.score()), show_count(test.deals()),
                    show_count(static_cast<std::uint64_t>(candidate.fault_count()))});
  }
  fmt::print("{} {}\n\n", leagues::escape_terminal(report.candidate), leagues::outcome(report));
  fmt::print("{}\n", text_table({Align::Left, Align::Right, Align::Left, Align::Right, Align::Right,
                                 Align::Right, Align::Right, Align::Right, Align::Right},
                                rows));
  print_faults(report);
  fmt::print("{}   H0, H1 in Elo   seed {}\nisolation {}\n{}\n", report.rules, report.seed.text,
             report.isolation_layers, report.luck);
}

void write_to(const std::string& file, const std::string& text, std::ios::openmode mode) {
  if (file.empty()) return;
  std::ofstream stream(file, std::ios::binary | mode);
  stream << text;
  stream.close();
  if (!stream) throw std::system_error(errno, std::generic_category(), file);
}

int exit_code_of(GateVerdict verdict, leagues::Undecided undecided, const Interrupts& interrupts) {
  switch (verdict) {
    case GateVerdict::Passed:
      return kDone;
    case GateVerdict::Inconclusive:
      return undecided == leagues::Undecided::Passed   ? kDone
             : undecided == leagues::Undecided::Failed ? kFails
                                                       : kUndecided;
    case GateVerdict::Open:
      return interrupts.exit_code();
    case GateVerdict::Failed:
    case GateVerdict::TooManyFaults:
      return kFails;
    case GateVerdict::BaselineFaulted:
      break;
  }
  return kBroken;
}

void report_test(const GateArguments& arguments, const GateReport& report,
                 const Interrupts& interrupts, Session& session) {
  if (session.json) {
    fmt::print("{}", leagues::gate_json(report));
  } else {
    print_text(report);
  }
  write_to(arguments.junit, leagues::gate_junit(report), std::ios::trunc);
  write_to(arguments.summary, leagues::gate_markdown(report), std::ios::app);
  session.exit_code = exit_code_of(report.verdict(), report.undecided, interrupts);
}

void report_score(const GateArguments& arguments, const GateReport& report,
                  const std::vector<double>& anchors, const Interrupts& interrupts,
                  Session& session) {
  const leagues::GateScore score = leagues::score_of(report, anchors, arguments.at_least);
  if (session.json) {
    fmt::print("{}", leagues::score_json(report, score));
  } else {
    fmt::print("{} {}\n", leagues::escape_terminal(report.candidate),
               leagues::score_outcome(score));
    print_faults(report);
  }
  write_to(arguments.junit, leagues::score_junit(report, score), std::ios::trunc);
  write_to(arguments.summary, leagues::score_markdown(report, score), std::ios::app);
  if (!arguments.grade.empty() && !leagues::is_broken(score.verdict))
    leagues::write_grade_files(leagues::grade_of(report, score), arguments.grade);
  session.exit_code = exit_code_of(score.verdict, report.undecided, interrupts);
}

void run_gate(const GateArguments& arguments, Session& session) {
  Gate gate;
  const std::vector<leagues::Entrant> entrants = prepare(gate, arguments);
  GateReport& report = gate.report;
  const std::vector<double> anchors = chosen_anchors(arguments, report);
  report.isolation_layers =
      referee::summary(referee::require(gate.pairings.front().line_up.limits.isolation));
  if (!arguments.out.empty()) open_store(gate, entrants, arguments.out);
  for (GatePairing& pairing : gate.pairings)
    pairing.line_up.seed = report.seed;
  const std::vector<leagues::Attempt> attempts = attempts_of(report, entrants);
  if (!arguments.attempts.empty()) book_attempts(report, attempts, arguments.attempts, session);
  if (!session.quiet)
    fmt::print(stderr, "the seed's SHA-256 is {}\n", referee::commitment(report.seed));
  const Interrupts interrupts;
  if (gate.store) resume_gate(gate);
  play_gate(gate, arguments.line_up, session);
  const bool open = report.verdict() == GateVerdict::Open;
  if (gate.store && !open) gate.store->close();
  // The seed of a gate that will go on stays secret.
  for (std::size_t i = 0;
       !arguments.attempts.empty() && !(gate.store && open) && i < attempts.size(); ++i)
    leagues::book_verdict(arguments.attempts, attempts[i], report.tests[i].test, report.seed);
  if (gate.store && open) report.seed = {"(secret until the verdict)"};
  arguments.score ? report_score(arguments, report, anchors, interrupts, session)
                  : report_test(arguments, report, interrupts, session);
  if (gate.store && open && !session.quiet)
    fmt::print(stderr, "interrupted; the same command goes on\n");
}

}  // namespace

void add_gate(CLI::App& app, Session& session) {
  CLI::App& verb =
      add_verb(app, session,
               {.name = "gate",
                .summary = "test a candidate against baselines until it is decided",
                .group = "Playing",
                .examples = "  danno gate ./my-bot --against hold --rules official\n"
                            "  danno gate ./my-bot --against main=old/my-bot odds --preset "
                            "non-regression --summary summary.md"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<GateArguments>();
  add_gate_flags(verb, *arguments);
  verb.callback([arguments, &session] { guarded([&] { run_gate(*arguments, session); }); });
}

}  // namespace danno::cli
