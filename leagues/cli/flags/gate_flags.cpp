#include "leagues/cli/flags/gate_flags.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include "leagues/cli/grade_folder.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {
namespace {

using leagues::GateReport;
using leagues::GateTest;

/// Deals against each anchor: about ±20 Elo.
constexpr std::uint64_t kScoreDeals = 500;

/// As far as two agents can reasonably be apart.
constexpr double kFarthest = 800;

void check_bounds(double elo0, double elo1, const std::string& flags) {
  if (std::abs(elo0) <= kFarthest && std::abs(elo1) <= kFarthest && elo0 < elo1) return;
  throw UsageError(fmt::format("{}; expected elo0 below elo1, both from -{} to {}", flags,
                               kFarthest, kFarthest));
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

void require_writable(const std::string& flag, const std::string& file) {
  if (file.empty()) return;
  const std::ofstream probe(file, std::ios::app);
  if (!probe)
    throw UsageError(
        fmt::format("{} '{}': cannot be written; expected a file in a folder that is there", flag,
                    leagues::escape_terminal(file)));
}

void add_test_flags(CLI::App& verb, GateArguments& arguments) {
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

void add_gate_flags(CLI::App& verb, GateArguments& arguments) {
  verb.add_option("CANDIDATE", arguments.candidate,
                  "an agent as in 'danno match': [NAME=]COMMAND [ARG…] in one word")
      ->required();
  verb.add_option("--against", arguments.baselines,
                  "baselines: each is a test of its own, all must pass")
      ->type_name("AGENT…")
      ->required()
      ->expected(1, 64);
  add_test_flags(verb, arguments);
  verb.add_flag("--raw", arguments.raw, "test the plain scores, the luck of the dice left in");
  add_line_up_flags(verb, arguments.line_up);
  verb.add_flag("--score", arguments.score,
                "no test but a number: the Elo against baselines of fixed Elo, all --max-deals");
  verb.add_option("--anchor", arguments.anchors, "with --score: the Elo of a baseline")
      ->type_name("NAME=ELO")
      ->expected(1)
      ->take_all();
  verb.add_option("--at-least", arguments.at_least,
                  "with --score: exit 0, 1 or 4 by whether it is surely reached, missed or neither")
      ->type_name("ELO");
  verb.add_option("--out", arguments.out,
                  "keep the deals there: the same command goes on after an interruption")
      ->type_name("DIR");
  verb.add_option("--attempts", arguments.attempts,
                  "a journal of attempts; each has its share of alpha, see docs/gate-a-ci.md")
      ->type_name("FILE");
  verb.add_option("--junit", arguments.junit, "write the result there as JUnit XML")
      ->type_name("FILE");
  verb.add_option("--summary", arguments.summary,
                  "append the result there as Markdown, verdict first")
      ->type_name("FILE");
  add_grade_flag(verb, arguments.grade);
}

leagues::GateTerms chosen_terms(const GateArguments& arguments) {
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

void set_chosen_bounds(const GateArguments& arguments, GateReport& report) {
  for (const std::string& text : arguments.bounds) {
    const auto [baseline, elo] = parse_named("--bounds", text, 2, report);
    check_bounds(elo[0], elo[1], fmt::format("--bounds {}", leagues::escape_terminal(text)));
    leagues::GateTerms terms = report.terms;
    terms.elo0 = elo[0];
    terms.elo1 = elo[1];
    report.tests[baseline].test = GateTest(terms);
  }
}

std::vector<double> chosen_anchors(const GateArguments& arguments, const GateReport& report) {
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

leagues::Undecided chosen_undecided(const GateArguments& arguments) {
  const std::string& text = arguments.inconclusive;
  if (text.empty()) return leagues::Undecided::Undecided;
  if (text == "pass") return leagues::Undecided::Passed;
  if (text == "fail") return leagues::Undecided::Failed;
  throw UsageError(fmt::format("--inconclusive '{}'; expected pass or fail", text));
}

void require_writable_files(const GateArguments& arguments) {
  require_writable("--attempts", arguments.attempts);
  require_writable("--junit", arguments.junit);
  require_writable("--summary", arguments.summary);
}

}  // namespace danno::cli
