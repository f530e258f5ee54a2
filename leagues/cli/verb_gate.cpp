// danno gate CANDIDATE --against BASELINE…: deals until it is known whether the candidate is good
// enough, for CI.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <memory>
#include <system_error>

#include "leagues/agent_folder.hpp"
#include "leagues/cli/chosen_agents.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/line_up_flags.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/fault_files.hpp"
#include "leagues/gate.hpp"
#include "leagues/gate_attempts.hpp"
#include "leagues/gate_reports.hpp"
#include "leagues/text_escape.hpp"
#include "referee/isolation.hpp"
#include "referee/report.hpp"

namespace danno::cli {
namespace {

using leagues::GateReport;
using leagues::GateTest;
using leagues::GateVerdict;

struct Arguments {
  std::string candidate;
  std::vector<std::string> baselines;
  std::string preset = "improvement";
  std::optional<double> elo0;
  std::optional<double> elo1;
  std::optional<std::int64_t> max_faults;
  leagues::GateTerms terms;
  std::string inconclusive;
  std::string attempts;
  std::string junit;
  std::string summary;
  LineUpFlags line_up;
};

/// One baseline's line-up, by the index of its test in the report.
struct Pairing {
  referee::LineUp line_up;
  leagues::Task task;
  leagues::Attempt attempt;
};

struct Gate {
  std::optional<rules::RuleSet> rules;
  std::vector<Pairing> pairings;
  GateReport report;
};

/// Deals of each baseline that are played before the tests are asked again.
constexpr std::uint64_t kFirstStage = 128;
constexpr std::uint64_t kLargestStage = 16'384;
/// Stages grow until they take so long: long against the start of processes, short to be waited
/// for when the test is decided at their beginning.
constexpr std::chrono::seconds kStageTime{5};

leagues::GateTerms make_terms(const Arguments& arguments) {
  constexpr double kFarthest = 800;
  leagues::GateTerms terms = arguments.terms;
  if (arguments.preset != "improvement" && arguments.preset != "non-regression") {
    throw UsageError(
        fmt::format("--preset '{}'; expected improvement or non-regression", arguments.preset));
  }
  const bool improvement = arguments.preset == "improvement";
  terms.elo0 = arguments.elo0.value_or(improvement ? 0 : -10);
  terms.elo1 = arguments.elo1.value_or(improvement ? 10 : 0);
  terms.max_faults = arguments.max_faults;
  if (!(std::abs(terms.elo0) <= kFarthest && std::abs(terms.elo1) <= kFarthest &&
        terms.elo0 < terms.elo1)) {
    throw UsageError(
        fmt::format("--elo0 {} --elo1 {}; expected elo0 below elo1, both from -{} to {}",
                    terms.elo0, terms.elo1, kFarthest, kFarthest));
  }
  if (!(terms.alpha > 0 && terms.beta > 0 && terms.alpha + terms.beta < 1)) {
    throw UsageError(fmt::format("--alpha {} --beta {}; expected both above 0, their sum below 1",
                                 terms.alpha, terms.beta));
  }
  return terms;
}

leagues::Undecided parse_undecided(const std::string& text) {
  if (text.empty()) return leagues::Undecided::Undecided;
  if (text == "pass") return leagues::Undecided::Passed;
  if (text == "fail") return leagues::Undecided::Failed;
  throw UsageError(fmt::format("--inconclusive '{}'; expected pass or fail", text));
}

/// Before hours of play, not after.
void require_writable(const std::string& flag, const std::string& file) {
  if (file.empty()) return;
  const std::ofstream probe(file, std::ios::app);
  if (!probe)
    throw UsageError(
        fmt::format("{} '{}': cannot be written; expected a file in a folder that is there", flag,
                    leagues::escape_terminal(file)));
}

void prepare(Gate& gate, const Arguments& arguments) {
  gate.report.terms = make_terms(arguments);
  gate.report.undecided = parse_undecided(arguments.inconclusive);
  gate.rules.emplace(arguments.line_up.rule_set(2));
  std::vector<std::string> agents{arguments.candidate};
  agents.insert(agents.end(), arguments.baselines.begin(), arguments.baselines.end());
  const std::vector<leagues::Entrant> entrants = chosen_agents(agents);
  require_writable("--attempts", arguments.attempts);
  require_writable("--junit", arguments.junit);
  require_writable("--summary", arguments.summary);

  GateReport& report = gate.report;
  report.candidate = entrants.front().agent.name;
  report.rules = std::string(gate.rules->id());
  report.seed = referee::draw_seed();  // never given: nobody may choose the dice of a gate
  referee::LineUp common = arguments.line_up.line_up(*gate.rules);
  common.seed = report.seed;
  report.isolation = std::string(referee::to_string(common.limits.isolation));
  for (std::size_t i = 1; i < entrants.size(); ++i) {
    Pairing& pairing = gate.pairings.emplace_back(Pairing{common, {}, {}});
    for (const std::size_t agent : {std::size_t{0}, i}) {
      pairing.line_up.agents.push_back(entrants[agent].agent);
      pairing.line_up.key_names.push_back(entrants[agent].agent.name);
    }
    pairing.task.faults.resize(2);
    pairing.attempt = {report.candidate,       leagues::content_hash(entrants.front()),
                       entrants[i].agent.name, leagues::content_hash(entrants[i]),
                       report.rules,           referee::commitment(report.seed)};
    report.tests.push_back({entrants[i].agent.name, GateTest(report.terms), std::nullopt});
  }
}

/// An attempt is spent before its first game: to interrupt a gate that goes badly is no way out.
void book_attempts(Gate& gate, const std::string& journal, const Session& session) {
  for (std::size_t i = 0; i < gate.pairings.size(); ++i) {
    GateReport::Test& entry = gate.report.tests[i];
    try {
      entry.attempt = leagues::book_attempt(journal, gate.pairings[i].attempt);
    } catch (const leagues::JournalError& error) {
      throw UsageError(fmt::format("--attempts {}", leagues::escape_terminal(error.what())));
    }
    leagues::GateTerms terms = gate.report.terms;
    terms.alpha = leagues::alpha_of_attempt(terms.alpha, *entry.attempt);
    entry.test = GateTest(terms);
    if (!session.quiet) {
      fmt::print(stderr, "attempt {} against {}: alpha is {:.4g}\n", *entry.attempt,
                 leagues::escape_terminal(entry.baseline), terms.alpha);
    }
  }
}

void book_verdicts(const Gate& gate, const std::string& journal) {
  for (std::size_t i = 0; i < gate.pairings.size(); ++i)
    leagues::book_verdict(journal, gate.pairings[i].attempt, gate.report.tests[i].test,
                          gate.report.seed);
}

/// "LLR main +1.23 (-2.94, 2.94) Elo +4.1 ±9.8"
std::string live_note(const GateReport& report) {
  std::string note;
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    if (!note.empty()) note += "  ";
    note += fmt::format("LLR {} {:+.2f} ({:.2f}, {:.2f}) Elo {}",
                        leagues::escape_terminal(entry.baseline), test.llr(), test.bounds().lower,
                        test.bounds().upper, leagues::show_difference(test));
  }
  return note;
}

/// Takes deals up to the one that decides; returns how many.
std::size_t take(Pairing& pairing, GateTest& test, std::span<const referee::DealResult> deals) {
  std::size_t taken = 0;
  while (taken < deals.size() && test.verdict() == GateVerdict::Open) {
    const auto next = deals.subspan(taken, 1);
    test.take(next.front());
    leagues::Task& task = pairing.task;
    task.absent = referee::count_faults(pairing.line_up, next, task.absent, task.faults).absent;
    ++taken;
  }
  return taken;
}

/// Some more deals against every baseline whose test is open.
leagues::RunEnd play_stage(Gate& gate, const Arguments& arguments, std::uint64_t stage,
                           Progress& progress) {
  std::vector<leagues::Task> tasks;
  std::vector<std::size_t> test_of;
  for (std::size_t i = 0; i < gate.pairings.size(); ++i) {
    const GateTest& test = gate.report.tests[i].test;
    if (test.verdict() != GateVerdict::Open) continue;
    leagues::Task& task = gate.pairings[i].task;
    task.line_up = &gate.pairings[i].line_up;
    task.done = test.deals();
    task.deals = std::min(gate.report.terms.max_deals, task.done + stage);
    tasks.push_back(task);
    test_of.push_back(i);
  }
  const auto commit = [&](std::size_t task, std::span<const referee::DealResult> deals) {
    Pairing& pairing = gate.pairings[test_of[task]];
    const auto taken = deals.first(take(pairing, gate.report.tests[test_of[task]].test, deals));
    if (!arguments.line_up.reports.empty())
      leagues::write_fault_files(arguments.line_up.reports, gate.rules->id(),
                                 pairing.line_up.key_names, taken);
    progress.note(live_note(gate.report));
    progress.add(taken, pairing.line_up.key_names);
  };
  return leagues::run(tasks, arguments.line_up.run.options(), commit).end;
}

bool goes_on(const GateReport& report) {
  bool open = false;
  for (const GateReport::Test& entry : report.tests) {
    if (entry.test.verdict() == GateVerdict::BaselineFaulted) return false;
    open = open || entry.test.verdict() == GateVerdict::Open;
  }
  return open;
}

void play(Gate& gate, const Arguments& arguments, const Session& session) {
  using Clock = std::chrono::steady_clock;
  Progress progress(session, gate.report.terms.max_deals * 2 * gate.pairings.size(), 0);
  std::uint64_t stage = kFirstStage;
  while (goes_on(gate.report)) {
    const auto start = Clock::now();
    if (play_stage(gate, arguments, stage, progress) != leagues::RunEnd::Complete) return;
    if (Clock::now() - start < kStageTime) stage = std::min(2 * stage, kLargestStage);
  }
}

void print_text(const GateReport& report) {
  std::vector<std::vector<std::string>> rows{
      {"baseline", "verdict", "LLR", "bounds", "Elo ±95 %", "score", "deals", "faults"}};
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    const leagues::AgentTally& candidate = test.tally(GateTest::kCandidate);
    rows.push_back({leagues::escape_terminal(entry.baseline),
                    std::string(leagues::to_string(test.verdict())),
                    fmt::format("{:.2f}", test.llr()),
                    fmt::format("{:.2f}, {:.2f}", test.bounds().lower, test.bounds().upper),
                    leagues::show_difference(test),
                    fmt::format("{:.1f} %", 100 * candidate.score()), show_count(test.deals()),
                    show_count(static_cast<std::uint64_t>(candidate.fault_count()))});
  }
  fmt::print("{} {}\n\n", leagues::escape_terminal(report.candidate), leagues::outcome(report));
  fmt::print("{}\n", text_table({Align::Left, Align::Left, Align::Right, Align::Right, Align::Right,
                                 Align::Right, Align::Right, Align::Right},
                                rows));
  const std::vector<std::string> faults = leagues::first_faults(report);
  for (const std::string& line : faults)
    fmt::print("{}\n", leagues::escape_terminal(line));
  if (!faults.empty()) fmt::print("\n");
  fmt::print("{}   H0 {} Elo   H1 {} Elo   seed {}   isolation {}\n", report.rules,
             report.terms.elo0, report.terms.elo1, report.seed.text, report.isolation);
}

void write_to(const std::string& file, const std::string& text, std::ios::openmode mode) {
  if (file.empty()) return;
  std::ofstream stream(file, std::ios::binary | mode);
  stream << text;
  stream.close();
  if (!stream) throw std::system_error(errno, std::generic_category(), file);
}

int exit_code_of(const GateReport& report, const Interrupts& interrupts) {
  switch (report.verdict()) {
    case GateVerdict::Passed:
      return kDone;
    case GateVerdict::Inconclusive:
      return report.undecided == leagues::Undecided::Passed   ? kDone
             : report.undecided == leagues::Undecided::Failed ? kFails
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

void run_gate(const Arguments& arguments, Session& session) {
  Gate gate;
  prepare(gate, arguments);
  referee::require(gate.pairings.front().line_up.limits.isolation);
  if (!arguments.attempts.empty()) book_attempts(gate, arguments.attempts, session);
  if (!session.quiet)
    fmt::print(stderr, "the seed's SHA-256 is {}\n", referee::commitment(gate.report.seed));
  const Interrupts interrupts;
  play(gate, arguments, session);
  if (!arguments.attempts.empty()) book_verdicts(gate, arguments.attempts);
  const GateReport& report = gate.report;
  if (session.json) {
    fmt::print("{}", leagues::gate_json(report));
  } else {
    print_text(report);
  }
  write_to(arguments.junit, leagues::gate_junit(report), std::ios::trunc);
  write_to(arguments.summary, leagues::gate_markdown(report), std::ios::app);
  session.exit_code = exit_code_of(report, interrupts);
}

void add_test_flags(CLI::App& verb, Arguments& arguments) {
  verb.add_option("--preset", arguments.preset,
                  "improvement: H0 0 Elo, H1 10 (default); non-regression: -10 and 0")
      ->type_name("NAME");
  verb.add_option("--elo0", arguments.elo0,
                  "the difference of H0, which fails; overrides the preset")
      ->type_name("ELO");
  verb.add_option("--elo1", arguments.elo1, "the difference of H1, which passes")->type_name("ELO");
  verb.add_option("--alpha", arguments.terms.alpha, "chance to pass at elo0; default 0.05")
      ->type_name("P");
  verb.add_option("--beta", arguments.terms.beta, "chance to fail at elo1; default 0.05")
      ->type_name("P");
  verb.add_option("--max-deals", arguments.terms.max_deals,
                  "against each baseline; then it is inconclusive; default 20000")
      ->type_name("1..10000000")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000'000}).description(""));
  verb.add_option("--inconclusive", arguments.inconclusive,
                  "pass or fail; default: neither, exit 4")
      ->type_name("WORD");
  verb.add_option("--max-faults", arguments.max_faults,
                  "more faults of the candidate against a baseline fail it; default: a fault only "
                  "loses its game")
      ->type_name("0..1000000")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000}).description(""));
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
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("CANDIDATE", arguments->candidate,
                  "an agent as in 'danno match': [NAME=]COMMAND [ARG…] in one word")
      ->required();
  verb.add_option("--against", arguments->baselines,
                  "baselines: each is a test of its own, all must pass")
      ->type_name("AGENT…")
      ->required()
      ->expected(1, 64);
  add_test_flags(verb, *arguments);
  add_line_up_flags(verb, arguments->line_up);
  verb.add_option("--attempts", arguments->attempts,
                  "a journal of attempts; each has its share of alpha, see docs/gate-a-ci.md")
      ->type_name("FILE");
  verb.add_option("--junit", arguments->junit, "write the result there as JUnit XML")
      ->type_name("FILE");
  verb.add_option("--summary", arguments->summary,
                  "append the result there as Markdown, verdict first")
      ->type_name("FILE");
  verb.callback([arguments, &session] { run_gate(*arguments, session); });
}

}  // namespace danno::cli
