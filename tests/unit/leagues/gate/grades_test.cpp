// Graders' files, to the letter: nothing tells us when a service reads them otherwise.
#include "leagues/gate/grades.hpp"

#include <gmock/gmock.h>

#include "tests/unit/evidence.hpp"

namespace danno::leagues::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;

CheckReport checked(CheckLine::State last) {
  CheckReport report;
  report.agent = "a<b";
  report.complete = true;
  report.lines = {{CheckLine::State::Ok, "starts", "in 12 ms"},
                  {last, "koans", "exit: exited\x1b[31m", "write a decide", {"stderr  <b>"}}};
  return report;
}

TEST(Grades, OfACheckThatPassed) {
  CheckReport report = checked(CheckLine::State::Warn);
  report.strengths.push_back({"Hold 2", "koans", 200, 0.4625, {88, 48, 128}});
  const Grade grade = grade_of(report);
  EXPECT_EQ(gradescope_results(grade),
            R"({"score":100,"output":"a<b: passed","tests":[)"
            R"({"name":"starts","status":"passed","output":"in 12 ms"},)"
            R"({"name":"koans","status":"passed",)"
            R"("output":"exit: exited\\x1b[31m\nstderr  <b>\nwrite a decide"},)"
            R"({"name":"strength against Hold 2","status":"passed",)"
            R"("output":"Hold 2: 46.2 % of 200 deals koans, Elo +88 ±40"}],)"
            R"("leaderboard":[{"name":"share_hold_2","value":46.2}]})"
            "\n");
}

TEST(Grades, OfACheckThatFailedAreNoPointsAndTheReason) {
  const Grade grade = grade_of(checked(CheckLine::State::Fail));
  EXPECT_EQ(gradescope_results(grade),
            R"({"score":0,"output":"a<b: failed: koans: exit: exited\\x1b[31m","tests":[)"
            R"({"name":"starts","status":"passed","output":"in 12 ms"},)"
            R"({"name":"koans","status":"failed",)"
            R"("output":"exit: exited\\x1b[31m\nstderr  <b>\nwrite a decide"}],"leaderboard":[]})"
            "\n");
}

TEST(Grades, OfACheckThatWasCutShortAreNoPoints) {
  CheckReport report = checked(CheckLine::State::Ok);
  report.complete = false;
  EXPECT_THAT(gradescope_results(grade_of(report)),
              AllOf(HasSubstr("\"score\":0"), HasSubstr("not everything could be tried")));
}

/// A report against one anchor: 3 of 4 deals won, in the last of them the candidate crashes once.
gate::GateReport marked(std::optional<std::int64_t> max_faults) {
  gate::GateTerms terms;
  terms.max_deals = 4;
  terms.play_all_deals = true;
  terms.max_faults = max_faults;
  gate::GateTest test(terms);
  for (std::uint64_t index = 0; index < 4; ++index) {
    referee::play::DealResult deal;
    deal.deal = index;
    for (std::uint8_t seating = 0; seating < 2; ++seating) {
      referee::record::GameRecord& game = deal.games.emplace_back();
      game.agent_at = {seating, static_cast<std::uint8_t>(1 - seating)};
      game.places[seating] = index < 3 ? 1 : 2;
      game.places[1U - seating] = index < 3 ? 2 : 1;
    }
    if (index == 3) {
      referee::record::Fault fault = make_fault(referee::record::Killed{11});
      fault.evidence = with_stderr({"</pre>"});
      deal.games[0].faults.push_back(fault);
    }
    test.take(deal);
  }
  gate::GateReport report;
  report.candidate = "ada";
  report.rules = "koans";
  report.tests.push_back({"hold", test, std::nullopt});
  return report;
}

TEST(Grades, OfAMarkAreItsFiguresAndTheCandidatesOwnFault) {
  const gate::GateReport report = marked(std::nullopt);
  const gate::GateScore score = gate::compute_score(report, {1000}, std::nullopt);
  const Grade grade = grade_of(report, score);
  EXPECT_TRUE(grade.passed);
  EXPECT_THAT(
      gradescope_results(grade),
      AllOf(HasSubstr(R"({"name":"score","status":"passed","output":"scores 1191)"),
            HasSubstr(R"({"name":"against hold","status":"failed",)"
                      R"("output":"75.0 % of 4 deals koans against 1000 Elo\n)"
                      R"(ada: crash: killed by signal 11\n)"),
            HasSubstr(R"(stderr  </pre>"}])"),
            // Too few deals for an interval.
            HasSubstr(R"([{"name":"elo","value":1190.8},{"name":"share_hold","value":75.0}])")));
}

TEST(Grades, OfAMarkThatMissesWhatWasAskedForAreNoPoints) {
  const gate::GateReport report = marked(std::nullopt);
  const Grade grade = grade_of(report, gate::compute_score(report, {1000}, 3000));
  EXPECT_FALSE(grade.passed);
  EXPECT_FALSE(grade_of(marked(0), gate::compute_score(marked(0), {1000}, std::nullopt)).passed);
}

}  // namespace
}  // namespace danno::leagues::gate
