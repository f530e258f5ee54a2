// Graders' files, to the letter: nothing tells us when a service reads them otherwise.
#include "leagues/commands/gate/score.hpp"

#include <gmock/gmock.h>

#include "tests/unit/evidence.hpp"

namespace danno::leagues::commands::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A report against one anchor: 3 of 4 deals won, in the last of them the candidate crashes once.
GateReport marked(std::optional<std::int64_t> max_faults) {
  GateTerms terms;
  terms.max_deals = 4;
  terms.play_all_deals = true;
  terms.max_faults = max_faults;
  GateTest test(terms);
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
  GateReport report;
  report.candidate = "ada";
  report.rules = "koans";
  report.tests.push_back({"hold", test, std::nullopt});
  return report;
}

TEST(Scores, OfAMarkAreItsFiguresAndTheCandidatesOwnFault) {
  const GateReport report = marked(std::nullopt);
  const GateScore score = compute_score(report, {1000}, std::nullopt);
  const agent::Grade grade = make_grade(report, score);
  EXPECT_TRUE(grade.passed);
  EXPECT_THAT(
      agent::gradescope_results(grade),
      AllOf(HasSubstr(R"({"name":"score","status":"passed","output":"scores 1191)"),
            HasSubstr(R"({"name":"against hold","status":"failed",)"
                      R"("output":"75.0 % of 4 deals koans against 1000 Elo\n)"
                      R"(ada: crash: killed by signal 11\n)"),
            HasSubstr(R"(stderr  </pre>"}])"),
            // Too few deals for an interval.
            HasSubstr(R"([{"name":"elo","value":1190.8},{"name":"share_hold","value":75.0}])")));
}

TEST(Scores, OfAMarkThatMissesWhatWasAskedForAreNoPoints) {
  const GateReport report = marked(std::nullopt);
  const agent::Grade grade = make_grade(report, compute_score(report, {1000}, 3000));
  EXPECT_FALSE(grade.passed);
  EXPECT_FALSE(make_grade(marked(0), compute_score(marked(0), {1000}, std::nullopt)).passed);
}

}  // namespace
}  // namespace danno::leagues::commands::gate
