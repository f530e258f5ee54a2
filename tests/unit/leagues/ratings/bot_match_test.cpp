// A match of a bot that is asked from outside.
#include "leagues/ratings/bot_match.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "leagues/ratings/danno_match.h"
#include "referee/embed/danno.h"
#include "referee/embed/handles.hpp"
#include "referee/embed/policies.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/position.hpp"

namespace danno::leagues::ratings {
namespace {

/// The interface to a short game of koans, with its values.
class MatchApi : public testing::Test {
 protected:
  MatchApi()
      : file_(std::filesystem::temp_directory_path() /
              ("danno-bot-match-" + std::to_string(::getpid()) + ".values")),
        rules_(danno_rules_new("koans", 2, "target=1500", &error_)),
        values_(danno_values_new(rules_, file_.c_str(), 1, 1, &error_)) {}
  ~MatchApi() override {
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

TEST_F(MatchApi, EqualPlayIsEven) {
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

TEST_F(MatchApi, TheBestLosesNothingByItsDecisions) {
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

TEST_F(MatchApi, WithoutValuesNothingIsAdjusted) {
  danno_match* const match =
      danno_match_new(rules_, nullptr, "bot\nodds", "odds", "s", 20, nullptr, &error_);
  ASSERT_NE(match, nullptr) << error_.text;
  const danno_match_rating rating = play(match, timid);
  EXPECT_TRUE(std::isnan(rating.adjusted));
  EXPECT_EQ(danno_match_costliest(match, nullptr, nullptr), 0);
  danno_match_free(match);
}

TEST_F(MatchApi, RefusesWhatIsWrong) {
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

/// A game of a match that is played here, too: seats and dice as `danno match` has them.
class PlainGame {
 public:
  PlainGame(const std::shared_ptr<const referee::embed::GameRules>& rules, std::int64_t number)
      : rules_(rules->rule_set()),
        number_(number),
        judge_(rules, nullptr),
        opponent_(referee::embed::parse_policy(rules_, "hold")),
        dice_(referee::record::deal_key({"s"}, referee::record::key_rules(rules_),
                                        std::vector<std::string>{"bot", "hold"},
                                        static_cast<std::uint64_t>(number / 2))),
        position_(rules::start_game(rules_, 0)),
        random_(static_cast<std::uint64_t>(number)) {
    advance();
  }

  [[nodiscard]] bool over() const { return position_.phase == rules::Phase::Over; }
  /// Returns the bot's place and its opponent's; the bot has seat 1 in every second game.
  [[nodiscard]] std::array<int, 2> places() const {
    const auto places = rules::places(rules_, position_);
    return {places[at(number_ % 2)], places[at(1 - number_ % 2)]};
  }

  /// Returns the row of the question, as far as its options go.
  [[nodiscard]] std::vector<std::int32_t> row() const {
    const auto& [points, locked, inherited, dice, attempt, unproven] = position_.turn;
    std::vector<std::int32_t> row{static_cast<std::int32_t>(number_),
                                  position_.mover,
                                  asked_,
                                  static_cast<std::int32_t>(options_.size()),
                                  static_cast<std::int32_t>(position_.in_game.bits()),
                                  points,
                                  locked,
                                  inherited,
                                  position_.offer.points,
                                  position_.offer.dice,
                                  position_.closer ? int{*position_.closer} : -1,
                                  static_cast<std::int32_t>(position_.forfeited.bits()),
                                  unproven || attempt ? 1 : 0,
                                  position_.totals[0],
                                  position_.totals[1],
                                  position_.busts[0],
                                  position_.busts[1]};
    const bool thrown = position_.phase == rules::Phase::Choose;
    for (int face = 0; face < rules::kFaces; ++face)
      row.push_back(thrown ? position_.thrown.count(face) : 0);
    for (const rules::Option& option : options_) {
      row.insert(row.end(), {option.mask, option.points, option.next_dice,
                             (option.may_roll ? 1 : 0) + (option.may_bank ? 2 : 0)});
    }
    return row;
  }

  /// Decides at random for the bot, and plays on to its next question.
  std::int32_t decide(std::int32_t most_options) {
    const solver::Judgement judgement = judge(referee::embed::parse_policy(rules_, "random"));
    ++asked_;
    apply(judgement);
    advance();
    const auto option = static_cast<std::int32_t>(judgement.option);
    switch (judgement.action) {
      case rules::Action::Roll:
        return 2 * option;
      case rules::Action::Bank:
        return 2 * option + 1;
      case rules::Action::Accept:
        return 2 * most_options;
      default:
        return 2 * most_options + 1;
    }
  }

 private:
  solver::Judgement judge(const referee::embed::Policy& policy) {
    return judge_.judge(policy, position_, options_.all(), random_);
  }
  void apply(const solver::Judgement& judgement) {
    switch (judgement.action) {
      case rules::Action::Roll:
        return keep_and_roll(rules_, position_, options_[judgement.option]);
      case rules::Action::Bank:
        return keep_and_bank(rules_, position_, options_[judgement.option]);
      case rules::Action::Accept:
        return accept_offer(rules_, position_);
      case rules::Action::Decline:
        return decline_offer(rules_, position_);
    }
  }
  void advance() {
    while (!over()) {
      options_.clear();
      if (position_.phase == rules::Phase::Throw) {
        const auto seat = static_cast<std::size_t>(position_.mover);
        throw_dice(rules_, position_,
                   dice_.roll(position_.mover, position_.turns[seat], position_.roll,
                              position_.turn.dice));
        continue;
      }
      if (position_.phase == rules::Phase::Choose) list_options(rules_, position_, options_);
      if (position_.mover == number_ % 2) return;
      apply(judge(opponent_));
    }
  }

  const rules::RuleSet& rules_;
  std::int64_t number_;
  referee::embed::Judge judge_;
  referee::embed::Policy opponent_;
  referee::record::DiceStream dice_;
  rules::Position position_;
  rules::Options options_;
  std::uint64_t random_;
  std::int32_t asked_ = 0;
};

TEST_F(MatchApi, AsksAndCountsAsThePlainGames) {
  struct Game {
    const char* rules;
    const char* parameters;
  };
  for (const Game& game :
       {Game{"koans", "target=1500"}, Game{"tyghe", ""}, Game{"true-greed", ""}}) {
    danno_rules* const rules = danno_rules_new(game.rules, 2, game.parameters, &error_);
    ASSERT_NE(rules, nullptr) << error_.text;
    danno_facts facts{};
    danno_rules_facts(rules, &facts, &error_);
    danno_match* const match =
        danno_match_new(rules, nullptr, "bot\nhold", "hold", "s", 8, nullptr, &error_);
    ASSERT_NE(match, nullptr) << error_.text;
    std::vector<PlainGame> plain;
    for (std::int64_t number = 0; number < 16; ++number)
      plain.emplace_back(rules->rules, number);
    const auto width = static_cast<std::size_t>(danno_match_width(match));
    EXPECT_EQ(width, 23 + 4 * static_cast<std::size_t>(facts.options));
    double decisions = 0;
    while (const auto open = static_cast<std::size_t>(danno_match_open(match))) {
      std::vector<std::int32_t> rows(width * open);
      danno_match_questions(match, rows.data());
      std::vector<std::int32_t> actions;
      auto row = rows.begin();
      for (PlainGame& one : plain) {
        if (one.over()) continue;
        const std::vector<std::int32_t> due = one.row();
        ASSERT_LT(actions.size(), open);
        ASSERT_TRUE(std::equal(due.begin(), due.end(), row)) << game.rules << ' ' << due[0];
        actions.push_back(one.decide(facts.options));
        row += static_cast<std::ptrdiff_t>(width);
      }
      ASSERT_EQ(actions.size(), open);
      decisions += static_cast<double>(open);
      ASSERT_EQ(danno_match_answer(match, actions.data(), std::ssize(actions), &error_), 0);
    }
    danno_match_rating rating{};
    ASSERT_EQ(danno_match_rate(match, &rating, &error_), 0) << error_.text;
    double score = 0;
    double first = 0;
    for (const PlainGame& one : plain) {
      const auto [own, other] = one.places();
      score += own < other ? 1 : own == other ? 0.5 : 0;
      first += own == 1 ? 1 : 0;
    }
    EXPECT_EQ(rating.games, 16);
    EXPECT_EQ(rating.decisions, decisions);
    EXPECT_DOUBLE_EQ(rating.score, score / 16);
    EXPECT_DOUBLE_EQ(rating.points, 1 + score / 16);
    EXPECT_EQ(rating.first, first);
    EXPECT_EQ(rating.second, 16 - first);
    EXPECT_TRUE(rating.elo < 0 || rating.score >= 0.5);
    danno_match_free(match);
    danno_rules_free(rules);
  }
}

TEST_F(MatchApi, KnowsTheSeedsAndParametersOfItsGames) {
  danno_match* const match =
      danno_match_new(rules_, nullptr, "bot\nhold", "hold", "s", 2, nullptr, &error_);
  ASSERT_NE(match, nullptr) << error_.text;
  const std::vector<std::string> names{"bot", "hold"};
  for (std::int64_t game = 0; game < 4; ++game) {
    const auto key =
        referee::record::deal_key({}, referee::record::key_rules(rules_->rules->rule_set()), names,
                                  static_cast<std::uint64_t>(game / 2));
    EXPECT_EQ(danno_match_agent_seed(match, game),
              referee::record::agent_seed({}, key, static_cast<std::uint32_t>(game % 2), "bot",
                                          static_cast<int>(game % 2)));
  }
  std::array<char, 4096> text{};
  const std::size_t length = danno_match_parameters(match, text.data(), text.size());
  const std::string parameters = text.data();
  EXPECT_EQ(parameters.size(), length);
  EXPECT_NE(("\n" + parameters + "\n").find("\ntarget=1500\n"), std::string::npos);
  EXPECT_EQ(parameters.find("\n\n"), std::string::npos);
  std::array<char, 6> cut{};
  EXPECT_EQ(danno_match_parameters(match, cut.data(), cut.size()), length);
  EXPECT_EQ(std::string(cut.data()), parameters.substr(0, 5));
  EXPECT_EQ(danno_match_parameters(match, nullptr, 0), length);
  danno_match_free(match);
}

TEST_F(MatchApi, PlaysTheSameWithTheTurnsOfAMatchBefore) {
  const auto make = [this](const danno_match* before) {
    return danno_match_new(rules_, values_, "bot\nodds", "odds", "s", 40, before, &error_);
  };
  danno_match* const before = make(nullptr);
  const danno_match_rating one = play(before, timid);
  danno_match* const after = make(before);
  const danno_match_rating other = play(after, timid);
  EXPECT_EQ(one.elo, other.elo);
  EXPECT_EQ(one.adjusted, other.adjusted);
  EXPECT_EQ(one.adjusted_high, other.adjusted_high);
  danno_match_cost cost{};
  danno_match_cost same{};
  std::vector<std::int32_t> row(static_cast<std::size_t>(danno_match_width(before)));
  std::vector<std::int32_t> same_row(row.size());
  ASSERT_EQ(danno_match_costliest(before, &cost, row.data()), 1);
  ASSERT_EQ(danno_match_costliest(after, &same, same_row.data()), 1);
  EXPECT_EQ(cost.cost, same.cost);
  EXPECT_EQ(row, same_row);
  danno_match_free(before);
  danno_match_free(after);
}

TEST_F(MatchApi, IsForTwoSeatsAndSomeDeals) {
  danno_rules* const of_three = danno_rules_new("koans", 3, "", &error_);
  EXPECT_EQ(danno_match_new(of_three, nullptr, "a\nb", "hold", "s", 1, nullptr, &error_), nullptr);
  EXPECT_STREQ(error_.text, "a match of a bot is for two seats");
  danno_rules_free(of_three);
  EXPECT_EQ(danno_match_new(rules_, nullptr, "a\nb", "hold", "s", 10'001, nullptr, &error_),
            nullptr);
  EXPECT_STREQ(error_.text, "10001 deals; expected 1 to 10000");
  EXPECT_EQ(danno_match_new(rules_, nullptr, "a\nb\nc", "hold", "s", 1, nullptr, &error_), nullptr);
  EXPECT_STREQ(error_.text, "expected two names, one a line");
}

}  // namespace
}  // namespace danno::leagues::ratings
