#include "leagues/commands/gate/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/commands/gate/score.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/report/table.hpp"
#include "referee/protocol/report.hpp"
#include "referee/record/evidence.hpp"

namespace danno::leagues::commands::gate {

namespace {

using base::Json;

struct Case {
  std::string name;
  std::string state;    ///< The XML element for it: "failure", "error", "skipped"; empty: passed.
  std::string type;     ///< The type of a failure or an error.
  std::string message;  ///< One line.
  std::vector<std::string> details;  ///< The messages of a compiler.
  std::vector<std::string> faults;
  double seconds = 0;
};

/// Returns the JUnit element for a verdict: a broken test is an error, an open one is skipped.
std::string case_state(GateVerdict verdict, InconclusivePolicy inconclusive) {
  if (counts_as_passed(verdict, inconclusive)) return "";
  if (is_broken(verdict) || verdict == GateVerdict::CannotPlay) return "error";
  const bool open =
      verdict == GateVerdict::Inconclusive && inconclusive == InconclusivePolicy::Report;
  return open ? "skipped" : "failure";
}

/// Returns a test's verdict in one line, with the numbers that decided it.
std::string test_summary(const GateReport::Test& entry) {
  const GateTest& test = entry.test;
  const std::string_view verdict = to_string(test.verdict());
  const std::string more = remark(entry);
  if (is_of_faults(test.verdict())) return fmt::format("{}: {}", verdict, more);
  return fmt::format("{}: LLR {:.2f} of ({:.2f}, {:.2f}) after {} deals, Elo {}{}{}", verdict,
                     test.llr(), test.bounds().lower, test.bounds().upper, test.deals(),
                     format_difference(test), more.empty() ? "" : "; ", more);
}

std::string xml_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text.append(base::escape_xml(line)).append(1, '\n');
  return text;
}

std::string case_xml(const Case& one, std::string_view rules) {
  std::string xml =
      fmt::format("    <testcase classname=\"danno.gate.{}\" name=\"{}\" time=\"{:.3f}\">\n",
                  base::escape_xml(rules), base::escape_xml(one.name), one.seconds);
  const std::string message = base::escape_xml(one.message);
  if (one.state == "skipped") {
    xml += fmt::format("      <skipped message=\"{}\"/>\n", message);
  } else if (!one.state.empty()) {
    xml += fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{2}\n{3}{4}</{0}>\n", one.state,
                       one.type, message, xml_lines(one.details), xml_lines(one.faults));
  }
  xml += fmt::format("      <system-out>{}</system-out>\n", message);
  if (!one.faults.empty()) xml += "      <system-err>" + xml_lines(one.faults) + "</system-err>\n";
  return xml + "    </testcase>\n";
}

std::string suite_xml(const std::vector<Case>& cases, const GateReport& report) {
  const auto count = [&](std::string_view state) {
    return std::ranges::count(cases, state, &Case::state);
  };
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"danno gate\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n",
      cases.size(), count("failure"), count("error"), count("skipped"), report.seconds);
  for (const Case& one : cases)
    xml += case_xml(one, report.rules);
  return xml + "  </testsuite>\n</testsuites>\n";
}

/// Returns the case of a candidate that cannot play.
Case case_of_problem(const GateReport& report) {
  const GateVerdict verdict = report.verdict();
  return {.name = report.candidate + " can play",
          .state = case_state(verdict, report.inconclusive),
          .type = std::string(to_string(verdict)),
          .message = report.problem.front(),
          .details = {report.problem.begin() + 1, report.problem.end()},
          .faults = {},
          .seconds = report.seconds};
}

/// The tests are played in turns: one's share of the time is its share of the deals.
double test_seconds(const GateReport& report, const GateReport::Test& entry) {
  std::uint64_t deals = 0;
  for (const GateReport::Test& each : report.tests)
    deals += each.test.deals();
  return deals == 0 ? 0
                    : report.seconds * static_cast<double>(entry.test.deals()) /
                          static_cast<double>(deals);
}

report::EloInterval test_elo(const GateTest& test) {
  const auto estimate = test.estimate();
  return estimate ? test_interval(*estimate, static_cast<std::int64_t>(test.deals()))
                  : report::EloInterval();
}

/// Adds a test. Keys are always there, so that scripts need not ask; unknown values are null.
void add_test(report::OutputTable& table, const GateReport::Test& entry) {
  const GateTest& test = entry.test;
  const GateTerms& terms = test.terms();
  const auto [lower, upper] = test.bounds();
  const ratings::AgentTally& candidate = test.tally(GateTest::kCandidate);
  const report::EloInterval elo = test_elo(test).reliable();
  const auto estimate = test.estimate();
  const std::vector<std::uint64_t> counts(test.counts().begin(), test.counts().end());
  table.rows.emplace_back();
  table.add({.json = "baseline", .heading = "baseline", .is_text = true}, entry.baseline);
  table.add({.heading = "H0, H1"}, fmt::format("{}, {}", terms.elo0, terms.elo1));
  table.add({.json = "verdict", .heading = "verdict", .is_text = true}, to_string(test.verdict()));
  table.add({.heading = "LLR"}, fmt::format("{:.2f}", test.llr()));
  table.add({.heading = "bounds"}, fmt::format("{:.2f}, {:.2f}", lower, upper));
  table.add({.heading = "Elo ±95 %"}, format_difference(test));
  table.add({.heading = "score", .show = base::format_chance}, candidate.score());
  table.add({.json = "attempt"}, entry.attempt);
  table.add({.json = "elo0"}, terms.elo0);
  table.add({.json = "elo1"}, terms.elo1);
  table.add({.json = "alpha"}, terms.alpha);
  table.add({.json = "deals", .heading = "deals", .show = report::count}, test.deals());
  table.add({.json = "games"}, candidate.games);
  table.add({.json = "llr"}, test.llr());
  table.add({.json = "lower"}, lower);
  table.add({.json = "upper"}, upper);
  table.add({.json = "counts"}, counts);
  table.add({.json = "score"}, candidate.score());
  table.add({.json = "elo"}, elo.elo);
  table.add({.json = "elo_low"}, elo.low);
  table.add({.json = "elo_high"}, elo.high);
  table.add({.json = "elo_error"}, elo.low && elo.high ? estimate->elo_error : std::nullopt);
  table.add({.json = "los"}, estimate ? Json(estimate->los) : Json());
  table.add({.json = "plays_the_same"}, test.is_identical_play());
  table.add({.json = "more_deals"}, test.estimated_deals_left());
  table.add({.heading = "faults", .show = report::count}, candidate.fault_count());
  table.add({.json = "candidate_faults"}, report::faults_json(candidate));
  table.add({.json = "baseline_faults"}, report::faults_json(test.tally(GateTest::kBaseline)));
}

report::OutputTable describe_tests(const GateReport& report) {
  report::OutputTable table;
  for (const GateReport::Test& entry : report.tests)
    add_test(table, entry);
  return table;
}

constexpr const char* kSame = "it plays every deal as the baseline does";

/// Rounds to two digits, because the number is a guess.
std::string format_deals_left(std::uint64_t deals) {
  std::uint64_t digits = 1;
  while (deals / digits >= 100)
    digits *= 10;
  return fmt::format("about {} would decide it",
                     base::format_count((deals + digits / 2) / digits * digits, "more deal"));
}

/// Returns a bound such as "10", or "0 to 10" if the tests differ.
std::string format_bounds(const GateReport& report, double GateTerms::*bound) {
  std::vector<double> values;
  for (const GateReport::Test& entry : report.tests)
    values.push_back(entry.test.terms().*bound);
  const auto [least, most] = std::ranges::minmax(values);
  return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

/// Returns the kind of a fault. An agent that never started also has its cause.
std::string format_cause(const referee::record::Fault& fault) {
  const std::string_view kind = referee::record::to_string(fault.kind);
  if (fault.kind != referee::record::FaultKind::NeverReady) return std::string(kind);
  return fmt::format("{}: {}", kind, base::escape_terminal(describe(fault.cause)));
}

/// Returns the reason that follows the outcome, from the tests that decided it.
std::string why(const GateReport& report) {
  std::uint64_t more = 0;
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    if (test.verdict() != report.verdict()) continue;
    if (is_of_faults(test.verdict()))
      return (test.verdict() == GateVerdict::CannotPlay ? ": " : "; the first: ") +
             format_cause(*test.first_fault(GateTest::kCandidate));
    if (test.is_identical_play())
      return fmt::format(
          "; {}", report.tests.size() == 1 ? kSame : "it plays every deal as one of them does");
    more = std::max(more, test.estimated_deals_left().value_or(0));
  }
  return more > 0 ? "; " + format_deals_left(more) : "";
}

std::string preformatted(const std::vector<std::string>& lines) {
  return "<pre>\n" + xml_lines(lines) + "</pre>\n";
}

std::string markdown_details(const GateReport& report) {
  const std::vector<std::string> faults = first_faults(report);
  if (faults.empty()) return "";
  return "\n<details><summary>first faults</summary>\n\n" + preformatted(faults) + "\n</details>\n";
}

}  // namespace

std::string gate_junit(const GateReport& report) {
  std::vector<Case> cases;
  if (!report.problem.empty()) cases.push_back(case_of_problem(report));
  for (const GateReport::Test& entry : report.tests) {
    const GateVerdict verdict = entry.test.verdict();
    cases.push_back({.name = fmt::format("{} against {}", report.candidate, entry.baseline),
                     .state = case_state(verdict, report.inconclusive),
                     .type = std::string(to_string(verdict)),
                     .message = test_summary(entry),
                     .details = {},
                     .faults = first_faults(report, entry),
                     .seconds = test_seconds(report, entry)});
  }
  return suite_xml(cases, report);
}

std::string score_junit(const GateReport& report, const GateScore& score) {
  if (!report.problem.empty()) return suite_xml({case_of_problem(report)}, report);
  return suite_xml({{.name = report.candidate + " score",
                     .state = case_state(score.verdict, report.inconclusive),
                     .type = std::string(to_string(score.verdict)),
                     .message = score_outcome(report, score),
                     .details = {},
                     .faults = first_faults(report),
                     .seconds = report.seconds}},
                   report);
}

GateVerdict GateReport::verdict() const {
  if (!problem.empty()) return GateVerdict::CannotPlay;
  std::vector<GateVerdict> verdicts;
  for (const Test& entry : tests)
    verdicts.push_back(entry.test.verdict());
  return worst(verdicts);
}

std::string outcome(const GateReport& report) {
  const bool several = report.tests.size() > 1;
  switch (report.verdict()) {
    case GateVerdict::Passed:
      return fmt::format("passed: more than {} Elo above {}{}",
                         format_bounds(report, &GateTerms::elo0),
                         several ? "every baseline" : "the baseline", why(report));
    case GateVerdict::Inconclusive:
      return fmt::format(
          "is undecided after {}{}{}", base::format_count(report.terms.max_deals, "deal"),
          report.inconclusive == InconclusivePolicy::Pass   ? ", which counts as passed"
          : report.inconclusive == InconclusivePolicy::Fail ? ", which counts as failed"
                                                            : "",
          why(report));
    case GateVerdict::Open:
      return "has no verdict: interrupted";
    case GateVerdict::Failed:
      return fmt::format("failed: less than {} Elo above {}{}",
                         format_bounds(report, &GateTerms::elo1),
                         several ? "a baseline" : "the baseline", why(report));
    case GateVerdict::TooManyFaults:
      return fmt::format("failed: more than {}{}",
                         base::format_count(report.terms.max_faults.value_or(0), "fault"),
                         why(report));
    case GateVerdict::CannotPlay:
      return "failed: it cannot play" + (report.problem.empty() ? why(report) : "");
    case GateVerdict::BaselineFaulted:
      break;
  }
  return "has no verdict: a baseline faulted; repair it first";
}

std::string remark(const GateReport::Test& entry) {
  const GateTest& test = entry.test;
  const std::size_t guilty =
      test.verdict() == GateVerdict::BaselineFaulted ? GateTest::kBaseline : GateTest::kCandidate;
  const std::int64_t count = test.tally(guilty).fault_count();
  if (const auto& fault = test.first_fault(guilty); is_of_faults(test.verdict()) && fault)
    return fmt::format("{}, the first: {}: {}", base::format_count(count, "fault"),
                       referee::record::to_string(fault->kind), describe(fault->cause));
  if (test.is_identical_play()) return kSame;
  const auto more = test.estimated_deals_left();
  return more && test.verdict() == GateVerdict::Inconclusive ? format_deals_left(*more) : "";
}

report::EloInterval test_interval(const ratings::MatchEstimate& estimate, std::int64_t deals) {
  return {estimate.elo, estimate.elo_low, estimate.elo_high, deals,
          report::kMinDealsForTestInterval};
}

std::string format_difference(const GateTest& test) {
  return is_of_faults(test.verdict()) ? "-" : report::format_elo(test_elo(test), 1);
}

report::TableCells test_cells(const GateReport& report) {
  report::TableCells cells = report::to_cells(describe_tests(report));
  cells.optional_columns = {"bounds", "score", "LLR"};
  return cells;
}

std::string format_conditions(const GateReport& report) {
  std::vector<std::string> tests;
  for (const GateReport::Test& entry : report.tests) {
    const GateTerms& terms = entry.test.terms();
    tests.push_back(terms.play_all_deals ? fmt::format("a score against {}", entry.baseline)
                                         : fmt::format("elo0 {} and elo1 {} against {}", terms.elo0,
                                                       terms.elo1, entry.baseline));
  }
  std::ranges::sort(tests);
  std::string text = fmt::format("{}", fmt::join(tests, ", "));
  if (!report.terms.play_all_deals)
    text += fmt::format(", alpha {}, beta {}", report.terms.alpha, report.terms.beta);
  if (report.terms.max_faults)
    text += fmt::format(", at most {}", base::format_count(*report.terms.max_faults, "fault"));
  return fmt::format("{}, {}", text, report.luck);
}

std::string format_seats(const GateTerms& terms) {
  return terms.seats == 2 ? "" : fmt::format(" at tables of {}", terms.seats);
}

bool counts_as_passed(GateVerdict verdict, InconclusivePolicy inconclusive) {
  return verdict == GateVerdict::Passed ||
         (verdict == GateVerdict::Inconclusive && inconclusive == InconclusivePolicy::Pass);
}

bool is_broken(GateVerdict verdict) {
  return verdict == GateVerdict::BaselineFaulted || verdict == GateVerdict::Open;
}

bool is_of_faults(GateVerdict verdict) {
  return verdict == GateVerdict::BaselineFaulted || verdict == GateVerdict::TooManyFaults ||
         verdict == GateVerdict::CannotPlay;
}

std::vector<std::string> first_faults(const GateReport& report, const GateReport::Test& entry,
                                      std::initializer_list<std::size_t> sides) {
  std::vector<std::string> lines;
  for (const std::size_t side : sides) {
    const auto& fault = entry.test.first_fault(side);
    if (!fault) continue;
    lines.push_back(fmt::format("{}: {}: {}",
                                side == GateTest::kCandidate ? report.candidate : entry.baseline,
                                referee::record::to_string(fault->kind), describe(fault->cause)));
    lines.push_back(fmt::format("asked   {}", describe(fault->evidence->question)));
    for (const auto& [stream, text] : referee::protocol::output_lines(*fault->evidence))
      lines.push_back(fmt::format("{}  {}", stream, text));
  }
  return lines;
}

std::vector<std::string> first_faults(const GateReport& report) {
  std::vector<std::string> all;
  for (const GateReport::Test& entry : report.tests) {
    for (std::string& line : first_faults(report, entry))
      all.push_back(std::move(line));
  }
  return all;
}

std::string gate_json(const GateReport& report) {
  const GateTerms& terms = report.terms;
  Json json{{"verdict", to_string(report.verdict())},
            {"candidate", report.candidate},
            {"problem", nullptr},
            {"rules", report.rules},
            {"seats", terms.seats},
            {"seed", report.seed.text},
            {"agent_secret", report.agent_secret.text},
            {"isolation", report.isolation},
            {"isolation_layers", report.isolation_layers},
            {"adjusted", terms.adjusted},
            {"luck", report.luck},
            {"elo0", terms.elo0},
            {"elo1", terms.elo1},
            {"alpha", terms.alpha},
            {"beta", terms.beta},
            {"max_deals", terms.max_deals},
            {"max_faults", nullptr},
            {"tests", report::to_json(describe_tests(report))}};
  if (!report.problem.empty()) json["problem"] = fmt::format("{}", fmt::join(report.problem, "\n"));
  if (terms.max_faults) json["max_faults"] = *terms.max_faults;
  return base::dump(json) + "\n";
}

std::string gate_markdown(const GateReport& report) {
  std::string text = fmt::format("### danno gate: {} {}\n\n",
                                 base::escape_markdown(report.candidate), outcome(report));
  if (!report.problem.empty()) return text + preformatted(report.problem);
  text += report::to_markdown(test_cells(report));
  text += fmt::format(
      "\n{}{}, H0 and H1 in Elo, α {}, β {}, at most {} deals, isolation {}, seed `{}`, "
      "agents' secret `{}`; {}\n",
      report.rules, format_seats(report.terms), report.terms.alpha, report.terms.beta,
      report.terms.max_deals, report.isolation_layers, report.seed.text, report.agent_secret.text,
      report.luck);
  const std::string details = markdown_details(report);
  // A job summary on GitHub may not be longer.
  if (text.size() + details.size() > kLargestSummary)
    return text + "\nThe first faults are too long to be shown here.\n";
  return text + details;
}

}  // namespace danno::leagues::commands::gate
