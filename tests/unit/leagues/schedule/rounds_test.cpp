// A league in rounds is held to the pairings that follow from its results.
#include "leagues/schedule/rounds.hpp"

#include "tests/unit/played_rounds.hpp"

namespace danno::leagues::schedule {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// A knock-out of ada, bob, cy and dee, seeded so, of two deals. The first by name wins.
class CheckedRounds : public PlayedRounds {
 protected:
  CheckedRounds() {
    league_.format = "knock-out";
    league_.seed.reset();  // a secret one, which is published at the end
    league_.deals = 2;
    league_.format_keys["seeding"] = {"ada", "bob", "cy", "dee"};
    league_.format_keys["third_place"] = false;
    for (const char* const name : {"ada", "bob", "cy", "dee"})
      add_agent(name);
  }
  void reveal() const { store::Writer::open_to_play(out()).reveal_seeds(); }
  /// Returns what is wrong with the plan; empty if nothing is.
  [[nodiscard]] std::string problem() const {
    try {
      EXPECT_EQ(format().check_plan(reader()), std::nullopt);
    } catch (const store::Discrepancy& discrepancy) {
      return discrepancy.what();
    }
    return "";
  }
};

TEST_F(CheckedRounds, AreCleanBeforeAndAfterTheirEnd) {
  for (const std::size_t fixtures : {0U, 1U, 2U}) {
    (void)play(rank_by_name, fixtures);
    EXPECT_EQ(problem(), "");
  }
  EXPECT_TRUE(format().count(reader()).finished);
  reveal();
  EXPECT_EQ(problem(), "");
}

TEST_F(CheckedRounds, HaveNoOtherPairings) {
  play();
  // The final of ada and bob becomes one of ada and cy.
  sql("UPDATE line_up SET agents = json_array(json_extract(agents, '$[0]'), (SELECT id FROM agent "
      "WHERE name = 'cy')) WHERE id = 3");
  EXPECT_EQ(problem(), "official/ada,cy: the rounds do not have this pairing");
}

TEST_F(CheckedRounds, HaveNoMoreDealsThanTheirRounds) {
  play();
  sql("UPDATE line_up SET planned = planned + 1 WHERE id = 1");
  EXPECT_THAT(problem(), HasSubstr(": 3 deals are planned or stored; the rounds have 2"));
}

TEST_F(CheckedRounds, AreFinishedIfTheirSeedIsPublished) {
  EXPECT_EQ(play(rank_by_name, 2), 2U);
  reveal();
  EXPECT_EQ(problem(), "the knock-out is not finished, but its seed is published");
}

TEST_F(CheckedRounds, GoOnWithTheLeagueThatTheyBeganWith) {
  EXPECT_EQ(play(rank_by_name, 1), 1U);
  league_.format_keys["seeding"] = {"ada", "bob", "dee", "cy"};
  EXPECT_THAT([&] { (void)play(); },
              ThrowsMessage<store::OtherLeague>(
                  HasSubstr("it was played with other entrants or another league file; a knock-out "
                            "continues with those of its rounds")));
  league_.format_keys["seeding"] = {"ada", "bob", "cy", "dee"};
  EXPECT_EQ(play(), 2U);
}

TEST_F(CheckedRounds, PlayTheDealsThatAStoppedRunLeft) {
  league_.deals = 3;
  EXPECT_EQ(play(rank_by_name, 1), 1U);
  league_.deals = 5;
  // The duel that was played goes on with two deals, the others have five.
  store::Writer store = store::Writer::open_to_play(out());
  sync_store(store, league_);
  const auto fixtures = format().fixtures(store.reader());
  const auto due = fixtures->next(store);
  ASSERT_EQ(due.size(), 2U);
  EXPECT_EQ(due[0].first, 3U);
  EXPECT_EQ(due[0].end, 5U);
  EXPECT_EQ(due[1].first, 0U);
  EXPECT_EQ(due[1].end, 5U);
  EXPECT_FALSE(due[0].fixed_game);
}

TEST_F(CheckedRounds, OfTwoRuleSetsWaitForEachOther) {
  add_rules("tyghe");
  // Both semi-finals of the first rule set are played, and one of the second.
  EXPECT_EQ(play(rank_by_name, 3), 3U);
  store::Writer store = store::Writer::open_to_play(out());
  const auto fixtures = format().fixtures(store.reader());
  const auto due = fixtures->next(store);
  ASSERT_EQ(due.size(), 1U);
  EXPECT_EQ(due[0].division->definition->id, std::string("tyghe"));
}

}  // namespace
}  // namespace danno::leagues::schedule
