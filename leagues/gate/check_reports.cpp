#include "leagues/gate/check_reports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/files/json.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::gate {

using files::Json;
namespace {

std::string junit_case(const CheckReport& report, const CheckLine& line) {
  std::string xml =
      fmt::format("    <testcase classname=\"danno.check.{}\" name=\"{}\" time=\"{:.3f}\">\n",
                  words::escape_xml(report.agent), words::escape_xml(line.what), line.seconds);
  if (line.state == CheckLine::State::Fail) {
    const std::string detail = words::escape_xml(line.detail);
    xml += fmt::format("      <failure message=\"{0}\">{0}\n{1}\n", detail,
                       words::escape_xml(line.advice));
    for (const std::string& text : line.evidence)
      xml.append(words::escape_xml(text)).append(1, '\n');
    xml += "</failure>\n";
  } else {
    xml += fmt::format("      <system-out>{} {}</system-out>\n", words::escape_xml(line.detail),
                       words::escape_xml(line.advice));
  }
  if (!line.evidence.empty()) {
    xml += "      <system-err>";
    for (const std::string& text : line.evidence)
      xml.append(words::escape_xml(text)).append(1, '\n');
    xml += "</system-err>\n";
  }
  return xml + "    </testcase>\n";
}

}  // namespace

std::string show_strength(const Strength& strength) {
  return fmt::format(
      "{}: {:.1f} % of {} deals {}, Elo {}{}", strength.opponent, 100 * strength.score,
      strength.deals, strength.rules,
      tables::show_elo(strength.rating.elo, strength.rating.low, strength.rating.high),
      strength.adjusted ? " (luck-adjusted)" : "");
}

std::string check_json(const CheckReport& report) {
  Json lines = Json::array();
  for (const CheckLine& line : report.lines) {
    lines.push_back({{"state", to_string(line.state)},
                     {"what", line.what},
                     {"detail", line.detail},
                     {"advice", line.advice},
                     {"evidence", line.evidence}});
  }
  Json strengths = Json::array();
  for (const Strength& strength : report.strengths) {
    strengths.push_back({{"opponent", strength.opponent},
                         {"rules", strength.rules},
                         {"deals", strength.deals},
                         {"score", strength.score},
                         {"adjusted", strength.adjusted},
                         {"elo", strength.rating.elo},
                         {"elo_low", strength.rating.low},
                         {"elo_high", strength.rating.high}});
  }
  const Json json{{"agent", report.agent},
                  {"passed", report.passed()},
                  {"isolation", referee::sandbox::to_string(report.isolation)},
                  {"lines", lines},
                  {"strength", strengths}};
  return files::dump(json) + "\n";
}

std::string check_junit(const CheckReport& report) {
  double seconds = 0;
  for (const CheckLine& line : report.lines)
    seconds += line.seconds;
  const auto failures = std::ranges::count(report.lines, CheckLine::State::Fail, &CheckLine::state);
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"danno check {}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
      "time=\"{:.3f}\">\n",
      words::escape_xml(report.agent), report.lines.size(), failures, seconds);
  for (const CheckLine& line : report.lines)
    xml += junit_case(report, line);
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace danno::leagues::gate
