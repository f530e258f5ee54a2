#include "referee/record/audit.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include "referee/record/written_game.hpp"

namespace danno::referee::record {

/// A game, and its first illegal line as "LINE: message"; empty if there is none.
struct Judged {
  std::string name;
  std::string game;
  std::string problem;
};

void PrintTo(const Judged& judged, std::ostream* out) { *out << judged.name; }

namespace {

WrittenGame read(const std::string& text) {
  auto parsed = parse_written_game(text);
  if (const auto* const problem = std::get_if<LineProblem>(&parsed))
    ADD_FAILURE() << problem->line << ": " << problem->message;
  return std::get<WrittenGame>(std::move(parsed));
}

Audit audited(const std::string& text) {
  const WrittenGame game = read(text);
  return audit_game(audited_rules(game), game);
}

class EachGame : public ::testing::TestWithParam<Judged> {};

TEST_P(EachGame, IsLegalUpToItsFirstIllegalLine) {
  const Audit audit = audited(GetParam().game);
  EXPECT_EQ(
      audit.problem ? std::to_string(audit.problem->line) + ": " + audit.problem->message : "",
      GetParam().problem);
}

const std::string kOfficial = "rules official\nplayers ann bob\n";
const std::string kKoans = "rules koans\nplayers ann bob\n";
const std::string kDollar = "rules dollar\nplayers ann bob\n";
const std::string kGreed = "rules true-greed\nplayers ann bob\n";

INSTANTIATE_TEST_SUITE_P(
    Audit, EachGame,
    ::testing::Values(
        Judged{"the wrong player", kKoans + "bob 22346 bust\n",
               "3: it is not the turn of bob; legal: ann rolls 5 dice"},
        Judged{"too many dice", kKoans + "ann 12346 roll\nann 22346 roll\n",
               "4: ann rolls 5 dice; legal: ann rolls 4 dice"},
        Judged{"more than one die where one is left",
               kKoans + "ann 11222 roll\nann 22334 bust\n"
                        "bob 11152 roll\nbob 22 bust\n",
               "6: bob rolls 2 dice; legal: bob rolls 1 die"},
        Judged{"a bust that is none", kKoans + "ann 12346 bust\n",
               "3: no bust, something can be kept; legal: roll, bank"},
        Judged{"a win that is none", kKoans + "ann 12346 wins\n",
               "3: this roll does not win; legal: roll, bank"},
        Judged{"a keep where keeps are automatic", kKoans + "ann 12346 keep 1 roll\n",
               "3: a keep is named, but these rules keep automatically; legal: roll, bank"},
        Judged{"a choice after a bust", kKoans + "ann 22346 roll\n",
               "3: no legal keep: a bust; legal: ann 22346 bust"},
        Judged{"a line after the end",
               kKoans + "score ann 2900\nann 12346 bank\nbob 22346 bust\n"
                        "ann 22346 bust\n",
               "6: the game is over; no line may follow"},
        Judged{"a forfeit twice", "rules koans\nplayers ann bob cas\nbob forfeit\nbob forfeit\n",
               "4: bob is out already; legal: ann rolls 5 dice"},
        Judged{"a missing keep", kOfficial + "ann 66612 roll\n",
               "3: a keep is missing; legal: keep 1666 roll, keep 1666 bank, keep 666 roll, keep "
               "666 bank, keep 1 roll"},
        Judged{"a keep that was not rolled", kOfficial + "ann 66612 keep 5 roll\n",
               "3: 5 was not rolled; legal: keep 1666 roll, keep 1666 bank, keep 666 roll, keep "
               "666 bank, keep 1 roll"},
        Judged{"more choices than are shown", kGreed + "ann 111555 keep 6 roll\n",
               "3: 6 was not rolled; legal: keep 111555 roll, keep 111555 bank, keep 11555 roll, "
               "keep 11555 bank, keep 1555 roll, keep 1555 bank, keep 555 roll, keep 555 bank and "
               "13 more"},
        Judged{"dead dice in a keep", kOfficial + "ann 66612 keep 6662 roll\n",
               "3: 6662 is not a legal keep of 66612; legal: keep 1666 roll, keep 1666 bank, keep "
               "666 roll, keep 666 bank, keep 1 roll"},
        Judged{"below the entry", kOfficial + "ann 22211 keep 222 bank\n",
               "3: ann is not in the game and may not bank 200 points; the entry is 600; legal: "
               "keep 11222 roll, keep 1222 roll, keep 11 roll, keep 222 roll, keep 1 roll"},
        Judged{"below the entry with inherited points",
               kOfficial + "score ann 700\nann 66612 keep 666 bank\nbob accept\nbob 12 roll\n"
                           "bob 5 keep 5 bank\n",
               "7: bob is not in the game and may not bank 150 own points; the entry is 600; "
               "legal: keep 5 roll"},
        Judged{"nothing on offer", kOfficial + "ann accept\n",
               "3: nothing is on offer; legal: ann rolls 5 dice"},
        Judged{
            "a roll while an offer stands",
            kOfficial + "score ann 700\nann 66612 keep 666 bank\nbob 12 roll\n",
            "5: bob rolls while an offer stands; legal: bob accept or bob decline, of 600 points "
            "with 2 dice"},
        Judged{"a choice in an attempt that succeeds",
               kOfficial + "score ann 700\nann 66612 keep 666 bank\nbob accept\n"
                           "bob 12 keep 1 roll\n",
               "6: a successful attempt keeps its dice automatically and rolls on; legal: bob 12 "
               "roll"},
        Judged{"a choice in an attempt that fails",
               kOfficial + "score ann 700\nann 66612 keep 666 bank\nbob accept\nbob 23 roll\n",
               "6: the attempt shows no 1 or 5 and fails; legal: bob 23 bust"},
        Judged{"a bank after an attempt without a 1 or 5",
               kOfficial + "score bob 700\nscore ann 700\nann 66612 keep 666 bank\nbob accept\n"
                           "bob 15 roll\nbob 22234 keep 222 bank\n",
               "8: no bank until a 1 or 5 is kept after the attempt; legal: keep 222 roll"},
        Judged{"a bank of hot dice", kDollar + "ann DDDDDD bank\n",
               "3: all dice are set aside and must be rolled again; legal: keep DDDDDD roll, keep "
               "DDDDD roll, keep DDDD roll, keep DDD roll, keep DD roll, keep D roll"},
        Judged{"a named keep in a bank of all",
               kDollar + "score ann 500\nann GGG$RE keep GGG bank\n",
               "4: a keep is named, but a bank takes every scoring die by itself; legal: keep GGG "
               "roll, bank, keep GG roll, keep G roll"},
        Judged{"a bank to a tie in the last turns",
               kDollar + "score ann 4500\nscore bob 4500\nann GGG$RE bank\nbob GGG$RE bank\n",
               "6: no bank to a total that equals the highest in the last turns; legal: keep GGG "
               "roll, keep GG roll, keep G roll"},
        Judged{"a choice where six alike win", kGreed + "ann 222222 keep 222222 bank\n",
               "3: six alike win; legal: ann 222222 wins"},
        Judged{"six alike", kGreed + "ann 222222 wins\n", ""}));

TEST(Audit, ListsTheTurnsWithWhatTheyRecorded) {
  const Audit audit = audited(
      "rules koans\nplayers ann bob cas\nscore ann 300\nscore bob 2500\nscore cas 400\n"
      "ann 12346 roll\nann 2234 bust\nbob 55512 bank\ncas 12346 roll\ncas forfeit\n"
      "ann 12346 bank\n");
  ASSERT_FALSE(audit.problem) << audit.problem->message;
  using Kind = WrittenEvent::Kind;
  std::string turns;
  for (const AuditedTurn& turn : audit.turns)
    turns += std::to_string(turn.line) + ":" + std::to_string(turn.seat) + "+" +
             std::to_string(turn.gain) + "=" +
             std::to_string(turn.totals[static_cast<std::size_t>(turn.seat)]) + " ";
  EXPECT_EQ(turns, "7:0+0=300 8:1+600=3100 10:2+0=400 11:0+100=400 ");
  EXPECT_EQ(audit.turns[0].end, Kind::Bust);
  EXPECT_EQ(audit.turns[1].end, Kind::Bank);
  EXPECT_EQ(audit.turns[2].end, Kind::Forfeit);
  EXPECT_EQ(audit.position.phase, rules::Phase::Over);
}

TEST(Audit, EndsBeforeTheIllegalLine) {
  const Audit audit = audited(kKoans + "ann 12346 bank\nbob 55512 bank\nann 22346 bank\n");
  ASSERT_TRUE(audit.problem);
  EXPECT_EQ(audit.turns.size(), 2U);
  EXPECT_EQ(audit.position.totals[1], 600);
  EXPECT_EQ(audit.position.mover, 0);
}

TEST(Audit, ShowsEachStepBetweenItsPositions) {
  const WrittenGame game = read(kOfficial +
                                "score ann 700\nann 66612 keep 666 bank\nbob decline\n"
                                "bob 22346 bust\nann 11123 keep 111 roll\nann forfeit\n");
  std::string seen;
  const Audit audit = audit_game(
      audited_rules(game), game, [&](const Step& step, const auto& before, const auto& after) {
        constexpr std::string_view kKinds = "TCOF";
        seen += kKinds[static_cast<std::size_t>(step.kind)];
        seen += std::to_string(step.seat);
        if (step.kind == Step::Kind::Choice) seen += step.action == rules::Action::Bank ? "b" : "r";
        if (step.kind == Step::Kind::Offer)
          seen += step.action == rules::Action::Decline ? "d" : "a";
        EXPECT_TRUE(before.phase != after.phase || before.mover != after.mover);
        seen += " ";
      });
  ASSERT_FALSE(audit.problem) << audit.problem->message;
  EXPECT_EQ(seen, "T0 C0b O1d T1 T0 C0r F0 ");
}

}  // namespace
}  // namespace danno::referee::record
