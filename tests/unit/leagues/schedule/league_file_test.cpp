#include "leagues/schedule/league_file.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "leagues/schedule/season_file.hpp"
#include "tests/unit/written_league.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

namespace danno::leagues::schedule {
namespace {

using entrants::Entrant;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using LeagueFile = WrittenLeague;

TEST_F(LeagueFile, AMissingRuleFileIsOneProblemAndIsSeenFromTheLeague) {
  const std::string league =
      "[league]\nrules = [\"rules/ours.toml\"]\n[rules.ours]\ntarget = 500\n"
      "[[agent]]\npath = \"bots/ada\"\n[[agent]]\npath = \"bots/bob\"\n";
  add_agent("ada");
  add_agent("bob");
  EXPECT_THAT(errors(league),
              ElementsAre("league.toml:2:9: no rule file 'rules/ours.toml'; expected its path "
                          "relative to this file"));
  write("rules/ours.toml", "[rules]\nid = \"ours\"\n[score]\n\"1\" = 100\n[game]\ntarget = 900\n");
  EXPECT_EQ(read(league).divisions.front().parameters.target, 500);
}

TEST_F(LeagueFile, RuleSetsDifferInMoreThanTheCaseOfTheirIds) {
  add_agent("ada");
  add_agent("bob");
  for (const std::string id : {"ours", "OURS"}) {
    write("rules/" + id + ".toml",
          "[rules]\nid = \"" + id + "\"\n[score]\n\"1\" = 100\n[game]\ntarget = 900\n");
  }
  EXPECT_THAT(errors("[league]\nrules = [\"rules/ours.toml\", \"rules/OURS.toml\"]\n"
                     "agents = \"bots/*\"\n"),
              ElementsAre("league.toml:2:9: the rule set 'OURS' is named twice; upper and lower "
                          "case count as the same"));
}

TEST_F(LeagueFile, EveryKeyIsRead) {
  add_agent("ada");
  add_agent("bob");
  const store::League league = read(R"(
[league]
name = "spring"
rules = ["koans", "official"]
format = "round-robin"
seats = 2
deals = 7
mirror = false
rank_by = "points"
rating = "plackett-luce"
agents = "bots/*"
max_per_author = 1
seed = "s"
[limits]
answer_ms = 1
start_ms = 2
max_faults = 3
memory_mb = 4
isolation = "confined"
freeze = false
fresh = "line-up"
[rules.official]
target = 5000
newcomer_accepts = false
)");
  EXPECT_EQ(league.name, "spring");
  ASSERT_EQ(league.divisions.size(), 2U);
  EXPECT_EQ(league.divisions[0].parameters.target, 3000);
  EXPECT_EQ(league.divisions[1].parameters.target, 5000);
  EXPECT_FALSE(league.divisions[1].parameters.newcomer_accepts);
  EXPECT_EQ(league.deals, 7);
  EXPECT_FALSE(league.mirror);
  EXPECT_EQ(league.rank_by, store::RankBy::Points);
  EXPECT_EQ(league.rating->id, "plackett-luce");
  EXPECT_EQ(league.max_per_author, 1);
  EXPECT_EQ(league.seed, "s");
  EXPECT_EQ(league.limits.answer.count(), 1);
  EXPECT_EQ(league.limits.start.count(), 2);
  EXPECT_EQ(league.limits.max_faults, 3);
  EXPECT_EQ(league.limits.memory_mb, 4);
  EXPECT_EQ(league.limits.isolation, referee::sandbox::Isolation::Confined);
  EXPECT_EQ(league.limits.freeze, false);
  EXPECT_EQ(league.limits.fresh, referee::protocol::RestartPolicy::LineUp);
  ASSERT_EQ(league.entrants.size(), 2U);
  EXPECT_EQ(league.entrants[1].agent.name, "bob");
  EXPECT_EQ(league.entrants[1].agent.folder, fs::canonical(folder_ / "bots/bob"));
  EXPECT_EQ(league.entrants[1].agent.problem, "");
}

TEST_F(LeagueFile, AllErrorsAreToldAtOnceWithTheirPlaces) {
  add_agent("ada");
  add_agent("bob");
  EXPECT_THAT(
      errors(R"([league]
rules = ["koan"]
agents = "bots/*"
game_per_pair = 4
deals = 0
seats = "two"
[limits]
isolation = "strickt"
[rules.official]
target = 5
)"),
      ElementsAre("league.toml:2:9: no rule set 'koan'; did you mean 'koans'?",
                  "league.toml:4:1: unknown key 'game_per_pair'; did you mean 'deals'?",
                  HasSubstr("league.toml:5:9: 'deals' is 0; expected a whole number from 1"),
                  HasSubstr("league.toml:6:9: 'seats' is a string; expected a whole number"),
                  "league.toml:8:13: 'isolation' is 'strickt'; did you mean 'strict'?",
                  HasSubstr("league.toml:9:8: [rules.official]: 'official' is not among")));
}

TEST_F(LeagueFile, UnknownParametersAreNamed) {
  add_agent("ada");
  add_agent("bob");
  EXPECT_THAT(
      errors("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n[rules.koans]\ntargt = 5\n"),
      ElementsAre("league.toml:5:1: unknown key 'targt'; did you mean 'target'?"));
  EXPECT_THAT(
      errors("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n[rules.koans]\ntarget = \"x\"\n"),
      ElementsAre(HasSubstr("league.toml:5:10: 'target' of koans: ")));
}

TEST_F(LeagueFile, AnEntryAboveTheTargetIsRefused) {
  add_agent("ada");
  add_agent("bob");
  EXPECT_THAT(
      errors("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n[rules.koans]\nentry = 900\n"
             "target = 500\n"),
      ElementsAre("league.toml:4:1: [rules.koans]: the entry 900 is above the target 500; expected "
                  "an entry of at most the target"));
}

TEST_F(LeagueFile, ALeagueNeedsRulesAndEnoughAgents) {
  add_agent("ada");
  EXPECT_THAT(errors("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n"),
              ElementsAre("league.toml:3:10: 1 agent for tables of 2 seats; expected at least 2"));
  EXPECT_THAT(
      errors("[league]\nrules = [\"koans\"]\nagents = \"none/*\"\n"),
      ElementsAre(HasSubstr("league.toml:3:10: no folder with agent.toml matches 'none/*'")));
  EXPECT_THAT(errors("[league]\nagents = \"bots/*\"\n"),
              ElementsAre(HasSubstr("no 'rules' in [league]")));
  EXPECT_THAT(errors("deals = 3\n"),
              ElementsAre(HasSubstr("no [league]"),
                          "league.toml:1:1: 'deals' belongs to [league], and not here"));
  EXPECT_THAT(errors("pages = 3\n"),
              ElementsAre(HasSubstr("no [league]"),
                          "league.toml:1:1: unknown key 'pages'; expected league, limits, rules, "
                          "agent, site, season, final"));
}

TEST_F(LeagueFile, SyntaxErrorsAndMissingFilesHaveAPlace) {
  EXPECT_THAT(errors("[league\n"), ElementsAre(HasSubstr("league.toml:1:8: ")));
  EXPECT_THROW((void)schedule::read_league_file(folder_ / "missing.toml"), LeagueFileErrors);
  EXPECT_THROW((void)schedule::read_league_file(folder_), LeagueFileErrors);
}

TEST_F(LeagueFile, TwoAgentsOfOneNameAreAnError) {
  add_agent("ada");
  write("bots/eve/agent.toml", "name = \"ada\"\nrun = [\"sh\"]\n");
  EXPECT_THAT(errors("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n"),
              ElementsAre(HasSubstr("league.toml:3:10: two agents are named 'ada'")));
}

TEST_F(LeagueFile, AgentsMayBeToldOneByOne) {
  add_agent("ada");
  write("x.sh", "");
  const store::League league = read(R"([league]
rules = ["koans"]
[[agent]]
path = "bots/ada"
[[agent]]
name = "eve"
author = "me"
run = ["sh", "x.sh"]
)");
  ASSERT_EQ(league.entrants.size(), 2U);
  EXPECT_EQ(league.entrants[1].agent.name, "eve");
  EXPECT_EQ(league.entrants[1].author, "me");
  EXPECT_EQ(league.entrants[1].agent.folder, fs::canonical(folder_));
  EXPECT_THAT(errors("[league]\nrules = [\"koans\"]\n[[agent]]\npath = "
                     "\"bots/ada\"\n[[agent]]\npath = \"bots/none\"\n"),
              ElementsAre(HasSubstr("league.toml:5:1: no program, folder or bundled agent")));
}

TEST_F(LeagueFile, ABrokenAgentIsNoReasonToRefuseTheLeague) {
  add_agent("ada");
  write("bots/bad/agent.toml", "name = \n");
  write("bots/gone/agent.toml", "name = \"gone\"\nrun = [\"./gone\"]\n");
  write("bots/notes/readme", "");
  const store::League league = read("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n");
  ASSERT_EQ(league.entrants.size(), 3U);
  EXPECT_EQ(league.entrants[1].agent.name, "bad");
  EXPECT_THAT(league.entrants[1].agent.problem, HasSubstr("agent.toml:1:"));
  EXPECT_THAT(league.entrants[2].agent.problem, HasSubstr("no program '"));
  EXPECT_THAT(league.notes, ElementsAre(HasSubstr("bots/notes has no agent.toml")));
}

TEST_F(LeagueFile, MaxPerAuthorCountsAuthors) {
  for (const char* const name : {"a1", "a2"})
    write(std::string("bots/") + name + "/agent.toml",
          std::string("name = \"") + name + "\"\nrun = [\"sh\"]\nauthor = \"a\"\n");
  EXPECT_THAT(errors("[league]\nrules = [\"koans\"]\nmax_per_author = 1\nagents = \"bots/*\"\n"),
              ElementsAre(HasSubstr("more than max_per_author = 1 agents of the author 'a'")));
  add_agent("b1");
  EXPECT_THAT(errors("[league]\nrules = [\"koans\"]\nmax_per_author = 2\nagents = \"bots/*\"\n"),
              IsEmpty());
}

TEST_F(LeagueFile, RefusesALeagueInWhichNoAgentsMayMeet) {
  const auto add = [&](const std::string& name, const std::string& author) {
    write("bots/" + name + "/agent.toml",
          "name = \"" + name + "\"\nrun = [\"sh\"]\nauthor = \"" + author + "\"\n");
  };
  for (const char* const name : {"a1", "a2", "a3"})
    add(name, "a");
  const auto errors_in = [&](const std::string& keys) {
    return errors("[league]\nrules = [\"koans\"]\nmax_per_author = 3\nagents = \"bots/*\"\n" +
                  keys);
  };
  for (const char* const format : {"round-robin", "gauntlet", "tournament", "swiss", "ladder"}) {
    EXPECT_THAT(errors_in("format = \"" + std::string(format) + "\"\n"),
                ElementsAre("league.toml:3:18: the agents of only 1 author cannot fill a table of "
                            "2; expected more authors, or no 'max_per_author'"))
        << format;
  }
  add("b1", "b");
  EXPECT_THAT(errors_in(""), IsEmpty());
  EXPECT_THAT(errors_in("seats = 3\n"),
              ElementsAre(HasSubstr("the agents of only 2 authors cannot fill a table of 3")));
  add("c1", "");
  EXPECT_THAT(errors_in("seats = 3\n"), IsEmpty());
}

TEST(AgentWords, AreSplitAsAShellSplitsThem) {
  EXPECT_THAT(entrants::split_words(" b=hold  --at\t350 "), ElementsAre("b=hold", "--at", "350"));
  EXPECT_THAT(entrants::split_words("a 'b c' \"d \\\"e\" f\\ g ''"),
              ElementsAre("a", "b c", "d \"e", "f g", ""));
  EXPECT_THROW((void)entrants::split_words("'a"), entrants::AgentError);
}

TEST(AgentWords, NameAProgramWithItsFolder) {
  const Entrant entrant = entrants::find_agent("me=/bin/sh -c true");
  EXPECT_EQ(entrant.agent.name, "me");
  EXPECT_THAT(entrant.agent.command, ElementsAre(HasSubstr("/"), "-c", "true"));
  EXPECT_EQ(entrant.agent.problem, "");
  EXPECT_THROW((void)entrants::find_agent("nosuchprogram"), entrants::AgentError);
  EXPECT_THROW((void)entrants::find_agent("a@2=sh"), entrants::AgentError);
  EXPECT_THROW((void)entrants::find_agent(""), entrants::AgentError);
}

TEST_F(LeagueFile, AnInterpreterOfTheSystemRunsBesideItsScript) {
  write("me.py", "");
  const Entrant entrant = entrants::find_agent("/bin/sh " + (folder_ / "me.py").string());
  EXPECT_EQ(entrant.agent.folder, std::filesystem::canonical(folder_));
  EXPECT_EQ(entrant.agent.name, "me");
}

TEST(AgentWords, NoAgentIsShownTheWholeMachine) {
  const Entrant entrant = entrants::find_command({"/nosuchprogram"}, "/");
  EXPECT_THAT(entrant.agent.problem, HasSubstr("'/nosuchprogram'"));
  EXPECT_NE(entrant.agent.folder, "/");
}

TEST(AgentWords, AProgramThatIsMissingWithItsFolderStillHasAFolderToStartIn) {
  const Entrant entrant = entrants::find_command({"nosuchfolder/program"}, "/");
  EXPECT_THAT(entrant.agent.problem, HasSubstr("'nosuchfolder/program'"));
  EXPECT_TRUE(std::filesystem::is_directory(entrant.agent.folder));
}

TEST(AgentWords, NumberNamesakes) {
  std::vector<Entrant> entrants(3);
  for (Entrant& entrant : entrants)
    entrant.agent.name = "hold";
  entrants::disambiguate_names(entrants);
  EXPECT_EQ(entrants[0].agent.name, "hold");
  EXPECT_EQ(entrants[1].agent.name, "hold#2");
  EXPECT_EQ(entrants[2].agent.name, "hold#3");
}

TEST(AgentWords, NamesakesOfSeveralFoldersAreNamedByThem) {
  std::vector<Entrant> entrants(5);
  const char* folders[] = {"/x/old/ada", "/x/new/ada", "/x/new/ada", "/y/bob", "/y/bob"};
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    entrants[i].agent.folder = folders[i];
    entrants[i].agent.name = i < 3 ? "mybot" : "bob";
  }
  entrants::disambiguate_names(entrants);
  std::vector<std::string> names;
  for (const Entrant& entrant : entrants)
    names.push_back(entrant.agent.name);
  EXPECT_THAT(names, ElementsAre("old/ada", "new/ada", "new/ada#2", "bob", "bob#2"));
}

TEST_F(LeagueFile, APathWithBlanksIsOneWord) {
  const std::string name = "Jane Doe_123_file";
  add_agent(name);
  const std::string folder = (folder_ / "bots" / name).string();
  EXPECT_EQ(entrants::find_agent(folder).agent.name, name);
  EXPECT_EQ(entrants::find_agent("me=" + folder).agent.name, "me");
  EXPECT_EQ(entrants::find_agent("'" + folder + "' --at 3").agent.command.size(), 3U);
}

TEST_F(LeagueFile, BracketsInTheNameOfItsFolderAreNoPattern) {
  add_agent("ada");
  add_agent("bob");
  const fs::path other = folder_ / "week [1]*";
  fs::create_directory(other);
  fs::rename(folder_ / "bots", other / "bots");
  write("week [1]*/league.toml", "[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n");
  EXPECT_EQ(schedule::read_league_file(other / "league.toml").entrants.size(), 2U);
}

TEST(AgentWords, ANameThatTheUserGaveIsOneAgentsAlone) {
  for (const std::size_t named : {0U, 1U}) {
    std::vector<Entrant> entrants(2);
    for (Entrant& entrant : entrants)
      entrant.agent.name = "a";
    entrants[named].named = true;
    EXPECT_THROW(entrants::disambiguate_names(entrants), entrants::AgentError);
  }
}

TEST_F(LeagueFile, AChangedFileIsAnotherContent) {
  add_agent("ada");
  const Entrant ada = entrants::read_agent_folder(folder_ / "bots/ada");
  const std::string before = entrants::content_hash(ada);
  write("bots/ada/__pycache__/x.pyc", "left behind");
  EXPECT_EQ(entrants::content_hash(ada), before);
  write("bots/ada/more.py", "x");
  EXPECT_NE(entrants::content_hash(ada), before);
}

TEST_F(LeagueFile, ACopyUnderAnotherNameIsTheSameProgram) {
  const auto add = [&](const std::string& name, const std::string& manifest) {
    write("bots/" + name + "/agent.toml", manifest);
    write("bots/" + name + "/bot.sh", "exit 0");
    return entrants::read_agent_folder(folder_ / "bots" / name);
  };
  const Entrant ada = add("ada", "name = 'ada'\nrun = ['sh', 'bot.sh']\n");
  const std::string before = entrants::program_hash(ada);
  EXPECT_EQ(entrants::program_hash(
                add("eve", "run = ['sh', 'bot.sh']\nname = 'eve'  # mine\nauthor = 'Eve'\n")),
            before);
  EXPECT_NE(entrants::program_hash(add("run", "name = 'run'\nrun = ['sh', '-e', 'bot.sh']\n")),
            before);
  EXPECT_NE(entrants::program_hash(
                add("build", "name = 'build'\nrun = ['sh', 'bot.sh']\nbuild = ['make']\n")),
            before);
  write("bots/ada/bot.sh", "exit 1");
  EXPECT_NE(entrants::program_hash(ada), before);
}

TEST_F(LeagueFile, AGauntletsChallengersAreTheFirstAgentOrThoseNamed) {
  for (const char* name : {"ada", "bob", "cas"})
    add_agent(name);
  const std::string head =
      "[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\nformat = \"gauntlet\"\n";
  EXPECT_THAT(read(head).challengers, ElementsAre("ada"));
  EXPECT_THAT(read(head + "challengers = [\"cas\", \"bob\"]\n").challengers,
              ElementsAre("cas", "bob"));
  EXPECT_THAT(errors(head + "challengers = [\"bib\"]\n"),
              ElementsAre("league.toml:5:15: no agent 'bib'; did you mean 'bob'?"));
  EXPECT_THAT(errors(head + "challengers = [\"ada\", \"bob\", \"cas\"]\n"),
              ElementsAre(HasSubstr("expected some of both")));
  EXPECT_THAT(errors(head + "seats = 3\n"), ElementsAre(HasSubstr("a gauntlet has two seats")));
}

TEST_F(LeagueFile, SaysHowAgentsAreNamedWhereNoneAre) {
  EXPECT_THAT(
      errors("[league]\nrules = [\"koans\"]\n"),
      ElementsAre("league.toml:1:1: no 'agents' in [league]; expected agents = \"bots/*\", the "
                  "agents' folders, or tables [[agent]]"));
  EXPECT_THAT(errors("[league]\nrules = [\"koans\"]\nagents = 5\n"),
              ElementsAre(HasSubstr("3:10: 'agents' is")));
}

TEST_F(LeagueFile, RefusesEmptyPathsOfAgents) {
  const std::string head = "[league]\nrules = [\"koans\"]\n";
  EXPECT_THAT(errors(head + "agents = \"\"\n"),
              ElementsAre("league.toml:3:10: 'agents' is empty; expected agents = \"bots/*\", the "
                          "agents' folders"));
  // An empty path is that of the league file's own folder, which may be an agent's.
  write("agent.toml", "name = \"ada\"\nrun = [\"sh\"]\n");
  EXPECT_THAT(errors(head + "[[agent]]\npath = \"\"\n"),
              ElementsAre("league.toml:4:8: 'path' is empty; expected the agent's folder, or its "
                          "program"));
  EXPECT_THAT(errors(head + "[[agent]]\nname = \"ada\"\nrun = [\"\"]\n"),
              ElementsAre("league.toml:5:7: 'run' names no program; expected as in run = "
                          "[\"hold\"]"));
}

TEST_F(LeagueFile, SuggestsTheFoldersInsideTheOneThatIsNamed) {
  add_agent("ada");
  for (const char* const folder : {"bots", "bots/"}) {
    EXPECT_THAT(errors("[league]\nrules = [\"koans\"]\nagents = \"" + std::string(folder) + "\"\n"),
                ElementsAre(HasSubstr("; did you mean 'bots/*'?")));
  }
}

TEST_F(LeagueFile, ALadderHasNoNumberOfDealsAndEndsAsItSays) {
  for (const char* name : {"ada", "bob"})
    add_agent(name);
  const std::string head =
      "[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\nformat = \"ladder\"\n";
  EXPECT_EQ(read(head).deals, 0);
  const base::Json keys = read(head + "focus = \"top\"\nuntil = {error = 10}\n").format_keys;
  EXPECT_EQ(keys.at("focus"), base::Json("top"));
  EXPECT_EQ(keys.at("until").at("error").get<double>(), 10);
  EXPECT_THAT(errors(head + "deals = 3\n"), ElementsAre(HasSubstr("no fixed number of deals")));
  EXPECT_THAT(errors(head + "until = {error = 0}\n"),
              ElementsAre("league.toml:5:18: 'error' is 0; expected a number from 0.1 to 1000"));
  EXPECT_THAT(errors(head + "until = {eror = 1}\n"),
              ElementsAre(HasSubstr("did you mean 'error'")));
  EXPECT_THAT(errors("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\nfocus = \"top\"\n"),
              ElementsAre(HasSubstr("is for format = \"ladder\"")));
}

TEST_F(LeagueFile, ATournamentHasItsOwnScheme) {
  for (const char* name : {"ada", "bob"})
    add_agent(name);
  const std::string head =
      "[league]\nrules = [\"tyghe\"]\nagents = \"bots/*\"\nformat = \"tournament\"\n";
  const store::League league = read(head + "[rules.tyghe]\nentry = 300\n");
  const store::DivisionSettings& tyghe = league.divisions.at(0);
  EXPECT_EQ(tyghe.parameters_for(2).target, tyghe.definition->defaults(2).target);
  EXPECT_EQ(tyghe.parameters_for(3).target, tyghe.definition->defaults(3).target);
  EXPECT_EQ(tyghe.parameters_for(3).entry, 300);
  EXPECT_EQ(read(head + "repeat = 3\n").format_keys.at("repeat").get<int>(), 3);
  EXPECT_THAT(errors(head + "deals = 3\n"), ElementsAre(HasSubstr("no 'deals' beside it")));
  EXPECT_THAT(errors("[league]\nrules = [\"tyghe\"]\nagents = \"bots/*\"\nrepeat = 3\n"),
              ElementsAre(HasSubstr("'repeat' is for")));
  EXPECT_THAT(errors(head + "challengers = [\"ada\"]\n"),
              ElementsAre(HasSubstr("'challengers' is for format")));
}

TEST_F(LeagueFile, WhatItSaysOfPagesIsReadApart) {
  write("league.toml", R"(
[league]
rules = ["koans"]
site = true
[site]
title = "Spring"
games = 12
faults = "details"
authors = false
address = "https://example.org/"
)");
  const SiteKeys keys = read_league_terms(folder_ / "league.toml").site;
  EXPECT_TRUE(keys.wanted);
  EXPECT_EQ(keys.title, "Spring");
  EXPECT_EQ(keys.about, std::nullopt);
  EXPECT_EQ(keys.games, "12");
  EXPECT_EQ(keys.faults, "details");
  EXPECT_EQ(keys.authors, false);
  EXPECT_EQ(keys.address, "https://example.org/");
}

TEST_F(LeagueFile, AllThatIsWrongWithPagesIsTold) {
  add_agent("ada");
  add_agent("bob");
  EXPECT_THAT(errors(R"([league]
rules = ["koans"]
agents = "bots/*"
site = 1
[site]
titel = "Spring"
games = "many"
faults = "some"
address = "ftp://example.org/"
)"),
              ElementsAre(HasSubstr("4:8: 'site' is a whole number; expected true or false"),
                          HasSubstr("6:1: unknown key 'titel'; did you mean 'title'?"),
                          HasSubstr("7:9: 'games': expected a number from 0, or \"all\""),
                          HasSubstr("8:10: 'faults'"),
                          HasSubstr("9:11: 'address': expected where the site will be")));
}

constexpr const char* kSeason = R"(
[league]
name = "autumn"
rules = ["koans"]
format = "ladder"
agents = "bots/*"
until = { error = 10 }
seats = 3
)";

TEST_F(LeagueFile, WhatItSaysOfASeasonIsReadApart) {
  write("league.toml", std::string(kSeason) + R"(
[season]
inbox = "in"
opens = 2026-09-01T08:00:00+02:00
closes = "2026-12-01T18:00:00Z"
max_per_day = 3
max_mb = 2
max_files = 7
public = "standings"
[final]
format = "swiss"
seats = 2
rounds = 3
deals = 40
)");
  using namespace std::chrono;
  const SeasonKeys keys = read_season_keys(folder_ / "league.toml");
  EXPECT_EQ(keys.inbox, folder_ / "in");
  EXPECT_EQ(keys.outbox, folder_ / "outbox");
  EXPECT_EQ(keys.intake, folder_ / "bots");
  EXPECT_EQ(keys.opens, sys_days(2026y / September / 1) + 6h);
  EXPECT_EQ(keys.closes, sys_days(2026y / December / 1) + 18h);
  EXPECT_EQ(keys.max_per_day, 3);
  EXPECT_EQ(keys.limits().bytes, 2U << 20);
  EXPECT_EQ(keys.limits().files, 7U);
  EXPECT_EQ(keys.games, PublicGames::None);
  EXPECT_TRUE(keys.has_final);
}

TEST_F(LeagueFile, TheFinalIsALeagueFileOfTheSeasonsRulesAndItsOwnKeys) {
  const std::string season = std::string(kSeason) + R"(
[limits]
answer_ms = 77
[[agent]]
path = "hold"
[final]
format = "round-robin"
seats = 2
deals = 40
seed = "open"
)";
  add_agent("ada");
  add_agent("bob");
  const std::vector<Finalist> finalists{{"bots/ada", "ada", "Ada L."}, {"bots/bob", "bob", ""}};
  write("final.toml", final_file(folder_ / "league.toml", season, "autumn", finalists));
  const store::League final = schedule::read_league_file(folder_ / "final.toml");
  EXPECT_EQ(final.name, "autumn-final");
  EXPECT_EQ(final.format, "round-robin");
  EXPECT_EQ(final.seats, 2);
  EXPECT_EQ(final.deals, 40);
  EXPECT_EQ(final.seed, "open");
  EXPECT_EQ(final.limits.answer, std::chrono::milliseconds(77));
  ASSERT_EQ(final.entrants.size(), 2U);
  EXPECT_EQ(final.entrants[0].author, "Ada L.");
  EXPECT_EQ(final.entrants[1].agent.name, "bob");
}

TEST_F(LeagueFile, AllThatIsWrongWithASeasonIsToldAtItsPlace) {
  add_agent("ada");
  add_agent("bob");
  add_agent("cas");
  EXPECT_THAT(errors(std::string(kSeason) + R"(
[season]
opens = 2026-09-01T08:00:00
closes = "soon"
max_per_day = 0
public = "all"
inboxx = "in"
[final]
rules = ["koans"]
)"),
              ElementsAre(HasSubstr("league.toml:11:9: 'opens': expected a date and time"),
                          HasSubstr("league.toml:12:10: 'closes': expected a date and time"),
                          HasSubstr("league.toml:13:15: 'max_per_day' is 0"),
                          HasSubstr("league.toml:14:10: 'public' is 'all'"),
                          HasSubstr("league.toml:15:1: unknown key 'inboxx'; did you mean 'inbox'"),
                          HasSubstr("league.toml:17:9: 'rules' belongs to the season")));
  EXPECT_THAT(errors(std::string(kSeason) + R"([season]
opens = 2026-09-01T08:00:00Z
closes = 2026-09-01T08:00:00Z
)"),
              ElementsAre(HasSubstr("league.toml:11:10: 'closes' is not after 'opens'")));
  EXPECT_THAT(errors(std::string(kSeason) + "[final]\nformat = \"swiss\"\n"),
              ElementsAre(HasSubstr("two seats")));
  EXPECT_THAT(errors(std::string(kSeason) + "[final]\ndeelz = 3\n"),
              ElementsAre(HasSubstr("league.toml:10:1: unknown key 'deelz'")));
  EXPECT_THAT(errors(std::string(kSeason) + "[final]\nformat = \"ladder\"\n"),
              ElementsAre(HasSubstr("league.toml:9:1: a final of format = \"ladder\" never ends")));
}

TEST_F(LeagueFile, ASeasonTakesAgentsIntoAFolderOfItsOwnAndGrows) {
  add_agent("ada");
  add_agent("bob");
  const auto season_errors = [&](const std::string& keys) -> std::vector<std::string> {
    write("league.toml", "[league]\nrules = [\"koans\"]\n" + keys);
    try {
      (void)read_season_keys(folder_ / "league.toml");
    } catch (const LeagueFileErrors& errors) {
      return errors.lines();
    }
    return {};
  };
  EXPECT_THAT(season_errors("agents = \"bots/*\"\n"), IsEmpty());
  EXPECT_THAT(season_errors("agents = \"bots/a*\"\n"),
              ElementsAre(HasSubstr("league.toml:3:10: a season takes agents into a folder")));
  EXPECT_THAT(season_errors("format = \"swiss\"\nagents = \"bots/*\"\n"),
              ElementsAre(HasSubstr("league.toml:3:10: a swiss takes no agents after its start")));
}

TEST_F(LeagueFile, OfALeagueThatGrowsThereMayBeTooFewAgents) {
  write("league.toml", kSeason);
  const fs::path file = folder_ / "league.toml";
  schedule::KeptRules kept;
  EXPECT_THAT(schedule::read_growing_league(file, kSeason, kept).entrants, IsEmpty());
  add_agent("ada");
  EXPECT_EQ(schedule::read_growing_league(file, kSeason, kept).entrants.size(), 1U);
  EXPECT_THROW((void)schedule::read_league_file(folder_ / "league.toml"), LeagueFileErrors);
}

TEST_F(LeagueFile, AnAgentOfAnIntakeIsTheOneThatItVouchesFor) {
  write("bots/Eve%2Fada/agent.toml", "name = \"ada\"\nrun = [\"sh\"]\nauthor = \"Ada L.\"\n");
  add_agent("bob");
  write("bots/versions.ndjson", R"({"name":"ada","author":"Eve","version":1,"hash":"0"})"
                                "\n{\"name\":\"bo");
  const store::League league = read("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n");
  EXPECT_EQ(league.entrants[0].author, "Eve");
  EXPECT_EQ(league.entrants[1].author, "");
  // A version without a line has no author that anybody vouches for.
  fs::create_directory_symlink(".store/1", folder_ / "bots/cy");
  write("bots/.store/1/agent.toml", "name = \"cy\"\nrun = [\"sh\"]\nauthor = \"Ada L.\"\n");
  EXPECT_THAT(errors("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n"),
              ElementsAre(HasSubstr("bots/cy is not in bots/versions.ndjson; hand it in again")));
}

TEST_F(LeagueFile, TwoAuthorsMayHaveAnAgentOfOneName) {
  write("bots/a/agent.toml", "name = \"ada\"\nrun = [\"sh\"]\nauthor = \"Ann\"\n");
  write("bots/b/agent.toml", "name = \"ada\"\nrun = [\"sh\"]\nauthor = \"Ben\"\n");
  write("bots/c/agent.toml", "name = \"cy\"\nrun = [\"sh\"]\nauthor = \"Ben\"\n");
  const auto text = [](const std::string& challengers) {
    return "[league]\nrules = [\"koans\"]\nformat = \"gauntlet\"\nagents = \"bots/*\"\nchallengers "
           "= [" +
           challengers + "]\n";
  };
  const store::League league = read(text("\"Ben/ada\", \"cy\""));
  EXPECT_EQ(league.entrants[0].agent.name, "Ann/ada");
  EXPECT_EQ(league.entrants[1].agent.name, "Ben/ada");
  EXPECT_EQ(league.entrants[2].agent.name, "cy");
  EXPECT_THAT(league.challengers, ElementsAre("Ben/ada", "Ben/cy"));
  EXPECT_THAT(
      errors(text("\"ada\"")),
      ElementsAre(HasSubstr("several agents are named 'ada'; expected one of Ann/ada, Ben/ada")));
  write("bots/d/agent.toml", "name = \"ada\"\nrun = [\"sh\"]\nauthor = \"Ann\"\n");
  EXPECT_THAT(errors(text("\"cy\"")), ElementsAre(HasSubstr("two agents are named 'ada' (")));
}

}  // namespace
}  // namespace danno::leagues::schedule
