#include "referee/record/record.hpp"

#include <gtest/gtest.h>

#include <random>

namespace danno::referee::record {
namespace {

/// A game at random, recorded as a session does it; with a forfeit where there are enough seats.
GameRecord random_game(const rules::RuleSet& rules, std::mt19937& random) {
  GameRecord record;
  record.seats = static_cast<std::uint8_t>(rules.seats());
  record.first = static_cast<std::uint8_t>(random() % record.seats);
  for (std::uint8_t seat = 0; seat < record.seats; ++seat)
    record.agent_at[seat] = seat;
  rules::Position position = rules::start_game(rules, record.first);
  rules::Options options;
  while (position.phase != rules::Phase::Over) {
    if (position.phase == rules::Phase::Offer) {
      const bool accepts = random() % 2 == 0;
      record.events.push_back(accepts ? kOfferAccepted : kOfferDeclined);
      accepts ? rules::accept_offer(rules, position) : rules::decline_offer(rules, position);
      continue;
    }
    rules::Dice thrown;
    for (int i = 0; i < position.turn.dice; ++i)
      thrown.add(static_cast<int>(random() % 6));
    if (rules::throw_dice(rules, position, thrown) != rules::Thrown::Choice) {
      record.events.push_back(event_of_throw(thrown));
      continue;
    }
    if (random() % 400 == 0) {
      record.events.push_back(event_of_throw(thrown));
      record.events.push_back(event_of_forfeit(position.mover));
      Fault fault = make_fault(Exited{7});
      fault.seat = position.mover;
      record.faults.push_back(fault);
      rules::forfeit(rules, position, position.mover);
      continue;
    }
    rules::list_options(rules, position, options);
    const std::size_t i = random() % options.size();
    const bool bank = options[i].may_bank && (!options[i].may_roll || random() % 2 == 0);
    record.events.push_back(
        event_of_choice(thrown, i, bank ? rules::Action::Bank : rules::Action::Roll));
    bank ? rules::keep_and_bank(rules, position, options[i])
         : rules::keep_and_roll(rules, position, options[i]);
  }
  record.capped = position.capped;
  record.places = rules::places(rules, position);
  record.totals = position.totals;
  return record;
}

TEST(Record, AGameToldAgainEndsAsItWasPlayed) {
  std::mt19937 random(3);
  for (const rules::Definition* definition : rules::all_definitions()) {
    for (int seats = 2; seats <= rules::kMaxSeats; ++seats) {
      const rules::RuleSet rules = rules::make_rule_set(*definition, seats);
      const GameRecord record = random_game(rules, random);
      rules::Position last = first_position(rules, record);
      std::size_t throws = 0;
      const auto problem = replay(
          rules, record,
          [&](const Step& step, const rules::Position& before, const rules::Position& after) {
            EXPECT_EQ(before.mover, last.mover);
            last = after;
            if (step.kind == Step::Kind::Throw) ++throws;
          });
      EXPECT_EQ(problem, std::nullopt);
      EXPECT_EQ(count_throws(record), throws);
      EXPECT_EQ(last.totals, record.totals);
      EXPECT_EQ(rules::places(rules, last), record.places);
    }
  }
}

TEST(Record, AChangedEventIsFoundOrChangesTheGame) {
  std::mt19937 random(4);
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("koans"), 2);
  const GameRecord record = random_game(rules, random);
  GameRecord cut = record;
  cut.events.pop_back();
  EXPECT_NE(replay(rules, cut, [](const Step&, const rules::Position&, const rules::Position&) {}),
            std::nullopt);
  GameRecord longer = record;
  longer.events.push_back(record.events.front());
  EXPECT_NE(
      replay(rules, longer, [](const Step&, const rules::Position&, const rules::Position&) {}),
      std::nullopt);
}

TEST(Record, ADealSurvivesTheStore) {
  std::mt19937 random(5);
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("tyghe"), 3);
  const std::vector<GameRecord> games{random_game(rules, random), random_game(rules, random)};
  const std::vector<GameRecord> back = decode_deal(encode_deal(games));
  ASSERT_EQ(back.size(), games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(back[i].events, games[i].events);
    EXPECT_EQ(back[i].totals, games[i].totals);
    EXPECT_EQ(back[i].places, games[i].places);
    EXPECT_EQ(back[i].agent_at, games[i].agent_at);
    EXPECT_EQ(back[i].faults.size(), games[i].faults.size());
  }
}

TEST(Record, DamagedBytesAreAnErrorNotAGame) {
  EXPECT_THROW((void)decode_deal("nonsense"), std::runtime_error);
}

}  // namespace
}  // namespace danno::referee::record
