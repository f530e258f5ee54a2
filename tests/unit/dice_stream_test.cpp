// The vectors are those of docs/fair-dice.md, made by the Python program on that page.
#include "referee/record/dice_stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "referee/rules/start.hpp"

namespace danno::referee::record {
namespace {

std::string hex(const Key& key) {
  std::string text;
  for (const std::uint8_t byte : key) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 0xFU]);
  }
  return text;
}

std::string throw_of(std::vector<int> faces) {
  rules::Dice dice;
  for (const int face : faces)
    dice.add(face);
  return rules::to_string(dice, "012345");
}

const Seed kSeed{"test seed"};
const std::vector<std::string> kNames{"hold", "ada@2"};

TEST(DiceStream, KeysAreThoseOfThePage) {
  EXPECT_EQ(hex(deal_key(kSeed, "koans", kNames, 7)),
            "bee92eb535febf1ca705506eaa3f8cd57d3030cfc22de8c22de55c0b0a2b84b5");
  EXPECT_EQ(hex(deal_key(kSeed, "koans", kNames, 7, 1)),
            "da4bf14cb9898a361a186273bfa94af289f597d388e765c8ecc03a0be1cb2a86");
  EXPECT_EQ(commitment(kSeed), "235be5ab8ea6a27a89e1b5c8b98a53eac4a791f3263c173420aba8dea3283363");
}

TEST(DiceStream, ThrowsAreThoseOfThePage) {
  struct Vector {
    int seat;
    std::uint32_t turn;
    std::uint32_t roll;
    int dice;
    std::vector<int> faces;
  };
  const std::vector<Vector> vectors{
      {0, 0, 0, 5, {1, 2, 4, 2, 1}},       {0, 0, 0, 3, {1, 2, 4}},
      {1, 0, 0, 6, {2, 0, 0, 0, 0, 4}},    {0, 1, 0, 6, {2, 5, 2, 1, 3, 3}},
      {0, 0, 7, 6, {4, 0, 2, 4, 2, 0}},    {0, 0, 8, 6, {4, 0, 3, 5, 5, 1}},
      {5, 999, 17, 6, {4, 4, 4, 3, 3, 1}},
  };
  DiceStream stream(deal_key(kSeed, "koans", kNames, 7));
  for (const Vector& v : vectors) {
    const rules::Dice thrown = stream.roll(v.seat, v.turn, v.roll, v.dice);
    EXPECT_EQ(rules::to_string(thrown, "012345"), throw_of(v.faces))
        << v.seat << ' ' << v.turn << ' ' << v.roll;
  }
  EXPECT_EQ(rules::to_string(stream.start(0, 0, 1), "012345"), "2");
  EXPECT_EQ(rules::to_string(stream.start(1, 1, 6), "012345"), throw_of({0, 0, 2, 3, 1, 5}));
}

TEST(DiceStream, AgentsSeedsAreThoseOfThePage) {
  const auto seed_of_hold = [](const Seed& secret) {
    return agent_seed(secret, deal_key(secret, "koans", kNames, 7), 1, "hold", 0);
  };
  for (int again = 0; again < 2; ++again) {  // keyed states are kept
    EXPECT_EQ(seed_of_hold({"test secret"}), 4330650909698823959U);
    EXPECT_EQ(seed_of_hold({""}), 16603273401981284509U);
    EXPECT_EQ(seed_of_hold(kSeed), 5018684289029775486U);
  }
}

TEST(DiceStream, WhoBeginsIsAsOnThePage) {
  DiceStream stream(deal_key(kSeed, "koans", kNames, 7, 1));
  const auto first = [&](std::string_view id) {
    const rules::Definition* const definition = rules::find_definition(id);
    const rules::RuleSet rules(*definition, 6, definition->defaults(6));
    return rules::roll_for_start(rules, [&](int seat, int round,
                                            int dice) { return stream.start(seat, round, dice); })
        .first;
  };
  EXPECT_EQ(first("koans"), 4);
  EXPECT_EQ(first("dollar"), 3);
}

TEST(DiceStream, GivesAThrowDieByDie) {
  DiceStream stream(deal_key(kSeed, "koans", kNames, 7));
  EXPECT_EQ(stream.faces(5, 999, 17), (std::array{4, 4, 4, 3, 3, 1}));
  EXPECT_EQ(stream.faces(1, 0, 0), (std::array{2, 0, 0, 0, 0, 4}));
}

TEST(DiceStream, DoesNotDependOnTheOrderOfAsking) {
  const Key key = deal_key(kSeed, "official", kNames, 0);
  DiceStream forwards(key);
  DiceStream backwards(key);
  std::vector<std::uint32_t> there;
  std::vector<std::uint32_t> back;
  for (std::uint32_t i = 0; i < 60; ++i)
    there.push_back(forwards.roll(0, i / 20, i % 20, 5).packed());
  for (std::uint32_t i = 60; i-- > 0;)
    back.insert(back.begin(), backwards.roll(0, i / 20, i % 20, 5).packed());
  EXPECT_EQ(there, back);
}

TEST(DiceStream, NoTwoLineUpsOrVersionsShareDice) {
  const Key key = deal_key(kSeed, "koans", kNames, 0);
  EXPECT_NE(key, deal_key(kSeed, "koans", std::vector<std::string>{"hold", "ada"}, 0));
  EXPECT_NE(key, deal_key(kSeed, "tyghe", kNames, 0));
  EXPECT_NE(key, deal_key(kSeed, "koans", kNames, 1));
  EXPECT_NE(key, deal_key(Seed{"another"}, "koans", kNames, 0));
  EXPECT_EQ(key, deal_key(kSeed, "koans", std::vector<std::string>{"ada@2", "hold"}, 0));
}

// Chi-squared with 5 degrees of freedom: 30 is passed by chance once in 70 000 times, and the key
// is fixed.
TEST(DiceStream, FacesAreUniformAtEveryPlace) {
  DiceStream stream(deal_key(kSeed, "uniform", kNames, 0));
  constexpr int kThrows = 60'000;
  std::array<int, rules::kFaces> seen{};
  for (std::uint32_t turn = 0; turn < kThrows; ++turn) {
    const rules::Dice thrown = stream.roll(static_cast<int>(turn % 6), turn, turn % 11, 1);
    for (int face = 0; face < rules::kFaces; ++face)
      seen[static_cast<std::size_t>(face)] += thrown.count(face);
  }
  double chi = 0;
  for (const int n : seen)
    chi += (n - kThrows / 6.0) * (n - kThrows / 6.0) / (kThrows / 6.0);
  EXPECT_LT(chi, 30.0);
}

}  // namespace
}  // namespace danno::referee::record
