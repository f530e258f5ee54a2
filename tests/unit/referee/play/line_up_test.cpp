#include "referee/play/line_up.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "referee/record/log.hpp"
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

TEST(AgentNames, AreThoseThatPeopleSee) {
  LineUp line_up;
  line_up.agents = {{"b", {"honest"}, "/"}, {"a", {"honest"}, "/"}};
  EXPECT_EQ(agent_names(line_up), (std::vector<std::string>{"b", "a"}));
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

/// The first throw of a game whose dice have this key.
record::Event first_throw(const record::Key& key, const record::GameRecord& game) {
  record::DiceStream dice(key);
  return record::event_of_throw(dice.roll(game.first, 0, 0, 5));
}
constexpr record::Event kRanks = 0x1FF;

TEST(DealPlayer, GivesEveryDealOrGameTheDiceOfItsKey) {
  for (const bool mirror : {true, false}) {
    LineUp two = line_up(koans());
    two.mirror = mirror;
    two.advice = Advice::Always;
    protocol::FakeMachine machine;
    const Batch batch = new_deal_player(16, machine)(two, 3, 6, {});
    ASSERT_EQ(batch.deals.size(), 3U);
    for (std::size_t i = 0; i < batch.deals.size(); ++i) {
      const DealResult& deal = batch.deals[i];
      EXPECT_EQ(deal.deal, 3 + i);
      ASSERT_EQ(deal.games.size(), 2U);
      for (std::uint32_t seating = 0; seating < 2; ++seating) {
        const record::GameRecord& game = deal.games[seating];
        const auto seed = mirror ? std::nullopt : std::optional(seating);
        const record::Key key = record::deal_key(two.seed, rules_in_key(koans(), Advice::Always),
                                                 two.key_names, deal.deal, seed);
        EXPECT_EQ(game.events[0] & kRanks, first_throw(key, game) & kRanks);
        EXPECT_EQ(game.seating, seating);
        EXPECT_EQ(game.agent_at[0], seating_order(2, deal.deal, static_cast<int>(seating))[0]);
        if (mirror) {
          EXPECT_EQ(game.first, 0);
        }
      }
    }
  }
}

TEST(DealPlayer, GivesALineUpWithAnAbsentAgentOtherDice) {
  const rules::RuleSet rules = rules::make_rule_set(koans().definition(), 3);
  LineUp three = line_up(rules);
  three.agents.push_back({"c", {"honest"}, "/"});
  three.key_names.emplace_back("c");
  protocol::FakeMachine machine;
  const Batch batch = new_deal_player(16, machine)(three, 0, 1, {1});
  ASSERT_EQ(batch.deals.size(), 1U);
  for (const record::GameRecord& game : batch.deals[0].games) {
    EXPECT_EQ(game.absent.size(), 1);
    for (std::size_t seat = 0; seat < 3; ++seat)
      EXPECT_EQ(game.absent.has(seat), game.agent_at[seat] == 1);
    const record::Key key = record::deal_key(three.seed, record::key_rules(rules), three.key_names,
                                             0, std::nullopt, {1});
    const int begins = record::first_position(rules, game).mover;
    record::DiceStream dice(key);
    EXPECT_EQ(game.events[0] & kRanks, record::event_of_throw(dice.roll(begins, 0, 0, 5)) & kRanks);
  }
}

TEST(DealPlayer, GivesAgentsSeedsOfTheirSecretAndAdviceInTheFirstGame) {
  LineUp two = line_up(koans());
  two.agent_secret = {"a secret for tests"};
  two.advice = Advice::FirstGame;
  protocol::FakeMachine machine;
  std::set<std::uint64_t> seeds;
  int advised = 0;
  int asked = 0;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    if (message.has_game_start()) seeds.insert(message.game_start().seed());
    if (!message.has_ask()) return;
    ++asked;
    advised += message.ask().has_advice_option() ? 1 : 0;
  };
  const PlayDeals play = new_deal_player(16, machine);
  (void)play(two, 0, 1, {});
  EXPECT_EQ(advised, asked);
  const int first = std::exchange(asked, 0);
  EXPECT_GT(first, 0);
  const record::Key own =
      record::deal_key(two.agent_secret, rules_in_key(koans(), two.advice), two.key_names, 0);
  std::set<std::uint64_t> expected;
  for (std::uint32_t seating = 0; seating < 2; ++seating) {
    const auto order = seating_order(2, 0, static_cast<int>(seating));
    for (int seat = 0; seat < 2; ++seat) {
      const auto agent = static_cast<std::size_t>(order[static_cast<std::size_t>(seat)]);
      expected.insert(
          record::agent_seed(two.agent_secret, own, seating, two.key_names[agent], seat));
    }
  }
  EXPECT_EQ(seeds, expected);
  (void)play(two, 1, 2, {});
  EXPECT_GT(asked, 0);
  EXPECT_EQ(advised, first);
}

TEST(DealPlayer, PlaysAFixedGameOnceADeal) {
  LineUp two = line_up(koans());
  FixedGame fixed;
  fixed.key = record::deal_key({"other"}, {"koans"}, two.key_names, 9);
  fixed.agent_seeds = {11, 12};
  fixed.first = 1;
  two.fixed_game = fixed;
  two.mirror = false;
  protocol::FakeMachine machine;
  std::set<std::uint64_t> seeds;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    if (message.has_game_start()) seeds.insert(message.game_start().seed());
  };
  const Batch batch = new_deal_player(16, machine)(two, 0, 2, {});
  ASSERT_EQ(batch.deals.size(), 2U);
  for (const DealResult& deal : batch.deals) {
    ASSERT_EQ(deal.games.size(), 1U);
    const record::GameRecord& game = deal.games[0];
    EXPECT_EQ(game.first, 1);
    EXPECT_EQ(game.agent_at[0], 0);
    EXPECT_EQ(game.agent_at[1], 1);
    EXPECT_EQ(game.events[0] & kRanks, first_throw(fixed.key, game) & kRanks);
  }
  EXPECT_EQ(seeds, (std::set<std::uint64_t>{11, 12}));
}

TEST(DealPlayer, TellsItsObserversAndCountsTheEffort) {
  LineUp two = line_up(koans());
  two.agents[1].command = {"exit"};
  int steps = 0;
  int faults = 0;
  two.on_step = [&](const record::Step& /*step*/, const rules::Position& /*after*/) { ++steps; };
  two.on_fault = [&](std::size_t agent, const record::Fault& /*fault*/) {
    EXPECT_EQ(agent, 1U);
    ++faults;
  };
  protocol::FakeMachine machine;
  const Batch batch = new_deal_player(16, machine)(two, 0, 2, {});
  EXPECT_GT(steps, 0);
  EXPECT_EQ(faults, 4);
  ASSERT_EQ(batch.effort.size(), 2U);
  EXPECT_GT(batch.effort[0].answers, 0U);
  EXPECT_TRUE(batch.never_ready.empty());
  two.agents[1].command = {"flood-stderr"};
  int logs = 0;
  two.on_log = [&](std::size_t agent, std::string_view /*text*/) {
    EXPECT_EQ(agent, 1U);
    ++logs;
  };
  (void)new_deal_player(16, machine)(two, 0, 1, {});
  EXPECT_GT(logs, 0);
  two.agents[1].command = {"never-ready"};
  EXPECT_EQ(new_deal_player(16, machine)(two, 0, 1, {}).never_ready, record::AgentSet{1});
}

/// Adds what the log says of void deals, each with a semicolon, until the sink is set anew.
void log_voids(std::string& voids) {
  record::set_log_sink([&](std::string_view event, const std::vector<record::LogField>& fields) {
    if (event != "void") return;
    for (const record::LogField& field : fields)
      voids += field.value + (field.key == "why" ? "; " : " ");
  });
}

TEST(DealPlayer, PlaysADealAgainThatAFailureMadeVoid) {
  const LineUp two = line_up(koans());
  protocol::FakeMachine usual;
  const std::string games = games_in(new_deal_player(16, usual)(two, 0, 8, {}).deals);
  protocol::FakeMachine machine;
  int asks = 0;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    if (message.has_ask() && ++asks == 300)
      throw std::system_error(std::make_error_code(std::errc::not_enough_memory), "poll");
  };
  std::string voids;
  log_voids(voids);
  const Batch batch = new_deal_player(16, machine)(two, 0, 8, {});
  record::set_log_sink({});
  std::string expected;
  for (int deal = 1; deal < 8; ++deal)
    expected += std::to_string(deal) + " 1 yes " + batch.troubles.at(0) + "; ";
  EXPECT_EQ(voids, expected);
  EXPECT_EQ(games_in(batch.deals), games);
  EXPECT_EQ(batch.troubles.size(), 1U);
  EXPECT_EQ(machine.launches(), 4);
}

TEST(DealPlayer, GivesUpOnADealThatIsVoidThreeTimes) {
  LineUp two = line_up(koans());
  two.agents[1].command = {"lost-init-later"};
  protocol::FakeMachine machine;
  const PlayDeals play = new_deal_player(16, machine);
  std::string voids;
  log_voids(voids);
  try {
    (void)play(two, 5, 8, {});
    ADD_FAILURE() << "it went on";
  } catch (const RepeatedHarnessError& error) {
    EXPECT_STREQ(error.what(),
                 "deal 5 was void 3 times; the last time: agent 'b': danno-init was lost");
  }
  record::set_log_sink({});
  const std::string why = "agent 'b': danno-init was lost; ";
  EXPECT_EQ(voids, "5 1 yes " + why + "5 2 yes " + why + "5 3 no " + why);
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
    machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
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
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    if (message.has_ask() && ++questions == 10) request_stop(std::chrono::hours(1));
  };
  const Batch batch = new_deal_player(16, machine)(two, 0, 40, {});
  ASSERT_EQ(batch.deals.size(), 1U);  // no other one was begun
  EXPECT_TRUE(new_deal_player(16, machine)(two, 0, 40, {}).deals.empty());
}

}  // namespace
}  // namespace danno::referee::play
