// The keys of a season that concern its folders and its final.
#include "leagues/schedule/season_file.hpp"

#include "tests/unit/written_league.hpp"

namespace danno::leagues::schedule {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SeasonFile : public WrittenLeague {
 protected:
  SeasonFile() {
    add_agent("ada");
    add_agent("bob");
  }
  /// Returns a season with these keys in [league], and further tables.
  [[nodiscard]] static std::string file(const std::string& keys, const std::string& tables) {
    return "[league]\nname = \"autumn\"\nrules = [\"koans\"]\nformat = \"ladder\"\n"
           "agents = \"bots/*\"\n" +
           keys + tables;
  }
  /// Returns the problems of the season's keys, without the place of the file.
  [[nodiscard]] std::vector<std::string> season_errors(const std::string& text) {
    write("league.toml", text);
    return collect_errors([&] { (void)read_season_keys(folder_ / "league.toml"); });
  }
};

TEST_F(SeasonFile, KeepsItsFoldersApart) {
  const auto of_folders = [&](const std::string& inbox, const std::string& outbox) {
    return season_errors(
        file("", "[season]\ninbox = \"" + inbox + "\"\noutbox = \"" + outbox + "\"\n"));
  };
  EXPECT_THAT(of_folders("in", "out"), IsEmpty());
  EXPECT_THAT(of_folders("a/in", "a/out"), IsEmpty());
  EXPECT_THAT(of_folders("in", "in/out"),
              ElementsAre(HasSubstr("the folder of 'outbox' is in that of 'inbox'")));
  EXPECT_THAT(of_folders("out/in", "out"),
              ElementsAre(HasSubstr("the folder of 'inbox' is in that of 'outbox'")));
  EXPECT_THAT(of_folders("bots/in", "out"),
              ElementsAre(HasSubstr("the folder of 'inbox' is in that of 'agents'")));
  // Two equal folders are told once, also if they are written differently.
  EXPECT_THAT(of_folders("both", "x/../both"),
              ElementsAre(HasSubstr("the folder of 'inbox' is in that of 'outbox'; expected two "
                                    "separate folders")));
  EXPECT_THAT(of_folders("both/", "both"), testing::SizeIs(1));
  EXPECT_THAT(of_folders("inner", "inn"), IsEmpty()) << "a prefix of the name is no folder";
}

TEST_F(SeasonFile, DrawsItsSeeds) {
  EXPECT_THAT(season_errors(file("seed = \"mine\"\n", "")),
              ElementsAre(AllOf(HasSubstr("league.toml:6:8"),
                                HasSubstr("the seeds of a season are drawn"))));
}

TEST_F(SeasonFile, TakesAgentsIntoOnePlainFolder) {
  const auto of_agents = [&](const std::string& agents) {
    return season_errors("[league]\nrules = [\"koans\"]\nagents = " + agents + "\n");
  };
  EXPECT_THAT(of_agents("\"bots/*\""), IsEmpty());
  EXPECT_THAT(of_agents("\"here/bots/*\""), IsEmpty());
  for (const char* const agents : {"\"bots/ada\"", "\"b*/*\"", "\"bots/?\"", "\"bots[12]/*\""})
    EXPECT_THAT(of_agents(agents), ElementsAre(HasSubstr("into a folder of its own"))) << agents;
  EXPECT_THAT(season_errors("[league]\nrules = [\"koans\"]\n"),
              ElementsAre(HasSubstr("into a folder of its own")));
}

TEST_F(SeasonFile, NamesTheFormatsThatAgentsMayJoin) {
  EXPECT_THAT(
      season_errors("[league]\nrules = [\"koans\"]\nformat = \"knock-out\"\n"
                    "agents = \"bots/*\"\n"),
      ElementsAre(HasSubstr("a knock-out takes no agents after its start; expected format = "
                            "\"ladder\" or \"round-robin\" for a season, and this in "
                            "[final]")));
}

TEST_F(SeasonFile, TheFinalTakesAllAgentsOfTheSeason) {
  const auto of_limits = [&](const std::string& season, const std::string& final) {
    return errors(file(season, "[final]\nformat = \"round-robin\"\n" + final));
  };
  const std::string problem = "all agents of the season are in its final; expected 0";
  EXPECT_THAT(of_limits("", "max_per_author = 1\n"),
              ElementsAre(HasSubstr(problem + ", or no such key")));
  EXPECT_THAT(of_limits("max_per_author = 2\n", "max_per_author = 1\n"),
              ElementsAre(HasSubstr(problem + " or at least 2, or no such key")));
  EXPECT_THAT(of_limits("max_per_author = 2\n", "max_per_author = 2\n"), IsEmpty());
  EXPECT_THAT(of_limits("max_per_author = 2\n", "max_per_author = 3\n"), IsEmpty());
  EXPECT_THAT(of_limits("max_per_author = 2\n", "max_per_author = 0\n"), IsEmpty());
  EXPECT_THAT(of_limits("max_per_author = 2\n", ""), IsEmpty());
}

TEST_F(SeasonFile, TheFinalHasNoneOfTheSeasonsKeys) {
  EXPECT_THAT(errors(file("",
                          "[final]\nformat = \"round-robin\"\nname = \"x\"\nsite = true\n"
                          "agents = \"bots/*\"\n")),
              testing::UnorderedElementsAre(HasSubstr("'name' belongs to the season"),
                                            HasSubstr("'site' belongs to the season"),
                                            HasSubstr("'agents' belongs to the season")));
  EXPECT_TRUE(is_of_season("rules"));
  EXPECT_FALSE(is_of_season("deals"));
}

TEST_F(SeasonFile, ClosesAfterItOpens) {
  const auto of_times = [&](const std::string& closes) {
    return errors(file("", "[season]\nopens = 2026-09-01T08:00:00Z\ncloses = " + closes + "\n"));
  };
  EXPECT_THAT(of_times("2026-09-01T08:00:01Z"), IsEmpty());
  EXPECT_THAT(of_times("2026-09-01T08:00:00Z"), ElementsAre(HasSubstr("expected a later time")));
  EXPECT_THAT(of_times("2026-08-31T08:00:00Z"), ElementsAre(HasSubstr("expected a later time")));
}

TEST_F(SeasonFile, TheFinalInheritsWhatItDoesNotSay) {
  const std::string season =
      file("seats = 3\nmax_per_author = 2\nrank_by = \"points\"\nfocus = \"top\"\n",
           "[site]\ntitle = \"Autumn\"\n[limits]\nanswer_ms = 77\n[season]\ninbox = \"in\"\n"
           "[final]\nformat = \"round-robin\"\ndeals = 40\nmax_per_author = 0\n");
  const std::vector<Finalist> finalists{
      {"bots/ada", "ada", ""}, {"bots/bob", "bob", "Ben"}, {"bots/ada", "cy", ""}};
  write("final.toml", final_file(folder_ / "league.toml", season, "autumn", finalists));
  const store::League final = read_league_file(folder_ / "final.toml");
  EXPECT_EQ(final.name, "autumn-final");
  EXPECT_EQ(final.seats, 3);
  EXPECT_EQ(final.rank_by, store::RankBy::Points);
  EXPECT_EQ(final.max_per_author, 0) << "its own key";
  EXPECT_EQ(final.deals, 40);
  EXPECT_FALSE(final.format_keys.contains("focus")) << "a key of the ladder";
  EXPECT_EQ(final.divisions.front().definition->id, std::string("koans"));
  ASSERT_EQ(final.entrants.size(), 3U);
  EXPECT_EQ(final.entrants[0].agent.name, "ada");
  EXPECT_EQ(final.entrants[1].author, "Ben");
  EXPECT_EQ(final.entrants[2].agent.name, "cy");
}

TEST_F(SeasonFile, AFileThatCannotBeReadMakesNoFinal) {
  EXPECT_THROW((void)final_file(folder_ / "league.toml", "[league", "autumn", {}),
               LeagueFileErrors);
}

/// Returns a rule file with that id, in which a one scores `one`.
std::string rule_file(const std::string& id, int one) {
  return "[rules]\nid = \"" + id + "\"\n[score]\n\"1\" = " + std::to_string(one) +
         "\n\"5\" = 50\n[game]\ntarget = 3000\n";
}

/// Returns a season by these rules, with these keys of a knock-out in [final].
std::string season_by(const std::string& rules, const std::string& final) {
  return "[league]\nname = \"autumn\"\nrules = " + rules +
         "\nformat = \"ladder\"\nagents = \"bots/*\"\n"
         "[final]\nformat = \"knock-out\"\n" +
         final;
}

constexpr const char* kTable = R"({"divisions": [{"rules": "mine", "agents": [
{"name": "ada", "version": 1, "elo": 1}, {"name": "bob", "version": 1, "elo": 2}]}]})";

TEST_F(SeasonFile, TheFinalFindsTheSeasonsFilesFromItsOwnFolder) {
  write("mine.toml", rule_file("mine", 100));
  write("rules/plain", rule_file("plain", 70));
  write("real/rules/far.toml", rule_file("far", 80));
  fs::create_directory_symlink("../real/rules", folder_ / "rules/link");
  write("spring/table.json", kTable);
  const fs::path absolute = folder_ / "absolute.toml";
  write("absolute.toml", rule_file("absolute", 90));
  const std::string season =
      season_by("[\"koans\", \"./mine.toml\", \"rules/plain\", \"rules/link/far.toml\", \"" +
                    absolute.string() + "\"]",
                "seeding = \"spring/table.json\"\n");
  write("league.toml", season);
  fs::create_directories(folder_ / "real/out");
  fs::create_directory_symlink("real/out", folder_ / "out");
  for (const fs::path folder : {"autumn", "out/autumn", "rules"}) {
    fs::create_directories(folder_ / folder);
    const std::vector<Finalist> finalists{
        {fs::relative(folder_ / "bots/ada", folder_ / folder), "ada", ""},
        {fs::relative(folder_ / "bots/bob", folder_ / folder), "bob", ""}};
    write(folder / "final.toml",
          final_file(folder_ / "league.toml", season, "autumn", finalists, folder_ / folder));
    const store::League final = read_league_file(folder_ / folder / "final.toml");
    std::vector<std::string> ids;
    for (const store::DivisionSettings& division : final.divisions)
      ids.push_back(division.definition->id);
    EXPECT_THAT(ids, ElementsAre("koans", "mine", "plain", "far", "absolute")) << folder;
    EXPECT_EQ(final.format_keys.at("seeding").dump(), R"(["bob","ada"])") << folder;
  }
}

TEST_F(SeasonFile, AListOfSeedsIsNoFile) {
  const std::string season = season_by("[\"koans\"]", "seeding = [\"bob\"]\n");
  EXPECT_THAT(final_file(folder_ / "league.toml", season, "autumn", {}, folder_ / "out"),
              HasSubstr("seeding = [ 'bob' ]"));
  EXPECT_NO_THROW(check_seeding_file(folder_ / "league.toml", season, folder_ / "out"));
}

TEST_F(SeasonFile, TheTableOfTheFinalIsNeededBeforeTheSeasonUnlessItIsTheSeasonsOwn) {
  const auto seeding_errors = [&](const std::string& path) {
    return collect_errors([&] {
      check_seeding_file(folder_ / "league.toml",
                         season_by("[\"koans\"]", "seeding = \"" + path + "\"\n"),
                         folder_ / "out/autumn");
    });
  };
  const auto problem = HasSubstr(
      "league.toml:8:11: 'spring/table.json' cannot be read as the table.json of a "
      "league; expected one, or the names of agents as a list");
  EXPECT_THAT(seeding_errors("spring/table.json"), ElementsAre(problem));
  write("spring/table.json", R"({"divisions": []})");
  EXPECT_THAT(seeding_errors("spring/table.json"), ElementsAre(problem));
  write("spring/table.json", "[]");
  EXPECT_THAT(seeding_errors("spring/table.json"), ElementsAre(problem));
  write("spring/table.json", kTable);
  EXPECT_THAT(seeding_errors("spring/table.json"), IsEmpty());
  EXPECT_THAT(seeding_errors("out/autumn/table.json"), IsEmpty());
  EXPECT_THAT(seeding_errors("out/table.json"), testing::SizeIs(1));
}

TEST_F(SeasonFile, ASeasonThatRunsKeepsItsRulesForItsFinal) {
  write("mine.toml", rule_file("mine", 100));
  const std::string season = season_by("[\"./mine.toml\"]", "");
  write("league.toml", season);
  KeptRules kept;
  const auto definition = [](const store::League& league) {
    return league.divisions.front().definition;
  };
  const auto read_again = [&](KeptRules& rules) {
    return definition(read_growing_league(folder_ / "league.toml", season, rules));
  };
  const rules::Definition* const before = read_again(kept);
  const std::vector<Finalist> finalists{{"../../bots/ada", "ada", ""},
                                        {"../../bots/bob", "bob", ""}};
  for (const std::string& text : {rule_file("mine", 200), std::string("[rules")}) {
    write("mine.toml", text);
    EXPECT_EQ(read_again(kept), before);
  }
  write("mine.toml", rule_file("mine", 200));
  write("out/autumn/final.toml",
        final_file(folder_ / "league.toml", season, "autumn", finalists, folder_ / "out/autumn"));
  EXPECT_EQ(definition(read_league_file(folder_ / "out/autumn/final.toml", kept)), before);
  fs::remove(folder_ / "mine.toml");
  EXPECT_EQ(read_again(kept), before);
  write("mine.toml", rule_file("mine", 200));
  KeptRules fresh;
  EXPECT_NE(read_again(fresh), before);
}

}  // namespace
}  // namespace danno::leagues::schedule
