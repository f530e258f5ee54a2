#include "leagues/commands/gate/gate.hpp"

#include <gmock/gmock.h>

#include "leagues/commands/gate/attempts.hpp"
#include "leagues/commands/gate/report.hpp"
#include "tests/unit/evidence.hpp"

namespace danno::leagues::commands::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A deal in both seatings, of which the candidate wins so many games.
referee::play::DealResult make_deal(std::uint64_t index, int wins) {
  referee::play::DealResult deal;
  deal.deal = index;
  for (int seating = 0; seating < 2; ++seating) {
    referee::record::GameRecord& game = deal.games.emplace_back();
    const std::size_t candidate_seat = seating == 0 ? 0 : 1;
    game.agent_at[candidate_seat] = GateTest::kCandidate;
    game.agent_at[1 - candidate_seat] = GateTest::kBaseline;
    game.places[candidate_seat] = seating < wins ? 1 : 2;
    game.places[1 - candidate_seat] = seating < wins ? 2 : 1;
  }
  return deal;
}

/// The same, with a fault of an agent in its second game.
referee::play::DealResult faulty_deal(std::uint64_t index, int wins, std::size_t agent) {
  referee::play::DealResult deal = make_deal(index, wins);
  referee::record::Fault fault = make_fault(referee::record::Killed{11});
  fault.seat = agent == GateTest::kCandidate ? 1 : 0;
  fault.evidence = with_stderr({"]]> </pre> <b> & \x1b[31m"});
  deal.games[1].faults.push_back(fault);
  return deal;
}

/// Takes deals with these wins in turn until the verdict stands.
GateTest played(const GateTerms& terms, std::initializer_list<int> pattern) {
  GateTest test(terms);
  while (test.verdict() == GateVerdict::Open) {
    const auto at = static_cast<std::ptrdiff_t>(test.deals() % pattern.size());
    test.take(make_deal(test.deals(), *(pattern.begin() + at)));
  }
  return test;
}

GateReport make_report(std::vector<GateReport::Test> tests) {
  GateReport report;
  report.candidate = "c<d";
  report.rules = "koans";
  report.isolation = "none";
  report.seed.text = "5eed";
  report.terms.max_faults = 0;
  report.tests = std::move(tests);
  return report;
}

TEST(GateTest, PassesABetterAndFailsAnEqualOrWorseCandidate) {
  EXPECT_EQ(played({}, {2, 1, 1, 0, 2, 1}).verdict(), GateVerdict::Passed);
  EXPECT_EQ(played({}, {2, 1, 1, 0}).verdict(), GateVerdict::Failed);
  EXPECT_EQ(played({}, {0, 1, 1, 0}).verdict(), GateVerdict::Failed);
}

TEST(GateTest, PassesAnEqualCandidateWhereNoneIsToBeWorse) {
  GateTerms terms;
  terms.elo0 = -10;
  terms.elo1 = 0;
  EXPECT_EQ(played(terms, {2, 1, 1, 0}).verdict(), GateVerdict::Passed);
}

TEST(GateTest, StopsAtTheFirstDealThatCrossesABound) {
  const GateTest test = played({}, {2, 1, 1, 0, 2, 1});
  EXPECT_GE(test.llr(), test.bounds().upper);
  GateTest before{GateTerms{}};
  while (before.deals() + 1 < test.deals()) {
    constexpr std::array<int, 6> kPattern{2, 1, 1, 0, 2, 1};
    before.take(make_deal(before.deals(), kPattern[before.deals() % kPattern.size()]));
  }
  EXPECT_EQ(before.verdict(), GateVerdict::Open);
  EXPECT_LT(before.llr(), before.bounds().upper);
}

TEST(GateTest, CountsBlocksInHalvesOfGamesAndTheirRatioIsTheExactOne) {
  GateTerms terms;
  terms.max_deals = 3;
  GateTest test = played(terms, {2, 1, 0});
  EXPECT_EQ(test.counts(), (std::vector<double>{1, 0, 1, 0, 1}));
  EXPECT_EQ(test.llr(), ratings::llr_of_counts(test.counts(), terms.elo0, terms.elo1));
  EXPECT_EQ(test.verdict(), GateVerdict::Inconclusive);
  EXPECT_EQ(test.tally(GateTest::kCandidate).games, 6);

  GateTest tied(terms);
  referee::play::DealResult deal = make_deal(0, 2);
  deal.games[0].places = {1, 1};
  tied.take(deal);
  EXPECT_EQ(tied.counts(), (std::vector<double>{0, 0, 0, 1, 0}));
}

/// A deal at a table of three, whose agent number `candidate` takes these places in its games.
referee::play::DealResult deal_of_three(std::uint64_t index, std::size_t candidate,
                                        std::array<std::uint8_t, 3> places) {
  referee::play::DealResult deal;
  deal.deal = index;
  for (std::uint8_t seating = 0; seating < 3; ++seating) {
    referee::record::GameRecord& game = deal.games.emplace_back();
    game.seats = 3;
    std::uint8_t next = 1;
    for (std::size_t seat = 0; seat < 3; ++seat) {
      game.agent_at[seat] = static_cast<std::uint8_t>((seat + seating) % 3);
      if (next == places[seating]) ++next;
      game.places[seat] = game.agent_at[seat] == candidate ? places[seating] : next++;
    }
  }
  return deal;
}

TEST(GateTest, ADealAtATableScoresTheMeanOverTheCandidatesPairs) {
  GateTerms terms;
  terms.seats = 3;
  GateTest test(terms, 1);
  test.take(deal_of_three(0, 1, {1, 2, 3}));
  ASSERT_EQ(test.counts().size(), 13U);
  EXPECT_EQ(test.counts()[6], 1);  // 4 + 2 + 0 halves
  EXPECT_EQ(test.tally(GateTest::kCandidate).score(), 0.5);
  test.take(deal_of_three(1, 1, {1, 1, 2}));
  EXPECT_EQ(test.counts()[10], 1);
  EXPECT_EQ(test.llr(), ratings::llr_of_counts(test.counts(), terms.elo0, terms.elo1));
}

TEST(GateTest, AnyCopyOfTheBaselineThatFaultsIsNoPass) {
  GateTerms terms;
  terms.seats = 3;
  GateTest test(terms, 1);
  referee::play::DealResult deal = deal_of_three(0, 1, {1, 1, 1});
  referee::record::Fault fault = make_fault(referee::record::Killed{11});
  fault.seat = 0;
  deal.games[2].faults.push_back(fault);  // there sits agent 2
  test.take(deal);
  EXPECT_EQ(test.verdict(), GateVerdict::BaselineFaulted);
}

TEST(GateTest, AFaultOfTheBaselineIsNoPassWhateverTheDealsSay) {
  GateTest test{GateTerms{}};
  test.take(make_deal(0, 2));
  test.take(faulty_deal(1, 2, GateTest::kBaseline));
  EXPECT_EQ(test.verdict(), GateVerdict::BaselineFaulted);
}

TEST(GateTest, FaultsOfTheCandidateCountOnlyWhereTheyAreLimited) {
  GateTest lenient{GateTerms{}};
  lenient.take(faulty_deal(0, 1, GateTest::kCandidate));
  EXPECT_EQ(lenient.verdict(), GateVerdict::Open);
  GateTerms terms;
  terms.max_faults = 1;
  GateTest strict(terms);
  strict.take(faulty_deal(0, 1, GateTest::kCandidate));
  EXPECT_EQ(strict.verdict(), GateVerdict::Open);
  strict.take(faulty_deal(1, 1, GateTest::kCandidate));
  EXPECT_EQ(strict.verdict(), GateVerdict::TooManyFaults);
}

TEST(GateAttempts, ShareAlpha) {
  double sum = 0;
  for (int k = 1; k <= 10'000; ++k)
    sum += alpha_of_attempt(0.05, k);
  EXPECT_DOUBLE_EQ(alpha_of_attempt(0.05, 1), 0.025);
  EXPECT_LT(sum, 0.05);
  EXPECT_NEAR(sum, 0.05, 0.05 / 10'000);
}

TEST(Gate, ComesToTheWorstOfItsTests) {
  using enum GateVerdict;
  EXPECT_EQ(worst(std::vector{Passed, Passed}), Passed);
  EXPECT_EQ(worst(std::vector{Passed, Inconclusive}), Inconclusive);
  EXPECT_EQ(worst(std::vector{Inconclusive, Failed, Passed}), Failed);
  EXPECT_EQ(worst(std::vector{Failed, BaselineFaulted}), BaselineFaulted);
  EXPECT_EQ(worst({}), Open);
}

TEST(GateReports, JunitCountsWhatDoesNotPassAndHostileWordsStayText) {
  GateTest faulty{GateTerms{}};
  faulty.take(faulty_deal(0, 2, GateTest::kBaseline));
  GateReport report = make_report({{"main", played({}, {2, 1, 1, 0, 2, 1}), {}},
                                   {"old", played({}, {0}), {}},
                                   {"broken", faulty, {}}});
  report.seconds = 12;
  const std::string xml = gate_junit(report);
  EXPECT_THAT(xml, AllOf(HasSubstr("time=\"12.000\""), HasSubstr("time=\"9.173\""),
                         HasSubstr("\">failed: LLR -2.95 of ")));
  EXPECT_THAT(xml, AllOf(HasSubstr("tests=\"3\" failures=\"1\" errors=\"1\""),
                         HasSubstr("c&lt;d against main"), HasSubstr("<error type=\"baseline-"),
                         HasSubstr("]]&gt; &lt;/pre&gt;"), Not(HasSubstr("\x1b"))));
}

TEST(GateReports, AnUndecidedTestIsSkippedUnlessItIsToCount) {
  GateTerms terms;
  terms.max_deals = 2;
  GateReport report = make_report({{"main", played(terms, {1}), {}}});
  EXPECT_THAT(gate_junit(report),
              AllOf(HasSubstr("skipped=\"1\""), HasSubstr("<skipped message=\"inconclusive: ")));
  report.inconclusive = InconclusivePolicy::Fail;
  EXPECT_THAT(gate_junit(report),
              AllOf(HasSubstr("skipped=\"0\""), HasSubstr("<failure type=\"inconclusive\"")));
  report.inconclusive = InconclusivePolicy::Pass;
  EXPECT_THAT(gate_junit(report), AllOf(HasSubstr("failures=\"0\""), Not(HasSubstr("<failure"))));
}

/// The same deal, whose games are not alike.
referee::play::DealResult with_own_moves(referee::play::DealResult deal) {
  deal.games[0].events = {1};
  deal.games[1].events = {2};
  return deal;
}

TEST(GateReports, AnUndecidedGateTellsAboutHowManyDealsAreMissing) {
  GateTerms terms;
  terms.max_deals = 600;
  constexpr std::array<int, 4> kWins{2, 1, 0, 1};
  GateTest test(terms);
  while (test.verdict() == GateVerdict::Open)
    test.take(with_own_moves(make_deal(test.deals(), kWins[test.deals() % kWins.size()])));
  ASSERT_EQ(test.verdict(), GateVerdict::Inconclusive);
  const auto more = test.estimated_deals_left();
  ASSERT_TRUE(more);
  EXPECT_GT(*more, 600U);
  EXPECT_THAT(outcome(make_report({{"main", test, {}}})),
              testing::MatchesRegex("is undecided after 20,000 deals; about .*00 more deals would "
                                    "decide it"));
  EXPECT_EQ(played({}, {2}).estimated_deals_left(), std::nullopt);
}

TEST(GateReports, IdenticalPlayIsToldAsSuch) {
  GateTerms terms;
  terms.max_deals = 3;
  const GateReport report = make_report({{"main", played(terms, {1}), {}}});
  EXPECT_THAT(outcome(report), HasSubstr("; it plays every deal as the baseline does"));
  EXPECT_THAT(gate_junit(report), HasSubstr("it plays every deal as the baseline does"));
  GateTest other(terms);
  other.take(with_own_moves(make_deal(0, 1)));
  EXPECT_FALSE(other.is_identical_play());
}

TEST(GateReports, TooManyFaultsShowTheFaultAndNoElo) {
  GateTerms terms;
  terms.max_faults = 0;
  GateTest faulty(terms);
  faulty.take(faulty_deal(0, 1, GateTest::kCandidate));
  const GateReport report = make_report({{"main", faulty, {}}});
  EXPECT_THAT(outcome(report), testing::EndsWith("failed: more than 0 faults; the first: crash"));
  EXPECT_THAT(gate_junit(report),
              AllOf(HasSubstr("1 fault, the first: crash: "), Not(HasSubstr("Elo"))));
  EXPECT_EQ(format_difference(faulty), "-");
}

TEST(GateReports, ACandidateThatCannotPlayHasFailedInTheWordsOfItsBuild) {
  GateReport report = make_report({});
  report.problem = {"the build 'make' failed", "c.cpp:1: error: <x>"};
  EXPECT_EQ(report.verdict(), GateVerdict::CannotPlay);
  EXPECT_THAT(gate_junit(report),
              AllOf(HasSubstr("errors=\"1\""), HasSubstr("message=\"the build 'make' failed\""),
                    HasSubstr("\nc.cpp:1: error: &lt;x&gt;\n")));
  EXPECT_THAT(gate_markdown(report), HasSubstr("\nc.cpp:1: error: &lt;x&gt;\n"));
  EXPECT_THAT(gate_json(report), HasSubstr("\"verdict\":\"cannot-play\""));
}

TEST(GateReports, TheSummaryHasTheVerdictFirstAndIsNeverTooLarge) {
  GateTest faulty{GateTerms{}};
  referee::play::DealResult deal = faulty_deal(0, 2, GateTest::kBaseline);
  referee::record::Fault& fault = deal.games[1].faults.front();
  faulty.take(deal);
  const std::string small = gate_markdown(make_report({{"main", faulty, {}}}));
  EXPECT_THAT(small, AllOf(StartsWith("### danno gate: c"), HasSubstr("no verdict"),
                           HasSubstr("<details>"), HasSubstr("&lt;/pre&gt;")));

  fault.evidence = with_stderr({std::string(2'000'000, 'x')});
  GateTest long_winded{GateTerms{}};
  long_winded.take(deal);
  const std::string large = gate_markdown(make_report({{"main", long_winded, {}}}));
  EXPECT_LE(large.size(), kLargestSummary);
  EXPECT_THAT(large, AllOf(StartsWith("### danno gate: c"), Not(HasSubstr("<details>"))));
}

}  // namespace
}  // namespace danno::leagues::commands::gate
