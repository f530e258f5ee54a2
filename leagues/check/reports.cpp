#include "leagues/check/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "leagues/tables/table.hpp"
#include "leagues/text/escape.hpp"

namespace danno::leagues {
namespace {

using nlohmann::ordered_json;

ordered_json or_null(std::optional<double> value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

std::string junit_case(const CheckReport& report, const CheckLine& line) {
  std::string xml = fmt::format("    <testcase classname=\"danno.check.{}\" name=\"{}\">\n",
                                escape_xml(report.agent), escape_xml(line.what));
  if (line.state == CheckLine::State::Fail) {
    xml += fmt::format("      <failure message=\"{}\">{}</failure>\n", escape_xml(line.detail),
                       escape_xml(line.advice));
  } else {
    xml += fmt::format("      <system-out>{} {}</system-out>\n", escape_xml(line.detail),
                       escape_xml(line.advice));
  }
  if (!line.evidence.empty()) {
    xml += "      <system-err>";
    for (const std::string& text : line.evidence)
      xml.append(escape_xml(text)).append(1, '\n');
    xml += "</system-err>\n";
  }
  return xml + "    </testcase>\n";
}

}  // namespace

std::string show_strength(const Strength& strength) {
  return fmt::format("{}: {:.1f} % of {} deals {}, Elo {}", strength.opponent, 100 * strength.score,
                     strength.deals, strength.rules,
                     show_elo(strength.rating.elo, strength.rating.low, strength.rating.high));
}

std::string check_json(const CheckReport& report) {
  ordered_json lines = ordered_json::array();
  for (const CheckLine& line : report.lines) {
    lines.push_back({{"state", to_string(line.state)},
                     {"what", line.what},
                     {"detail", line.detail},
                     {"advice", line.advice},
                     {"evidence", line.evidence}});
  }
  ordered_json strengths = ordered_json::array();
  for (const Strength& strength : report.strengths) {
    strengths.push_back({{"opponent", strength.opponent},
                         {"rules", strength.rules},
                         {"deals", strength.deals},
                         {"score", strength.score},
                         {"elo", strength.rating.elo},
                         {"elo_low", or_null(strength.rating.low)},
                         {"elo_high", or_null(strength.rating.high)}});
  }
  const ordered_json json{{"agent", report.agent},
                          {"passed", report.passed()},
                          {"isolation", referee::to_string(report.isolation)},
                          {"lines", lines},
                          {"strength", strengths}};
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string check_junit(const CheckReport& report) {
  const auto failures = std::ranges::count(report.lines, CheckLine::State::Fail, &CheckLine::state);
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"danno check {}\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n",
      escape_xml(report.agent), report.lines.size(), failures);
  for (const CheckLine& line : report.lines)
    xml += junit_case(report, line);
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace danno::leagues
