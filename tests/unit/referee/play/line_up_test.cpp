#include "referee/play/line_up.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "tests/unit/fake_machine.hpp"

namespace danno::referee::play {
namespace {

TEST(SeatingOrder, EveryAgentSitsInEverySeatOnceADeal) {
  for (int agents = 2; agents <= rules::kMaxSeats; ++agents) {
    for (std::uint64_t deal = 0; deal < 130; ++deal) {
      std::set<std::pair<int, int>> seen;
      for (int seating = 0; seating < agents; ++seating) {
        const auto order = seating_order(agents, deal, seating);
        for (int seat = 0; seat < agents; ++seat)
          seen.emplace(order[static_cast<std::size_t>(seat)], seat);
      }
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(agents) * static_cast<std::size_t>(agents));
    }
  }
}

TEST(SeatingOrder, EveryAgentSitsBehindEveryOtherEquallyOften) {
  const std::map<int, std::uint64_t> cycle{{2, 1}, {3, 2}, {4, 6}, {5, 24}, {6, 120}};
  for (const auto& [agents, deals] : cycle) {
    std::map<std::pair<int, int>, int> behind;
    for (std::uint64_t deal = 0; deal < deals; ++deal) {
      const auto order = seating_order(agents, deal, 0);
      for (std::size_t i = 0; i < order.size(); ++i)
        ++behind[{order[i], order[(i + 1) % order.size()]}];
    }
    EXPECT_EQ(behind.size(), static_cast<std::size_t>(agents * (agents - 1)));
    for (const auto& [pair, times] : behind)
      EXPECT_EQ(times, behind.begin()->second);
  }
}

// The vectors are those of docs/fair-dice.md.
TEST(SeatingOrder, IsThatOfThePage) {
  const auto order = [](int agents, std::uint64_t deal, int seating = 0) {
    std::string text;
    for (const int agent : seating_order(agents, deal, seating))
      text += std::to_string(agent);
    return text;
  };
  EXPECT_EQ(order(2, 0), "01");
  EXPECT_EQ(order(3, 1), "021");
  std::string of_four;
  for (std::uint64_t deal = 0; deal < 6; ++deal)
    of_four += order(4, deal) + " ";
  EXPECT_EQ(of_four, "0123 0321 0132 0231 0213 0312 ");
  EXPECT_EQ(order(5, 1), "02143");
  EXPECT_EQ(order(5, 2), "03241");
  EXPECT_EQ(order(5, 23), "04123");
  EXPECT_EQ(order(6, 1), "021354");
  EXPECT_EQ(order(6, 2), "041532");
  EXPECT_EQ(order(6, 119), "054312");
  EXPECT_EQ(order(4, 9, 1), "1023");
  EXPECT_EQ(order(6, 121, 5), "213540");
}

TEST(RulesInKey, AdviceCountsAsChanged) {
  const rules::RuleSet koans = rules::make_rule_set(*rules::find_definition("koans"), 2);
  using Changed = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(rules_in_key(koans, Advice::Off).changed, Changed());
  EXPECT_EQ(rules_in_key(koans, Advice::Always).changed, (Changed{{"advice", "always"}}));
  EXPECT_EQ(rules_in_key(koans, Advice::FirstGame).changed, (Changed{{"advice", "first-game"}}));
}

DealResult deal_with_fault(std::uint64_t deal, std::optional<int> agent,
                           record::FaultKind kind = record::FaultKind::Illegal) {
  DealResult result;
  result.deal = deal;
  result.games.resize(2);
  for (std::uint8_t seating = 0; seating < 2; ++seating) {
    result.games[seating].agent_at = {seating, static_cast<std::uint8_t>(1 - seating)};
  }
  if (agent) {
    record::Fault fault;
    fault.kind = kind;
    fault.seat = *agent;
    result.games[0].faults.push_back(fault);
  }
  return result;
}

TEST(CountFaults, TheDealAfterTheLastAllowedFaultIsForfeited) {
  LineUp line_up;
  line_up.limits.max_faults = 3;
  const std::vector<DealResult> deals{deal_with_fault(0, 1), deal_with_fault(1, {}),
                                      deal_with_fault(2, 1), deal_with_fault(3, 1),
                                      deal_with_fault(4, {})};
  std::vector<int> faults(2);
  const FaultCount count = count_faults(line_up, deals, {}, faults);
  EXPECT_EQ(count.used, 4U);
  EXPECT_EQ(count.absent, record::AgentSet{1});
  EXPECT_EQ(faults, (std::vector<int>{0, 3}));
}

TEST(CountFaults, WhoNeverGetsReadyIsOutAtOnce) {
  LineUp line_up;
  const std::vector<DealResult> deals{deal_with_fault(0, 0, record::FaultKind::NeverReady),
                                      deal_with_fault(1, {})};
  std::vector<int> faults(2);
  const FaultCount count = count_faults(line_up, deals, {}, faults);
  EXPECT_EQ(count.used, 1U);
  EXPECT_EQ(count.absent, record::AgentSet{0});
}

/// Two that play honestly.
LineUp line_up(const rules::RuleSet& rules) {
  LineUp line_up;
  line_up.rules = &rules;
  line_up.agents = {{"a", {"honest"}, "/"}, {"b", {"honest"}, "/"}};
  line_up.key_names = {"a", "b"};
  line_up.seed = {"a seed for tests"};
  line_up.limits.answer = std::chrono::seconds(10);
  return line_up;
}

const rules::RuleSet& koans() {
  static const rules::RuleSet kRules = rules::make_rule_set(*rules::find_definition("koans"), 2);
  return kRules;
}

std::string games_in(const std::vector<DealResult>& deals) {
  std::string games;
  for (const DealResult& deal : deals)
    games += record::encode_deal(deal.games);
  return games;
}

TEST(DealPlayer, ReturnsFewDealsOfAgentsThatThink) {
  const LineUp two = line_up(koans());
  protocol::FakeMachine fast;
  const Batch all = new_deal_player(16, fast)(two, 0, 40, {});
  ASSERT_EQ(all.deals.size(), 40U);
  for (const auto sleeps : {std::chrono::milliseconds(20), std::chrono::milliseconds(1000)}) {
    protocol::FakeMachine machine;
    machine.sleeps = sleeps;
    const PlayDeals play = new_deal_player(16, machine);
    std::vector<DealResult> deals;
    while (deals.size() < 6) {
      Batch batch = play(two, deals.size(), 40, {});
      ASSERT_FALSE(batch.deals.empty());
      EXPECT_LE(batch.deals.size(), sleeps.count() > 100 ? 1U : 12U);
      std::ranges::move(batch.deals, std::back_inserter(deals));
    }
    EXPECT_EQ(games_in(deals),
              games_in({all.deals.begin(),
                        all.deals.begin() + static_cast<std::ptrdiff_t>(deals.size())}));
  }
}

TEST(DealPlayer, PlaysADealWholeHoweverLongItsGamesTake) {
  for (const protocol::RestartPolicy fresh :
       {protocol::RestartPolicy::Never, protocol::RestartPolicy::Game}) {
    LineUp two = line_up(koans());
    two.mirror = false;
    two.limits.fresh = fresh;
    protocol::FakeMachine machine;
    machine.sleeps = std::chrono::milliseconds(1000);
    int questions = 0;
    machine.on_heard = [&](const v1::ToAgent& message) {
      if (message.has_ask() && ++questions == 1000) throw std::runtime_error("again and again");
    };
    EXPECT_EQ(new_deal_player(16, machine)(two, 0, 3, {}).deals.size(), 1U);
  }
}

TEST(DealPlayer, AfterAStopFinishesWhatIsInFlight) {
  const LineUp two = line_up(koans());
  protocol::FakeMachine machine;
  machine.sleeps = std::chrono::milliseconds(20);
  int questions = 0;
  machine.on_heard = [&](const v1::ToAgent& message) {
    if (message.has_ask() && ++questions == 10) request_stop(std::chrono::hours(1));
  };
  const Batch batch = new_deal_player(16, machine)(two, 0, 40, {});
  ASSERT_EQ(batch.deals.size(), 1U);  // no other one was begun
  EXPECT_TRUE(new_deal_player(16, machine)(two, 0, 40, {}).deals.empty());
}

}  // namespace
}  // namespace danno::referee::play
