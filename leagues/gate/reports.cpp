#include "leagues/gate/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "leagues/tables/json.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/json.hpp"
#include "referee/record/evidence.hpp"

namespace danno::leagues::gate {

using text::Json;
namespace {

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json test_json(const GateReport::Test& entry) {
  const GateTest& test = entry.test;
  const scores::AgentTally& candidate = test.tally(GateTest::kCandidate);
  Json json{{"baseline", entry.baseline},
            {"verdict", to_string(test.verdict())},
            {"attempt", nullptr},
            {"elo0", test.terms().elo0},
            {"elo1", test.terms().elo1},
            {"alpha", test.terms().alpha},
            {"deals", test.deals()},
            {"games", candidate.games},
            {"llr", test.llr()},
            {"lower", test.bounds().lower},
            {"upper", test.bounds().upper},
            {"counts", Json::array()},
            {"score", candidate.score()},
            {"elo", nullptr},
            {"elo_low", nullptr},
            {"elo_high", nullptr},
            {"elo_error", nullptr},
            {"los", nullptr},
            {"candidate_faults", tables::faults_json(candidate)},
            {"baseline_faults", tables::faults_json(test.tally(GateTest::kBaseline))}};
  if (entry.attempt) json["attempt"] = *entry.attempt;
  for (const double count : test.counts())
    json["counts"].push_back(static_cast<std::uint64_t>(count));
  if (const auto estimate = test.estimate()) {
    json["elo"] = or_null(estimate->elo);
    json["elo_low"] = or_null(estimate->elo_low);
    json["elo_high"] = or_null(estimate->elo_high);
    json["elo_error"] = or_null(estimate->elo_error);
    json["los"] = estimate->los;
  }
  return json;
}

std::string summary_of(const GateReport::Test& entry) {
  const GateTest& test = entry.test;
  return fmt::format("{}: LLR {:.2f} of ({:.2f}, {:.2f}) after {} deals, Elo {}",
                     to_string(test.verdict()), test.llr(), test.bounds().lower,
                     test.bounds().upper, test.deals(), show_difference(test));
}

/// Of either agent.
std::vector<std::string> fault_lines(const GateReport& report, const GateReport::Test& entry) {
  std::vector<std::string> lines = first_faults(report, entry, GateTest::kCandidate);
  for (std::string& line : first_faults(report, entry, GateTest::kBaseline))
    lines.push_back(std::move(line));
  return lines;
}

std::string junit_case(const GateReport& report, const GateReport::Test& entry) {
  const GateVerdict verdict = entry.test.verdict();
  std::string xml =
      fmt::format("    <testcase classname=\"danno.gate.{}\" name=\"{} against {}\">\n",
                  text::escape_xml(report.rules), text::escape_xml(report.candidate),
                  text::escape_xml(entry.baseline));
  if (!counts_as_passed(verdict, report.undecided)) {
    xml += fmt::format("      <{} type=\"{}\" message=\"{}\"/>\n",
                       is_broken(verdict) ? "error" : "failure", to_string(verdict),
                       text::escape_xml(summary_of(entry)));
  }
  xml += fmt::format("      <system-out>{}</system-out>\n", text::escape_xml(summary_of(entry)));
  const std::vector<std::string> lines = fault_lines(report, entry);
  if (!lines.empty()) {
    xml += "      <system-err>";
    for (const std::string& line : lines)
      xml.append(text::escape_xml(line)).append(1, '\n');
    xml += "</system-err>\n";
  }
  return xml + "    </testcase>\n";
}

std::string markdown_row(const GateReport::Test& entry) {
  const GateTest& test = entry.test;
  const scores::AgentTally& candidate = test.tally(GateTest::kCandidate);
  return fmt::format(
      "| {} | {}, {} | {} | {:.2f} | {:.2f}, {:.2f} | {} | {:.1f} % | {} | {} | {} |\n",
      text::escape_markdown(entry.baseline), test.terms().elo0, test.terms().elo1,
      to_string(test.verdict()), test.llr(), test.bounds().lower, test.bounds().upper,
      show_difference(test), 100 * candidate.score(), test.deals(), candidate.games,
      candidate.fault_count() == 0 ? "-" : std::to_string(candidate.fault_count()));
}

std::string markdown_details(const GateReport& report) {
  std::string lines;
  for (const std::string& line : first_faults(report))
    lines.append(text::escape_xml(line)).append(1, '\n');
  if (lines.empty()) return "";
  return "\n<details><summary>first faults</summary>\n\n<pre>\n" + lines + "</pre>\n\n</details>\n";
}

}  // namespace

GateVerdict GateReport::verdict() const {
  std::vector<GateVerdict> verdicts;
  for (const Test& entry : tests)
    verdicts.push_back(entry.test.verdict());
  return worst(verdicts);
}

std::string outcome(const GateReport& report) {
  const GateTerms& terms = report.terms;
  const bool several = report.tests.size() > 1;
  const auto bounds = [&](double GateTerms::*bound) {
    std::vector<double> values;
    for (const GateReport::Test& entry : report.tests)
      values.push_back(entry.test.terms().*bound);
    const auto [least, most] = std::ranges::minmax(values);
    return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  };
  switch (report.verdict()) {
    case GateVerdict::Passed:
      return fmt::format("passed: more than {} Elo above {}", bounds(&GateTerms::elo0),
                         several ? "every baseline" : "the baseline");
    case GateVerdict::Inconclusive:
      return fmt::format("is undecided after {} deals{}", terms.max_deals,
                         report.undecided == Undecided::Passed   ? ", which counts as passed"
                         : report.undecided == Undecided::Failed ? ", which counts as failed"
                                                                 : "");
    case GateVerdict::Open:
      return "has no verdict: interrupted";
    case GateVerdict::Failed:
      return fmt::format("failed: less than {} Elo above {}", bounds(&GateTerms::elo1),
                         several ? "a baseline" : "the baseline");
    case GateVerdict::TooManyFaults:
      return fmt::format("failed: more than {} faults", terms.max_faults.value_or(0));
    case GateVerdict::BaselineFaulted:
      break;
  }
  return "has no verdict: a baseline faulted; repair it first";
}

std::string show_difference(const GateTest& test) {
  const auto estimate = test.estimate();
  return estimate ? tables::show_elo(estimate->elo, estimate->elo_low, estimate->elo_high, 1) : "-";
}

bool counts_as_passed(GateVerdict verdict, Undecided undecided) {
  return verdict == GateVerdict::Passed ||
         (verdict == GateVerdict::Inconclusive && undecided == Undecided::Passed);
}

bool is_broken(GateVerdict verdict) {
  return verdict == GateVerdict::BaselineFaulted || verdict == GateVerdict::Open;
}

std::vector<std::string> first_faults(const GateReport& report, const GateReport::Test& entry,
                                      std::size_t agent) {
  const auto& fault = entry.test.first_fault(agent);
  if (!fault) return {};
  const referee::record::Evidence& evidence = *fault->evidence;
  std::vector<std::string> lines{
      fmt::format("{}: {}: {}", agent == GateTest::kCandidate ? report.candidate : entry.baseline,
                  referee::record::to_string(fault->kind), describe(fault->cause)),
      fmt::format("asked   {}", describe(evidence.question))};
  if (evidence.stderr_lines.empty()) lines.emplace_back("stderr  nothing: it wrote nothing there");
  for (const std::string& line : evidence.stderr_lines)
    lines.push_back(fmt::format("stderr  {}", line));
  return lines;
}

std::vector<std::string> first_faults(const GateReport& report) {
  std::vector<std::string> all;
  for (const GateReport::Test& entry : report.tests) {
    for (std::string& line : fault_lines(report, entry))
      all.push_back(std::move(line));
  }
  return all;
}

std::string gate_json(const GateReport& report) {
  const GateTerms& terms = report.terms;
  Json json{{"verdict", to_string(report.verdict())},
            {"candidate", report.candidate},
            {"rules", report.rules},
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
            {"tests", Json::array()}};
  if (terms.max_faults) json["max_faults"] = *terms.max_faults;
  for (const GateReport::Test& entry : report.tests)
    json["tests"].push_back(test_json(entry));
  return json.dump() + "\n";
}

std::string gate_junit(const GateReport& report) {
  std::string cases;
  int failures = 0;
  int errors = 0;
  for (const GateReport::Test& entry : report.tests) {
    const GateVerdict verdict = entry.test.verdict();
    if (is_broken(verdict)) {
      ++errors;
    } else if (!counts_as_passed(verdict, report.undecided)) {
      ++failures;
    }
    cases += junit_case(report, entry);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"danno gate\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}"
      "  </testsuite>\n</testsuites>\n",
      report.tests.size(), failures, errors, cases);
}

std::string gate_markdown(const GateReport& report) {
  std::string text = fmt::format("### danno gate: {} {}\n\n",
                                 text::escape_markdown(report.candidate), outcome(report));
  text +=
      "| baseline | H0, H1 | verdict | LLR | bounds | Elo ±95 % | score | deals | games | faults "
      "|\n"
      "|---|---|---|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const GateReport::Test& entry : report.tests)
    text += markdown_row(entry);
  text += fmt::format(
      "\n{}, H0 and H1 in Elo, α {}, β {}, at most {} deals, isolation {}, seed `{}`, "
      "agents' secret `{}`; {}\n",
      report.rules, report.terms.alpha, report.terms.beta, report.terms.max_deals,
      report.isolation_layers, report.seed.text, report.agent_secret.text, report.luck);
  const std::string details = markdown_details(report);
  if (text.size() + details.size() > kLargestSummary)
    return text + "\nThe first faults are too long to be shown here.\n";
  return text + details;
}

}  // namespace danno::leagues::gate
