// The hand-written codec of Ask and Answer against libprotobuf, byte for byte.
#include "referee/protocol/wire.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "danno/rules.pb.h"
#include "referee/record/sha256.hpp"
#include "referee/rules/rule_set.hpp"
#include "tests/property/house_rules.hpp"

namespace danno::referee::protocol {
namespace {

/// Returns the message of a frame.
v1::ToAgent message_in(const std::string& bytes) {
  v1::ToAgent message;
  EXPECT_TRUE(message.ParseFromString(std::string(std::get<Frame>(next_frame(bytes)).payload)));
  return message;
}

std::string frame_with(const google::protobuf::MessageLite& message) {
  std::string frame;
  append_frame(frame, message);
  return frame;
}

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
  const auto busts = std::span(position.busts).first(position.seats);
  if (std::ranges::any_of(busts, [](auto count) { return count != 0; }))
    ask.mutable_busts()->Assign(busts.begin(), busts.end());
  return frame_with(message);
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

/// All bundled rule sets, and rule files with what those lack.
std::vector<const rules::Definition*> many_definitions() {
  const auto bundled = rules::all_definitions();
  std::vector<const rules::Definition*> definitions(bundled.begin(), bundled.end());
  for (const auto& [id, sections] : solver::house_rules())
    definitions.push_back(&solver::house_definition(id));
  return definitions;
}

TEST(Wire, AskIsWhatProtobufWrites) {
  std::mt19937 random(1);
  int asked = 0;
  int with_busts = 0;
  for (const rules::Definition* definition : many_definitions()) {
    for (int seats = 2; seats <= rules::kMaxSeats; ++seats) {
      const rules::RuleSet rules = rules::make_rule_set(*definition, seats);
      play_at_random(
          rules, random, [&](const rules::Position& position, const rules::Options& options) {
            std::optional<AdviceGiven> advice;
            if (asked % 3 == 0)
              advice = AdviceGiven{static_cast<std::uint32_t>(asked % 2),
                                   asked % 2 == 0 ? rules::Action::Bank : rules::Action::Roll};
            std::string ours;
            const auto game = static_cast<std::uint32_t>(asked * 37 % 1000);
            append_ask(ours, game, static_cast<std::uint32_t>(asked), position, options, advice);
            ASSERT_EQ(ours, ask_by_protobuf(game, static_cast<std::uint32_t>(asked), position,
                                            options, advice));
            ++asked;
            with_busts += position.busts[0] > 0 ? 1 : 0;
          });
    }
  }
  EXPECT_GT(asked, 1000);
  EXPECT_GT(with_busts, 100);
}

TEST(Wire, HelloTellsEveryLimit) {
  std::string out;
  append_hello(out, {.answer_ms = 1, .start_ms = 2, .memory_mb = 3, .games = 4, .bank_ms = 5});
  const v1::Hello hello = message_in(out).hello();
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
    for (const std::uint32_t game : {0U, 127U, 300U}) {
      v1::ToAgent message;
      v1::GameStart& start = *message.mutable_game_start();
      start.set_game(game);
      start.set_rules(std::string(rules.id()));
      for (const auto& parameter : rules::list_parameters(*definition, rules.parameters())) {
        start.add_parameters()->set_name(std::string(parameter.name));
        start.mutable_parameters()->rbegin()->set_value(parameter.wire);
      }
      start.set_unit(static_cast<std::uint32_t>(definition->unit));
      start.set_dice(static_cast<std::uint32_t>(definition->dice));
      start.set_faces(std::string(definition->faces));
      start.set_seat(2);
      start.set_seats(3);
      start.set_first(game % 2);
      start.set_seed(game * 0x9E3779B97F4A7C15U);
      start.set_resumed(game == 300);
      std::string ours;
      GameStartForm(rules).append(ours, game, 2, static_cast<int>(game % 2), start.seed(),
                                  start.resumed());
      EXPECT_EQ(ours, frame_with(message));
    }
  }
}

TEST(Wire, GameStartByARuleFileIsWhatProtobufWrites) {
  for (const rules::Definition* definition : many_definitions()) {
    if (definition->is_bundled()) continue;
    const rules::RuleSet rules = rules::make_rule_set(*definition, 2);
    std::string ours;
    GameStartForm(rules).append(ours, 300, 1, 0, 7, true);
    const v1::ToAgent message = message_in(ours);
    EXPECT_EQ(message.game_start().seat(), 1U);
    EXPECT_EQ(ours, frame_with(message));
    v1::RuleSet rule_set;
    ASSERT_TRUE(rule_set.ParseFromString(message.game_start().rule_set()));
    EXPECT_EQ(rule_set.text(), definition->text);
    std::size_t at = 0;
    for (const v1::RuleSet::Pattern& pattern : rule_set.patterns()) {
      const rules::Combination& combination = definition->combinations.at(at++);
      rules::Dice dice;
      for (const std::uint32_t face : pattern.dice())
        dice.add(static_cast<int>(face) - 1);
      EXPECT_EQ(dice, combination.dice);
      EXPECT_EQ(pattern.points(), static_cast<std::uint32_t>(combination.points));
    }
    EXPECT_EQ(at, definition->combinations.size());
    std::vector<std::pair<std::string, std::string>> traits;
    for (const v1::RuleSet::Trait& trait : rule_set.traits())
      traits.emplace_back(trait.key(), trait.value());
    EXPECT_EQ(traits, rules::list_traits(*definition));
  }
}

/// Returns what another seat is told of a step of seat 1.
v1::Seen seen(record::Step step, const rules::Position& after) {
  step.seat = 1;
  std::string frame;
  append_seen(frame, 300, step, after);
  return frame.empty() ? v1::Seen() : message_in(frame).seen();
}

TEST(Wire, SeenTellsTheStepAndTheStanding) {
  rules::Position after;
  after.mover = 1;
  after.totals = {7, 850, 9};
  after.turn.points = 350;
  record::Step step;
  step.kind = record::Step::Kind::Choice;
  step.thrown = *rules::parse_dice("11345", rules::find_definition("koans")->faces);
  step.option.mask = 3;
  const v1::Seen rolled_on = seen(step, after);
  EXPECT_EQ(rolled_on.game(), 300U);
  EXPECT_EQ(rolled_on.seat(), 1U);
  EXPECT_EQ(rolled_on.event(), v1::Seen::ROLLED_ON);
  EXPECT_EQ(std::vector(rolled_on.dice().begin(), rolled_on.dice().end()),
            (std::vector<std::uint32_t>{1, 1, 3, 4, 5}));
  EXPECT_EQ(rolled_on.kept(), 3U);
  EXPECT_EQ(rolled_on.turn_points(), 350U);
  EXPECT_EQ(rolled_on.total(), 850U);
  after.mover = 2;  // whose points are of no interest
  step.action = rules::Action::Bank;
  EXPECT_EQ(seen(step, after).event(), v1::Seen::BANKED);
  EXPECT_EQ(seen(step, after).turn_points(), 0U);
}

TEST(Wire, SeenTellsOfEveryStepThatDecidesSomething) {
  using Kind = record::Step::Kind;
  using rules::Action;
  using rules::Thrown;
  struct Case {
    Kind kind;
    Thrown outcome;
    Action action;
    v1::Seen::Event event;
  };
  record::Step step;
  step.option.mask = 3;
  for (const Case& each :
       {Case{Kind::Throw, Thrown::Choice, Action::Roll, v1::Seen::EVENT_UNSPECIFIED},
        Case{Kind::Throw, Thrown::Bust, Action::Roll, v1::Seen::BUSTED},
        Case{Kind::Throw, Thrown::Win, Action::Roll, v1::Seen::WON_AT_ONCE},
        Case{Kind::Throw, Thrown::Attempt, Action::Roll, v1::Seen::ROLLED_ON},
        Case{Kind::Offer, Thrown::Choice, Action::Accept, v1::Seen::ACCEPTED},
        Case{Kind::Offer, Thrown::Choice, Action::Decline, v1::Seen::DECLINED},
        Case{Kind::Forfeit, Thrown::Choice, Action::Roll, v1::Seen::FORFEITED}}) {
    step.kind = each.kind;
    step.outcome = each.outcome;
    step.action = each.action;
    const v1::Seen told = seen(step, rules::Position());
    EXPECT_EQ(told.event(), each.event);
    EXPECT_EQ(told.kept(), 0U);
  }
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
    std::string ours;
    append_game_end(ours, 200, record, cause);
    EXPECT_EQ(ours, frame_with(message));
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
    const std::string out = frame_with(message);
    const auto frame = next_frame(out);
    ASSERT_TRUE(std::holds_alternative<Frame>(frame));
    EXPECT_EQ(std::get<Frame>(frame).size, out.size());
    const auto parsed = parse_from_agent(std::get<Frame>(frame).payload);
    ASSERT_TRUE(std::holds_alternative<AnswerIn>(parsed));
    AnswerIn plain;
    EXPECT_TRUE(parse_plain_answer(std::get<Frame>(frame).payload, plain));
    const AnswerIn& in = std::get<AnswerIn>(parsed);
    EXPECT_EQ(in.game, answer.game());
    EXPECT_EQ(in.seq, answer.seq());
    EXPECT_EQ(in.option, answer.option());
    EXPECT_EQ(in.action, answer.action());
  }
}

/// A payload with an Answer whose fields stand in any order, some twice, with bytes too many or too
/// few, or with a part that an Answer does not have.
std::string random_payload(std::mt19937& random) {
  const auto varint = [&](std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
      bytes += static_cast<char>(static_cast<std::uint8_t>(value | 0x80U));
    return bytes + static_cast<char>(value);
  };
  std::string body;
  for (std::uint64_t fields = random() % 6; fields > 0; --fields) {
    const std::uint64_t number = random() % 20 == 0 ? random() % 40 : 1 + random() % 4;
    const std::uint64_t type = random() % 20 == 0 ? random() % 8 : 0;
    const int bits = static_cast<int>(random() % 64);
    body +=
        varint(number << 3U | type) + varint(((std::uint64_t{random()} << 32U) | random()) >> bits);
  }
  const std::uint64_t surplus = random() % 10 == 0 ? random() % 3 - 1 : 0;
  std::string payload = varint(random() % 20 == 0 ? random() % 256 : 2 << 3U | 2U) +
                        varint(body.size() + surplus) + body;
  if (random() % 10 == 0) payload.resize(random() % (payload.size() + 1));
  if (random() % 10 == 0) payload += payload;
  return payload;
}

TEST(Wire, APlainAnswerIsWhatProtobufReadsAndMostAnswersArePlain) {
  std::mt19937 random(3);
  int plain = 0;
  int others = 0;
  for (int i = 0; i < 50'000; ++i) {
    const std::string payload = random_payload(random);
    AnswerIn in;
    if (!parse_plain_answer(payload, in)) {
      others += v1::FromAgent().ParseFromString(payload) ? 1 : 0;
      continue;
    }
    ++plain;
    v1::FromAgent message;
    ASSERT_TRUE(message.ParseFromString(payload)) << record::to_hex(payload);
    ASSERT_TRUE(message.has_answer()) << record::to_hex(payload);
    EXPECT_EQ(in.game, message.answer().game()) << record::to_hex(payload);
    EXPECT_EQ(in.seq, message.answer().seq()) << record::to_hex(payload);
    EXPECT_EQ(in.option, message.answer().option()) << record::to_hex(payload);
    EXPECT_EQ(in.action, message.answer().action()) << record::to_hex(payload);
  }
  EXPECT_GT(plain, 20'000);
  EXPECT_LT(others, 15'000);
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
  const std::string bytes = frame_with(message);
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
  const std::string bytes = frame_with(message);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(looks_like_text(std::string_view(bytes).substr(0, length)));
  }
}

TEST(Wire, AFrameHas64KiBAtMost) {
  std::string bytes("\x80\x80\x04");
  EXPECT_TRUE(std::holds_alternative<NeedMore>(next_frame(bytes)));
  bytes.append(kMaxFrame, 'x');
  EXPECT_EQ(std::get<Frame>(next_frame(bytes)).payload.size(), kMaxFrame);
  EXPECT_EQ(std::get<FrameTooLong>(next_frame("\x81\x80\x04")).length, kMaxFrame + 1);
}

TEST(Wire, AGiantLengthIsRefusedBeforeAnythingIsAllocated) {
  EXPECT_TRUE(std::holds_alternative<FrameTooLong>(next_frame("\xff\xff\xff\xff\x0f")));
  EXPECT_TRUE(std::holds_alternative<FrameTooLong>(next_frame(std::string(10, '\xff'))));
}

}  // namespace
}  // namespace danno::referee::protocol
