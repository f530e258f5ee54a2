// The hand-written codec of Ask and Answer against libprotobuf, byte for byte.
#include "referee/protocol/wire.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "danno/rules.pb.h"
#include "referee/rules/rule_set.hpp"
#include "tests/property/house_rules.hpp"

namespace danno::referee::protocol {
namespace {

/// The same question by libprotobuf.
std::string ask_by_protobuf(std::uint32_t game, std::uint32_t seq, const rules::Position& position,
                            const rules::Options& options,
                            const std::optional<AdviceGiven>& advice) {
  v1::ToAgent message;
  v1::Ask& ask = *message.mutable_ask();
  ask.set_game(game);
  ask.set_seq(seq);
  for (int face = 0; face < rules::kFaces; ++face) {
    for (int n = position.thrown.count(face); n > 0; --n)
      ask.add_dice(static_cast<std::uint32_t>(face) + 1);
  }
  for (const rules::Option& option : options.all()) {
    std::uint32_t mask = 0;
    rules::Dice left = option.keep;
    for (int i = 0; i < ask.dice_size(); ++i) {
      const int face = static_cast<int>(ask.dice(i)) - 1;
      if (left.count(face) == 0) continue;
      left.add(face, -1);
      mask |= 1U << i;
    }
    ask.add_keep(mask);
    ask.add_points(static_cast<std::uint32_t>(option.points));
    ask.add_next_dice(option.next_dice);
    ask.add_may((option.may_roll ? 1U : 0U) + (option.may_bank ? 2U : 0U));
  }
  for (std::size_t seat = 0; seat < position.seats; ++seat)
    ask.add_totals(static_cast<std::uint32_t>(position.totals[seat]));
  ask.set_in_game(position.in_game.bits());
  ask.set_turn_points(static_cast<std::uint32_t>(position.turn.points));
  ask.set_locked(static_cast<std::uint32_t>(position.turn.locked));
  ask.set_inherited(static_cast<std::uint32_t>(position.turn.inherited));
  ask.set_offer_points(static_cast<std::uint32_t>(position.offer.points));
  ask.set_offer_dice(position.offer.dice);
  if (position.closer) ask.set_closer(*position.closer);
  ask.set_forfeited(position.forfeited.bits());
  ask.set_unproven(position.turn.unproven || position.turn.attempt);
  if (advice) {
    ask.set_advice_option(advice->option);
    ask.set_advice_action(advice->action == rules::Action::Roll ? v1::ROLL : v1::BANK);
  }
  std::string out;
  append_frame(out, message);
  return out;
}

/// Plays a game at random; calls `visit` at every question.
template <class Visit>
void play_at_random(const rules::RuleSet& rules, std::mt19937& random, Visit visit) {
  rules::Position position = rules::start_game(rules, 0);
  rules::Options options;
  while (position.phase != rules::Phase::Over) {
    if (position.phase == rules::Phase::Throw) {
      rules::Dice thrown;
      for (int i = 0; i < position.turn.dice; ++i)
        thrown.add(static_cast<int>(random() % 6));
      rules::throw_dice(rules, position, thrown);
      continue;
    }
    options.clear();
    if (position.phase == rules::Phase::Choose) rules::list_options(rules, position, options);
    visit(position, options);
    if (position.phase == rules::Phase::Offer) {
      if (random() % 2 == 0) {
        rules::accept_offer(rules, position);
      } else {
        rules::decline_offer(rules, position);
      }
      continue;
    }
    const rules::Option option = options[random() % options.size()];
    const bool bank = option.may_bank && (!option.may_roll || random() % 2 == 0);
    if (bank) {
      rules::keep_and_bank(rules, position, option);
    } else {
      rules::keep_and_roll(rules, position, option);
    }
  }
}

TEST(Wire, AskIsWhatProtobufWrites) {
  std::mt19937 random(1);
  int asked = 0;
  for (const rules::Definition* definition : rules::all_definitions()) {
    for (int seats = 2; seats <= rules::kMaxSeats; ++seats) {
      const rules::RuleSet rules = rules::make_rule_set(*definition, seats);
      play_at_random(
          rules, random, [&](const rules::Position& position, const rules::Options& options) {
            std::optional<AdviceGiven> advice;
            if (asked % 3 == 0)
              advice = AdviceGiven{static_cast<std::uint32_t>(asked % 2), rules::Action::Bank};
            std::string ours;
            const auto game = static_cast<std::uint32_t>(asked * 37 % 1000);
            append_ask(ours, game, static_cast<std::uint32_t>(asked), position, options, advice);
            ASSERT_EQ(ours, ask_by_protobuf(game, static_cast<std::uint32_t>(asked), position,
                                            options, advice));
            ++asked;
          });
    }
  }
  EXPECT_GT(asked, 1000);
}

TEST(Wire, HelloTellsEveryLimit) {
  std::string out;
  append_hello(out, {.answer_ms = 1, .start_ms = 2, .memory_mb = 3, .games = 4, .bank_ms = 5});
  v1::ToAgent message;
  ASSERT_TRUE(message.ParseFromString(std::string(std::get<Frame>(next_frame(out)).payload)));
  const v1::Hello& hello = message.hello();
  EXPECT_EQ(hello.protocol(), 1U);
  EXPECT_EQ(hello.answer_ms(), 1U);
  EXPECT_EQ(hello.start_ms(), 2U);
  EXPECT_EQ(hello.memory_mb(), 3U);
  EXPECT_EQ(hello.games(), 4U);
  EXPECT_EQ(hello.bank_ms(), 5U);
}

TEST(Wire, GameStartIsWhatProtobufWrites) {
  for (const rules::Definition* definition : rules::all_definitions()) {
    const rules::RuleSet rules = rules::make_rule_set(*definition, 3);
    for (const std::uint32_t game : {0U, 300U}) {
      std::string ours;
      const bool resumed = game != 0;
      GameStartForm(rules).append(ours, game, 2, static_cast<int>(game % 2),
                                  game * 0x9E3779B97F4A7C15U, resumed);
      v1::ToAgent message;
      ASSERT_TRUE(message.ParseFromString(std::string(std::get<Frame>(next_frame(ours)).payload)));
      EXPECT_EQ(message.game_start().rules(), rules.id());
      EXPECT_EQ(
          message.game_start().parameters_size(),
          static_cast<int>(rules::list_parameters(rules.definition(), rules.parameters()).size()));
      int at = 0;
      for (const auto& parameter : rules::list_parameters(rules.definition(), rules.parameters())) {
        EXPECT_EQ(message.game_start().parameters(at).name(), parameter.name);
        EXPECT_EQ(message.game_start().parameters(at++).value(), parameter.wire);
      }
      EXPECT_EQ(message.game_start().seed(), game * 0x9E3779B97F4A7C15U);
      EXPECT_EQ(message.game_start().resumed(), resumed);
      std::string theirs;
      append_frame(theirs, message);
      EXPECT_EQ(ours, theirs);
    }
  }
}

TEST(Wire, GameStartByARuleFileIsWhatProtobufWrites) {
  const rules::RuleSet rules = rules::make_rule_set(solver::house_definition("plain"), 2);
  std::string ours;
  GameStartForm(rules).append(ours, 300, 1, 0, 7, true);
  v1::ToAgent message;
  ASSERT_TRUE(message.ParseFromString(std::string(std::get<Frame>(next_frame(ours)).payload)));
  v1::RuleSet rule_set;
  ASSERT_TRUE(rule_set.ParseFromString(message.game_start().rule_set()));
  EXPECT_EQ(rule_set.text(), rules.definition().text);
  EXPECT_EQ(rule_set.patterns_size(), static_cast<int>(rules.definition().combinations.size()));
  const auto hot = std::find_if(rule_set.traits().begin(), rule_set.traits().end(),
                                [](const auto& trait) { return trait.key() == "hot"; });
  ASSERT_NE(hot, rule_set.traits().end());
  EXPECT_EQ(hot->value(), "may-roll");
  EXPECT_EQ(message.game_start().seat(), 1U);
  std::string theirs;
  append_frame(theirs, message);
  EXPECT_EQ(ours, theirs);
}

TEST(Wire, GameEndIsWhatProtobufWrites) {
  record::GameRecord record;
  record.seats = 3;
  record.places = {2, 1, 3};
  record.totals = {0, 12'345, 50};
  for (const auto cause : {v1::GameEnd::CAUSE_UNSPECIFIED, v1::GameEnd::YOU_FORFEIT}) {
    v1::ToAgent message;
    v1::GameEnd& end = *message.mutable_game_end();
    end.set_game(200);
    for (const std::uint32_t place : {2U, 1U, 3U})
      end.add_places(place);
    for (const std::uint32_t total : {0U, 12'345U, 50U})
      end.add_totals(total);
    end.set_cause(cause);
    std::string theirs;
    append_frame(theirs, message);
    std::string ours;
    append_game_end(ours, 200, record, cause);
    EXPECT_EQ(ours, theirs);
  }
}

TEST(Wire, AnswersAreReadAsProtobufReadsThem) {
  std::mt19937 generator(2);
  const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
  for (int i = 0; i < 2000; ++i) {
    v1::FromAgent message;
    v1::Answer& answer = *message.mutable_answer();
    answer.set_game(random() % 5 == 0 ? 0 : random());
    answer.set_seq(random() % 300);
    answer.set_option(random() % 40);
    answer.set_action(static_cast<v1::Action>(random() % 6));
    std::string out;
    append_frame(out, message);
    const auto frame = next_frame(out);
    ASSERT_TRUE(std::holds_alternative<Frame>(frame));
    EXPECT_EQ(std::get<Frame>(frame).size, out.size());
    const auto parsed = parse_from_agent(std::get<Frame>(frame).payload);
    ASSERT_TRUE(std::holds_alternative<AnswerIn>(parsed));
    const AnswerIn& in = std::get<AnswerIn>(parsed);
    EXPECT_EQ(in.game, answer.game());
    EXPECT_EQ(in.seq, answer.seq());
    EXPECT_EQ(in.option, answer.option());
    EXPECT_EQ(in.action, answer.action());
  }
}

TEST(Wire, UnknownFieldsAreIgnored) {
  // FromAgent{ field 15: varint 5, answer{ game 3, field 9: "x", action BANK } }
  const std::string payload("\x78\x05\x12\x07\x08\x03\x4a\x01x\x20\x02", 11);
  const auto parsed = parse_from_agent(payload);
  ASSERT_TRUE(std::holds_alternative<AnswerIn>(parsed));
  EXPECT_EQ(std::get<AnswerIn>(parsed).game, 3U);
  EXPECT_EQ(std::get<AnswerIn>(parsed).action, v1::BANK);
}

TEST(Wire, NonsenseIsUnreadable) {
  EXPECT_TRUE(std::holds_alternative<Unreadable>(parse_from_agent("")));
  EXPECT_TRUE(std::holds_alternative<Unreadable>(parse_from_agent("hello")));
  EXPECT_TRUE(std::holds_alternative<Unreadable>(parse_from_agent(std::string("\x12\x05\x08", 3))));
}

TEST(Wire, FramesMayComeInAnyPieces) {
  v1::FromAgent message;
  message.mutable_ready()->set_name(std::string(300, 'n'));
  std::string bytes;
  append_frame(bytes, message);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_TRUE(
        std::holds_alternative<NeedMore>(next_frame(std::string_view(bytes).substr(0, length))));
  }
  EXPECT_TRUE(std::holds_alternative<Frame>(next_frame(bytes)));
}

TEST(Wire, PrintedTextIsKnownForWhatItIs) {
  EXPECT_TRUE(looks_like_text("I keep the two fives\n"));
  EXPECT_TRUE(looks_like_text("\n\nI"));
  EXPECT_TRUE(looks_like_text("hi\x02\n"));
  EXPECT_TRUE(looks_like_text("1\n\x02\n"));
  EXPECT_FALSE(looks_like_text("I"));
  EXPECT_FALSE(looks_like_text("1\n"));
  v1::FromAgent message;
  message.mutable_ready()->set_name(std::string(60, 'n'));
  std::string bytes;
  append_frame(bytes, message);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(looks_like_text(std::string_view(bytes).substr(0, length)));
  }
}

TEST(Wire, AGiantLengthIsRefusedBeforeAnythingIsAllocated) {
  EXPECT_TRUE(std::holds_alternative<FrameTooLong>(next_frame("\xff\xff\xff\xff\x0f")));
  EXPECT_TRUE(std::holds_alternative<FrameTooLong>(next_frame(std::string(10, '\xff'))));
}

}  // namespace
}  // namespace danno::referee::protocol
