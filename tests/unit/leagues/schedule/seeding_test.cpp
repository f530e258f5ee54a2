// The order of the entrants of a knock-out or a Swiss event, as a league file gives it.
#include <fmt/format.h>

#include "leagues/schedule/rounds.hpp"
#include "tests/unit/written_league.hpp"

namespace danno::leagues::schedule {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Seeding : public WrittenLeague {
 protected:
  Seeding() {
    for (const char* const name : {"ada", "bob", "cy"})
      add_agent(name);
  }
  [[nodiscard]] static std::string file(const std::string& seeding) {
    return "[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\nformat = \"knock-out\"\n" +
           (seeding.empty() ? "" : "seeding = " + seeding + "\n");
  }
  [[nodiscard]] std::vector<std::string> seeds(const std::string& seeding) {
    return read(file(seeding)).format_keys.at("seeding").get<std::vector<std::string>>();
  }
  /// Writes a table.json with these divisions.
  void write_table(const std::string& divisions) {
    write("spring/table.json", fmt::format(R"({{"divisions": [{}]}})", divisions));
  }
};

TEST_F(Seeding, IsTheOrderOfTheFileOrThatOfTheList) {
  EXPECT_THAT(seeds(""), ElementsAre("ada", "bob", "cy"));
  EXPECT_THAT(seeds("[\"cy\"]"), ElementsAre("cy", "ada", "bob"));
  EXPECT_THAT(seeds("[\"bob\", \"cy\", \"ada\"]"), ElementsAre("bob", "cy", "ada"));
}

TEST_F(Seeding, ReportsNamesThatAreNoneAndThoseThatComeTwice) {
  EXPECT_THAT(errors(file("[\"bib\", \"ada\"]")),
              ElementsAre("league.toml:5:11: no agent 'bib'; did you mean 'bob'?"));
  EXPECT_THAT(errors(file("[\"cy\", \"ada\", \"cy\"]")),
              ElementsAre("league.toml:5:11: the agent 'cy' is seeded twice"));
  EXPECT_THAT(errors(file("3")), testing::SizeIs(1));
}

TEST_F(Seeding, FollowsTheRatingsOfTheSameRules) {
  write_table(R"({"rules": "tyghe", "agents": [{"name": "ada", "version": 1, "elo": 50}]},
      {"rules": "koans", "agents": [
        {"name": "bob", "version": 1, "elo": -3.5}, {"name": "ada", "version": 1, "elo": null},
        {"name": "zoe", "version": 1, "elo": 99}, {"name": "cy@2", "version": 2, "elo": 7}]})");
  // The agent zoe does not play, and ada has no rating.
  EXPECT_THAT(seeds("\"spring/table.json\""), ElementsAre("cy", "bob", "ada"));
}

TEST_F(Seeding, FollowsTheFirstRulesIfTheOtherLeagueHasNoneOfThese) {
  write_table(R"({"rules": "tyghe", "agents": [
        {"name": "bob", "version": 1, "elo": 1}, {"name": "cy", "version": 1, "elo": 2}]},
      {"rules": "official", "agents": [{"name": "ada", "version": 1, "elo": 9}]})");
  EXPECT_THAT(seeds("\"spring/table.json\""), ElementsAre("cy", "bob", "ada"));
}

TEST_F(Seeding, FollowsTheRatingThatTheTableIsRankedBy) {
  const std::string agents =
      R"("rules": "koans", "agents": [
        {"name": "ada", "version": 1, "elo": 1, "adjusted": {"elo": 10}},
        {"name": "bob", "version": 1, "elo": 2, "adjusted": {"elo": 5}},
        {"name": "cy", "version": 1, "elo": 7, "adjusted": null}]})";
  write_table("{\"rated_by\": \"adjusted\", " + agents);
  EXPECT_THAT(seeds("\"spring/table.json\""), ElementsAre("ada", "cy", "bob"));
  write_table("{\"rated_by\": \"raw\", " + agents);
  EXPECT_THAT(seeds("\"spring/table.json\""), ElementsAre("cy", "bob", "ada"));
}

TEST_F(Seeding, KnowsAgentsByTheirFullNames) {
  // Another league shows one of two namesakes by its name alone.
  write("bots/d/agent.toml", "name = \"dee\"\nrun = [\"sh\"]\nauthor = \"Ann\"\n");
  write("bots/e/agent.toml", "name = \"dee\"\nrun = [\"sh\"]\nauthor = \"Ben\"\n");
  write_table(R"({"rules": "koans", "agents": [
        {"name": "cy", "version": 1, "elo": 3},
        {"name": "dee@3", "full_name": "Ben/dee@3", "version": 3, "elo": 8},
        {"name": "bob", "full_name": "Bo/bob", "version": 1, "elo": 5}]})");
  EXPECT_THAT(seeds("\"spring/table.json\""),
              ElementsAre("Ben/dee", "bob", "cy", "ada", "Ann/dee"));
}

TEST_F(Seeding, ReportsAFileThatIsNoTable) {
  const std::string problem =
      "league.toml:5:11: 'spring/table.json' cannot be read as the table.json of a league; "
      "expected one, or the names of agents as a list";
  EXPECT_THAT(errors(file("\"spring/table.json\"")), ElementsAre(problem));
  write("spring/table.json", "{");
  EXPECT_THAT(errors(file("\"spring/table.json\"")), ElementsAre(problem));
  write("spring/table.json", R"({"divisions": []})");
  EXPECT_THAT(errors(file("\"spring/table.json\"")), ElementsAre(problem));
  EXPECT_THAT(errors(file("\"spring\"")), ElementsAre(HasSubstr("'spring' cannot be read")));
}

TEST_F(Seeding, OfAStoredLeagueIsByNumber) {
  store::StoredLeague league;
  for (const char* const name : {"ada", "bob", "cy"})
    league.agents.emplace_back().name = name;
  league.settings["seeding"] = {"cy", "ada", "bob"};
  EXPECT_THAT(stored_seeding(league), ElementsAre(2, 0, 1));
}

}  // namespace
}  // namespace danno::leagues::schedule
