// A match that goes on: it ends as if it had been played at once, and no other match is taken for
// it.
#include "leagues/runner/match.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "leagues/ratings/match_rating.hpp"
#include "tests/scratch_folder.hpp"
#include "tests/unit/fake_play.hpp"

namespace danno::leagues::runner {
namespace {

class KeptMatchTest : public testing::Test {
 protected:
  KeptMatchTest() {
    line_up_.rules = &rules_;
    for (const char* const name : {"ada", "bob"}) {
      line_up_.agents.push_back({name, {}, {}});
      line_up_.key_names.emplace_back(name);
    }
    line_up_.seed.text = "dice";
    line_up_.agent_secret.text = "agents";
    options_.play = fake_deals;
  }

  MatchResult play(std::uint64_t deals, MatchResult before) {
    return play_match(line_up_, deals, options_, {}, nullptr, std::move(before));
  }

  rules::RuleSet rules_ = rules::make_rule_set(*rules::find_definition("koans"), 2);
  referee::play::LineUp line_up_;
  RunOptions options_;
  ScratchFolder folder_;
  std::vector<std::string> hashes_{"1", "2"};
};

TEST_F(KeptMatchTest, GoesOnAsIfItHadNotStopped) {
  save_match(folder_.path(), line_up_, hashes_, play(30, MatchResult(2)));
  ResumableMatch kept = load_match(folder_.path(), line_up_, hashes_);
  EXPECT_EQ(kept.seed, "dice");
  EXPECT_EQ(kept.agent_secret, "agents");
  const MatchResult whole = play(50, MatchResult(2));
  const MatchResult in_two = play(20, std::move(kept.result));
  EXPECT_EQ(in_two.deals_before, 30U);
  EXPECT_EQ(in_two.deals, 50U);
  EXPECT_EQ(in_two.games, whole.games);
  EXPECT_EQ(in_two.cells, whole.cells);
  EXPECT_EQ(in_two.decisions, whole.decisions);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(in_two.tallies[i].places, whole.tallies[i].places);
    EXPECT_EQ(in_two.tallies[i].wins_60, whole.tallies[i].wins_60);
    EXPECT_EQ(in_two.tallies[i].halves, whole.tallies[i].halves);
  }
  const ratings::MatchRating one = ratings::rate_match(whole.results).front();
  const ratings::MatchRating other = ratings::rate_match(in_two.results).front();
  EXPECT_EQ(one.elo, other.elo);
  EXPECT_EQ(one.low, other.low);
  EXPECT_EQ(one.high, other.high);
}

TEST_F(KeptMatchTest, KnowsTheValuesOfItsLuck) {
  MatchResult match = play(1, MatchResult(2));
  match.values = "koans-1";
  match.luck = ratings::LuckSums(2);
  match.luck->games = 2;
  match.luck->halves[0].deals = 1;
  save_match(folder_.path(), line_up_, hashes_, match);
  MatchResult kept = load_match(folder_.path(), line_up_, hashes_).result;
  EXPECT_EQ(kept.values, "koans-1");
  EXPECT_EQ(kept.luck, match.luck);
  // Luck of some deals only is none.
  const MatchResult on = play(1, std::move(kept));
  EXPECT_EQ(on.values, "");
  EXPECT_FALSE(on.luck);
}

TEST_F(KeptMatchTest, IsNotTakenForAnother) {
  const auto read = [&] { (void)load_match(folder_.path(), line_up_, hashes_); };
  EXPECT_THROW(read(), std::runtime_error);  // there is none
  save_match(folder_.path(), line_up_, hashes_, play(30, MatchResult(2)));
  EXPECT_NO_THROW(read());
  hashes_[1] = "3";
  EXPECT_THROW(read(), std::runtime_error);
  hashes_[1] = "2";
  line_up_.key_names[1] = "cy";
  EXPECT_THROW(read(), std::runtime_error);
  line_up_.key_names[1] = "bob";
  std::ofstream(match_file(folder_.path())) << "{}";
  EXPECT_THROW(read(), std::runtime_error);
}

TEST(AtAnyTime, IsWiderThanForOneLook) {
  const ratings::MatchRating rating{30, 10, 50};
  const ratings::MatchRating any = ratings::at_any_time(rating, 400);
  EXPECT_EQ(any.elo, 30);
  EXPECT_LT(*any.low, 10);
  EXPECT_GT(*any.high, 50);
  EXPECT_EQ(ratings::at_any_time({30, 10, {}}, 400).low, 10);
}

}  // namespace
}  // namespace danno::leagues::runner
