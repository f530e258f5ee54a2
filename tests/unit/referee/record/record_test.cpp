#include "referee/record/record.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

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

void ignore(const Step& /*step*/, const rules::Position& /*before*/,
            const rules::Position& /*after*/) {}

TEST(Record, AChangedEventIsFoundOrChangesTheGame) {
  std::mt19937 random(4);
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("koans"), 2);
  const GameRecord record = random_game(rules, random);
  GameRecord cut = record;
  cut.events.pop_back();
  EXPECT_EQ(replay(rules, cut, ignore), "the game is not over after its last event");
  GameRecord longer = record;
  longer.events.push_back(record.events.front());
  EXPECT_EQ(replay(rules, longer, ignore),
            "event " + std::to_string(record.events.size()) + ": an event after the end");
}

/// Events of a game of `seats` players, one after another.
class Events {
 public:
  explicit Events(const rules::RuleSet& rules, int seats = 2)
      : rules_(rules), position_(rules::start_game(rules, 0)) {
    record_.seats = static_cast<std::uint8_t>(seats);
  }

  /// Throws these dice and takes the legal option with this keep.
  Events& choose(std::string_view thrown, std::string_view keep, rules::Action action) {
    const rules::Dice dice = *rules::parse_dice(thrown, rules_.faces());
    (void)rules::throw_dice(rules_, position_, dice);
    rules::Options options;
    rules::list_options(rules_, position_, options);
    const auto option = std::ranges::find(options.all(), *rules::parse_dice(keep, rules_.faces()),
                                          &rules::Option::keep);
    const auto index = static_cast<std::size_t>(option - options.all().begin());
    record_.events.push_back(event_of_choice(dice, index, action));
    if (action == rules::Action::Bank && option->may_bank)
      rules::keep_and_bank(rules_, position_, *option);
    return *this;
  }
  Events& fall(std::string_view thrown) {
    const rules::Dice dice = *rules::parse_dice(thrown, rules_.faces());
    record_.events.push_back(event_of_throw(dice));
    return *this;
  }
  Events& add(Event event) {
    record_.events.push_back(event);
    return *this;
  }

  [[nodiscard]] std::string problem() const { return replay(rules_, record_, ignore).value_or(""); }
  [[nodiscard]] const GameRecord& record() const { return record_; }

 private:
  const rules::RuleSet& rules_;
  rules::Position position_;
  GameRecord record_;
};

constexpr Event make_event(unsigned rank, unsigned code) {
  return static_cast<Event>(rank | (code << 9U));
}

TEST(Record, NamesTheFirstEventThatIsNotLegal) {
  const rules::RuleSet koans = rules::make_rule_set(*rules::find_definition("koans"), 3);
  EXPECT_EQ(Events(koans, 3).add(event_of_forfeit(3)).problem(),
            "event 0: a forfeit of a seat that is not in the game");
  EXPECT_EQ(Events(koans, 3).add(event_of_forfeit(1)).add(event_of_forfeit(1)).problem(),
            "event 1: a forfeit of a seat that is not in the game");
  EXPECT_EQ(Events(koans, 3).add(kOfferDeclined).problem(),
            "event 0: an answer to an offer that was not made");
  // 252 throws of five dice
  EXPECT_EQ(Events(koans, 3).add(make_event(252, kNoDecision)).problem(),
            "event 0: no throw of 5 dice has this rank");
  EXPECT_EQ(Events(koans, 3).add(make_event(251, kNoDecision)).problem(),
            "the game is not over after its last event");
}

TEST(Record, NamesADecisionThatItsThrowDoesNotAllow) {
  using rules::Action;
  const rules::RuleSet koans = rules::make_rule_set(*rules::find_definition("koans"), 2);
  const rules::Dice bust = *rules::parse_dice("22346", koans.faces());
  const rules::Dice scores = *rules::parse_dice("12346", koans.faces());
  EXPECT_EQ(Events(koans).add(event_of_choice(bust, 0, Action::Roll)).problem(),
            "event 0: a decision where the throw leaves none");
  EXPECT_EQ(Events(koans).add(event_of_choice(scores, 1, Action::Roll)).problem(),
            "event 0: an option that the throw does not have");
  const rules::RuleSet dollar = rules::make_rule_set(*rules::find_definition("dollar"), 2);
  EXPECT_EQ(Events(dollar).choose("DDDDDD", "DDDDDD", Action::Bank).problem(),
            "event 0: a bank that is not legal");
  const rules::Definition& official = *rules::find_definition("official");
  rules::Parameters parameters = official.defaults(2);
  parameters.dead_dice = true;
  const rules::RuleSet dead(official, 2, parameters);
  EXPECT_EQ(Events(dead).choose("11123", "11123", Action::Roll).problem(),
            "event 0: a roll that is not legal");
}

TEST(Record, NamesAnAnswerOrAThrowThatAnOfferDoesNotAllow) {
  using rules::Action;
  const rules::RuleSet tyghe = rules::make_rule_set(*rules::find_definition("tyghe"), 2);
  const auto offered = [&] { return Events(tyghe).choose("111234", "111", Action::Bank); };
  const std::string unfinished = "the game is not over after its last event";
  EXPECT_EQ(offered().problem(), unfinished);
  EXPECT_EQ(offered().add(kOfferAccepted).problem(), unfinished);
  EXPECT_EQ(offered().add(kOfferDeclined).problem(), unfinished);
  EXPECT_EQ(offered().add(make_event(kOfferAccepted, 2)).problem(),
            "event 1: neither accept nor decline");
  EXPECT_EQ(offered().fall("223466").problem(), "event 1: a throw while an offer is open");
}

TEST(Record, ShowsEachStepWithWhatWasDone) {
  using rules::Action;
  const rules::RuleSet tyghe = rules::make_rule_set(*rules::find_definition("tyghe"), 2);
  const GameRecord record = Events(tyghe)
                                .choose("111234", "111", Action::Bank)
                                .add(kOfferAccepted)
                                .fall("223")
                                .add(event_of_forfeit(1))
                                .record();
  std::string seen;
  const auto problem =
      replay(tyghe, record,
             [&](const Step& step, const rules::Position& before, const rules::Position& after) {
               constexpr std::string_view kKinds = "TCOF";
               seen += kKinds[static_cast<std::size_t>(step.kind)];
               seen += std::to_string(step.seat);
               if (!step.thrown.empty()) seen += rules::to_string(step.thrown, tyghe.faces());
               if (step.kind == Step::Kind::Choice) {
                 EXPECT_EQ(step.action, Action::Bank);
                 EXPECT_EQ(step.option.points, 1000);
                 rules::Options options;
                 rules::list_options(tyghe, before, options);
                 EXPECT_EQ(options[step.option_index].keep, step.option.keep);
               }
               if (step.kind == Step::Kind::Offer) {
                 EXPECT_EQ(step.action, Action::Accept);
                 EXPECT_EQ(after.turn.points, 1000);
               }
               seen += " ";
             });
  EXPECT_EQ(problem, std::nullopt);
  EXPECT_EQ(seen, "T0111234 C0111234 O1 T1223 F1 ");
  EXPECT_EQ(count_decisions(record), 2U);
  EXPECT_EQ(count_throws(record), 2U);
}

TEST(Record, BeginsWithoutTheAbsent) {
  const rules::RuleSet koans = rules::make_rule_set(*rules::find_definition("koans"), 3);
  GameRecord record;
  record.seats = 3;
  record.first = 1;
  record.absent = {1};
  const rules::Position position = first_position(koans, record);
  EXPECT_TRUE(position.is_out(1));
  EXPECT_EQ(position.mover, 2);
  record.absent = {0, 1, 2};
  EXPECT_EQ(first_position(koans, record).phase, rules::Phase::Over);
  EXPECT_FALSE(first_position(koans, record).is_out(2));
}

TEST(Record, ADealSurvivesTheStore) {
  std::mt19937 random(5);
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("tyghe"), 3);
  std::vector<GameRecord> games{random_game(rules, random), random_game(rules, random)};
  games[0].seating = 1;
  games[0].agent_at = {2, 0, 1};
  games[1].first = 2;
  games[1].absent = {0, 1};
  games[1].capped = true;
  games[1].faults.push_back(make_fault(Exited{7}));
  games[1].faults.back().seat = 2;
  const std::vector<GameRecord> back = decode_deal(encode_deal(games));
  ASSERT_EQ(back.size(), games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(back[i].events, games[i].events);
    EXPECT_EQ(back[i].totals, games[i].totals);
    EXPECT_EQ(back[i].places, games[i].places);
    EXPECT_EQ(back[i].agent_at, games[i].agent_at);
    EXPECT_EQ(back[i].seats, 3);
    EXPECT_EQ(back[i].seating, games[i].seating);
    EXPECT_EQ(back[i].first, games[i].first);
    EXPECT_EQ(back[i].absent, games[i].absent);
    EXPECT_EQ(back[i].capped, games[i].capped);
    EXPECT_EQ(back[i].faults.size(), games[i].faults.size());
  }
  const Fault& fault = back[1].faults.back();
  EXPECT_EQ(fault.seat, 2);
  EXPECT_EQ(fault.kind, FaultKind::Exit);
  EXPECT_EQ(fault.value, 7);
  EXPECT_EQ(describe(fault.cause), "exited with code 7");
}

TEST(Record, DamagedBytesAreAnErrorNotAGame) {
  EXPECT_THROW((void)decode_deal("nonsense"), std::runtime_error);
  GameRecord game;
  (void)decode_deal(encode_deal({game}));
  game.first = 2;
  EXPECT_THROW((void)decode_deal(encode_deal({game})), std::runtime_error);
  game.first = 0;
  game.seats = 1;
  EXPECT_THROW((void)decode_deal(encode_deal({game})), std::runtime_error);
  game.seats = 2;
  game.faults.push_back(make_fault(Exited{7}));
  game.faults.back().seat = 1;
  (void)decode_deal(encode_deal({game}));
  game.faults.back().seat = 2;
  EXPECT_THROW((void)decode_deal(encode_deal({game})), std::runtime_error);
}

}  // namespace
}  // namespace danno::referee::record
