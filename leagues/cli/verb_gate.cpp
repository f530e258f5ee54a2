// danno gate CANDIDATE --against BASELINE…: deals until it is known whether the candidate is good
// enough, for CI; or a mark for it, against baselines of fixed Elo.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fstream>
#include <memory>
#include <system_error>

#include "leagues/agent_folder.hpp"
#include "leagues/cli/chosen_agents.hpp"
#include "leagues/cli/gate_run.hpp"
#include "leagues/cli/grade_folder.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/machine.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/gate.hpp"
#include "leagues/gate_attempts.hpp"
#include "leagues/gate_reports.hpp"
#include "leagues/gate_score.hpp"
#include "leagues/grades.hpp"
#include "leagues/solved_game.hpp"
#include "leagues/text_escape.hpp"
#include "referee/isolation.hpp"

namespace danno::cli {
namespace {

using leagues::GateReport;
using leagues::GateTest;
using leagues::GateVerdict;

/// Deals against each anchor: about ±20 Elo.
constexpr std::uint64_t kScoreDeals = 500;

struct Arguments {
  std::string candidate;
  std::vector<std::string> baselines;
  std::vector<std::string> bounds;
  bool score = false;
  std::vector<std::string> anchors;
  std::optional<double> at_least;
  std::optional<std::uint64_t> max_deals;
  std::string out;
  std::string preset = "improvement";
  std::optional<double> elo0;
  std::optional<double> elo1;
  std::optional<std::int64_t> max_faults;
  leagues::GateTerms terms;
  std::string inconclusive;
  std::string attempts;
  std::string junit;
  std::string summary;
  std::string grade;
  bool raw = false;
  LineUpFlags line_up;
};

/// As far as two agents can reasonably be apart.
constexpr double kFarthest = 800;

void check_bounds(double elo0, double elo1, const std::string& flags) {
  if (std::abs(elo0) <= kFarthest && std::abs(elo1) <= kFarthest && elo0 < elo1) return;
  throw UsageError(fmt::format("{}; expected elo0 below elo1, both from -{} to {}", flags,
                               kFarthest, kFarthest));
}

leagues::GateTerms make_terms(const Arguments& arguments) {
  leagues::GateTerms terms = arguments.terms;
  if (arguments.preset != "improvement" && arguments.preset != "non-regression") {
    throw UsageError(
        fmt::format("--preset '{}'; expected improvement or non-regression", arguments.preset));
  }
  const bool improvement = arguments.preset == "improvement";
  terms.elo0 = arguments.elo0.value_or(improvement ? 0 : -10);
  terms.elo1 = arguments.elo1.value_or(improvement ? 10 : 0);
  terms.max_faults = arguments.max_faults;
  terms.to_the_end = arguments.score;
  terms.max_deals = arguments.max_deals.value_or(arguments.score ? kScoreDeals : terms.max_deals);
  check_bounds(terms.elo0, terms.elo1, fmt::format("--elo0 {} --elo1 {}", terms.elo0, terms.elo1));
  if (!(terms.alpha > 0 && terms.beta > 0 && terms.alpha + terms.beta < 1)) {
    throw UsageError(fmt::format("--alpha {} --beta {}; expected both above 0, their sum below 1",
                                 terms.alpha, terms.beta));
  }
  return terms;
}

/// The numbers in NAME=NUMBER[:NUMBER], with the index of the baseline of that name.
struct NamedNumbers {
  std::size_t baseline = 0;
  std::vector<double> numbers;
};

NamedNumbers parse_named(const std::string& flag, const std::string& text, std::size_t numbers,
                         const GateReport& report) {
  const std::size_t sign = text.rfind('=');
  const std::string name = text.substr(0, sign);
  NamedNumbers named;
  std::vector<std::string> names;
  for (const GateReport::Test& entry : report.tests)
    names.push_back(entry.baseline);
  const auto found = std::ranges::find(names, name);
  const std::string shown = leagues::escape_terminal(text);
  if (sign != std::string::npos && found == names.end())
    throw UsageError(
        fmt::format("{} '{}'; expected the name of a baseline: {}", flag, shown,
                    leagues::escape_terminal(fmt::format("{}", fmt::join(names, ", ")))));
  named.baseline = static_cast<std::size_t>(found - names.begin());
  const char* at = sign == std::string::npos ? text.data() : text.data() + sign + 1;
  const char* const end = text.data() + text.size();
  while (sign != std::string::npos && named.numbers.size() < numbers) {
    double number = 0;
    const auto [stop, error] = std::from_chars(at, end, number);
    if (error != std::errc() || !std::isfinite(number)) break;
    named.numbers.push_back(number);
    at = stop;
    if (at != end && *at == ':') ++at;
  }
  if (named.numbers.size() != numbers || at != end)
    throw UsageError(fmt::format("{} '{}'; expected {}", flag, shown,
                                 numbers == 1 ? "NAME=ELO" : "NAME=ELO0:ELO1"));
  return named;
}

void set_bounds(const Arguments& arguments, GateReport& report) {
  for (const std::string& text : arguments.bounds) {
    const auto [baseline, elo] = parse_named("--bounds", text, 2, report);
    check_bounds(elo[0], elo[1], fmt::format("--bounds {}", leagues::escape_terminal(text)));
    leagues::GateTerms terms = report.terms;
    terms.elo0 = elo[0];
    terms.elo1 = elo[1];
    report.tests[baseline].test = GateTest(terms);
  }
}

/// By test; nothing of a test.
std::vector<double> make_anchors(const Arguments& arguments, const GateReport& report) {
  if (!arguments.score) {
    if (!arguments.anchors.empty() || arguments.at_least || !arguments.grade.empty())
      throw UsageError("--anchor, --at-least and --grade go with --score");
    return {};
  }
  if (!arguments.attempts.empty() || !arguments.bounds.empty())
    throw UsageError("--attempts and --bounds are of a test; --score gives a number");
  std::vector<std::optional<double>> told(report.tests.size());
  for (const std::string& text : arguments.anchors) {
    const NamedNumbers named = parse_named("--anchor", text, 1, report);
    told[named.baseline] = named.numbers[0];
  }
  std::vector<double> anchors;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const std::string name = leagues::escape_terminal(report.tests[i].baseline);
    if (!told[i])
      throw UsageError(
          fmt::format("--score: the Elo of '{}' is not known; expected --anchor "
                      "'{}=ELO'",
                      name, name));
    anchors.push_back(*told[i]);
  }
  return anchors;
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

/// Luck is taken out wherever the game is solved, unless the user will not have it.
void find_values(Gate& gate, const Arguments& arguments) {
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
std::vector<leagues::Entrant> prepare(Gate& gate, const Arguments& arguments) {
  gate.report.terms = make_terms(arguments);
  gate.report.undecided = parse_undecided(arguments.inconclusive);
  gate.rules.emplace(arguments.line_up.rule_set(2));
  find_values(gate, arguments);
  std::vector<std::string> agents{arguments.candidate};
  agents.insert(agents.end(), arguments.baselines.begin(), arguments.baselines.end());
  const std::vector<leagues::Entrant> entrants =
      chosen_agents(agents, arguments.line_up.isolation_level());
  require_writable("--attempts", arguments.attempts);
  require_writable("--junit", arguments.junit);
  require_writable("--summary", arguments.summary);
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
  set_bounds(arguments, report);
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

void report_test(const Arguments& arguments, const GateReport& report, const Interrupts& interrupts,
                 Session& session) {
  if (session.json) {
    fmt::print("{}", leagues::gate_json(report));
  } else {
    print_text(report);
  }
  write_to(arguments.junit, leagues::gate_junit(report), std::ios::trunc);
  write_to(arguments.summary, leagues::gate_markdown(report), std::ios::app);
  session.exit_code = exit_code_of(report.verdict(), report.undecided, interrupts);
}

void report_score(const Arguments& arguments, const GateReport& report,
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

void run_gate(const Arguments& arguments, Session& session) {
  Gate gate;
  const std::vector<leagues::Entrant> entrants = prepare(gate, arguments);
  GateReport& report = gate.report;
  const std::vector<double> anchors = make_anchors(arguments, report);
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
  verb.add_option("--bounds", arguments.bounds, "elo0 and elo1 of one baseline")
      ->type_name("NAME=ELO0:ELO1")
      ->expected(1)
      ->take_all();
  verb.add_option("--max-deals", arguments.max_deals,
                  "against each baseline; then it is inconclusive; default 20000, of --score 500")
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
  verb.add_flag("--raw", arguments->raw, "test the plain scores, the luck of the dice left in");
  add_line_up_flags(verb, arguments->line_up);
  verb.add_flag("--score", arguments->score,
                "no test but a number: the Elo against baselines of fixed Elo, all --max-deals");
  verb.add_option("--anchor", arguments->anchors, "with --score: the Elo of a baseline")
      ->type_name("NAME=ELO")
      ->expected(1)
      ->take_all();
  verb.add_option("--at-least", arguments->at_least,
                  "with --score: exit 0, 1 or 4 by whether it is surely reached, missed or neither")
      ->type_name("ELO");
  verb.add_option("--out", arguments->out,
                  "keep the deals there: the same command goes on after an interruption")
      ->type_name("DIR");
  verb.add_option("--attempts", arguments->attempts,
                  "a journal of attempts; each has its share of alpha, see docs/gate-a-ci.md")
      ->type_name("FILE");
  verb.add_option("--junit", arguments->junit, "write the result there as JUnit XML")
      ->type_name("FILE");
  verb.add_option("--summary", arguments->summary,
                  "append the result there as Markdown, verdict first")
      ->type_name("FILE");
  add_grade_flag(verb, arguments->grade);
  verb.callback([arguments, &session] { guarded([&] { run_gate(*arguments, session); }); });
}

}  // namespace danno::cli
