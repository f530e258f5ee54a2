// The files beside league.db are compared with the store: their presence, every figure of
// table.json, the reports of faults, and seeds that were published once.
#include "leagues/verify/published.hpp"

#include <functional>

#include "leagues/base/json.hpp"
#include "tests/unit/evidence.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues::verify {
namespace {

using base::Json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// A league of koans in which ada crashes twice in each line-up.
class PublishedFiles : public PlayedLeague {
 protected:
  PublishedFiles() {
    const rules::Definition* const koans = rules::find_definition("koans");
    league_.divisions.push_back({koans, koans->defaults(2)});
    league_.deals = 8;
  }
};

// --- tables ----------------------------------------------------------------------------------

TEST_F(PublishedFiles, ATableThatIsAFolderIsFound) {
  play();
  fs::remove(out() / "table.csv");
  fs::create_directory(out() / "table.csv");
  EXPECT_EQ(problem(), "table.csv: it is not a file");
}

TEST_F(PublishedFiles, ALeagueWithoutTablesLacksOnlyTheFirstOfThem) {
  play();
  sql("DELETE FROM published");
  for (const char* const name : site::kTableNames)
    fs::remove(out() / name);
  const Verification found = verified();
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_THAT(found.notes, ElementsAre("there is no table.json to compare with"));
}

TEST_F(PublishedFiles, EveryKindOfDifferenceInTableJsonIsFoundAtItsPlace) {
  play();
  const std::string published = read("table.json");
  const auto problem_after = [&](const std::function<void(Json & division)>& change) {
    Json json = base::parse_json(published);
    change(json.at("divisions").at(0));
    write("table.json", base::dump(json));
    return problem();
  };
  EXPECT_THAT(problem_after([](Json& division) { division["days"] = 5; }),
              StartsWith("table.json: /divisions/0/days is 5; the games give ["));
  EXPECT_EQ(problem_after([](Json& division) { division["games"] = Json::array({48}); }),
            "table.json: /divisions/0/games is [48]; the games give 48");
  EXPECT_EQ(problem_after([](Json& division) { division["games"] = Json::object(); }),
            "table.json: /divisions/0/games is {}; the games give 48");
  EXPECT_THAT(problem_after([](Json& division) { division["seeds"].clear(); }),
              StartsWith("table.json: /divisions/0/seeds/0 is missing; the games give {"));
  EXPECT_EQ(problem_after([](Json& division) { division["seeds"].push_back(7); }),
            "table.json: /divisions/0/seeds/1 is 7; the games give none");
  // Everything before it is equal, lists and their ends, too.
  EXPECT_THAT(problem_after([](Json& division) { division["head_to_head"] = 5; }),
              StartsWith("table.json: /divisions/0/head_to_head is 5; the games give {"));
  EXPECT_EQ(problem_after([](Json& division) { division["won_by"] = "eve"; }),
            "table.json: /divisions/0/won_by is \"eve\"; the games give none");
  write("table.json", published);
  EXPECT_EQ(problem(), "");
}

// --- what the tables stand on ----------------------------------------------------------------

TEST_F(PublishedFiles, ARowThatWasAddedIsFound) {
  play();
  sql("INSERT INTO agent (id, name, version, hash, author, command, folder)"
      " SELECT 9, 'zoe', 1, hash, author, command, folder FROM agent WHERE id = 1");
  EXPECT_THAT(problem(), HasSubstr("the rows of agent are not those that the tables were made of: "
                                   "row 9 was not there; "));
}

TEST_F(PublishedFiles, ADigestOfNoTableIsFound) {
  play();
  sql("UPDATE published SET digests = json_set(digests, '$.x', json('{}'))");
  EXPECT_EQ(problem(), "league.db: published: digests of 10 tables; expected 9");
}

TEST_F(PublishedFiles, APublishedSeedThatIsSecretAgainIsFound) {
  play();
  league_.deals = 12;
  static_cast<void>(schedule::open_to_play(out(), league_));
  EXPECT_EQ(ask("SELECT revealed FROM epoch"), (std::vector<std::string>{"1", "0"}));
  EXPECT_EQ(problem(), "");
  sql("UPDATE epoch SET revealed = 0");
  EXPECT_EQ(problem(), "league.db: epoch 1: revealed is 0; its seed was published before");
}

/// A chosen part of a complete league is found also when the league went on.
TEST_F(PublishedFiles, TablesOfACompleteLeagueThatLackedADealAreFound) {
  play();
  delete_deals(out(), 3, {7});
  {
    store::Reader store = store::Reader::open_to_read(out());
    site::publish_tables(store, out());
  }
  EXPECT_EQ(problem(), "koans/bob,cy: 7 deals; the league is complete with 8");
  league_.deals = 10;
  {
    store::Writer store = schedule::open_to_play(out(), league_);
    run(store, random_deals);
  }
  EXPECT_EQ(problem(), "koans/bob,cy: 7 deals; the league is complete with 8");
}

// --- reports of faults -----------------------------------------------------------------------

TEST_F(PublishedFiles, ADraftOfAReportIsIgnored) {
  play();
  write("faults/ada/.danno-0123456789abcdef.new", "half a rep");
  const Verification found = verified();
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_THAT(found.notes, IsEmpty());
}

TEST_F(PublishedFiles, AFileInPlaceOfTheReportsIsFound) {
  play();
  fs::remove_all(out() / "faults");
  write("faults", "x");
  EXPECT_EQ(problem(), "faults: it is not a folder; expected reports of faults");
}

TEST_F(PublishedFiles, AFileBesideTheFoldersOfAgentsIsFound) {
  play();
  write("faults/note.txt", "x");
  EXPECT_EQ(problem(), "faults/note.txt: no such fault is stored");
}

TEST_F(PublishedFiles, TheFirstByNameOfSeveralWrongFilesIsTold) {
  play();
  for (const char* const name : {"d", "b", "a", "e", "c", "f", "h", "g"})
    write(std::string("faults/ada/") + name, "x");
  EXPECT_EQ(problem(), "faults/ada/a: no such fault is stored");
}

/// Divisions of one rule set with different parameters.
class TwoDivisions : public PublishedFiles {
 protected:
  /// Plays what is missing. Every fault is shown with this line of stderr.
  void play_with_stderr(const std::string& line) {
    store::Writer store = store::Writer::open_to_play(out());
    schedule::sync_store(store, league_);
    run(store, [&](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                   referee::record::AgentSet absent) {
      referee::play::Batch batch = random_deals(line_up, begin, end, absent);
      for (referee::play::DealResult& deal : batch.deals) {
        for (referee::record::GameRecord& game : deal.games) {
          for (referee::record::Fault& fault : game.faults)
            fault.evidence = with_stderr({line});
        }
      }
      return batch;
    });
    site::publish_tables(store.reader(), out());
  }
};

TEST_F(TwoDivisions, MayShareTheFileOfAFault) {
  const std::string file = "faults/ada/koans-ada,bob-5-0.json";
  play_with_stderr("from the first");
  const std::string first = read(file);
  auto& division = league_.divisions.front();
  ASSERT_FALSE(rules::set_parameter(*division.definition, division.parameters, "target", "20"));
  play_with_stderr("from the second");
  const std::string second = read(file);
  EXPECT_THAT(first, HasSubstr("from the first"));
  EXPECT_THAT(second, HasSubstr("from the second"));
  EXPECT_EQ(problem(), "");
  write(file, first);
  EXPECT_EQ(problem(), "");
  write(file, first + second);
  EXPECT_EQ(problem(), file + ": it differs from the stored report");
}

}  // namespace
}  // namespace danno::leagues::verify
