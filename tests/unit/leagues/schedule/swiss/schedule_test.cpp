// The keys of a Swiss event in a league file, and the rounds that follow from them.
#include <fmt/format.h>

#include "leagues/schedule/rounds.hpp"
#include "tests/unit/played_rounds.hpp"
#include "tests/unit/written_league.hpp"

namespace danno::leagues::schedule {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SwissKeys : public WrittenLeague {
 protected:
  void add_agents(int count) {
    for (int i = 0; i < count; ++i)
      add_agent(fmt::format("a{}", i));
  }
  [[nodiscard]] static std::string file(const std::string& keys = "") {
    return "[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\nformat = \"swiss\"\n" + keys;
  }
};

TEST_F(SwissKeys, TheDefaultNumberOfRoundsLeavesOneWithoutALoss) {
  const std::vector<std::pair<int, int>> rounds_by_agents{{2, 1}, {3, 2}, {4, 2},
                                                          {5, 3}, {8, 3}, {9, 4}};
  for (const auto& [agents, rounds] : rounds_by_agents) {
    add_agents(agents);
    EXPECT_EQ(read(file()).format_keys.at("rounds"), base::Json(rounds)) << agents << " agents";
  }
  EXPECT_EQ(read(file("rounds = 7\n")).format_keys.at("rounds"), base::Json(7));
  EXPECT_EQ(read(file()).format_keys.at("late"), base::Json::object());
  EXPECT_EQ(read(file()).format_keys.at("withdrawn"), base::Json::object());
  EXPECT_THAT(errors(file("rounds = 0\n")), ElementsAre(HasSubstr("league.toml:5:10: 'rounds'")));
}

TEST_F(SwissKeys, NameWhoJoinsLateAndWhoLeaves) {
  add_agents(4);
  const base::Json keys =
      read(file("rounds = 1000\nlate = { a1 = 2, a2 = 1000 }\nwithdrawn = { a0 = 2, a1 = 3 }\n"))
          .format_keys;
  EXPECT_EQ(keys.at("late"), base::Json({{"a1", 2}, {"a2", 1000}}));
  EXPECT_EQ(keys.at("withdrawn"), base::Json({{"a0", 2}, {"a1", 3}}));
}

TEST_F(SwissKeys, RefuseRoundsThatCannotBe) {
  add_agents(4);
  for (const char* const round : {"1", "1001", "\"2\"", "2.0"}) {
    EXPECT_THAT(
        errors(file(fmt::format("late = {{ a1 = {} }}\n", round))),
        ElementsAre(HasSubstr("'a1' has no round from 2 to 1000; expected as in late = { a1 "
                              "= 3 }")))
        << round;
  }
  EXPECT_THAT(errors(file("late = { b1 = 2 }\n")), ElementsAre(HasSubstr("no agent 'b1'")));
  EXPECT_THAT(errors(file("late = 2\n")), testing::SizeIs(1));
}

TEST_F(SwissKeys, RefuseAnAgentThatLeavesBeforeItComes) {
  add_agents(4);
  EXPECT_THAT(errors(file("rounds = 4\nlate = { a1 = 3 }\nwithdrawn = { a1 = 3 }\n")),
              ElementsAre(HasSubstr("'a1' leaves before its first round, 3")));
  EXPECT_THAT(errors(file("rounds = 4\nlate = { a1 = 3 }\nwithdrawn = { a1 = 4 }\n")), IsEmpty());
}

TEST_F(SwissKeys, RefuseRoundsBehindTheLastOne) {
  add_agents(4);
  EXPECT_THAT(errors(file("rounds = 3\nlate = { a1 = 3 }\nwithdrawn = { a0 = 3 }\n")), IsEmpty());
  EXPECT_THAT(errors(file("rounds = 2\nlate = { a1 = 5 }\n")),
              ElementsAre("league.toml:6:8: 'a1' has round 5, but the last round is 2; expected an "
                          "earlier round, or more 'rounds'"));
  // The default number of rounds of four agents is 2.
  EXPECT_THAT(errors(file("late = { a1 = 3 }\n")),
              ElementsAre(HasSubstr("'a1' has round 3, but the last round is 2")));
  EXPECT_THAT(
      errors(file("withdrawn = { a1 = 3 }\n")),
      ElementsAre(HasSubstr("league.toml:5:13: 'a1' has round 3, but the last round is 2")));
}

TEST_F(SwissKeys, WantTwoAgentsInTheFirstRound) {
  add_agents(4);
  EXPECT_THAT(errors(file("late = { a0 = 2, a1 = 2 }\n")), IsEmpty());
  EXPECT_THAT(errors(file("late = { a0 = 2, a1 = 2, a2 = 2 }\n")),
              ElementsAre(HasSubstr("round 1 has fewer than 2 agents")));
}

TEST_F(SwissKeys, WantTwoAuthorsInTheFirstRoundIfThoseOfOneNeverMeet) {
  for (const char* const name : {"a0", "a1", "b0"})
    write(fmt::format("bots/{}/agent.toml", name),
          fmt::format("name = \"{}\"\nrun = [\"sh\"]\nauthor = \"{}\"\n", name, name[0]));
  const std::string late_b = "late = { b0 = 2 }\n";
  EXPECT_THAT(errors(file(late_b)), IsEmpty());
  EXPECT_THAT(
      errors(file("max_per_author = 2\n" + late_b)),
      ElementsAre("league.toml:6:8: round 1 has fewer than 2 agents that may meet; expected "
                  "more"));
  EXPECT_THAT(errors(file("max_per_author = 2\nlate = { a0 = 2 }\n")), IsEmpty());
}

TEST_F(SwissKeys, HaveNoneOfThePlannedFormats) {
  add_agents(2);
  EXPECT_THAT(errors(file("mirror = true\nrank_by = \"points\"\nadvice = \"always\"\n")),
              ElementsAre(HasSubstr("league.toml:5:10: a swiss is played in mirrored deals"),
                          HasSubstr("expected no 'rank_by' beside it"),
                          HasSubstr("expected no 'advice' beside it")));
  add_agents(3);
  EXPECT_THAT(errors(file("seats = 3\n")),
              ElementsAre(HasSubstr("a swiss has two seats; expected seats = 2")));
}

TEST_F(SwissKeys, OfAKnockOutAllowOneAgentOfAnAuthorOrAny) {
  add_agents(2);
  const std::string knock_out =
      "[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\nformat = \"knock-out\"\n";
  EXPECT_EQ(read(knock_out).format_keys.at("third_place"), base::Json(true));
  EXPECT_THAT(errors(knock_out + "max_per_author = 1\n"), IsEmpty());
  EXPECT_THAT(
      errors(knock_out + "max_per_author = 2\n"),
      ElementsAre(HasSubstr("league.toml:5:18: agents of one author would meet in the end")));
  EXPECT_THAT(errors(knock_out + "seats = 3\n"),
              testing::Contains(HasSubstr("a knock-out has two seats")));
}

/// Events of ada, bob, cy, dee and eve, who are seeded so; the first by name wins.
class SwissRounds : public PlayedRounds {
 protected:
  SwissRounds() {
    league_.format = "swiss";
    league_.deals = 1;
    for (const char* const name : {"ada", "bob", "cy", "dee", "eve"})
      add_agent(name, name < std::string("cy") ? "Ann" : "");
    set_keys(2);
  }
  void set_keys(int rounds, const base::Json& late = base::Json::object(),
                const base::Json& withdrawn = base::Json::object()) {
    league_.format_keys = {{"seeding", {"Ann/ada", "Ann/bob", "cy", "dee", "eve"}},
                           {"rounds", rounds},
                           {"late", late},
                           {"withdrawn", withdrawn}};
  }
  /// Returns the rounds as "ada-cy bob-dee, bye eve".
  [[nodiscard]] std::vector<std::string> rounds() const {
    std::vector<std::string> rounds;
    const base::Json table = base::parse_json(tables().json());
    for (const base::Json& round : table.at("divisions").at(0).at("rounds")) {
      std::string text;
      for (const base::Json& encounter : round.at("encounters"))
        text += fmt::format("{}-{} ", encounter.at("agents").at(0).get<std::string>(),
                            encounter.at("agents").at(1).get<std::string>());
      for (const base::Json& bye : round.at("byes"))
        text += "bye " + bye.get<std::string>();
      rounds.push_back(text);
    }
    return rounds;
  }
};

TEST_F(SwissRounds, PairAgentsOfAboutTheSamePoints) {
  play();
  // Round 2: eve 1, ada 1, bob 1, cy 0, dee 0. The last without a bye has it; the three at the top
  // have one that meets the fourth.
  EXPECT_THAT(rounds(), ElementsAre("ada-cy bob-dee bye eve", "ada-bob cy-eve bye dee"));
}

TEST_F(SwissRounds, KeepAuthorsApart) {
  league_.max_per_author = 1;
  play();
  const std::vector<std::string> rounds = this->rounds();
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[0], "ada-cy bob-dee bye eve");
  EXPECT_THAT(rounds[1], testing::Not(HasSubstr("ada-bob")));
}

TEST_F(SwissRounds, BeginAndEndForAgentsThatComeAndGo) {
  set_keys(3, {{"cy", 2}}, {{"Ann/ada", 3}});
  play();
  const std::vector<std::string> rounds = this->rounds();
  ASSERT_EQ(rounds.size(), 3U);
  EXPECT_EQ(rounds[0], "ada-dee bob-eve ");
  EXPECT_THAT(rounds[1], HasSubstr("cy"));
  EXPECT_THAT(rounds[1], HasSubstr("ada"));
  EXPECT_THAT(rounds[2], testing::Not(HasSubstr("ada")));
  EXPECT_THAT(rounds[2], HasSubstr("cy"));
}

TEST_F(SwissRounds, CountTheGamesToCome) {
  set_keys(3);
  EXPECT_EQ(play(rank_by_name, 1), 1U);
  // Three rounds of two encounters of a deal of two games.
  const GameCount count = format().count(reader());
  EXPECT_EQ(count.planned, 12U);
  EXPECT_EQ(count.stored, 2U);
  EXPECT_FALSE(count.finished);
}

TEST_F(SwissRounds, GoOnOnlyInRoundsThatHaveNotBegun) {
  play();
  set_keys(3);
  EXPECT_EQ(play(), 2U) << "one more round";
  set_keys(3, base::Json::object(), {{"eve", 2}});
  EXPECT_THROW((void)play(), store::OtherLeague);
}

}  // namespace
}  // namespace danno::leagues::schedule
