#include "leagues/gate/grades.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "leagues/files/json.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/gate/check_reports.hpp"
#include "leagues/tables/json.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::gate {
namespace {

/// "share_hold": a column's key for an opponent.
std::string share_key(std::string_view opponent) {
  std::string key = "share_";
  for (const char c : opponent) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    key += upper ? static_cast<char>(c - 'A' + 'a') : plain ? c : '_';
  }
  return key;
}

/// Rounded as the text beside it.
double percent(double share) { return std::stod(fmt::format("{:.1f}", 100 * share)); }

/// Those that are not empty.
std::vector<std::string> plain_lines(const std::vector<std::string>& lines) {
  std::vector<std::string> plain;
  for (const std::string& line : lines) {
    if (!line.empty()) plain.push_back(words::escape_terminal(line));
  }
  return plain;
}

}  // namespace

Grade grade_of(const CheckReport& report) {
  Grade grade{.agent = words::escape_terminal(report.agent),
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
    grade.tests.push_back({words::escape_terminal(line.what), !fails, plain_lines(output)});
    if (fails)
      grade.outcome = words::escape_terminal(fmt::format("failed: {}: {}", line.what, line.detail));
  }
  for (const Strength& strength : report.strengths) {
    grade.tests.push_back({"strength against " + words::escape_terminal(strength.opponent),
                           true,
                           {words::escape_terminal(show_strength(strength))}});
    grade.figures.push_back({share_key(strength.opponent), percent(strength.score)});
  }
  return grade;
}

Grade grade_of(const gate::GateReport& report, const gate::GateScore& score) {
  Grade grade{.agent = words::escape_terminal(report.candidate),
              .passed = gate::counts_as_passed(score.verdict, report.undecided),
              .outcome = words::escape_terminal(gate::score_outcome(report, score)),
              .tests = {},
              .figures = {}};
  const auto add_elo = [&](const char* key, std::optional<double> elo) {
    if (elo) grade.figures.push_back({key, std::round(10 * *elo) / 10});
  };
  add_elo("elo", score.score.elo);
  add_elo("elo_low", score.score.elo_low);
  add_elo("elo_high", score.score.elo_high);
  std::vector<std::string> told{grade.outcome};
  told.insert(told.end(), report.problem.begin(), report.problem.end());
  grade.tests.push_back({"score", grade.passed, plain_lines(told)});
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const gate::GateReport::Test& entry = report.tests[i];
    const scores::AgentTally& tally = entry.test.tally(gate::GateTest::kCandidate);
    std::vector<std::string> output{fmt::format("{:.1f} % of {} deals {} against {} Elo",
                                                100 * tally.score(), entry.test.deals(),
                                                report.rules, score.anchors[i])};
    const auto faults = gate::first_faults(report, entry, gate::GateTest::kCandidate);
    output.insert(output.end(), faults.begin(), faults.end());
    grade.tests.push_back({"against " + words::escape_terminal(entry.baseline),
                           tally.fault_count() == 0, plain_lines(output)});
    grade.figures.push_back({share_key(entry.baseline), percent(tally.score())});
  }
  return grade;
}

std::string gradescope_results(const Grade& grade) {
  files::Json tests = files::Json::array();
  for (const Grade::Test& test : grade.tests)
    tests.push_back({{"name", test.name},
                     {"status", test.passed ? "passed" : "failed"},
                     {"output", fmt::format("{}", fmt::join(test.output, "\n"))}});
  files::Json leaderboard = files::Json::array();
  for (const Grade::Figure& figure : grade.figures)
    leaderboard.push_back({{"name", figure.key}, {"value", figure.value}});
  const files::Json json{{"score", grade.passed ? kFullPoints : 0},
                         {"output", grade.agent + ": " + grade.outcome},
                         {"tests", tests},
                         {"leaderboard", leaderboard}};
  return files::dump(json) + "\n";
}

void write_grade_file(const Grade& grade, const std::filesystem::path& folder) {
  files::write_whole(folder / "results.json", gradescope_results(grade));
}

}  // namespace danno::leagues::gate
