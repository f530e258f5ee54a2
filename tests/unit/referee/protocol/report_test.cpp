#include "referee/protocol/report.hpp"

#include <gtest/gtest.h>

#include "referee/record/evidence.hpp"

namespace danno::referee::protocol {
namespace {

using namespace record;

TEST(Report, IsJsonMadeOfTheEvidenceAndReadBack) {
  Evidence evidence;
  evidence.agent = "bad";
  evidence.limits = {100, 5000, 256, 64};
  evidence.question = NotAsked();
  evidence.received = "\x01ok\xFF";
  evidence.stderr_lines = {"no \xFF utf-8"};
  evidence.exchanges = {{"\x0e\x0a", false, ""}, {"\x1c", true, "option 0 BANK"}};
  Fault fault = make_fault(NoSuchOption{40, 1});
  fault.evidence = std::make_shared<const Evidence>(evidence);
  const std::string expected = R"json({
 "danno_report": 1,
 "agent": "bad",
 "fault": "illegal",
 "value": 0,
 "detail": "chose option 40; there is only option 0",
 "received_text": ".ok.",
 "received_hex": "016f6bff",
 "stderr": [
  "no )json"
                               "\xEF\xBF\xBD"
                               R"json( utf-8"
 ],
 "question": "none: it owed no answer",
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
  EXPECT_EQ(report_json(fault), expected);
  const Fault read = parse_report(report_json(fault));
  EXPECT_EQ(report_json(read), expected);
  EXPECT_EQ(read.kind, fault.kind);
  EXPECT_EQ(describe(read.cause), describe(fault.cause));
  EXPECT_EQ(describe(read.evidence->question), "none: it owed no answer");
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
  Fault fault = make_fault(Exited{1});
  fault.evidence = std::make_shared<const Evidence>(evidence);
  const std::string json = report_json(fault);
  const std::string question =
      "rolled 13345, turn score 0, 3 options; totals 0 0; it sits in seat 0";
  EXPECT_EQ(describe(evidence.question), question);
  for (const std::string& part :
       {std::string("\"rules\": \"koans\",\n \"parameters\": {\n  \"target\": \"3000\""),
        std::string(
            "\"deal\": 17,\n \"seating\": 1,\n \"seat\": 0,\n \"question\": \"rolled 13345")})
    EXPECT_NE(json.find(part), std::string::npos) << json;
  EXPECT_EQ(report_json(parse_report(json)), json);
}

}  // namespace
}  // namespace danno::referee::protocol
