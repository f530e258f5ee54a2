#include "leagues/commands/gate/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
#include "leagues/base/text.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/output_files.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::gate {
namespace {

using cli::UsageError;
using gate::GateReport;

/// Deals against each anchor: about ±20 Elo.
constexpr std::uint64_t kScoreDeals = 500;

/// The largest Elo difference that two agents can reasonably have.
constexpr double kFarthest = 800;

/// The largest Elo of an anchor: far beyond any scale, and the score can still be computed.
constexpr double kMostElo = 10'000;

/// The smallest distance of elo0 and elo1. A smaller one would take more deals than can be counted.
constexpr double kLeastDistance = 0.001;

/// The smallest alpha and beta. Bounds that follow from a much smaller one are not finite.
constexpr double kLeastError = 1e-12;

bool is_elo(double elo) { return std::abs(elo) <= kMostElo; }

void check_bounds(double elo0, double elo1, const std::string& flags) {
  if (std::abs(elo0) <= kFarthest && std::abs(elo1) <= kFarthest && elo1 - elo0 >= kLeastDistance)
    return;
  throw UsageError("{}; expected elo0 below elo1 by {} or more, both from -{} to {}", flags,
                   kLeastDistance, kFarthest, kFarthest);
}

/// The numbers in NAME=NUMBER[:NUMBER], with the index of the baseline of that name.
struct NamedNumbers {
  std::size_t baseline = 0;
  std::vector<double> numbers;
};

/// Parses `count` numbers with colons between them; empty if the text is something else.
std::vector<double> parse_numbers(std::string_view text, std::size_t count) {
  std::vector<double> numbers;
  for (const std::string& part : base::split(text, ':')) {
    const auto number = base::parse_decimal(part);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers.size() == count ? numbers : std::vector<double>();
}

/// Parses NAME=NUMBER[:NUMBER]. Throws UsageError with the names that are expected.
NamedNumbers parse_named(const std::string& flag, const std::string& text, std::size_t numbers,
                         const GateReport& report) {
  // Names may contain '=', so the last one separates.
  const std::size_t sign = text.rfind('=');
  const std::string name = text.substr(0, sign);
  NamedNumbers named;
  std::vector<std::string> names;
  for (const GateReport::Test& entry : report.tests)
    names.push_back(entry.baseline);
  const auto found = std::ranges::find(names, name);
  if (sign != std::string::npos && found == names.end())
    throw UsageError("{} '{}'; expected the name of a baseline: {}", flag, text,
                     fmt::format("{}", fmt::join(names, ", ")));
  named.baseline = static_cast<std::size_t>(found - names.begin());
  if (sign != std::string::npos) named.numbers = parse_numbers(text.substr(sign + 1), numbers);
  if (named.numbers.empty())
    throw UsageError("{} '{}'; expected {}", flag, text,
                     numbers == 1 ? "NAME=ELO" : "NAME=ELO0:ELO1");
  return named;
}

/// Parses every value of a repeated flag. Throws UsageError if two values name the same baseline.
std::vector<NamedNumbers> parse_all_named(const std::string& flag,
                                          const std::vector<std::string>& texts,
                                          std::size_t numbers, const GateReport& report) {
  std::vector<NamedNumbers> all;
  for (const std::string& text : texts) {
    NamedNumbers named = parse_named(flag, text, numbers, report);
    if (std::ranges::count(all, named.baseline, &NamedNumbers::baseline) > 0)
      throw UsageError("{} names '{}' twice", flag, report.tests[named.baseline].baseline);
    all.push_back(std::move(named));
  }
  return all;
}

/// The flags that were given and mean something only to a test.
std::vector<std::string> flags_of_test(const GateArguments& arguments) {
  std::vector<std::string> flags;
  const auto add = [&](const char* flag, bool given) {
    if (given) flags.emplace_back(flag);
  };
  add("--attempts", !arguments.attempts.empty());
  add("--preset", !arguments.preset.empty());
  add("--bounds", !arguments.bounds.empty());
  add("--elo0", arguments.elo0.has_value());
  add("--elo1", arguments.elo1.has_value());
  add("--alpha", arguments.alpha.has_value());
  add("--beta", arguments.beta.has_value());
  return flags;
}

/// Throws UsageError if a file of results cannot be written, before hours are spent on them.
void require_writable(const std::string& flag, const std::string& file) {
  if (file.empty()) return;
  if (!base::can_be_written(file))
    throw UsageError("{} '{}': cannot be written; expected a file in a folder that exists", flag,
                     file);
}

void add_test_flags(cli::Command command, GateArguments& arguments) {
  command.option("--preset NAME", arguments.preset,
                 "improvement: H0 0 Elo, H1 10 (default); non-regression: -10 and 0");
  command
      .option("--elo0 ELO", arguments.elo0,
              "Elo difference of H0, which fails; overrides the preset")
      .advanced();
  command.option("--elo1 ELO", arguments.elo1, "Elo difference of H1, which passes").advanced();
  command.option("--alpha P", arguments.alpha, "chance to pass at elo0; default 0.05").advanced();
  command.option("--beta P", arguments.beta, "chance to fail at elo1; default 0.05").advanced();
  command.option("--bounds NAME=ELO0:ELO1", arguments.bounds, "elo0 and elo1 of one baseline")
      .repeated()
      .advanced();
  command
      .option("--max-deals", arguments.max_deals,
              "most deals against a baseline; the test is inconclusive after them; default 20000, "
              "with --score 500")
      .range(1, 10'000'000);
  command
      .option("--inconclusive WORD", arguments.inconclusive,
              "whether an inconclusive test counts as pass or fail; default: neither, exit code 4")
      .advanced();
  command
      .option("--max-faults", arguments.max_faults,
              "most faults of the candidate against a baseline; with more it fails; default: a "
              "fault only loses its game")
      .range(0, 1'000'000)
      .advanced();
}

/// Returns the terms of a test: those of the preset, changed by the flags that were given.
GateTerms make_terms(const GateArguments& arguments) {
  GateTerms terms = arguments.terms;
  const bool improvement = arguments.preset.empty() || arguments.preset == "improvement";
  if (!improvement && arguments.preset != "non-regression") {
    throw UsageError("--preset '{}'; expected improvement or non-regression", arguments.preset);
  }
  terms.elo0 = arguments.elo0.value_or(improvement ? 0 : -10);
  terms.elo1 = arguments.elo1.value_or(improvement ? 10 : 0);
  terms.alpha = arguments.alpha.value_or(terms.alpha);
  terms.beta = arguments.beta.value_or(terms.beta);
  terms.max_faults = arguments.max_faults;
  terms.play_all_deals = arguments.score;
  terms.max_deals = arguments.max_deals.value_or(arguments.score ? kScoreDeals : terms.max_deals);
  check_sprt(terms.elo0, terms.elo1, terms.alpha, terms.beta);
  return terms;
}

InconclusivePolicy parse_inconclusive_policy(const GateArguments& arguments) {
  const std::string& text = arguments.inconclusive;
  if (text.empty()) return InconclusivePolicy::Report;
  if (text == "pass") return InconclusivePolicy::Pass;
  if (text == "fail") return InconclusivePolicy::Fail;
  throw UsageError("--inconclusive '{}'; expected pass or fail", text);
}

}  // namespace

void check_sprt(double elo0, double elo1, double alpha, double beta) {
  check_bounds(elo0, elo1, fmt::format("--elo0 {} --elo1 {}", elo0, elo1));
  if (!(alpha >= kLeastError && beta >= kLeastError && alpha + beta < 1))
    throw UsageError("--alpha {} --beta {}; expected both {} or more, their sum below 1", alpha,
                     beta, kLeastError);
}

void add_gate_flags(cli::Command command, GateArguments& arguments) {
  command
      .option("CANDIDATE", arguments.candidate,
              "an agent as in 'danno match': [NAME=]COMMAND [ARG…] in one word")
      .required();
  command
      .option("--against AGENT…", arguments.baselines,
              "baselines; the candidate must pass a test against each; git:REV[:PATH] is a folder "
              "in this repository's history")
      .required()
      .several(64);
  command
      .option("--repo FOLDER", arguments.repository,
              "the repository of git:REV[:PATH]; default: that of the current folder")
      .advanced();
  add_test_flags(command, arguments);
  command
      .option("--seats", arguments.terms.seats,
              "seats per game: one candidate, the others copies of the baseline; default 2")
      .range(2, rules::kMaxSeats);
  command.flag("--raw", arguments.raw, "test the raw scores, not the luck-adjusted ones")
      .advanced();
  cli::add_line_up_flags(command, arguments.line_up);
  command.flag(
      "--score", arguments.score,
      "measure the Elo against baselines of fixed Elo, without a test; plays all --max-deals");
  command.option("--anchor NAME=ELO", arguments.anchors, "with --score: the Elo of a baseline")
      .repeated();
  command.option(
      "--at-least ELO", arguments.at_least,
      "with --score: exit 0 if this Elo is surely reached, 1 if it is surely missed, 4 if "
      "neither");
  command.option("--out DIR", arguments.out,
                 "store the deals there; after an interruption the same command resumes");
  command
      .option("--attempts FILE", arguments.attempts,
              "a journal of attempts, which share alpha; see docs/gate-a-ci.md")
      .advanced();
  command.option("--junit FILE", arguments.junit, "write the result there as JUnit XML");
  command.option("--summary FILE", arguments.summary,
                 "append the result there as Markdown, verdict first");
  cli::add_grade_flag(command, arguments.grade);
}

void set_bounds(const GateArguments& arguments, GateReport& report) {
  const auto parsed = parse_all_named("--bounds", arguments.bounds, 2, report);
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    const auto& [baseline, elo] = parsed[i];
    check_bounds(elo[0], elo[1],
                 fmt::format("--bounds {}", base::escape_terminal(arguments.bounds[i])));
    GateTerms terms = report.terms;
    terms.elo0 = elo[0];
    terms.elo1 = elo[1];
    GateTest& test = report.tests[baseline].test;
    test = test.restarted_with(terms);
  }
}

std::vector<double> parse_anchors(const GateArguments& arguments, const GateReport& report) {
  if (!arguments.score) {
    if (!arguments.anchors.empty() || arguments.at_least || !arguments.grade.empty())
      throw UsageError("--anchor, --at-least and --grade need --score");
    return {};
  }
  if (const std::vector<std::string> flags = flags_of_test(arguments); !flags.empty())
    throw UsageError("{} {} for a test; --score measures without one", fmt::join(flags, ", "),
                     flags.size() == 1 ? "is" : "are");
  if (arguments.at_least && !is_elo(*arguments.at_least))
    throw UsageError("--at-least {}; expected an Elo from -{} to {}", *arguments.at_least, kMostElo,
                     kMostElo);
  std::vector<std::optional<double>> elos(report.tests.size());
  const auto parsed = parse_all_named("--anchor", arguments.anchors, 1, report);
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    const double elo = parsed[i].numbers[0];
    if (!is_elo(elo))
      throw UsageError("--anchor '{}'; expected an Elo from -{} to {}", arguments.anchors[i],
                       kMostElo, kMostElo);
    elos[parsed[i].baseline] = elo;
  }
  std::vector<double> anchors;
  for (std::size_t i = 0; i < elos.size(); ++i) {
    const std::string name = base::escape_terminal(report.tests[i].baseline);
    if (!elos[i])
      throw UsageError(
          "--score: the Elo of '{}' is not known; expected --anchor "
          "'{}=ELO'",
          name, name);
    anchors.push_back(*elos[i]);
  }
  return anchors;
}

GateReport make_report(const GateArguments& arguments, const referee::play::LineUp& common) {
  if (arguments.terms.seats > 2 && arguments.baselines.size() > 1 && !arguments.out.empty())
    throw UsageError("--out with --seats {} stores one baseline; expected one --against",
                     arguments.terms.seats);
  GateReport report;
  report.terms = make_terms(arguments);
  report.inconclusive = parse_inconclusive_policy(arguments);
  report.rules = std::string(common.rules->id());
  report.seed = referee::record::draw_seed();  // never given: nobody may choose the dice of a gate
  report.agent_secret = referee::record::draw_seed();
  report.isolation = std::string(referee::sandbox::to_string(common.limits.isolation));
  return report;
}

std::string format_terms(const GateArguments& arguments, const GateReport& report) {
  std::string terms = gate::format_conditions(report);
  for (const std::string& anchor : arguments.anchors)
    terms += fmt::format(", {}", anchor);
  if (arguments.at_least) terms += fmt::format(", at least {}", *arguments.at_least);
  if (!arguments.attempts.empty()) terms += ", alpha shared among attempts";
  // The usual conditions are not named, as in attempts of older versions.
  const cli::LineUpFlags usual;
  if (report.isolation != usual.isolation) terms += fmt::format(", isolation {}", report.isolation);
  if (arguments.line_up.answer_ms != usual.answer_ms)
    terms += fmt::format(", answers within {} ms", arguments.line_up.answer_ms);
  if (arguments.line_up.bank_ms != usual.bank_ms)
    terms += fmt::format(", a time bank of {} ms", arguments.line_up.bank_ms);
  return terms;
}

void require_writable_files(const GateArguments& arguments) {
  require_writable("--attempts", arguments.attempts);
  require_writable("--junit", arguments.junit);
  require_writable("--summary", arguments.summary);
  cli::check_folder_to_write("--out", arguments.out);
  cli::check_folder_to_write("--reports", arguments.line_up.reports);
  cli::check_folder_to_write("--grade", arguments.grade);
}

}  // namespace danno::leagues::commands::gate
