#include "leagues/commands/agent/grades.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/text.hpp"
#include "leagues/base/whole_file.hpp"

namespace danno::leagues::commands::agent {

Grade::Figure share_figure(std::string_view opponent, double share) {
  std::string key = "share_";
  for (const char c : base::to_lower(opponent)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    key += plain ? c : '_';
  }
  // It is rounded as the text beside it.
  return {key, std::stod(fmt::format("{:.1f}", 100 * share))};
}

std::vector<std::string> plain_lines(const std::vector<std::string>& lines) {
  std::vector<std::string> plain;
  for (const std::string& line : lines) {
    if (!line.empty()) plain.push_back(base::escape_terminal(line));
  }
  return plain;
}

Grade make_grade(const CheckReport& report) {
  Grade grade{.agent = base::escape_terminal(report.agent),
              .passed = report.passed(),
              .outcome = "passed",
              .tests = {},
              .figures = {}};
  if (!grade.passed) grade.outcome = "failed: not everything could be tried";
  for (const CheckLine& line : report.lines) {
    const bool fails = line.state == CheckLine::State::Fail;
    std::vector<std::string> output{line.detail};
    output.insert(output.end(), line.evidence.begin(), line.evidence.end());
    output.push_back(line.advice);
    grade.tests.push_back({base::escape_terminal(line.what), !fails, plain_lines(output)});
    // The last failure is the outcome.
    if (fails)
      grade.outcome = base::escape_terminal(fmt::format("failed: {}: {}", line.what, line.detail));
  }
  for (const Strength& strength : report.strengths) {
    grade.tests.push_back({"strength against " + base::escape_terminal(strength.opponent),
                           true,
                           {base::escape_terminal(format_strength(strength))}});
    grade.figures.push_back(share_figure(strength.opponent, strength.score));
  }
  return grade;
}

std::string gradescope_results(const Grade& grade) {
  base::Json tests = base::Json::array();
  for (const Grade::Test& test : grade.tests)
    tests.push_back({{"name", test.name},
                     {"status", test.passed ? "passed" : "failed"},
                     {"output", fmt::format("{}", fmt::join(test.output, "\n"))}});
  base::Json leaderboard = base::Json::array();
  for (const Grade::Figure& figure : grade.figures)
    leaderboard.push_back({{"name", figure.key}, {"value", figure.value}});
  const base::Json json{{"score", grade.passed ? kFullPoints : 0},
                        {"output", grade.agent + ": " + grade.outcome},
                        {"tests", tests},
                        {"leaderboard", leaderboard}};
  return base::dump(json) + "\n";
}

void write_grade_file(const Grade& grade, const std::filesystem::path& folder) {
  base::write_whole(folder / "results.json", gradescope_results(grade));
}

}  // namespace danno::leagues::commands::agent
