#include "leagues/verify/verify.hpp"

#include <gmock/gmock.h>
#include <algorithm>

#include <fstream>
#include <set>

#include "leagues/ratings/rating_model.hpp"
#include "leagues/report/history.hpp"
#include "leagues/report/stored_game.hpp"
#include "leagues/report/table.hpp"
#include "referee/record/audit.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues::verify {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(PlayedLeague, IsClean) {
  play();
  std::uint64_t told = 0;
  const Verification found = verify(out(), 2, [&](std::uint64_t games, std::uint64_t all) {
    told += games;
    EXPECT_EQ(all, rules::all_definitions().size() * 3 * 20 * 2);
  });
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_EQ(found.games, rules::all_definitions().size() * 3 * 20 * 2);
  EXPECT_EQ(told, found.games);
  EXPECT_THAT(found.notes, testing::IsEmpty());
  EXPECT_FALSE(found.dice.empty());
}

TEST_F(PlayedLeague, IsCountedThrowByThrow) {
  play();
  std::uint64_t throws = 0;
  std::uint64_t decisions = 0;
  report::visit_games(store::Reader::open_to_read(out()), [&](const report::StoredGame& game) {
    throws += referee::record::count_throws(game.record);
    decisions += referee::record::count_decisions(game.record);
  });
  const Verification found = verified();
  EXPECT_EQ(found.throws, throws);
  EXPECT_EQ(found.decisions, decisions);
}

/// A league of two agents and more deals than one thread checks; the first agent is out after deal
/// 5.
class LongLineUp : public PlayedLeague {
 protected:
  LongLineUp() {
    league_.entrants.pop_back();
    const rules::Definition* const koans = rules::find_definition("koans");
    league_.divisions.push_back({koans, koans->defaults(2)});
    league_.deals = 17'000;
    play();
  }
};

TEST_F(LongLineUp, IsCheckedInPiecesThatKnowWhoWasOutBefore) {
  const Verification found = verified();
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_EQ(found.games, 34'000U);
  sql("DELETE FROM fault");
  EXPECT_THAT(problem(), HasSubstr("koans/ada,cy/5"));
}

TEST_F(LongLineUp, HasNoGapBetweenPieces) {
  sql("DELETE FROM published; DELETE FROM luck; UPDATE epoch SET revealed = 0;"
      "DELETE FROM games WHERE block IN (SELECT id FROM block WHERE first + deals = 16384);"
      "DELETE FROM block WHERE first + deals = 16384");
  EXPECT_THAT(problem(), HasSubstr("koans/ada,cy/16384: deal 15360 is missing before it"));
}

TEST_F(PlayedLeague, ThatWasKilledBeforeItWasSettledIsNone) {
  static_cast<void>(store::Writer::open_to_play(out()));
  EXPECT_THROW(static_cast<void>(verified()), store::NoLeague);
}

TEST_F(PlayedLeague, IsNotPlayedOnAtAnotherIsolation) {
  play();
  ++league_.deals;
  league_.limits.isolation = referee::sandbox::Isolation::Strict;
  EXPECT_THAT([&] { (void)schedule::open_to_play(out(), league_); },
              testing::ThrowsMessage<store::OtherLeague>(HasSubstr("isolation none and strict")));
  EXPECT_EQ(problem(), "");
  EXPECT_THAT(ask("SELECT DISTINCT planned FROM line_up"), testing::ElementsAre("20"));
}

/// A league that ends with two agents. Then the third one comes.
class GrownLeague : public PlayedLeague {
 protected:
  void play_grow_and_play() {
    const entrants::Entrant newcomer = league_.entrants.back();
    league_.entrants.pop_back();
    play();
    league_.entrants.push_back(newcomer);
    {
      // A run that was refused or killed here, and 'danno league table' of another process.
      const store::Writer store = schedule::open_to_play(out(), league_);
      store::Reader reader = store::Reader::open_to_read(out());
      site::publish_tables(reader, out());
    }
    EXPECT_EQ(problem(), "");
    play();
    EXPECT_EQ(problem(), "");
  }
};

TEST_F(GrownLeague, IsCleanBeforeItIsPlayedOn) {
  play_grow_and_play();
  EXPECT_THAT(ask("SELECT revealed FROM epoch"), testing::ElementsAre("1", "1"));
}

TEST_F(GrownLeague, IsCleanBeforeItIsPlayedOnAsALadder) {
  const rules::Definition* const koans = rules::find_definition("koans");
  league_.divisions.push_back({koans, koans->defaults(2)});
  league_.format = "ladder";
  league_.deals = 0;
  league_.format_keys = {{"focus", "all"}, {"apart", false}, {"until", {{"games", 100}}}};
  play_grow_and_play();
}

TEST_F(PlayedLeague, OfThreeSeatsWithoutMirrorIsClean) {
  league_.seats = 3;
  league_.mirror = false;
  play();
  EXPECT_EQ(problem(), "");
}

TEST_F(PlayedLeague, OfThreeSeatsWithAgentsThatAreOutIsClean) {
  league_.seats = 3;
  league_.limits.max_faults = 1;
  play();
  EXPECT_EQ(problem(), "");
}

TEST_F(PlayedLeague, TwoDealsWithOneKeyAreFound) {
  play();
  sql("DELETE FROM published; UPDATE agent SET name = 'ada', version = 2 WHERE name = 'bob';"
      "UPDATE agent SET name = 'ada@2' WHERE name = 'cy'");
  EXPECT_THAT(problem(), HasSubstr("have the same key, and so the same dice"));
}

TEST_F(PlayedLeague, OfAnotherRatingModelIsCleanAndSaysWhatItIsRatedBy) {
  league_.seats = 3;
  const rules::Definition* const koans = rules::find_definition("koans");
  league_.divisions.push_back({koans, koans->defaults(league_.seats)});
  play();
  const std::string pairs = read("table.md");
  EXPECT_THAT(read("table.json"), Not(HasSubstr("\"rating\"")));  // the usual model
  league_.rating = ratings::find_rating_model("plackett-luce");
  play();
  EXPECT_EQ(problem(), "");
  EXPECT_THAT(pairs,
              HasSubstr("raw: pairwise Bradley-Terry of the results as they fell, prior 0.5"));
  EXPECT_THAT(read("table.md"),
              HasSubstr("raw: Plackett-Luce of the results as they fell, prior 0.5"));
  EXPECT_THAT(read("table.json"), HasSubstr("\"rating\": \"plackett-luce\""));
  const store::Reader store = store::Reader::open_to_read(out());
  const auto table = report::compute_table(store).divisions.front();
  const auto history = report::compute_histories(store).front();
  const auto name = std::ranges::find(history.names, table.rows.front().name);
  ASSERT_NE(name, history.names.end());
  const auto index = static_cast<std::size_t>(name - history.names.begin());
  EXPECT_NEAR(*table.rows.front().elo, history.stages.back().agents[index]->elo, 1e-9);
}

TEST_F(PlayedLeague, AChangedDieIsFound) {
  play();
  change([](auto& games) {
    games[1].events[0] = static_cast<referee::record::Event>(games[1].events[0] ^ 1U);
  });
  EXPECT_THAT(problem(), HasSubstr("/ada,bob/3/1: event 0"));
}

TEST_F(PlayedLeague, AChangedDecisionIsFound) {
  play();
  change([](auto& games) {
    for (referee::record::Event& event : games[0].events) {
      if ((event >> 9U) == referee::record::kNoDecision) continue;
      event = static_cast<referee::record::Event>(event ^ (1U << 9U));
      return;
    }
  });
  EXPECT_THAT(problem(), HasSubstr("/ada,bob/3/0: "));
}

TEST_F(PlayedLeague, AChangedTotalIsFound) {
  play();
  change([](auto& games) { games[0].totals[1] += 2; });
  EXPECT_THAT(problem(), HasSubstr("/ada,bob/3/0: seat 1 has"));
}

TEST_F(PlayedLeague, AChangedPlaceIsFound) {
  play();
  change([](auto& games) { std::swap(games[0].places[0], games[0].places[1]); });
  EXPECT_THAT(problem(), HasSubstr("has place"));
}

TEST_F(PlayedLeague, AChangedFaultIsFound) {
  play();
  sql("UPDATE fault SET kind = 'timeout' WHERE id = 1");
  EXPECT_THAT(problem(), HasSubstr("/5: the row of a fault differs"));
}

TEST_F(PlayedLeague, AnInventedFaultIsFound) {
  play();
  change([](auto& games) { games[0].faults.emplace_back(); });
  EXPECT_THAT(problem(), HasSubstr("a fault of seat 0 without a forfeit"));
}

TEST_F(PlayedLeague, ADeletedGameIsFound) {
  play();
  change([](auto& games) { games.pop_back(); });
  EXPECT_THAT(problem(), HasSubstr("/3: 1 games; expected 2"));
}

TEST_F(PlayedLeague, ADeletedDealIsFound) {
  play();
  delete_deals(out(), 2, {7});
  EXPECT_THAT(problem(), HasSubstr("19 deals; the league is complete with 20"));
}

TEST_F(PlayedLeague, ADeletedLastDealOfAnOpenSeedIsFound) {
  league_.seed = "open";
  play();
  delete_deals(out(), 2, {19});
  EXPECT_THAT(problem(), HasSubstr("league.db: the rows of deal are not those"));
}

TEST_F(PlayedLeague, ADoubledDealIsFound) {
  play();
  change_deals(out(), 2, [](DealBytes& deals) {
    if (deals.contains(4)) deals[4] = deals[2];
  });
  // The first throws of both deals may be equal by a drawn seed.
  EXPECT_THAT(problem(), HasSubstr("/4/0: event "));
}

TEST_F(PlayedLeague, ADealStoredTwiceIsFound) {
  play();
  sql("INSERT INTO block SELECT 999, line_up, 9, 1, epoch, conditions, at, nodes, sums FROM block"
      " WHERE line_up = 2 LIMIT 1; INSERT INTO games SELECT 999, games FROM games LIMIT 1");
  EXPECT_THAT(problem(), HasSubstr("block 999: its hashes are not as many as its deals have"));
}

TEST_F(PlayedLeague, ASwappedAgentIsFound) {
  play();
  change([](auto& games) { std::swap(games[0].agent_at[0], games[0].agent_at[1]); });
  EXPECT_THAT(problem(), HasSubstr("sits at seat 0"));
}

TEST_F(PlayedLeague, ALineUpWithItsAgentsExchangedIsFound) {
  play();
  sql("UPDATE line_up SET agents = '[2,1]' WHERE id = 1");
  EXPECT_THAT(problem(), HasSubstr("row 1 differs in agents; "));
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("the schedule does not have line-up 1 here; expected agents"));
}

TEST_F(PlayedLeague, ARenamedAgentIsFound) {
  play();
  sql("UPDATE agent SET name = 'bea' WHERE name = 'bob'");
  EXPECT_THAT(problem(), HasSubstr("row 2 differs in name; "));
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("the seed gives"));
}

TEST_F(PlayedLeague, AnEditedSeedIsFound) {
  play();
  sql("UPDATE epoch SET seed = 'mine'");
  EXPECT_THAT(problem(), HasSubstr("its SHA-256 is not the commitment"));
  sql("UPDATE epoch SET commitment = '" + referee::record::commitment({"mine"}) + "'");
  EXPECT_THAT(problem(), HasSubstr("row 1 differs in seed, commitment; "));
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("the seed gives"));
}

/// An organiser could draw seeds until one suits.
TEST_F(PlayedLeague, ASeedThatWasThrownAwayIsANote) {
  const rules::Definition* const koans = rules::find_definition("koans");
  league_.divisions.push_back({koans, koans->defaults(2)});
  play();
  const auto notes_after = [this](const std::function<void(store::Writer&)>& change) {
    {
      store::Writer store = store::Writer::open_to_play(out());
      change(store);
    }
    const Verification found = verified();
    EXPECT_EQ(found.problem, std::nullopt);
    return found.notes;
  };
  const std::string thrown_away =
      "was committed to and then thrown away: no deal was stored with it";
  // The last seed, and that of an open plan, are still to be used.
  EXPECT_THAT(notes_after([](auto& store) { (void)store.begin_plan(std::nullopt, "plan", 2); }),
              testing::IsEmpty());
  EXPECT_THAT(notes_after([](auto& store) { (void)store.current_epoch(std::nullopt); }),
              testing::IsEmpty());
  EXPECT_THAT(notes_after([](auto& store) { store.end_plan(1); }),
              testing::ElementsAre("seed 2 " + thrown_away + "; it was that of plan 1"));
  EXPECT_THAT(notes_after([](auto& store) { store.reveal_seeds(); }),
              testing::ElementsAre("seed 2 " + thrown_away + "; it was that of plan 1",
                                   "seed 3 " + thrown_away));
}

TEST_F(PlayedLeague, AnEditedSecretOfTheAgentsIsFound) {
  play();
  sql("UPDATE epoch SET agent_secret = 'mine'");
  EXPECT_THAT(problem(), HasSubstr("the SHA-256 of its agents' secret is not the commitment"));
  sql("UPDATE epoch SET agent_commitment = '" + referee::record::commitment({"mine"}) + "'");
  EXPECT_THAT(problem(), HasSubstr("the rows of epoch"));
  sql("UPDATE epoch SET agent_secret = '', agent_commitment = ''");
  EXPECT_THAT(problem(), HasSubstr("seed 1: the agents' secret is missing"));
}

TEST_F(PlayedLeague, AnEditedTableIsFound) {
  play();
  std::ifstream in(out() / "table.json");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::size_t score = text.find("\"score\": ") + 9;
  text.replace(score, text.find(',', score) - score, "0.99");
  std::ofstream(out() / "table.json") << text;
  EXPECT_THAT(problem(), HasSubstr("/score is 0.99; the games give"));
}

TEST_F(PlayedLeague, OfOtherParametersIsKeptUnderAnotherName) {
  const rules::Definition* const koans = rules::find_definition("koans");
  league_.divisions.push_back({koans, koans->defaults(2)});
  play();
  ASSERT_FALSE(rules::set_parameter(*koans, league_.divisions.front().parameters, "target", "20"));
  play();
  const store::Reader store = store::Reader::open_to_read(out());
  const store::Reader another =
      store::Reader::open_to_read(out());  // one is asked one thing at a time
  std::set<std::string> ids;
  std::uint64_t games = 0;
  report::visit_games(store, [&](const report::StoredGame& game) {
    ++games;
    EXPECT_TRUE(ids.insert(report::to_string(game.id)).second) << report::to_string(game.id);
    const auto found = report::find_game(another, game.id);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->record.events, game.record.events);
  });
  EXPECT_EQ(games, 2U * 3 * 20 * 2);
  EXPECT_TRUE(ids.contains("koans#1/ada,bob/0/0"));
  EXPECT_TRUE(ids.contains("koans/ada,bob/0/0"));
  EXPECT_EQ(problem(), "");
}

TEST_F(PlayedLeague, IsExportedAndAuditsClean) {
  league_.seats = 3;
  play();
  const store::Reader store = store::Reader::open_to_read(out());
  int games = 0;
  report::visit_games(store, [&](const report::StoredGame& game) {
    ++games;
    const std::string text = referee::record::print_written_game(report::written_game(game));
    const auto parsed = referee::record::parse_written_game(text);
    ASSERT_TRUE(std::holds_alternative<referee::record::WrittenGame>(parsed)) << text;
    const auto& written = std::get<referee::record::WrittenGame>(parsed);
    const referee::record::Audit audit =
        referee::record::audit_game(referee::record::audited_rules(written), written);
    ASSERT_FALSE(audit.problem) << text << audit.problem->message;
    ASSERT_EQ(audit.position.phase, rules::Phase::Over) << text;
    EXPECT_EQ(audit.position.totals, game.record.totals);
    EXPECT_EQ(rules::places(*game.rules, audit.position), game.record.places);
  });
  EXPECT_EQ(games, 5 * 20 * 3);
}

TEST(AGameId, IsReadBack) {
  const auto id = report::parse_game_id("koans/ada,b/ob@2/17/1");
  ASSERT_TRUE(id);
  EXPECT_EQ(id->line_up, "ada,b/ob@2");
  EXPECT_EQ(id->deal, 17U);
  EXPECT_EQ(report::to_string(*id), "koans/ada,b/ob@2/17/1");
  for (const char* const wrong :
       {"", "koans", "koans/17/0", "koans/a/x/0", "koans/a/1/9", "/a/1/0"})
    EXPECT_FALSE(report::parse_game_id(wrong)) << wrong;
}

}  // namespace
}  // namespace danno::leagues::verify
