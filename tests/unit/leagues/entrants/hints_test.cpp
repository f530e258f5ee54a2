#include "leagues/entrants/hints.hpp"

#include <gmock/gmock.h>

#include "tests/unit/evidence.hpp"

namespace danno::leagues::entrants {
namespace {

using testing::HasSubstr;

std::string find_hint(referee::record::Cause cause, std::vector<std::string> lines = {}) {
  referee::record::Fault fault = make_fault(std::move(cause));
  fault.evidence = with_stderr(std::move(lines));
  Entrant entrant;
  entrant.agent.command = {"bot"};
  return hint(fault, entrant);
}

TEST(Hint, FollowsFromTheCause) {
  using namespace referee::record;
  EXPECT_THAT(find_hint(NoSuchOption{40, 1}), HasSubstr("options count from 0"));
  EXPECT_THAT(find_hint(OptionForbids{0, 2, true, false}), HasSubstr("question.may_bank(i)"));
  EXPECT_THAT(find_hint(OptionForbids{0, 1, false, true}), HasSubstr("question.may_roll(i)"));
  EXPECT_THAT(find_hint(NoAnswerToOffer{2}), HasSubstr("accept() or decline()"));
  EXPECT_THAT(find_hint(LateStart{}), HasSubstr("the start took too long"));
  EXPECT_THAT(find_hint(NotExecuted{2, "no Ready within reach"}), HasSubstr("the interpreter"));
  EXPECT_THAT(find_hint(Exited{0}), HasSubstr("ended by itself"));
  EXPECT_THAT(find_hint(Exited{1}, {"IndexError: list index"}), HasSubstr("IndexError"));
  EXPECT_THAT(find_hint(Killed{11}), HasSubstr("-fsanitize=address"));
  EXPECT_THAT(find_hint(OptionForbids{0, 3, true, false}), HasSubstr("that was no offer"));
  EXPECT_THAT(find_hint(Exited{1}, {"I give up"}), HasSubstr("with the message 'I give up'"));
  EXPECT_THAT(find_hint(TextOnStdout{}), HasSubstr("stdout carries the protocol"));
  EXPECT_THAT(find_hint(NothingOpen{}), HasSubstr("answer each question once"));
  EXPECT_THAT(find_hint(SecondReady{}), HasSubstr("send Ready once"));
  EXPECT_THAT(find_hint(BusyOffTurn{}), HasSubstr("while it was not asked"));
}

TEST(Hint, OfWhoEndedBeforeItWasReadyIsThatOfItsEnd) {
  referee::record::Fault fault = make_fault(referee::record::Exited{3});
  fault.kind = kind_before_ready(fault.kind);
  fault.evidence = with_stderr({});
  EXPECT_THAT(hint(fault, {}), HasSubstr("it ended with code 3"));
}

TEST(Hint, AMissingModuleIsNamed) {
  EXPECT_THAT(
      find_hint(referee::record::Exited{1}, {"ModuleNotFoundError: No module named 'numpy.x'"}),
      HasSubstr("--target=. numpy)"));
}

TEST(Hint, WhatFailsAtAnOfferIsToldSo) {
  referee::record::AskedInGame asked;
  asked.position.phase = rules::Phase::Offer;
  referee::record::Evidence evidence;
  evidence.question = asked;
  evidence.stderr_lines = {"IndexError: list index out of range"};
  referee::record::Fault fault = make_fault(referee::record::Exited{1});
  fault.evidence = std::make_shared<const referee::record::Evidence>(evidence);
  EXPECT_THAT(hint(fault, {}), HasSubstr("question.is_offer first"));
}

TEST(Hint, AnExceptionIsNamedInEachLanguage) {
  const referee::record::Exited exited{1};
  EXPECT_EQ(
      find_hint(exited, {"Exception in thread \"main\" java.lang.NullPointerException: no",
                         " at Agent.decide(Agent.java:17)", " ... 3 more"}),
      "an exception ended it: Exception in thread \"main\" java.lang.NullPointerException: no");
  EXPECT_EQ(find_hint(exited, {"thread 'main' panicked at agent.rs:19:5:",
                               "index out of bounds: the len is 0 but the index is 3",
                               "note: run with `RUST_BACKTRACE=1` environment variable"}),
            "an exception ended it: thread 'main' panicked at agent.rs:19:5: index out of bounds: "
            "the len is 0 but the index is 3");
  const std::vector<std::string> trace{"goroutine 1 [running]:", "main.decide({0xc00?, 0xc00?})",
                                       " agent/agent.go:20 +0x2a5"};
  EXPECT_THAT(find_hint(exited, trace), HasSubstr("it panicked; the message is above these lines"));
  EXPECT_EQ(most_informative_line(
                std::vector<std::string>{"panic: no dice", trace[0], trace[1], trace[2]}),
            "panic: no dice");
  EXPECT_EQ(most_informative_line(std::vector<std::string>{"terminate called", "  what():  stod"}),
            "what():  stod");
}

TEST(Hint, TheLastLinesOfStderrComeFirst) {
  EXPECT_THAT(find_hint(referee::record::Exited{1}, {"MemoryError"}), HasSubstr("out of memory"));
}

}  // namespace
}  // namespace danno::leagues::entrants
