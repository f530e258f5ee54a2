#include "leagues/gate/grades.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "leagues/files/json.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/gate/check.hpp"
#include "leagues/tables/json.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::gate {

namespace {

/// Compares the interval of the score with the threshold: inconclusive if the threshold lies in it.
GateVerdict score_verdict(const GateReport& report, const GateScore& score) {
  const GateVerdict played = report.verdict();
  if (played != GateVerdict::Inconclusive) return played;  // which a test to the end comes to
  if (!score.at_least) return GateVerdict::Passed;
  if (score.score.elo_low && *score.score.elo_low >= *score.at_least) return GateVerdict::Passed;
  if (score.score.elo_high && *score.score.elo_high < *score.at_least) return GateVerdict::Failed;
  return GateVerdict::Inconclusive;
}

/// Returns the key of an opponent's column, such as "share_hold".
std::string share_key(std::string_view opponent) {
  std::string key = "share_";
  for (const char c : opponent) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    key += upper ? static_cast<char>(c - 'A' + 'a') : plain ? c : '_';
  }
  return key;
}

/// Returns a share in percent, rounded as the text beside it.
double percent(double share) { return std::stod(fmt::format("{:.1f}", 100 * share)); }

/// Returns the lines that are not empty.
std::vector<std::string> plain_lines(const std::vector<std::string>& lines) {
  std::vector<std::string> plain;
  for (const std::string& line : lines) {
    if (!line.empty()) plain.push_back(words::escape_terminal(line));
  }
  return plain;
}

}  // namespace

GateScore compute_score(const GateReport& report, std::vector<double> anchors,
                        std::optional<double> at_least) {
  GateScore result{{}, std::move(anchors), at_least};
  std::vector<ratings::AnchorCounts> counts;
  std::uint64_t deals = 0;
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    counts.push_back({result.anchors[i], report.tests[i].test.counts()});
    deals += report.tests[i].test.deals();
  }
  // The score is the strength that explains the results against all anchors at their given Elo.
  if (deals > 0) result.score = ratings::score_against(counts);
  tables::clear_unreliable_interval(static_cast<std::int64_t>(deals), result.score.elo_low,
                                    result.score.elo_high, tables::kMinDealsForMatchInterval);
  result.verdict = score_verdict(report, result);
  return result;
}

std::string show_score(const ratings::AnchoredScore& score) {
  // An interval of too few deals was cleared before.
  const bool bare = score.elo && !score.elo_low && !score.elo_high;
  std::string shown = bare ? tables::show_signed(*score.elo)
                           : tables::show_elo(score.elo, score.elo_low, score.elo_high);
  std::erase(shown, '+');  // a place on the anchors' scale, no difference
  return shown;
}

std::string score_outcome(const GateReport& report, const GateScore& score) {
  if (score.verdict == GateVerdict::CannotPlay) return outcome(report);
  switch (score.verdict) {
    case GateVerdict::Open:
      return "has no score: interrupted";
    case GateVerdict::BaselineFaulted:
      return "has no score: an anchor faulted; repair it first";
    case GateVerdict::TooManyFaults:
      return "failed: too many faults";
    default:
      break;
  }
  const bool bounded = score.score.elo_low || score.score.elo_high;
  const std::string figure =
      fmt::format("scores {} Elo{}", show_score(score.score),
                  bounded ? " (95 %)" : ", from too few deals for an interval");
  if (!score.at_least) return figure;
  switch (score.verdict) {
    case GateVerdict::Passed:
      return fmt::format("passed: {}, surely at least {}", figure, *score.at_least);
    case GateVerdict::Failed:
      return fmt::format("failed: {}, surely less than {}", figure, *score.at_least);
    default:
      return fmt::format("{}, which leaves open whether that is at least {}", figure,
                         *score.at_least);
  }
}

std::string score_json(const GateReport& report, const GateScore& score) {
  files::Json anchors = files::Json::array();
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const GateTest& test = report.tests[i].test;
    anchors.push_back(
        {{"name", report.tests[i].baseline},
         {"elo", score.anchors[i]},
         {"deals", test.deals()},
         {"score", test.tally(GateTest::kCandidate).score()},
         {"faults", tables::faults_json(test.tally(GateTest::kBaseline))},
         {"candidate_faults", tables::faults_json(test.tally(GateTest::kCandidate))}});
  }
  files::Json json{{"verdict", to_string(score.verdict)},
                   {"candidate", report.candidate},
                   {"rules", report.rules},
                   {"seats", report.terms.seats},
                   {"seed", report.seed.text},
                   {"agent_secret", report.agent_secret.text},
                   {"isolation", report.isolation},
                   {"elo", tables::rounded_or_null(score.score.elo)},
                   {"elo_low", tables::rounded_or_null(score.score.elo_low)},
                   {"elo_high", tables::rounded_or_null(score.score.elo_high)},
                   {"at_least", tables::rounded_or_null(score.at_least)},
                   {"anchors", anchors},
                   {"problem", nullptr}};
  if (!report.problem.empty()) json["problem"] = fmt::format("{}", fmt::join(report.problem, "\n"));
  return files::dump(json) + "\n";
}

std::string score_markdown(const GateReport& report, const GateScore& score) {
  if (!report.problem.empty()) return gate_markdown(report);
  std::string text =
      fmt::format("### danno gate: {} {}\n\n", words::escape_markdown(report.candidate),
                  score_outcome(report, score));
  text += "| anchor | Elo | score | deals |\n|---|--:|--:|--:|\n";
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const GateTest& test = report.tests[i].test;
    text += fmt::format("| {} | {} | {:.1f} % | {} |\n",
                        words::escape_markdown(report.tests[i].baseline), score.anchors[i],
                        100 * test.tally(GateTest::kCandidate).score(), test.deals());
  }
  return text + fmt::format("\n{}{}, isolation {}, seed `{}`, agents' secret `{}`\n", report.rules,
                            show_seats(report.terms), report.isolation, report.seed.text,
                            report.agent_secret.text);
}

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
    // The last failure is the outcome.
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
              .passed = gate::counts_as_passed(score.verdict, report.inconclusive),
              .outcome = words::escape_terminal(gate::score_outcome(report, score)),
              .tests = {},
              .figures = {}};
  const auto add_elo = [&](const char* key, std::optional<double> elo) {
    if (elo) grade.figures.push_back({key, std::round(10 * *elo) / 10});
  };
  add_elo("elo", score.score.elo);
  add_elo("elo_low", score.score.elo_low);
  add_elo("elo_high", score.score.elo_high);
  std::vector<std::string> lines{grade.outcome};
  lines.insert(lines.end(), report.problem.begin(), report.problem.end());
  grade.tests.push_back({"score", grade.passed, plain_lines(lines)});
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
