// Faults as values: their words, which stores and reports keep, are pinned here.
#include "referee/record/fault.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "danno/agent.pb.h"

namespace danno::referee::record {
namespace {

using namespace std::chrono_literals;

TEST(Fault, WordsAreMadeOfTheCause) {
  const std::vector<std::pair<Cause, std::string>> cases{
      {InWords{"as stored"}, "as stored"},
      {NoSuchOption{40, 1}, "chose option 40; there is only option 0"},
      {NoSuchOption{static_cast<std::uint32_t>(-1), 3},
       "chose option -1; there are options 0 to 2"},
      {OptionForbids{2, v1::BANK, true, false}, "answered BANK with option 2, which allows ROLL"},
      {OptionForbids{2, v1::ROLL, false, true}, "answered ROLL with option 2, which allows BANK"},
      {OptionForbids{0, 9, true, true},
       "answered no action (9) with option 0, which allows ROLL or BANK"},
      {NoAnswerToOffer{v1::ROLL}, "answered ROLL to an offer; expected ACCEPT or DECLINE"},
      {NoAnswerToOffer{0}, "answered no action (0) to an offer; expected ACCEPT or DECLINE"},
      {NothingOpen{}, "an answer to no open question"},
      {NothingOpen{NothingOpen::Answer{7, 3}}, "an answer to no open question (seq 3)"},
      {AnswerBeforeReady{}, "an answer before Ready"},
      {SecondReady{}, "a second Ready"},
      {TextOnStdout{}, "text on stdout, which carries the protocol; print to stderr"},
      {UnreadableMessage{}, "bytes that are not a message of the protocol"},
      {OversizedFrame{70'000, 65'536}, "a frame of 70000 bytes; the limit is 65536"},
      {StderrFlood{64U << 20}, "more than 64 MiB on stderr"},
      {LateAnswer{100ms, 1101ms, 1, 1s},
       "no answer within 100 ms (used 1101 of 1100 ms of wall time: 100 ms for the question, 1000 "
       "ms once)"},
      {LateAnswer{100ms, 7450ms, 64, 1s},
       "no answer within 100 ms (used 7450 of 7400 ms of wall time: 100 ms for each of 64 open "
       "questions, 1000 ms once)"},
      {LateAnswer{100ms, 140ms, 1, 0ms, 2s},
       "no answer within 100 ms (used 140 ms since it was asked; the time bank of 2000 ms is used "
       "up)"},
      {LateAnswer{100ms, 140ms}, "no answer within 100 ms (used 140 ms since it was asked)"},
      {LateAnswer{100ms, 6402ms, 64},
       "no answer within 100 ms (used 6402 ms since it was asked; 64 questions were open)"},
      {LateStart{5000ms}, "no Ready within 5000 ms"},
      {NotExecuted{2, "cannot execute './bot': No such file or directory"},
       "cannot execute './bot': No such file or directory"},
      {Exited{7}, "exited with code 7"},
      {Killed{11}, "killed by signal 11"},
      {ClosedStdout{}, "closed its stdout and did not exit"},
      {OutOfMemory{256}, "used more memory than its limit of 256 MB"},
      {BusyOffTurn{}, "used the processor while it owed no answer"}};
  for (const auto& [cause, words] : cases)
    EXPECT_EQ(describe(cause), words);
}

TEST(Fault, KindAndFigureFollowFromTheCause) {
  EXPECT_EQ(make_fault(Exited{7}).kind, FaultKind::Exit);
  EXPECT_EQ(make_fault(Exited{7}).value, 7);
  EXPECT_EQ(make_fault(Killed{11}).value, 11);
  EXPECT_EQ(make_fault(LateAnswer{100ms, 140ms}).value, 140);
  EXPECT_EQ(make_fault(NotExecuted{2, ""}).value, 2);
  EXPECT_EQ(make_fault(NotExecuted{2, ""}).kind, FaultKind::NeverReady);
  EXPECT_EQ(make_fault(OversizedFrame{70'000, 65'536}).value, 0);
}

TEST(Fault, BeforeReadyOnlyWhatBreaksTheWireOrALimitKeepsItsKind) {
  for (const FaultKind kind : {FaultKind::Garbled, FaultKind::Flood, FaultKind::Memory})
    EXPECT_EQ(kind_before_ready(kind), kind);
  for (const FaultKind kind : {FaultKind::Timeout, FaultKind::Crash, FaultKind::Exit,
                               FaultKind::Closed, FaultKind::Overuse, FaultKind::NeverReady})
    EXPECT_EQ(kind_before_ready(kind), FaultKind::NeverReady);
}

TEST(Fault, EveryKindIsReadBackByItsName) {
  for (int kind = 1; kind <= 10; ++kind) {
    const std::string_view name = to_string(static_cast<FaultKind>(kind));
    EXPECT_EQ(parse_fault_kind(name), static_cast<FaultKind>(kind)) << name;
  }
  EXPECT_EQ(to_string(FaultKind::NeverReady), "never-ready");
  EXPECT_EQ(to_string(FaultKind{}), "");
  EXPECT_EQ(parse_fault_kind("sulking"), std::nullopt);
}

}  // namespace
}  // namespace danno::referee::record
