#include "leagues/commands/gate/score.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/report/table.hpp"

namespace danno::leagues::commands::gate {
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
  const ratings::AnchoredScore& score = result.score;
  const report::EloInterval filed =
      report::EloInterval{score.elo, score.elo_low, score.elo_high,
                          static_cast<std::int64_t>(deals), report::kMinDealsForMatchInterval}
          .reliable();
  result.score = {filed.elo, filed.low, filed.high};
  result.verdict = score_verdict(report, result);
  return result;
}

std::string format_score(const ratings::AnchoredScore& score) {
  // An interval of too few deals was cleared before.
  const bool bare = score.elo && !score.elo_low && !score.elo_high;
  std::string shown = bare ? report::format_signed(*score.elo)
                           : report::format_elo({score.elo, score.elo_low, score.elo_high, 0, 0});
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
      fmt::format("scores {} Elo{}", format_score(score.score),
                  bounded ? " (95 %)" : ", from too few deals for an interval");
  if (!score.at_least) return figure;
  switch (score.verdict) {
    case GateVerdict::Passed:
      return fmt::format("passed: {}, surely at least {}", figure, *score.at_least);
    case GateVerdict::Failed:
      return fmt::format("failed: {}, surely less than {}", figure, *score.at_least);
    default:
      return fmt::format("{}, which does not decide whether it is at least {}", figure,
                         *score.at_least);
  }
}

std::string score_json(const GateReport& report, const GateScore& score) {
  base::Json anchors = base::Json::array();
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const GateTest& test = report.tests[i].test;
    anchors.push_back(
        {{"name", report.tests[i].baseline},
         {"elo", score.anchors[i]},
         {"deals", test.deals()},
         {"score", test.tally(GateTest::kCandidate).score()},
         {"faults", report::faults_json(test.tally(GateTest::kBaseline))},
         {"candidate_faults", report::faults_json(test.tally(GateTest::kCandidate))}});
  }
  base::Json json{{"verdict", to_string(score.verdict)},
                  {"candidate", report.candidate},
                  {"rules", report.rules},
                  {"seats", report.terms.seats},
                  {"seed", report.seed.text},
                  {"agent_secret", report.agent_secret.text},
                  {"isolation", report.isolation},
                  {"elo", report::rounded_or_null(score.score.elo)},
                  {"elo_low", report::rounded_or_null(score.score.elo_low)},
                  {"elo_high", report::rounded_or_null(score.score.elo_high)},
                  {"at_least", report::rounded_or_null(score.at_least)},
                  {"anchors", anchors},
                  {"problem", nullptr}};
  if (!report.problem.empty()) json["problem"] = fmt::format("{}", fmt::join(report.problem, "\n"));
  return base::dump(json) + "\n";
}

std::string score_markdown(const GateReport& report, const GateScore& score) {
  if (!report.problem.empty()) return gate_markdown(report);
  std::string text =
      fmt::format("### danno gate: {} {}\n\n", base::escape_markdown(report.candidate),
                  score_outcome(report, score));
  text += "| anchor | Elo | score | deals |\n|---|--:|--:|--:|\n";
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const GateTest& test = report.tests[i].test;
    text += fmt::format("| {} | {} | {:.1f} % | {} |\n",
                        base::escape_markdown(report.tests[i].baseline), score.anchors[i],
                        100 * test.tally(GateTest::kCandidate).score(), test.deals());
  }
  return text + fmt::format("\n{}{}, isolation {}, seed `{}`, agents' secret `{}`\n", report.rules,
                            format_seats(report.terms), report.isolation, report.seed.text,
                            report.agent_secret.text);
}

agent::Grade make_grade(const GateReport& report, const GateScore& score) {
  agent::Grade grade{.agent = base::escape_terminal(report.candidate),
                     .passed = counts_as_passed(score.verdict, report.inconclusive),
                     .outcome = base::escape_terminal(score_outcome(report, score)),
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
  grade.tests.push_back({"score", grade.passed, agent::plain_lines(lines)});
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const GateReport::Test& entry = report.tests[i];
    const ratings::AgentTally& tally = entry.test.tally(GateTest::kCandidate);
    std::vector<std::string> output{fmt::format("{:.1f} % of {} deals {} against {} Elo",
                                                100 * tally.score(), entry.test.deals(),
                                                report.rules, score.anchors[i])};
    const auto faults = first_faults(report, entry, {GateTest::kCandidate});
    output.insert(output.end(), faults.begin(), faults.end());
    grade.tests.push_back({"against " + base::escape_terminal(entry.baseline),
                           tally.fault_count() == 0, agent::plain_lines(output)});
    grade.figures.push_back(agent::share_figure(entry.baseline, tally.score()));
  }
  return grade;
}

}  // namespace danno::leagues::commands::gate
