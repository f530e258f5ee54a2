// Tests that what the C++ SDK reads by hand is what libprotobuf reads.
#include <google/protobuf/message_lite.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "danno.hpp"

namespace danno {
namespace {

using Random = std::mt19937;

std::uint32_t draw(Random& random) { return static_cast<std::uint32_t>(random()); }

std::uint32_t number(Random& random) {
  const std::uint32_t bits = draw(random) % 33;
  return bits == 32 ? draw(random) : draw(random) & ((1U << bits) - 1);
}

v1::Ask random_ask(Random& random) {
  v1::Ask ask;
  const auto maybe = [&](auto set) {
    if (draw(random) % 2 == 0) set(number(random));
  };
  const auto fill = [&](auto add) {
    for (std::uint32_t n = draw(random) % 8; n > 0; --n)
      add(number(random));
  };
  maybe([&](auto n) { ask.set_game(n); });
  maybe([&](auto n) { ask.set_seq(n); });
  fill([&](auto n) { ask.add_dice(n); });
  fill([&](auto n) { ask.add_keep(n); });
  fill([&](auto n) { ask.add_points(n); });
  fill([&](auto n) { ask.add_next_dice(n); });
  fill([&](auto n) { ask.add_may(n); });
  fill([&](auto n) { ask.add_totals(n); });
  maybe([&](auto n) { ask.set_in_game(n); });
  maybe([&](auto n) { ask.set_turn_points(n); });
  maybe([&](auto n) { ask.set_locked(n); });
  maybe([&](auto n) { ask.set_inherited(n); });
  maybe([&](auto n) { ask.set_offer_points(n); });
  maybe([&](auto n) { ask.set_offer_dice(n); });
  maybe([&](auto n) { ask.set_closer(n); });
  maybe([&](auto n) { ask.set_forfeited(n); });
  maybe([&](auto n) { ask.set_unproven(n % 2 == 1); });
  maybe([&](auto n) { ask.set_advice_option(n); });
  maybe([&](auto n) { ask.set_advice_action(static_cast<v1::Action>(n % 5)); });
  if (draw(random) % 4 == 0) fill([&](auto n) { ask.add_busts(n); });
  return ask;
}

TEST(SdkMessages, AQuestionIsReadAsProtobufReadsIt) {
  Random random(1);
  v1::Ask read;
  for (int i = 0; i < 20'000; ++i) {
    const std::string bytes = random_ask(random).SerializeAsString();
    ASSERT_TRUE(wire::parse_plain(bytes, read));
    ASSERT_EQ(read.SerializeAsString(), bytes);
    if (bytes.empty()) continue;
    // No piece is read past its end, and what was read before leaves no trace.
    v1::Ask ours;
    v1::Ask theirs;
    const std::string piece = bytes.substr(0, draw(random) % bytes.size());
    if (!wire::parse_plain(piece, ours)) continue;
    ASSERT_TRUE(theirs.ParseFromString(piece));
    ASSERT_EQ(ours.SerializeAsString(), theirs.SerializeAsString());
  }
}

TEST(SdkMessages, FieldsInAnotherOrderAndUnknownOnesAreLeftToProtobuf) {
  v1::Ask ask;
  EXPECT_FALSE(wire::parse_plain(std::string("\x10\x01\x08\x01", 4), ask));
  EXPECT_FALSE(wire::parse_plain(std::string("\x08\x01\xf8\x01\x01", 5), ask));
}

v1::GameStart random_start(Random& random, const std::string& rules) {
  v1::GameStart start;
  start.set_game(number(random));
  start.set_rules(rules);
  start.add_parameters()->set_name("target");
  start.set_faces("123456");
  start.set_seat(number(random) % 3);
  start.set_seats(3);
  start.set_first(number(random) % 3);
  if (draw(random) % 4 != 0) start.set_seed(draw(random));
  start.set_resumed(draw(random) % 4 == 0);
  if (rules == "house") start.set_rule_set("rules");
  return start;
}

TEST(SdkMessages, AGameStartUnderTheSameRulesIsReadAsProtobufReadsIt) {
  Random random(2);
  for (const std::string rules : {"koans", "house"}) {
    const wire::SameRules same =
        wire::read_same_rules(random_start(random, rules).SerializeAsString());
    v1::GameStart read = random_start(random, rules);
    for (int i = 0; i < 1000; ++i) {
      const std::string bytes = random_start(random, rules).SerializeAsString();
      ASSERT_TRUE(wire::parse_same(bytes, same, read));
      ASSERT_EQ(read.SerializeAsString(), bytes);
      ASSERT_FALSE(wire::parse_same(bytes.substr(0, bytes.size() - 1), same, read));
    }
    EXPECT_FALSE(wire::parse_same(random_start(random, "other").SerializeAsString(), same, read));
  }
}

/// Counts the questions of its game.
struct Count {
  explicit Count(const v1::GameStart& start) : rules(start.rules()) {}
  std::string rules;
  int asked = 0;
};

std::string in_frame(const v1::ToAgent& message) { return message.SerializeAsString(); }

TEST(SdkConversation, KeepsGamesApartHoweverFarTheirNumbersAre) {
  std::vector<std::string> heard;
  const auto decide = [&](const Question& question, Count& count) {
    heard.push_back(std::to_string(question.game.game()) + count.rules +
                    std::to_string(count.asked++));
    return roll(0);
  };
  wire::Conversation<Count, decltype(decide)> conversation(decide, {});
  const auto start = [&](std::uint32_t game, const std::string& rules) {
    v1::ToAgent message;
    message.mutable_game_start()->set_game(game);
    message.mutable_game_start()->set_rules(rules);
    conversation.take(in_frame(message));
  };
  const auto ask = [&](std::uint32_t game) {
    v1::ToAgent message;
    message.mutable_ask()->set_game(game);
    conversation.take(in_frame(message));
  };
  const auto end = [&](std::uint32_t game) {
    v1::ToAgent message;
    message.mutable_game_end()->set_game(game);
    conversation.take(in_frame(message));
  };
  start(7, "a");
  start(7 + 64, "b");
  start(7 + 1024, "a");
  for (const std::uint32_t game : {7U, 71U, 1031U, 71U})
    ask(game);
  end(71);
  start(72, "c");
  ask(72);
  ask(7);
  EXPECT_EQ(heard, (std::vector<std::string>{"7a0", "71b0", "1031a0", "71b1", "72c0", "7a1"}));
  EXPECT_THROW(ask(71), std::runtime_error);
  EXPECT_THROW(ask(8), std::runtime_error);
}

}  // namespace
}  // namespace danno
