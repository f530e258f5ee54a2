// Faults as values: their words, which stores and reports keep, are pinned here.
#include "referee/record/fault.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "referee/record/evidence.hpp"
#include "referee/talk/answer_check.hpp"
#include "referee/talk/report.hpp"

namespace danno::referee::record {
namespace {

using namespace std::chrono_literals;

TEST(Fault, WordsAreMadeOfTheCause) {
  const std::vector<std::pair<Cause, std::string>> cases{
      {InWords{"as stored"}, "as stored"},
      {NoSuchOption{40, 1}, "chose option 40 of 1 (they count from 0)"},
      {NoSuchOption{static_cast<std::uint32_t>(-1), 3}, "chose option -1 of 3 (they count from 0)"},
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
      {TextOnStdout{}, "text on stdout, which is the wire; print to stderr"},
      {UnreadableMessage{}, "bytes that are no message of the protocol"},
      {OversizedFrame{70'000, 65'536}, "a frame of 70000 bytes; the limit is 65536"},
      {StderrFlood{64U << 20}, "more than 64 MiB on stderr"},
      {LateAnswer{100ms, 1101ms, 1, 1s},
       "no answer within 100 ms (1101 ms of wall time since it was asked; those who sleep have "
       "1000 ms more)"},
      {LateAnswer{100ms, 7450ms, 64, 1s},
       "no answer within 100 ms (64 open questions took 7450 ms of wall time; those who sleep have "
       "1000 ms more)"},
      {LateAnswer{100ms, 140ms}, "no answer within 100 ms (used 140 ms since it was asked)"},
      {LateAnswer{100ms, 6402ms, 64},
       "no answer within 100 ms (used 6402 ms since it was asked; 64 questions were open)"},
      {LateStart{5000ms}, "no Ready within 5000 ms"},
      {NotExecuted{2, "cannot execute './bot': No such file or directory"},
       "cannot execute './bot': No such file or directory"},
      {Exited{7}, "exited with code 7"},
      {Killed{11}, "killed by signal 11"},
      {ClosedStdout{}, "closed its stdout and lives on"},
      {OutOfMemory{256}, "used more memory than its limit of 256 MB"},
      {BusyOffTurn{}, "used the processor while it owed no answer"}};
  for (const auto& [cause, words] : cases)
    EXPECT_EQ(describe(cause), words);
}

TEST(Fault, KindAndFigureFollowFromTheCause) {
  EXPECT_EQ(fault_of(Exited{7}).kind, FaultKind::Exit);
  EXPECT_EQ(fault_of(Exited{7}).value, 7);
  EXPECT_EQ(fault_of(Killed{11}).value, 11);
  EXPECT_EQ(fault_of(LateAnswer{100ms, 140ms}).value, 140);
  EXPECT_EQ(fault_of(NotExecuted{2, ""}).value, 2);
  EXPECT_EQ(fault_of(NotExecuted{2, ""}).kind, FaultKind::NeverReady);
  EXPECT_EQ(fault_of(OversizedFrame{70'000, 65'536}).value, 0);
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

/// A question of the game as the position has it and as the wire carries it.
struct BothViews {
  rules::Position position;
  rules::Options options;
  v1::Ask ask;
};

BothViews choice(std::initializer_list<std::pair<bool, bool>> may) {
  BothViews views;
  views.position.phase = rules::Phase::Choose;
  for (const auto& [roll, bank] : may) {
    rules::Option option;
    option.may_roll = roll;
    option.may_bank = bank;
    views.options.add(option);
    views.ask.add_may((roll ? 1U : 0U) | (bank ? 2U : 0U));
  }
  return views;
}

BothViews offer() {
  BothViews views;
  views.position.phase = rules::Phase::Offer;
  views.ask.set_offer_dice(3);
  return views;
}

TEST(AnswerCheck, JudgesTheSameByThePositionAndByTheFrame) {
  int legal = 0;
  for (const BothViews& views : {choice({{true, true}, {true, false}, {false, true}}), offer()}) {
    for (std::uint32_t option = 0; option < 5; ++option) {
      for (int action = 0; action < 7; ++action) {
        const talk::AnswerIn answer{0, 0, option, static_cast<v1::Action>(action)};
        const auto of_game = talk::what_is_illegal(views.position, views.options, answer);
        const auto of_frame = talk::what_is_illegal(views.ask, answer);
        ASSERT_EQ(of_game.has_value(), of_frame.has_value()) << option << ' ' << action;
        if (of_game) {
          EXPECT_EQ(describe(*of_game), describe(*of_frame));
        }
        legal += of_game ? 0 : 1;
      }
    }
  }
  EXPECT_EQ(legal, 4 + 2 * 5);
}

TEST(Report, IsJsonMadeOfTheEvidenceAndReadBack) {
  Evidence evidence;
  evidence.agent = "bad";
  evidence.limits = {100, 5000, 256, 64};
  evidence.question = NotAsked();
  evidence.received = "\x01ok\xFF";
  evidence.stderr_lines = {"no \xFF utf-8"};
  evidence.exchanges = {{"\x0e\x0a", false, ""}, {"\x1c", true, "option 0 BANK"}};
  Fault fault = fault_of(NoSuchOption{40, 1});
  fault.evidence = std::make_shared<const Evidence>(evidence);
  const std::string expected = R"json({
 "danno_report": 1,
 "agent": "bad",
 "fault": "illegal",
 "value": 0,
 "detail": "chose option 40 of 1 (they count from 0)",
 "received_text": ".ok.",
 "received_hex": "016f6bff",
 "stderr": [
  "no )json"
                               "\xEF\xBF\xBD"
                               R"json( utf-8"
 ],
 "question": "none: it was not asked anything",
 "limits": {
  "answer_ms": 100,
  "start_ms": 5000,
  "memory_mb": 256,
  "games": 64
 },
 "again": "danno repeat THIS_FILE YOUR_AGENT",
 "frames": [
  {
   "hex": "0e0a"
  },
  {
   "hex": "1c",
   "asks": true,
   "answered": "option 0 BANK"
  }
 ]
}
)json";
  EXPECT_EQ(talk::report_json(fault), expected);
  const Fault read = talk::parse_report(talk::report_json(fault));
  EXPECT_EQ(talk::report_json(read), expected);
  EXPECT_EQ(read.kind, fault.kind);
  EXPECT_EQ(describe(read.cause), describe(fault.cause));
  EXPECT_EQ(describe(read.evidence->question), "none: it was not asked anything");
  EXPECT_EQ(read.evidence->exchanges.at(1).frame, "\x1c");
  EXPECT_EQ(read.evidence->exchanges.at(1).answer, "option 0 BANK");
}

TEST(Report, HasTheGameAndTheQuestionInWords) {
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("koans"), 2);
  rules::Position position = rules::start_game(rules, 0);
  rules::throw_dice(rules, position, *rules::parse_dice("13345", rules.faces()));
  Evidence evidence;
  evidence.question = AskedInGame{&rules.definition(), position, 3};
  evidence.game = FaultyGame{&rules.definition(), rules.parameters(), 17, 1};
  Fault fault = fault_of(Exited{1});
  fault.evidence = std::make_shared<const Evidence>(evidence);
  const std::string json = talk::report_json(fault);
  const std::string question =
      "rolled 13345, turn score 0, 3 options; totals 0 0; it sits in seat 0";
  EXPECT_EQ(describe(evidence.question), question);
  for (const std::string& part :
       {std::string("\"rules\": \"koans\",\n \"parameters\": {\n  \"target\": \"3000\""),
        std::string(
            "\"deal\": 17,\n \"seating\": 1,\n \"seat\": 0,\n \"question\": \"rolled 13345")})
    EXPECT_NE(json.find(part), std::string::npos) << json;
  EXPECT_EQ(talk::report_json(talk::parse_report(json)), json);
}

}  // namespace
}  // namespace danno::referee::record
