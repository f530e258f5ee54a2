#include "referee/protocol/report.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

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

/// A fault of an agent that was asked for its decision about 13345, under parameters of its own.
Fault fault_in_game() {
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("koans"), 2);
  rules::Position position = rules::start_game(rules, 0);
  rules::throw_dice(rules, position, *rules::parse_dice("13345", rules.faces()));
  Evidence evidence;
  evidence.question = AskedInGame{&rules.definition(), position, 3};
  rules::Parameters parameters = rules.parameters();
  parameters.target = 4000;
  evidence.game = FaultyGame{&rules.definition(), parameters, 17, 1};
  evidence.limits = {1, 2, 3, 4};
  evidence.exchanges = {{"\x1c", true, ""}};
  Fault fault = make_fault(Exited{1});
  fault.seat = 1;
  fault.evidence = std::make_shared<const Evidence>(evidence);
  return fault;
}

TEST(Report, HasTheGameAndTheQuestionInWords) {
  const Fault fault = fault_in_game();
  const std::string json = report_json(fault);
  const std::string question =
      "rolled 13345, turn score 0, 3 options; totals 0 0; it sits in seat 0";
  EXPECT_EQ(describe(fault.evidence->question), question);
  for (const std::string& part :
       {std::string("\"rules\": \"koans\",\n \"parameters\": {\n  \"target\": \"4000\""),
        std::string(
            "\"deal\": 17,\n \"seating\": 1,\n \"seat\": 1,\n \"question\": \"rolled 13345")})
    EXPECT_NE(json.find(part), std::string::npos) << json;
  const Fault read = parse_report(json);
  EXPECT_EQ(report_json(read), json);
  ASSERT_TRUE(read.evidence->game);
  EXPECT_EQ(read.evidence->game->rules->id, "koans");
  EXPECT_EQ(read.evidence->game->parameters.target, 4000);
  EXPECT_EQ(read.evidence->game->deal, 17U);
  EXPECT_EQ(read.evidence->game->seating, 1);
  EXPECT_EQ(read.seat, 1);
  EXPECT_EQ(read.value, 1);
}

/// The report with the last such text in it replaced.
std::string report_with(const Fault& fault, const std::string& text, const std::string& other) {
  std::string json = report_json(fault);
  const std::size_t at = json.rfind(text);
  EXPECT_NE(at, std::string::npos) << text;
  return json.replace(at, text.size(), other);
}

TEST(Report, HasTheUsualParametersWhereItNamesNone) {
  const Fault read = parse_report(report_with(fault_in_game(), "\"target\": \"4000\",", ""));
  EXPECT_EQ(read.evidence->game->parameters, rules::find_definition("koans")->defaults(2));
}

TEST(Report, HasTheTimeBankIfThereWasOne) {
  const Fault fault = fault_in_game();
  EXPECT_EQ(report_json(fault).find("bank_ms"), std::string::npos);
  EXPECT_EQ(parse_report(report_json(fault)).evidence->limits.bank_ms, 0U);
  const std::string json = report_with(fault, "\"games\": 4", "\"games\": 4, \"bank_ms\": 5");
  const Greeting limits{1, 2, 3, 4, 5};
  EXPECT_EQ(parse_report(json).evidence->limits, limits);
  EXPECT_EQ(parse_report(report_json(parse_report(json))).evidence->limits, limits);
}

TEST(Report, IsRefusedIfItIsDamaged) {
  const Fault fault = fault_in_game();
  const auto error = [&](const std::string& text, const std::string& other) -> std::string {
    try {
      (void)parse_report(report_with(fault, text, other));
      return "none";
    } catch (const std::runtime_error& problem) {
      return problem.what();
    }
  };
  const std::string no_fit = " is not a number that fits";
  EXPECT_EQ(error("{", "["), "not a fault report of danno");
  EXPECT_EQ(error("\"danno_report\": 1", "\"danno_report\": 2"), "not a fault report of danno");
  EXPECT_EQ(error("\"exit\"", "\"sulks\""), "unknown fault 'sulks'");
  EXPECT_EQ(error("\"1c\"", "\"1\""), "a frame of the report is cut short");
  EXPECT_EQ(error("\"1c\"", "\"1g\""), "a frame of the report is not in hex");
  EXPECT_EQ(error("17", "-1"), "damaged report: 'deal'" + no_fit);
  EXPECT_EQ(error("17", "1.5"), "damaged report: 'deal'" + no_fit);
  EXPECT_EQ(error("17", "18446744073709551615"), "none");
  EXPECT_EQ(error("\"seat\": 1", "\"seat\": 2147483648"), "damaged report: 'seat'" + no_fit);
  EXPECT_EQ(error("\"seat\": 1", "\"seat\": \"1\""), "damaged report: 'seat'" + no_fit);
  EXPECT_EQ(error("\"seat\": 1", "\"seat\": -2147483648"), "none");
  EXPECT_EQ(error("\"seat\": 1", "\"sat\": 1"), "none");
  EXPECT_EQ(error("\"games\": 4", "\"games\": -4"), "damaged report: 'games'" + no_fit);
  EXPECT_TRUE(error("\"games\": 4", "\"gaming\": 4").starts_with("damaged report: "));
  EXPECT_TRUE(error("\"target\": \"4000\"", "\"target\": \"x\"").starts_with("target: "));
}

TEST(Report, ShowsTheFirstLinesOfStdoutAndAllOfStderr) {
  Evidence evidence;
  evidence.received = "one\r\n\ntwo\x01\n3\n4\n5\n6\n7\n8\n9\n";
  evidence.stderr_lines = {"oh", "no"};
  std::string shown;
  for (const OutputLine& line : output_lines(evidence))
    shown += std::string(line.stream) + " " + std::string(line.text) + "; ";
  EXPECT_EQ(shown,
            "stdout one; stdout two.; stdout 3; stdout 4; stdout 5; stdout 6; stdout 7; stdout 8; "
            "stderr oh; stderr no; ");
  evidence = {};
  evidence.received = std::string("\x0e\x0a\x02", 3);
  ASSERT_EQ(output_lines(evidence).size(), 1U);
  EXPECT_EQ(output_lines(evidence)[0].text, "nothing: it wrote nothing there");
}

}  // namespace
}  // namespace danno::referee::protocol
