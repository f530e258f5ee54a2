// One agent outside a game, on a machine without processes.
#include "referee/protocol/conversation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/fake_machine.hpp"

namespace danno::referee::protocol {
namespace {

using record::FaultKind;

/// An agent that misbehaves at its first question, if at all.
Agent agent(const std::string& mode) { return {"a", {mode, "0"}, "/"}; }

const rules::RuleSet& koans() {
  static const rules::RuleSet kRules = rules::make_rule_set(*rules::find_definition("koans"), 2);
  return kRules;
}

/// A position in which one die of the first throw scores.
rules::Position to_choose() {
  rules::Position position = rules::start_game(koans(), 1);
  (void)rules::throw_dice(koans(), position, *rules::parse_dice("12346", koans().faces()));
  return position;
}

TEST(Ask, GivesTheAnswerWithItsOptionAndItsTime) {
  FakeMachine machine;
  machine.sleeps = 30ms;
  const Reply reply = ask(agent("honest"), {}, koans(), to_choose(), machine);
  EXPECT_FALSE(reply.fault);
  EXPECT_EQ(reply.action, rules::Action::Bank);
  EXPECT_EQ(rules::to_string(reply.option.keep, koans().faces()), "1");
  EXPECT_GE(reply.time, 30ms);
  EXPECT_LT(reply.time, 40ms);
}

TEST(Ask, SaysGoodbye) {
  FakeMachine machine;
  int goodbyes = 0;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    goodbyes += message.has_goodbye() ? 1 : 0;
  };
  (void)ask(agent("honest"), {}, koans(), to_choose(), machine);
  EXPECT_EQ(goodbyes, 1);
  EXPECT_EQ(try_start(agent("honest"), {}, machine), std::nullopt);
  EXPECT_EQ(goodbyes, 2);
}

TEST(Ask, SaysThatTheMoverBegan) {
  FakeMachine machine;
  v1::GameStart start;
  v1::Ask question;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    if (message.has_game_start()) start = message.game_start();
    if (message.has_ask()) question = message.ask();
  };
  (void)ask(agent("honest"), {}, koans(), to_choose(), machine);
  EXPECT_EQ(start.seat(), 1U);
  EXPECT_EQ(start.first(), 1U);
  EXPECT_EQ(start.rules(), "koans");
  EXPECT_EQ(question.may_size(), 1);
}

TEST(Ask, LetsTheAnswerUseTheTimeBankOfAGame) {
  FakeMachine machine;
  machine.computes = 150ms;
  Limits limits;
  EXPECT_TRUE(ask(agent("honest"), limits, koans(), to_choose(), machine).fault);
  limits.bank = 60ms;
  EXPECT_FALSE(ask(agent("honest"), limits, koans(), to_choose(), machine).fault);
}

TEST(Ask, AsksWhetherAnOfferIsTaken) {
  const rules::RuleSet tyghe = rules::make_rule_set(*rules::find_definition("tyghe"), 2);
  rules::Position position = rules::start_game(tyghe, 0);
  position.phase = rules::Phase::Offer;
  position.offer = {500, 2};
  FakeMachine machine;
  const Reply reply = ask(agent("honest"), {}, tyghe, position, machine);
  EXPECT_FALSE(reply.fault);
  EXPECT_EQ(reply.action, rules::Action::Decline);
}

TEST(Ask, GivesTheFaultWithItsEvidence) {
  for (const auto& [mode, kind] : {std::pair("illegal-option", FaultKind::Illegal),
                                   {"wrong-seq", FaultKind::Garbled},
                                   {"wrong-game", FaultKind::Garbled},
                                   {"exit", FaultKind::Exit},
                                   {"hang", FaultKind::Timeout},
                                   {"never-ready", FaultKind::NeverReady}}) {
    FakeMachine machine;
    const Reply reply = ask(agent(mode), {}, koans(), to_choose(), machine);
    ASSERT_TRUE(reply.fault) << mode;
    EXPECT_EQ(record::to_string(reply.fault->kind), record::to_string(kind)) << mode;
    ASSERT_NE(reply.fault->evidence, nullptr) << mode;
    EXPECT_EQ(reply.fault->evidence->agent, "a");
    EXPECT_EQ(machine.lives(), 0U) << mode;
  }
}

TEST(Ask, FailsIfTheHarnessDoes) {
  for (const char* const mode : {"lost-init", "lost-init-later"}) {
    FakeMachine machine;
    EXPECT_THROW((void)ask(agent(mode), {}, koans(), to_choose(), machine), std::runtime_error);
  }
}

TEST(TryStart, TellsWhyAnAgentDoesNotGetReady) {
  FakeMachine machine;
  EXPECT_EQ(try_start(agent("honest"), {}, machine), std::nullopt);
  EXPECT_EQ(machine.launches(), 1);
  EXPECT_EQ(machine.lives(), 0U);
  EXPECT_EQ(try_start(agent("early-exit"), {}, machine)->kind, FaultKind::NeverReady);
  Agent broken = agent("honest");
  broken.problem = "no command";
  EXPECT_EQ(describe(try_start(broken, {}, machine)->cause), "no command");
  EXPECT_EQ(machine.launches(), 2);
}

/// Evidence of a game with two questions, under these limits.
record::Evidence recorded(const record::Greeting& limits) {
  record::Evidence evidence;
  evidence.limits = limits;
  record::Exchange hello;
  append_hello(hello.frame, limits);
  evidence.exchanges.push_back(hello);
  record::Exchange start;
  append_game_start(start.frame, koans(), 0, 1, 1, 5);
  evidence.exchanges.push_back(start);
  const rules::Position position = to_choose();
  rules::Options options;
  rules::list_options(koans(), position, options);
  for (std::uint32_t seq = 0; seq < 2; ++seq) {
    record::Exchange question;
    append_ask(question.frame, 0, seq, position, options.all(), std::nullopt);
    question.asks = true;
    question.answer = "option " + std::to_string(seq);
    evidence.exchanges.push_back(question);
  }
  return evidence;
}

struct Repeat {
  Repetition result;
  std::string answers;
  int greetings = 0;
  int starts = 0;
  int goodbyes = 0;
};

Repeat repeated(const record::Greeting& limits, const std::string& mode, FakeMachine& machine) {
  Repeat repeat_result;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    repeat_result.greetings += message.has_hello() ? 1 : 0;
    repeat_result.starts += message.has_game_start() ? 1 : 0;
    repeat_result.goodbyes += message.has_goodbye() ? 1 : 0;
  };
  const record::Evidence evidence = recorded(limits);
  repeat_result.result = repeat(
      evidence, agent(mode), sandbox::Isolation::None,
      [&](const Repeated& exchange) {
        repeat_result.answers +=
            exchange.then.answer + " now " + std::to_string(exchange.now.option) + "; ";
        EXPECT_EQ(exchange.now.action, v1::BANK);
      },
      machine);
  return repeat_result;
}

TEST(Repeat, AsksTheRecordedQuestionsAgain) {
  FakeMachine machine;
  const Repeat again = repeated({100, 5000, 256, 1, 0}, "honest", machine);
  EXPECT_FALSE(again.result.fault);
  EXPECT_EQ(again.result.questions, 2U);
  EXPECT_EQ(again.answers, "option 0 now 0; option 1 now 0; ");
  EXPECT_EQ(again.greetings, 1);
  EXPECT_EQ(again.starts, 1);
  EXPECT_EQ(again.goodbyes, 1);
}

TEST(Repeat, EndsWithTheFirstFault) {
  FakeMachine machine;
  const Repeat again = repeated({100, 5000, 256, 1, 0}, "no-action", machine);
  ASSERT_TRUE(again.result.fault);
  EXPECT_EQ(again.result.fault->kind, FaultKind::Illegal);
  EXPECT_EQ(again.result.questions, 0U);
  EXPECT_EQ(again.answers, "");
}

TEST(Repeat, IsUnderTheRecordedLimits) {
  FakeMachine slow;
  slow.computes = 150ms;
  slow.starts_after = 3s;
  EXPECT_EQ(repeated({100, 5000, 256, 1, 0}, "honest", slow).result.fault->kind,
            FaultKind::Timeout);
  EXPECT_FALSE(repeated({200, 5000, 256, 1, 0}, "honest", slow).result.fault);
  EXPECT_FALSE(repeated({100, 5000, 256, 1, 200}, "honest", slow).result.fault);
  EXPECT_EQ(repeated({200, 2000, 256, 1, 0}, "honest", slow).result.fault->kind,
            FaultKind::NeverReady);
  EXPECT_EQ(
      repeated({100, 5000, 77, 1, 0}, "honest", slow).result.fault->evidence->limits.memory_mb,
      77U);
}

}  // namespace
}  // namespace danno::referee::protocol
