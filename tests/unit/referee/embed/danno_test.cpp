// The C interface as other languages use it.
#include "referee/embed/danno.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "referee/embed/policies.hpp"
#include "referee/record/dice_stream.hpp"

namespace danno::referee::embed {
namespace {

struct Free {
  void operator()(danno_rules* rules) const { danno_rules_free(rules); }
  void operator()(danno_values* values) const { danno_values_free(values); }
  void operator()(danno_games* games) const { danno_games_free(games); }
};
using Rules = std::unique_ptr<danno_rules, Free>;
using Values = std::unique_ptr<danno_values, Free>;
using Games = std::unique_ptr<danno_games, Free>;

Rules make_rules(const char* id, int seats = 2, const char* parameters = nullptr) {
  danno_error error{};
  Rules rules(danno_rules_new(id, seats, parameters, &error));
  EXPECT_NE(rules, nullptr) << error.text;
  return rules;
}

danno_facts read_facts(const danno_rules* rules) {
  danno_facts facts{};
  EXPECT_EQ(danno_rules_facts(rules, &facts, nullptr), 0);
  return facts;
}

std::string read_text(const danno_rules* rules, int kind) {
  std::string text(danno_rules_text(rules, kind, nullptr, 0) + 1, '\0');
  text.resize(danno_rules_text(rules, kind, text.data(), text.size()));
  return text;
}

/// A batch with arrays of its own.
struct Batch {
  Batch(const danno_rules* rules, std::size_t count, const char* policies, int autoreset,
        const danno_values* values = nullptr, std::uint64_t seed = 7)
      : facts(read_facts(rules)),
        observations(count * static_cast<std::size_t>(facts.observation)),
        final_observations(observations.size()),
        masks(count * static_cast<std::size_t>(facts.actions)),
        movers(count),
        rewards(count),
        regrets(count),
        terminated(count),
        actions(count) {
    danno_error error{};
    games.reset(danno_games_new(rules, values, static_cast<std::int64_t>(count), policies,
                                autoreset, seed, &error));
    EXPECT_NE(games, nullptr) << error.text;
    arrays = {observations.data(), masks.data(),      movers.data(),
              rewards.data(),      terminated.data(), final_observations.data(),
              regrets.data()};
    if (games) reset();
  }
  void reset() {
    const std::vector<std::uint8_t> none(movers.size());
    EXPECT_EQ(danno_games_reset(games.get(), none.data(), nullptr, &arrays, nullptr), 0);
  }
  /// Chooses legal actions, at random by `random`.
  void choose(std::uint64_t& random) {
    const auto size = static_cast<std::size_t>(facts.actions);
    for (std::size_t game = 0; game < actions.size(); ++game) {
      std::vector<int> legal;
      for (std::size_t action = 0; action < size; ++action) {
        if (masks[game * size + action] != 0) legal.push_back(static_cast<int>(action));
      }
      const auto pick = static_cast<std::size_t>(
          legal.empty() ? 0 : draw_below(random, static_cast<int>(legal.size())));
      actions[game] = legal.empty() ? -1 : legal[pick];
    }
  }
  void step() {
    danno_error error{};
    EXPECT_EQ(danno_games_step(games.get(), actions.data(), &arrays, &error), 0) << error.text;
  }
  [[nodiscard]] std::string save() const {
    std::string bytes(danno_games_save(games.get(), nullptr, 0), '\0');
    EXPECT_EQ(danno_games_save(games.get(), bytes.data(), bytes.size()), bytes.size());
    return bytes;
  }

  danno_facts facts;
  std::vector<float> observations;
  std::vector<float> final_observations;
  std::vector<std::uint8_t> masks;
  std::vector<std::int32_t> movers;
  std::vector<double> rewards;
  std::vector<double> regrets;
  std::vector<std::uint8_t> terminated;
  std::vector<std::int64_t> actions;
  danno_arrays arrays{};
  Games games;
};

TEST(DannoH, TellsWhatFollowsFromTheRules) {
  EXPECT_EQ(danno_abi(), std::uint32_t{DANNO_ABI});
  const Rules koans = make_rules("koans");
  const danno_facts facts = read_facts(koans.get());
  EXPECT_EQ(facts.options, 1);
  EXPECT_EQ(facts.actions, 2);
  EXPECT_EQ(facts.target, 3000);
  EXPECT_EQ(facts.is_quick, 1);
  EXPECT_EQ(std::string(facts.faces), "123456");
  const Rules tyghe = make_rules("tyghe", 3, "target=5000\nbreak_triples=false\n");
  EXPECT_EQ(read_facts(tyghe.get()).target, 5000);
  EXPECT_EQ(read_facts(tyghe.get()).actions, 2 * read_facts(tyghe.get()).options + 2);
  EXPECT_EQ(read_text(tyghe.get(), DANNO_TEXT_ID), "tyghe");
  EXPECT_NE(read_text(tyghe.get(), DANNO_TEXT_PARAMETERS).find("break_triples=false\n"),
            std::string::npos);
  for (const Rules* const rules : {&koans, &tyghe}) {
    const std::string names = read_text(rules->get(), DANNO_TEXT_OBSERVATION);
    EXPECT_EQ(std::count(names.begin(), names.end(), '\n'), read_facts(rules->get()).observation);
  }
}

TEST(DannoH, ReadsACanonicalTextAndRefusesABundledId) {
  std::string text = read_text(make_rules("koans").get(), DANNO_TEXT_CANONICAL);
  danno_error error{};
  EXPECT_EQ(danno_rules_new(text.c_str(), 2, nullptr, &error), nullptr);
  EXPECT_NE(std::string(error.text).find("bundled"), std::string::npos) << error.text;
  text.replace(text.find("koans"), 5, "mine");
  const Rules mine = make_rules(text.c_str());
  EXPECT_EQ(read_text(mine.get(), DANNO_TEXT_ID), "mine");
  EXPECT_EQ(read_text(mine.get(), DANNO_TEXT_CANONICAL), text);
}

TEST(DannoH, AMistakeIsOneLine) {
  const Rules koans = make_rules("koans");
  const auto refused = [&](auto make) {
    danno_error error{};
    EXPECT_EQ(make(&error), nullptr);
    return std::string(error.text);
  };
  EXPECT_EQ(refused([](danno_error* error) { return danno_rules_new("poker", 2, "", error); }),
            "no rule set 'poker'; expected true-greed, dollar, tyghe, official, koans or a rule "
            "file");
  EXPECT_EQ(refused([](danno_error* error) { return danno_rules_new("koans", 7, "", error); }),
            "7 seats; expected 2 to 6");
  EXPECT_NE(
      refused([](danno_error* error) { return danno_rules_new("koans", 2, "goal=3", error); }), "");
  EXPECT_NE(refused([](danno_error* error) { return danno_rules_new("koans", 2, "goal", error); }),
            "");
  const auto games = [&](const char* policies, std::int64_t count) {
    return refused([&](danno_error* error) {
      return danno_games_new(koans.get(), nullptr, count, policies, DANNO_NEXT_STEP, 1, error);
    });
  };
  EXPECT_EQ(games("\nbob", 1), "no policy 'bob'; expected hold, timid, random, odds or optimal");
  EXPECT_EQ(games("hold\nhold", 1), "no seat is left for the caller");
  EXPECT_EQ(games("\nhold\nhold", 1), "more policies than seats");
  EXPECT_EQ(games("\noptimal", 1), "the policy 'optimal' needs the exact values");
  EXPECT_NE(games("\nhold --at many", 1), "");
  EXPECT_NE(games("", 0), "");
}

TEST(DannoH, AnIllegalActionChangesNothing) {
  const Rules koans = make_rules("koans");
  Batch batch(koans.get(), 3, "\nhold", DANNO_NEXT_STEP);
  const std::string before = batch.save();
  for (const std::int64_t action : {std::int64_t{-1}, std::int64_t{2}, INT64_MAX, INT64_MIN}) {
    batch.actions = {0, 0, action};
    danno_error error{};
    EXPECT_EQ(danno_games_step(batch.games.get(), batch.actions.data(), &batch.arrays, &error), -1);
    EXPECT_EQ(std::string(error.text),
              "the action " + std::to_string(action) + " in game 2 is illegal; legal are 0, 1");
  }
  EXPECT_EQ(batch.save(), before);
}

class DannoHOfRules : public testing::TestWithParam<const char*> {};

TEST_P(DannoHOfRules, SavedGamesGoOnAlike) {
  for (const char* const policies : {"", "\nrandom", "\nhold\nodds"}) {
    const Rules rules = make_rules(GetParam(), std::string(policies).size() > 8 ? 3 : 2);
    Batch batch(rules.get(), 8, policies, DANNO_SAME_STEP);
    std::uint64_t random = 1;
    for (int i = 0; i < 50; ++i) {
      batch.choose(random);
      batch.step();
    }
    Batch other(rules.get(), 8, policies, DANNO_SAME_STEP, nullptr, 99);
    EXPECT_NE(other.observations, batch.observations);
    const std::string bytes = batch.save();
    danno_error error{};
    ASSERT_EQ(
        danno_games_load(other.games.get(), bytes.data(), bytes.size(), &other.arrays, &error), 0)
        << error.text;
    for (int i = 0; i < 200; ++i) {
      ASSERT_EQ(other.observations, batch.observations);
      ASSERT_EQ(other.masks, batch.masks);
      batch.choose(random);
      other.actions = batch.actions;
      batch.step();
      other.step();
      ASSERT_EQ(other.rewards, batch.rewards);
    }
  }
}

TEST_P(DannoHOfRules, BytesThatAreNoSavedGamesAreRefused) {
  const Rules rules = make_rules(GetParam());
  Batch batch(rules.get(), 2, "\ntimid", DANNO_NEXT_STEP);
  std::uint64_t random = 3;
  for (int i = 0; i < 20; ++i) {
    batch.choose(random);
    batch.step();
  }
  const std::string good = batch.save();
  int refused = 0;
  for (int i = 0; i < 500; ++i) {
    std::string bytes = good;
    if (i < 200) bytes.resize(bytes.size() * static_cast<std::size_t>(i) / 200);
    for (int flip = 0; i >= 200 && flip < 3; ++flip) {
      char& byte =
          bytes[static_cast<std::size_t>(draw_below(random, static_cast<int>(bytes.size())))];
      byte = static_cast<char>(byte ^ (1 << draw_below(random, 8)));
    }
    const std::string before = batch.save();
    if (danno_games_load(batch.games.get(), bytes.data(), bytes.size(), &batch.arrays, nullptr) ==
        0)
      continue;
    ++refused;
    ASSERT_EQ(batch.save(), before);
  }
  EXPECT_GT(refused, 200);
}

/// Plays steps until `ends` games are over.
template <class Visit>
void play_to_ends(Batch& batch, int ends, Visit visit) {
  std::uint64_t random = 11;
  while (ends > 0) {
    batch.choose(random);
    batch.step();
    for (std::size_t game = 0; game < batch.movers.size(); ++game) {
      if (batch.terminated[game] == 0) continue;
      --ends;
      visit(game);
    }
  }
}

TEST_P(DannoHOfRules, AutoresetIsNextStepOrSameStepOrNone) {
  const Rules rules = make_rules(GetParam());
  Batch next(rules.get(), 4, "\nhold", DANNO_NEXT_STEP);
  play_to_ends(next, 20, [&](std::size_t game) {
    EXPECT_EQ(next.movers[game], -1);
    EXPECT_LE(std::abs(next.rewards[game]), 1);
  });
  Batch same(rules.get(), 4, "\nhold", DANNO_SAME_STEP);
  play_to_ends(same, 20, [&](std::size_t game) { EXPECT_EQ(same.movers[game], 0); });
  Batch none(rules.get(), 1, "\nhold", DANNO_DISABLED);
  play_to_ends(none, 1, [](std::size_t) {});
  danno_error error{};
  EXPECT_EQ(danno_games_step(none.games.get(), none.actions.data(), &none.arrays, &error), -1);
  EXPECT_NE(std::string(error.text).find("the game is over"), std::string::npos) << error.text;
  EXPECT_EQ(danno_games_reset(none.games.get(), nullptr, nullptr, &none.arrays, nullptr), 0);
  EXPECT_EQ(none.movers[0], 0);
}

INSTANTIATE_TEST_SUITE_P(Bundled, DannoHOfRules,
                         testing::Values("true-greed", "dollar", "tyghe", "official", "koans"));

/// Returns the sum of (count - mean)² / mean.
double chi_square(const std::vector<double>& counts) {
  const double mean =
      std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double sum = 0;
  for (const double count : counts)
    sum += (count - mean) * (count - mean) / mean;
  return sum;
}

// Every face scores, so that no throw is a bust and all dice are seen.
TEST(DannoH, EveryFaceIsEquallyLikely) {
  const Rules rules = make_rules(
      "[rules]\nid = \"all\"\n[score]\n\"1\" = 100\n\"2\" = 50\n\"3\" = 50\n\"4\" = 50\n"
      "\"5\" = 50\n\"6\" = 50\n[game]\ntarget = 10000\n");
  Batch batch(rules.get(), 16, "", DANNO_SAME_STEP);
  std::vector<double> faces(6);
  std::uint64_t random = 1;
  for (int i = 0; i < 20'000; ++i) {
    for (std::int64_t game = 0; game < 16; ++game) {
      danno_position position{};
      ASSERT_EQ(danno_game_position(batch.games.get(), game, &position, nullptr), 0);
      for (std::size_t face = 0; face < 6; ++face)
        faces[face] += position.thrown[face];
    }
    batch.choose(random);
    batch.step();
  }
  EXPECT_LT(chi_square(faces), 25.7);  // five degrees of freedom, one in ten thousand
}

TEST(DannoH, EverySeatBeginsEquallyOften) {
  const Rules rules = make_rules("koans", 5);
  Batch batch(rules.get(), 1, "", DANNO_DISABLED);
  std::vector<double> first(5);
  for (int game = 0; game < 20'000; ++game) {
    ASSERT_EQ(danno_games_reset(batch.games.get(), nullptr, nullptr, &batch.arrays, nullptr), 0);
    danno_position position{};
    ASSERT_EQ(danno_game_position(batch.games.get(), 0, &position, nullptr), 0);
    const int turns = std::accumulate(position.turns, position.turns + 5, 0);
    ++first[static_cast<std::size_t>((position.mover - turns % 5 + 5) % 5)];
  }
  EXPECT_LT(chi_square(first), 23.5);  // four degrees of freedom
}

TEST(DannoH, TheDiceOfADealAreThoseOfAMatch) {
  const Rules rules = make_rules("koans");
  std::array<std::uint8_t, 32> key{};
  ASSERT_EQ(danno_deal_key(rules.get(), "tutorial", "ada\nbob", 3, key.data(), nullptr), 0);
  const std::vector<std::string> names{"bob", "ada"};
  const GameRules game_rules("koans", 2, "");
  const record::Key made =
      record::deal_key({"tutorial"}, record::key_rules(game_rules.rule_set()), names, 3);
  EXPECT_EQ(key, made);
  record::DiceStream dice(made);
  Batch batch(rules.get(), 1, "", DANNO_DISABLED);
  danno_start start{};
  start.first = 1;
  start.has_key = 1;
  std::copy(key.begin(), key.end(), start.key);
  ASSERT_EQ(danno_game_start(batch.games.get(), 0, &start, nullptr), 0);
  const int thrown = danno_game_throw(batch.games.get(), 0, nullptr, nullptr);
  danno_position position{};
  ASSERT_EQ(danno_game_position(batch.games.get(), 0, &position, nullptr), 0);
  const rules::Dice expected = dice.roll(1, 0, 0, 5);
  for (int face = 0; thrown == 0 && face < 6; ++face)
    EXPECT_EQ(position.thrown[face], expected.count(face));
}

TEST(DannoH, PlaysTheBestWithExactValues) {
  const Rules rules = make_rules("koans");
  danno_error error{};
  const Values values(danno_values_new(rules.get(), nullptr, 1, 2, &error));
  ASSERT_NE(values, nullptr) << error.text;
  Batch batch(rules.get(), 1, "\noptimal", DANNO_NEXT_STEP, values.get());
  for (int i = 0; i < 300; ++i) {
    std::array<double, 2> chances{};
    double before = 0;
    if (batch.movers[0] >= 0) {
      const int best = danno_game_judge(batch.games.get(), 0, "optimal", &error);
      ASSERT_GE(best, 0) << error.text;
      ASSERT_EQ(danno_game_chances(batch.games.get(), 0, chances.data(), &before, nullptr), 0);
      EXPECT_EQ(before, chances[static_cast<std::size_t>(best)]);
    }
    batch.actions[0] = i % 3 == 0 ? 0 : 1;
    const bool is_asked = batch.movers[0] >= 0;
    batch.step();
    if (!is_asked) {
      EXPECT_TRUE(std::isnan(batch.regrets[0]));
      continue;
    }
    EXPECT_EQ(batch.regrets[0], before - chances[static_cast<std::size_t>(batch.actions[0])]);
  }
  const Rules other = make_rules("koans", 2, "target=2000");
  EXPECT_EQ(danno_games_new(other.get(), values.get(), 1, "", 0, 1, &error), nullptr);
  EXPECT_EQ(std::string(error.text), "the exact values are of other rules");
}

TEST(DannoH, ThreadsShareRulesAndValues) {
  const Rules rules = make_rules("koans");
  const Values values(danno_values_new(rules.get(), nullptr, 1, 2, nullptr));
  ASSERT_NE(values, nullptr);
  std::vector<std::vector<float>> seen(3);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : seen) {
      threads.emplace_back([&] {
        Batch batch(rules.get(), 4, "\noptimal", DANNO_SAME_STEP, values.get());
        std::uint64_t random = 5;
        for (int i = 0; i < 100; ++i) {
          batch.choose(random);
          batch.step();
        }
        mine = batch.observations;
      });
    }
  }
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[0], seen[2]);
}

/// Reads a text of a function that writes it into a buffer.
template <class Write>
std::string read(Write write) {
  std::string text(write(nullptr, 0) + 1, '\0');
  text.resize(write(text.data(), text.size()));
  return text;
}

TEST(DannoText, IsAGameThatTheAuditTakes) {
  const Rules rules = make_rules("official", 3);
  danno_error error{};
  const Games games(danno_games_new(rules.get(), nullptr, 1, nullptr, DANNO_DISABLED, 5, &error));
  ASSERT_NE(games, nullptr) << error.text;
  const std::array<std::uint8_t, 32> key{1, 2, 3};
  ASSERT_GE(danno_game_deal(games.get(), 0, key.data(), &error), 0) << error.text;
  std::string why_not;
  danno_position position{};
  while (danno_game_position(games.get(), 0, &position, nullptr) == 0 &&
         position.phase != DANNO_OVER) {
    if (position.phase == DANNO_THROW) {
      ASSERT_GE(danno_game_throw(games.get(), 0, nullptr, &error), 0) << error.text;
      continue;
    }
    if (position.phase == DANNO_CHOOSE && why_not.empty()) {
      const std::array<std::int32_t, 6> all_ones{6};
      why_not = read([&](char* buffer, std::size_t size) {
        return danno_game_why_not(games.get(), 0, "ann\nbob\ncy", all_ones.data(), 0, buffer, size,
                                  &error);
      });
    }
    const int action = danno_game_judge(games.get(), 0, "odds", &error);
    ASSERT_EQ(danno_game_act(games.get(), 0, action, &error), 0) << error.text;
  }
  EXPECT_TRUE(why_not.starts_with("111111 was not rolled; legal: keep ")) << why_not;
  std::string text = read([&](char* buffer, std::size_t size) {
    return danno_game_text(games.get(), 0, "ann\nbob\ncy", buffer, size, &error);
  });
  EXPECT_TRUE(text.starts_with("rules official\nplayers ann bob cy\n")) << text;
  const auto audit = [](const std::string& game) {
    return read(
        [&](char* buffer, std::size_t size) { return danno_audit(game.c_str(), buffer, size); });
  };
  EXPECT_EQ(audit(text), "");
  text += "ann accept\n";
  EXPECT_NE(audit(text).find("the game is over; no line may follow"), std::string::npos);
}

TEST(DannoValues, ArePackedAndUnpacked) {
  const Rules rules = make_rules("koans", 2, "target=600");
  danno_error error{};
  const Values solved(danno_values_new(rules.get(), nullptr, 1, 1, &error));
  ASSERT_NE(solved, nullptr) << error.text;
  std::string packed(danno_values_pack(solved.get(), nullptr, 0), '\0');
  ASSERT_EQ(danno_values_pack(solved.get(), packed.data(), packed.size()), packed.size());
  const Values values(danno_values_unpack(rules.get(), packed.data(), packed.size(), &error));
  ASSERT_NE(values, nullptr) << error.text;
  EXPECT_EQ(danno_values_unpack(rules.get(), packed.data(), packed.size() / 2, &error), nullptr);
}

}  // namespace
}  // namespace danno::referee::embed
