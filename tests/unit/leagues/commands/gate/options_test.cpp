// The Elo that a gate takes on its command line, and the terms by which it judges.
#include "leagues/commands/gate/options.hpp"

#include <gmock/gmock.h>

#include "leagues/cli/invocation.hpp"

namespace danno::leagues::commands::gate {
namespace {

using testing::ElementsAre;

/// A report with two baselines.
GateReport report_against_two() {
  GateReport report;
  for (const char* const baseline : {"hold", "odds"})
    report.tests.push_back({baseline, GateTest(GateTerms()), std::nullopt});
  return report;
}

GateArguments score_against(const std::string& hold, const std::string& odds) {
  GateArguments arguments;
  arguments.score = true;
  arguments.anchors = {"odds=" + odds, "hold=" + hold};
  return arguments;
}

/// Returns the message of the UsageError; empty if there is none.
std::string mistake(const GateArguments& arguments) {
  try {
    (void)parse_anchors(arguments, report_against_two());
  } catch (const cli::UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(GateAnchors, AreByBaseline) {
  EXPECT_THAT(parse_anchors(score_against("-10000", "1e4"), report_against_two()),
              ElementsAre(-10'000, 10'000));
}

TEST(GateAnchors, AreOnAScaleThatTheScoreCanBeComputedOn) {
  EXPECT_EQ(mistake(score_against("0", "1e300")),
            "--anchor 'odds=1e300'; expected an Elo from -10000 to 10000");
  EXPECT_EQ(mistake(score_against("-10000.5", "0")),
            "--anchor 'hold=-10000.5'; expected an Elo from -10000 to 10000");
}

TEST(GateAnchors, AndTheLeastEloShareTheScale) {
  GateArguments arguments = score_against("1000", "1044");
  arguments.at_least = -10'000;
  EXPECT_EQ(mistake(arguments), "");
  arguments.at_least = 1e300;
  EXPECT_EQ(mistake(arguments), "--at-least 1e+300; expected an Elo from -10000 to 10000");
}

/// Returns the message with which check_sprt() refuses the terms; empty if it accepts them.
std::string mistake_in_terms(double elo0, double elo1, double alpha, double beta) {
  try {
    check_sprt(elo0, elo1, alpha, beta);
  } catch (const cli::UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(TermsOfAGate, HaveBoundsThatCanBeReached) {
  EXPECT_EQ(mistake_in_terms(-800, 800, 1e-12, 1e-12), "");
  EXPECT_EQ(mistake_in_terms(0.2, 0.21, 0.05, 0.05), "");
  EXPECT_EQ(mistake_in_terms(0, 1e-300, 0.05, 0.05),
            "--elo0 0 --elo1 1e-300; expected elo0 below elo1 by 0.001 or more, both from -800 to "
            "800");
  for (const auto& [alpha, beta] :
       {std::pair(1e-320, 0.05), {0.05, 1e-320}, {0.0, 0.05}, {0.5, 0.5}})
    EXPECT_THAT(mistake_in_terms(0, 10, alpha, beta),
                testing::EndsWith("expected both 1e-12 or more, their sum below 1"));
}

TEST(TermsOfAGate, NameTheConditionsThatAreNotTheUsualOnes) {
  GateReport report = report_against_two();
  GateArguments arguments;
  report.isolation = arguments.line_up.isolation;
  const std::string usual = format_terms(arguments, report);
  EXPECT_EQ(usual.find("isolation"), std::string::npos);
  report.isolation = "none";
  EXPECT_EQ(format_terms(arguments, report), usual + ", isolation none");
  arguments.line_up.answer_ms = 50;
  arguments.line_up.bank_ms = 1000;
  EXPECT_EQ(format_terms(arguments, report),
            usual + ", isolation none, answers within 50 ms, a time bank of 1000 ms");
}

}  // namespace
}  // namespace danno::leagues::commands::gate
