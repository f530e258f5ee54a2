#include "leagues/commands/league/similar.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <map>
#include <random>

#include "leagues/ratings/numbers.hpp"

namespace danno::leagues::commands::league {
namespace {

constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();

struct Counted {
  std::vector<CommonAnswers> pairs;
  int visits = 0;
};

Counted count(std::size_t agents, const std::vector<GivenAnswer>& given,
              std::size_t at_a_time = 64) {
  Counted counted;
  counted.pairs = count_common_answers(
      agents,
      [&](const TakeAnswer& take) {
        ++counted.visits;
        for (const GivenAnswer& answer : given)
          take(answer);
      },
      solver::unwatched, at_a_time);
  return counted;
}

void expect_pair(const CommonAnswers& pair, std::uint32_t questions, std::uint32_t alike) {
  EXPECT_EQ(pair.questions, questions);
  EXPECT_EQ(pair.alike, alike);
}

TEST(CommonAnswers, AreThoseToQuestionsThatBothWereAsked) {
  const auto [pairs, visits] = count(
      3, {{7, 0, 1}, {7, 1, 1}, {8, 0, 1}, {8, 2, 0}, {9, 1, 5}, {kLast, 0, 2}, {kLast, 1, 3}});
  ASSERT_EQ(pairs.size(), 3U);
  expect_pair(pairs[0], 2, 1);
  expect_pair(pairs[1], 1, 0);
  expect_pair(pairs[2], 0, 0);
  EXPECT_EQ(visits, 1);
}

TEST(CommonAnswers, CountAQuestionOnceHoweverOftenItIsAsked) {
  const auto [pairs, visits] = count(2, {{7, 0, 1}, {7, 1, 1}, {7, 0, 1}, {7, 1, 1}, {7, 1, 1}});
  expect_pair(pairs[0], 1, 1);
}

TEST(CommonAnswers, OfAnAgentThatVariesAreItsMostFrequentOnesThenTheLowest) {
  expect_pair(count(2, {{7, 0, 3}, {7, 1, 1}, {7, 1, 3}, {7, 1, 3}}).pairs[0], 1, 1);
  expect_pair(count(2, {{7, 0, 3}, {7, 1, 1}, {7, 1, 1}, {7, 1, 3}}).pairs[0], 1, 0);
  expect_pair(count(2, {{7, 0, 1}, {7, 1, 3}, {7, 1, 1}}).pairs[0], 1, 1);
}

TEST(CommonAnswers, OfNobodyOrOneAgentAreNone) {
  EXPECT_TRUE(count(0, {}).pairs.empty());
  EXPECT_TRUE(count(1, {{7, 0, 1}}).pairs.empty());
}

/// Question by question, in maps.
std::vector<CommonAnswers> count_slowly(std::size_t agents, const std::vector<GivenAnswer>& given) {
  std::map<std::uint64_t, std::map<std::size_t, std::map<int, int>>> times;
  for (const GivenAnswer& answer : given)
    ++times[answer.question][answer.agent][answer.answer];
  const auto usual = [](const std::map<int, int>& answers) {
    int best = answers.begin()->first;
    for (const auto& [answer, often] : answers) {
      if (often > answers.at(best)) best = answer;
    }
    return best;
  };
  std::vector<CommonAnswers> pairs(ratings::pair_count(agents));
  for (const auto& [question, by_agent] : times) {
    for (const auto& [a, of_a] : by_agent) {
      for (const auto& [b, of_b] : by_agent) {
        if (a >= b) continue;
        CommonAnswers& pair = pairs[ratings::pair_at(agents, a, b)];
        ++pair.questions;
        if (usual(of_a) == usual(of_b)) ++pair.alike;
      }
    }
  }
  return pairs;
}

TEST(CommonAnswers, AreTheSameInAsManyVisitsAsTheRoomAsksFor) {
  constexpr std::size_t kAgents = 5;
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> questions{0, kLast};
  while (questions.size() < 400)
    questions.push_back(random());
  std::vector<GivenAnswer> given;
  for (int i = 0; i < 20'000; ++i) {
    given.push_back({questions[random() % questions.size()],
                     static_cast<std::uint16_t>(random() % kAgents),
                     static_cast<std::uint8_t>(random() % 10 / 7)});
  }
  const auto expected = count_slowly(kAgents, given);
  for (const std::size_t room : {40U, 101U, 1000U, 100'000U}) {
    const auto [pairs, visits] = count(kAgents, given, room);
    EXPECT_TRUE(room == 100'000 ? visits == 1 : visits > 1) << visits;
    for (std::size_t pair = 0; pair < expected.size(); ++pair)
      expect_pair(pairs[pair], expected[pair].questions, expected[pair].alike);
  }
}

TEST(CommonAnswers, OfMoreThanAreSortedAtOnceAreAllThere) {
  constexpr std::uint64_t kQuestions = 700'000;
  std::vector<GivenAnswer> given;
  for (std::uint64_t i = 0; i < kQuestions; ++i) {
    const std::uint64_t question = i * 0x9E3779B97F4A7C15U;  // odd: all different
    given.push_back({question, 0, 1});
    given.push_back({question, 1, static_cast<std::uint8_t>(i % 10 == 0 ? 2 : 1)});
  }
  const auto [pairs, visits] = count(2, given, std::size_t{1} << 21);
  expect_pair(pairs[0], kQuestions, kQuestions / 10 * 9);
  EXPECT_EQ(visits, 1);
}

}  // namespace
}  // namespace danno::leagues::commands::league
