// The vectors are those of docs/fair-dice.md, made by docs/tutorial/throw.py.
#include "referee/record/dice_stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "referee/record/sha256.hpp"
#include "referee/rules/position.hpp"

namespace danno::referee::record {
namespace {

std::string format_throw(const std::vector<int>& faces) {
  rules::Dice dice;
  for (const int face : faces)
    dice.add(face);
  return rules::to_string(dice, "012345");
}

const Seed kSeed{"test seed"};
const std::vector<std::string> kNames{"hold", "ada@2"};

TEST(DiceStream, KeysAreThoseOfThePage) {
  EXPECT_EQ(to_hex(deal_key(kSeed, {"koans"}, kNames, 7)),
            "4ae35bf065a7d518ea6de9e1020a6355034f954bbbe52a3a2f30f7ee8ae63bc8");
  EXPECT_EQ(to_hex(deal_key(kSeed, {"koans"}, kNames, 7, 1)),
            "16faee8e99a0e33c016b53b4ae02c3954f094185b4c2e1d6b528ae990476a31b");
  EXPECT_EQ(to_hex(deal_key(kSeed, {"koans"}, kNames, 7, std::nullopt, {0})),
            "97fb1bc640e07c626bf8d427c92b3234e68b81e676ea2008b4cc068e2db969fc");
  EXPECT_EQ(
      to_hex(deal_key(kSeed, {"koans", "", {{"advice", "always"}, {"target", "3000"}}}, kNames, 7)),
      "56953f44dbbf5dcdf74ebf65d437dd10c4c3f205f34542ad0e10874fdc7c4d78");
  EXPECT_EQ(to_hex(deal_key(kSeed, {"koans", "ab12"}, kNames, 7)),
            "497d6bf16a29e84f6676d9418af40859f37f16aca0c7eab89596e4b19095ec11");
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
      {0, 0, 0, 5, {2, 0, 2, 4, 0}},       {0, 0, 0, 3, {2, 0, 2}},
      {1, 0, 0, 6, {1, 0, 3, 4, 5, 4}},    {0, 1, 0, 6, {1, 5, 4, 2, 0, 2}},
      {0, 0, 7, 6, {2, 3, 2, 4, 4, 3}},    {0, 0, 8, 6, {2, 4, 5, 2, 5, 0}},
      {5, 999, 17, 6, {2, 4, 0, 2, 0, 4}},
  };
  DiceStream stream(deal_key(kSeed, {"koans"}, kNames, 7));
  for (const Vector& v : vectors) {
    const rules::Dice thrown = stream.roll(v.seat, v.turn, v.roll, v.dice);
    EXPECT_EQ(rules::to_string(thrown, "012345"), format_throw(v.faces))
        << v.seat << ' ' << v.turn << ' ' << v.roll;
  }
  EXPECT_EQ(rules::to_string(stream.start(0, 0, 1), "012345"), "4");
  EXPECT_EQ(rules::to_string(stream.start(1, 1, 6), "012345"), format_throw({3, 2, 1, 4, 3, 4}));
}

TEST(DiceStream, AgentsSeedsAreThoseOfThePage) {
  const auto seed_of_hold = [](const Seed& secret) {
    return agent_seed(secret, deal_key(secret, {"koans"}, kNames, 7), 1, "hold", 0);
  };
  for (int again = 0; again < 2; ++again) {  // keyed states are kept
    EXPECT_EQ(seed_of_hold({"test secret"}), 1115290678920488206U);
    EXPECT_EQ(seed_of_hold({""}), 2617121466825797273U);
    EXPECT_EQ(seed_of_hold(kSeed), 202774115113342949U);
  }
}

TEST(DiceStream, WhoBeginsIsAsOnThePage) {
  DiceStream stream(deal_key(kSeed, {"koans"}, kNames, 7, 1));
  const auto first = [&](std::string_view id) {
    const rules::Definition* const definition = rules::find_definition(id);
    const rules::RuleSet rules(*definition, 6, definition->defaults(6));
    return rules::roll_for_start(rules, [&](int seat, int round,
                                            int dice) { return stream.start(seat, round, dice); })
        .first;
  };
  EXPECT_EQ(first("koans"), 1);
  EXPECT_EQ(first("dollar"), 2);
}

TEST(DiceStream, GivesAThrowDieByDie) {
  DiceStream stream(deal_key(kSeed, {"koans"}, kNames, 7));
  EXPECT_EQ(stream.faces(5, 999, 17), (std::array{2, 4, 0, 2, 0, 4}));
  EXPECT_EQ(stream.faces(1, 0, 0), (std::array{1, 0, 3, 4, 5, 4}));
}

TEST(DiceStream, DoesNotDependOnTheOrderOfAsking) {
  const Key key = deal_key(kSeed, {"official"}, kNames, 0);
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
  const Key key = deal_key(kSeed, {"koans"}, kNames, 0);
  EXPECT_NE(key, deal_key(kSeed, {"koans"}, std::vector<std::string>{"hold", "ada"}, 0));
  EXPECT_NE(key, deal_key(kSeed, {"tyghe"}, kNames, 0));
  EXPECT_NE(key, deal_key(kSeed, {"koans"}, kNames, 1));
  EXPECT_NE(key, deal_key(Seed{"another"}, {"koans"}, kNames, 0));
  EXPECT_EQ(key, deal_key(kSeed, {"koans"}, std::vector<std::string>{"ada@2", "hold"}, 0));
}

// "ada" who is out and "ada out" who is not had one key once, so that an agent of one line-up could
// foretell the throws of the other.
TEST(DiceStream, NoNameImitatesAnotherLineUp) {
  using Names = std::vector<std::string>;
  const auto key = [](const Names& names, AgentSet out, const KeyRules& rules = {"koans"}) {
    return deal_key(kSeed, rules, names, 0, std::nullopt, out);
  };
  const std::set<Key> keys{
      key({"ada", "bob", "carl"}, {}),
      key({"ada", "bob", "carl"}, {0}),
      key({"ada out", "bob", "carl"}, {}),
      key({"ada out", "bob", "carl"}, {0}),
      key({"ada,3:out,3:bob", "carl"}, {}),
      key({"ada,2:in,3:bob", "carl"}, {}),
      key({"ada\nbob", "carl"}, {}),
      key({"ada", "bob\ncarl"}, {}),
      key({"ada", "bob", "carl"}, {}, {"koans\nada"}),
      key({"ada", "bob", "carl"}, {}, {"koans", "ada"}),
      key({"ada", "bob", "carl"}, {}, {"koans", "", {{"ada", "bob"}}}),
      seating_key(kSeed, {"koans"}, Names{"ada", "bob", "carl"}, 0),
      deal_key(kSeed, {"koans seating"}, Names{"ada", "bob", "carl"}, 0),
      deal_key(kSeed, {"koans"}, Names{"ada", "bob", "carl"}, 0, 0),
  };
  EXPECT_EQ(keys.size(), 14);
}

TEST(DiceStream, WhoIsOutGoesWithTheName) {
  const std::vector<std::string> names{"hold", "ada@2"};
  const std::vector<std::string> turned{"ada@2", "hold"};
  EXPECT_EQ(deal_key(kSeed, {"koans"}, names, 7, std::nullopt, {0}),
            deal_key(kSeed, {"koans"}, turned, 7, std::nullopt, {1}));
}

TEST(KeyRules, NameWhatALeagueHasChanged) {
  const rules::Definition& koans = *rules::find_definition("koans");
  rules::Parameters parameters = koans.defaults(3);
  EXPECT_EQ(key_rules({koans, 3, parameters}).changed.size(), 0);
  parameters.target += 1000;
  parameters.over_target = !parameters.over_target;
  const KeyRules named = key_rules({koans, 3, parameters});
  EXPECT_EQ(named.id, "koans");
  EXPECT_EQ(named.file_hash, "");
  ASSERT_EQ(named.changed.size(), 2);
  EXPECT_EQ(named.changed[0].first, "over_target");
  EXPECT_EQ(named.changed[1].first, "target");
  EXPECT_EQ(named.changed[1].second, rules::format_points(koans, parameters.target));
}

// Chi-squared with 5 degrees of freedom: 30 is passed by chance once in 70 000 times, and the key
// is fixed.
TEST(DiceStream, FacesAreUniformAtEveryPlace) {
  DiceStream stream(deal_key(kSeed, {"uniform"}, kNames, 0));
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
