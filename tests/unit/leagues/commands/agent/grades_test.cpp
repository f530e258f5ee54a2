// Graders' files, to the letter: nothing tells us when a service reads them otherwise.
#include "leagues/commands/agent/grades.hpp"

#include <gmock/gmock.h>

namespace danno::leagues::commands::agent {
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
  const Grade grade = make_grade(report);
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
  const Grade grade = make_grade(checked(CheckLine::State::Fail));
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
  EXPECT_THAT(gradescope_results(make_grade(report)),
              AllOf(HasSubstr("\"score\":0"), HasSubstr("not everything could be tried")));
}

}  // namespace
}  // namespace danno::leagues::commands::agent
