// The games of a deal advance together: when a decision is taken, no throw that it may still lead
// to has been shown in any game of the deal. Tried on random games, with random parameters, faults
// at any seat and in several games at once, and answers in any order.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "referee/play/deals.hpp"
#include "tests/random_switches.hpp"

namespace danno::referee::play {
namespace {

using rules::Phase;
using rules::Position;
using rules::RuleSet;

/// Seat, turn, roll: what fixes a throw.
using Throw = std::tuple<int, std::uint32_t, int>;

Throw throw_before(const Position& position) {
  return {position.mover, position.turns[position.mover], position.roll};
}

/// Every switch of the rule set at random, a near target, and now and then a cap that is met.
RuleSet random_rules(const rules::Definition& definition, int seats, std::mt19937_64& random) {
  rules::Parameters parameters = tests::random_switches(definition, seats, random);
  parameters.target /= static_cast<rules::Points>(1 + random() % 4);
  parameters.max_turns = random() % 3 == 0 ? 3 : 60;
  return {definition, seats, parameters};
}

/// Plays on at random from a position, and tells what is thrown.
template <class Tell>
void play_out(const RuleSet& rules, Position position, std::mt19937_64& random, Tell tell) {
  rules::Options options;
  while (position.phase != Phase::Over) {
    if (random() % 100 == 0) {
      rules::forfeit(rules, position, position.mover);
    } else if (position.phase == Phase::Offer) {
      random() % 2 == 0 ? rules::accept_offer(rules, position)
                        : rules::decline_offer(rules, position);
    } else if (position.phase == Phase::Throw) {
      tell(throw_before(position));
      rules::Dice thrown;
      for (int die = 0; die < position.turn.dice; ++die)
        thrown.add(static_cast<int>(random() % rules::kFaces));
      rules::throw_dice(rules, position, thrown);
    } else {
      rules::list_options(rules, position, options);
      const rules::Option option = options[random() % options.size()];
      const bool banks = option.may_bank && (random() % 2 == 0 || !option.may_roll);
      banks ? rules::keep_and_bank(rules, position, option)
            : rules::keep_and_roll(rules, position, option);
    }
  }
}

/// A deal whose agents decide, and fail, at random.
class RandomDeal {
 public:
  RandomDeal(const RuleSet& rules, std::uint64_t number, bool together)
      : rules_(rules), options_(rules), together_(together), random_(number), deals_(games()) {
    const record::Key key = record::deal_key({"order"}, record::key_rules(rules),
                                             std::vector<std::string>{"a", "b"}, number);
    orders_.resize(games());
    records_.resize(games());
    for (GameSpec& order : orders_) {
      order.key = key;
      order.first = 0;
    }
    Deal& deal = deals_.add(key);
    for (std::size_t place = 0; place < games(); ++place) {
      if (random_() % 10 == 0) orders_[place].absent = {0};
      deal.games[place].index = place;
      deal.games[place].game.begin(options_, orders_[place], *deal.dice, records_[place]);
      settle(deal.games[place]);
    }
    while (deal.unfinished > 0)
      step(deal);
  }

  /// Decisions that could have known what they led, or might have led, to.
  [[nodiscard]] int foretold() const { return foretold_; }
  [[nodiscard]] int decisions() const { return decisions_; }

 private:
  [[nodiscard]] std::size_t games() const { return static_cast<std::size_t>(rules_.seats()); }

  void step(Deal& deal) {
    ++time_;
    while (GameInFlight* const flight = next_to_throw(deal)) {
      const Throw thrown = throw_before(flight->game.position());
      check_past_decisions(*flight, thrown);
      shown_.try_emplace(thrown, time_);
      (void)flight->game.throw_dice();
      settle(*flight);
    }
    if (deal.unfinished == 0) return;
    GameInFlight& flight = deal.games[random_() % deal.games.size()];
    if (random_() % 50 == 0) return fail(deal);
    if (flight.game.has_question()) answer(flight);
  }

  [[nodiscard]] GameInFlight* next_to_throw(Deal& deal) const {
    if (together_) return deal.next_to_throw();
    const auto found = std::ranges::find_if(deal.games, [](const GameInFlight& flight) {
      return flight.game.may_throw(~record::ThrowIndex{0});
    });
    return found == deal.games.end() ? nullptr : &*found;
  }

  void check_past_decisions(const GameInFlight& flight, const Throw& thrown) {
    const auto shown = shown_.find(thrown);
    const auto last = last_decision_.find(&flight);
    if (shown == shown_.end() || last == last_decision_.end()) return;
    if (shown->second <= last->second) ++foretold_;
  }

  void answer(GameInFlight& flight) {
    ++decisions_;
    last_decision_[&flight] = time_;
    if (random_() % 4 == 0) {
      play_out(rules_, flight.game.position(), random_,
               [&](const Throw& thrown) { foretold_ += shown_.contains(thrown) ? 1 : 0; });
    }
    protocol::AnswerIn answer;
    if (flight.game.position().phase == Phase::Offer) {
      answer.action = random_() % 2 == 0 ? v1::ACCEPT : v1::DECLINE;
    } else {
      answer.option = static_cast<std::uint32_t>(random_() % flight.game.options().size());
      const rules::Option& option = flight.game.options()[answer.option];
      const bool banks = option.may_bank && (random_() % 3 == 0 || !option.may_roll);
      answer.action = banks ? v1::BANK : v1::ROLL;
    }
    record::Step step;
    ASSERT_EQ(flight.game.decide(answer, step), std::nullopt);
    settle(flight);
  }

  /// Some seats are out at once, in several games perhaps.
  void fail(Deal& deal) {
    for (GameInFlight& flight : deal.games) {
      const int seat = static_cast<int>(random_() % games());
      if (random_() % 2 == 0 || !flight.game.plays(seat)) continue;
      record::Fault fault;
      fault.seat = seat;
      flight.game.charge(fault);
      settle(flight);
    }
  }

  void settle(GameInFlight& flight) {
    while (flight.game.apply_forfeits()) {
    }
    if (!flight.game.over()) return;
    flight.game.finish();
    deals_.end_game(*flight.deal);
    const auto problem = record::replay(
        rules_, flight.game.record(), [](const record::Step&, const Position&, const Position&) {});
    EXPECT_EQ(problem, std::nullopt);
  }

  const RuleSet& rules_;
  OptionCache options_;
  bool together_;
  std::mt19937_64 random_;
  std::vector<GameSpec> orders_;
  std::vector<record::GameRecord> records_;
  Deals deals_;
  int time_ = 0;
  std::map<Throw, int> shown_;  ///< When first in any game.
  std::map<const GameInFlight*, int> last_decision_;
  int decisions_ = 0;
  int foretold_ = 0;
};

struct Sum {
  int decisions = 0;
  int foretold = 0;
};

Sum play(const rules::Definition& definition, bool together) {
  constexpr int kDeals = 12;
  std::mt19937_64 random(7);
  Sum sum;
  for (int seats = 2; seats <= rules::kMaxSeats; ++seats) {
    for (std::uint64_t number = 0; number < kDeals; ++number) {
      const RuleSet rules = random_rules(definition, seats, random);
      const RandomDeal deal(rules, number, together);
      sum.decisions += deal.decisions();
      sum.foretold += deal.foretold();
    }
  }
  return sum;
}

class ThrowOrder : public testing::TestWithParam<const rules::Definition*> {};

TEST_P(ThrowOrder, NobodyHasSeenAThrowThatADecisionMayLeadTo) {
  const Sum sum = play(*GetParam(), /*together=*/true);
  EXPECT_GT(sum.decisions, 3000);
  EXPECT_EQ(sum.foretold, 0);
}

TEST_P(ThrowOrder, WhereTheGamesOfADealGoTheirOwnWaysSomebodyHas) {
  EXPECT_GT(play(*GetParam(), /*together=*/false).foretold, 1000);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, ThrowOrder, testing::ValuesIn(rules::all_definitions()),
                         [](const auto& instance) {
                           std::string name(instance.param->id);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace danno::referee::play
