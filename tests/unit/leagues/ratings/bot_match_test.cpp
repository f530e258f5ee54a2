// A match of a bot that is asked from outside.
#include "leagues/ratings/bot_match.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <cmath>
#include <filesystem>

#include "leagues/ratings/danno_match.h"
#include "referee/embed/danno.h"

namespace danno::leagues::ratings {
namespace {

/// The door of a short game of koans, with its values.
class MatchDoor : public testing::Test {
 protected:
  MatchDoor()
      : file_(std::filesystem::temp_directory_path() /
              ("danno-bot-match-" + std::to_string(::getpid()) + ".values")),
        rules_(danno_rules_new("koans", 2, "target=1500", &error_)),
        values_(danno_values_new(rules_, file_.c_str(), 1, 1, &error_)) {}
  ~MatchDoor() override {
    danno_values_free(values_);
    danno_rules_free(rules_);
    std::filesystem::remove(file_);
  }

  /// Answers as `timid`: it banks what is worth most as soon as that counts.
  static std::int32_t timid(const std::int32_t* row) {
    const std::int32_t* const option = row + BotMatch::kRowHead;
    const bool is_in = ((row[4] >> row[1]) & 1) != 0;
    const bool counts = is_in || row[5] + option[1] >= 300;
    return (option[3] & 2) != 0 && (counts || (option[3] & 1) == 0) ? 1 : 0;
  }

  /// Plays all games; `decide` has an action for a row.
  template <class Decide>
  danno_match_rating play(danno_match* match, Decide decide) {
    const auto width = static_cast<std::size_t>(danno_match_width(match));
    while (const auto open = static_cast<std::size_t>(danno_match_open(match))) {
      std::vector<std::int32_t> rows(width * open);
      danno_match_questions(match, rows.data());
      std::vector<std::int32_t> actions;
      for (std::size_t i = 0; i < open; ++i)
        actions.push_back(decide(rows.data() + width * i));
      EXPECT_EQ(danno_match_answer(match, actions.data(), std::ssize(actions), &error_), 0)
          << error_.text;
    }
    danno_match_rating rating{};
    EXPECT_EQ(danno_match_rate(match, &rating, &error_), 0) << error_.text;
    return rating;
  }

  danno_error error_{};
  std::filesystem::path file_;
  danno_rules* rules_;
  danno_values* values_;
};

TEST_F(MatchDoor, EqualPlayIsEven) {
  ASSERT_NE(values_, nullptr) << error_.text;
  danno_match* const match =
      danno_match_new(rules_, values_, "bot\ntimid", "timid", "s", 200, nullptr, &error_);
  ASSERT_NE(match, nullptr) << error_.text;
  const danno_match_rating rating = play(match, timid);
  EXPECT_EQ(rating.games, 400);
  EXPECT_EQ(rating.score, 0.5);
  EXPECT_EQ(rating.first + rating.second, rating.games);
  EXPECT_GE(rating.first, 200);  // a shared first place counts for both
  EXPECT_NEAR(rating.elo, 0, 1e-9);
  EXPECT_NEAR(rating.adjusted, 0, 1e-9);
  danno_match_free(match);
}

TEST_F(MatchDoor, TheBestLosesNothingByItsDecisions) {
  danno_match* const match =
      danno_match_new(rules_, values_, "bot\noptimal", "optimal", "s", 100, nullptr, &error_);
  ASSERT_NE(match, nullptr) << error_.text;
  const danno_match_rating rating = play(match, timid);
  EXPECT_LT(rating.adjusted_high, 0);
  EXPECT_LT(rating.adjusted_high - rating.adjusted_low, rating.elo_high - rating.elo_low);
  danno_match_cost cost{};
  std::vector<std::int32_t> row(static_cast<std::size_t>(danno_match_width(match)));
  ASSERT_EQ(danno_match_costliest(match, &cost, row.data()), 1);
  EXPECT_GT(cost.cost, 0);
  EXPECT_GE(cost.chance, cost.cost);
  EXPECT_NE(cost.action, cost.best);
  EXPECT_EQ(cost.action, timid(row.data()));
  danno_match_free(match);
}

TEST_F(MatchDoor, WithoutValuesNothingIsAdjusted) {
  danno_match* const match =
      danno_match_new(rules_, nullptr, "bot\nodds", "odds", "s", 20, nullptr, &error_);
  ASSERT_NE(match, nullptr) << error_.text;
  const danno_match_rating rating = play(match, timid);
  EXPECT_TRUE(std::isnan(rating.adjusted));
  EXPECT_EQ(danno_match_costliest(match, nullptr, nullptr), 0);
  danno_match_free(match);
}

TEST_F(MatchDoor, RefusesWhatIsWrong) {
  EXPECT_EQ(danno_match_new(rules_, nullptr, "bot", "hold", "s", 1, nullptr, &error_), nullptr);
  EXPECT_STREQ(error_.text, "expected two names, one a line");
  EXPECT_EQ(danno_match_new(rules_, nullptr, "a\nb", "hold", "s", 0, nullptr, &error_), nullptr);
  EXPECT_STREQ(error_.text, "0 deals; expected 1 to 10000");
  // A policy is read when it is first asked.
  EXPECT_EQ(danno_match_new(rules_, nullptr, "a\nb", "none", "s", 1, nullptr, &error_), nullptr);
  danno_match* const match =
      danno_match_new(rules_, nullptr, "a\nb", "hold", "s", 1, nullptr, &error_);
  danno_match_rating rating{};
  EXPECT_EQ(danno_match_rate(match, &rating, &error_), -1);
  EXPECT_STREQ(error_.text, "a game is not over yet");
  EXPECT_EQ(danno_match_answer(match, nullptr, 0, &error_), -1);
  EXPECT_STREQ(error_.text, "0 actions; expected 2");
  const std::array<std::int32_t, 2> illegal{126, 126};
  EXPECT_EQ(danno_match_answer(match, illegal.data(), 2, &error_), -1);
  danno_match_free(match);
}

}  // namespace
}  // namespace danno::leagues::ratings
