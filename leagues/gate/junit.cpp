#include "leagues/gate/junit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "leagues/words/escape.hpp"

namespace danno::leagues::gate {
namespace {

struct Case {
  std::string name;
  std::string state;  ///< The element that tells it: "failure", "error", "skipped"; empty: passed.
  std::string type;   ///< Of a failure or an error.
  std::string message;               ///< One line.
  std::vector<std::string> details;  ///< What a compiler said.
  std::vector<std::string> faults;
  double seconds = 0;
};

std::string state_of(GateVerdict verdict, Undecided undecided) {
  if (counts_as_passed(verdict, undecided)) return "";
  if (is_broken(verdict) || verdict == GateVerdict::CannotPlay) return "error";
  const bool open = verdict == GateVerdict::Inconclusive && undecided == Undecided::Undecided;
  return open ? "skipped" : "failure";
}

std::string summary_of(const GateReport::Test& entry) {
  const GateTest& test = entry.test;
  const std::string_view verdict = to_string(test.verdict());
  const std::string more = remark(entry);
  if (is_of_faults(test.verdict())) return fmt::format("{}: {}", verdict, more);
  return fmt::format("{}: LLR {:.2f} of ({:.2f}, {:.2f}) after {} deals, Elo {}{}{}", verdict,
                     test.llr(), test.bounds().lower, test.bounds().upper, test.deals(),
                     show_difference(test), more.empty() ? "" : "; ", more);
}

std::string lines_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text.append(words::escape_xml(line)).append(1, '\n');
  return text;
}

std::string xml_of(const Case& one, std::string_view rules) {
  std::string xml =
      fmt::format("    <testcase classname=\"danno.gate.{}\" name=\"{}\" time=\"{:.3f}\">\n",
                  words::escape_xml(rules), words::escape_xml(one.name), one.seconds);
  const std::string message = words::escape_xml(one.message);
  if (one.state == "skipped") {
    xml += fmt::format("      <skipped message=\"{}\"/>\n", message);
  } else if (!one.state.empty()) {
    xml += fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{2}\n{3}{4}</{0}>\n", one.state,
                       one.type, message, lines_of(one.details), lines_of(one.faults));
  }
  xml += fmt::format("      <system-out>{}</system-out>\n", message);
  if (!one.faults.empty()) xml += "      <system-err>" + lines_of(one.faults) + "</system-err>\n";
  return xml + "    </testcase>\n";
}

std::string suite_of(const std::vector<Case>& cases, const GateReport& report) {
  const auto count = [&](std::string_view state) {
    return std::ranges::count(cases, state, &Case::state);
  };
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"danno gate\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n",
      cases.size(), count("failure"), count("error"), count("skipped"), report.seconds);
  for (const Case& one : cases)
    xml += xml_of(one, report.rules);
  return xml + "  </testsuite>\n</testsuites>\n";
}

/// Of a candidate that cannot play.
Case case_of_problem(const GateReport& report) {
  const GateVerdict verdict = report.verdict();
  return {.name = report.candidate + " can play",
          .state = state_of(verdict, report.undecided),
          .type = std::string(to_string(verdict)),
          .message = report.problem.front(),
          .details = {report.problem.begin() + 1, report.problem.end()},
          .faults = {},
          .seconds = report.seconds};
}

/// The tests are played in turns: one's share of the time is its share of the deals.
double seconds_of(const GateReport& report, const GateReport::Test& entry) {
  std::uint64_t deals = 0;
  for (const GateReport::Test& each : report.tests)
    deals += each.test.deals();
  return deals == 0 ? 0
                    : report.seconds * static_cast<double>(entry.test.deals()) /
                          static_cast<double>(deals);
}

}  // namespace

std::string gate_junit(const GateReport& report) {
  std::vector<Case> cases;
  if (!report.problem.empty()) cases.push_back(case_of_problem(report));
  for (const GateReport::Test& entry : report.tests) {
    const GateVerdict verdict = entry.test.verdict();
    cases.push_back({.name = fmt::format("{} against {}", report.candidate, entry.baseline),
                     .state = state_of(verdict, report.undecided),
                     .type = std::string(to_string(verdict)),
                     .message = summary_of(entry),
                     .details = {},
                     .faults = first_faults(report, entry),
                     .seconds = seconds_of(report, entry)});
  }
  return suite_of(cases, report);
}

std::string score_junit(const GateReport& report, const GateScore& score) {
  if (!report.problem.empty()) return suite_of({case_of_problem(report)}, report);
  return suite_of({{.name = report.candidate + " score",
                    .state = state_of(score.verdict, report.undecided),
                    .type = std::string(to_string(score.verdict)),
                    .message = score_outcome(report, score),
                    .details = {},
                    .faults = first_faults(report),
                    .seconds = report.seconds}},
                  report);
}

}  // namespace danno::leagues::gate
