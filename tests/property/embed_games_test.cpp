// Stored games, replayed by the referee and through the C interface: every option, position and
// place is the same.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "leagues/schedule/rule_file.hpp"
#include "referee/embed/danno.h"
#include "referee/record/explanation.hpp"
#include "referee/record/record.hpp"
#include "referee/rules/rule_text.hpp"
#include "referee/solver/luck.hpp"
#include "referee/solver/value_file.hpp"

namespace danno::referee::embed {
namespace {

using record::Step;
using rules::Phase;
using rules::Position;

struct Free {
  void operator()(danno_rules* rules) const { danno_rules_free(rules); }
  void operator()(danno_values* values) const { danno_values_free(values); }
  void operator()(danno_games* games) const { danno_games_free(games); }
};

int games_of_each() {
  const char* const set = std::getenv("DANNO_EMBED_GAMES");
  return set == nullptr ? 300 : std::atoi(set);
}

rules::Dice random_dice(int dice, std::mt19937_64& random) {
  rules::Dice thrown;
  for (int i = 0; i < dice; ++i)
    thrown.add(static_cast<int>(random() % rules::kFaces));
  return thrown;
}

/// A finished game of random decisions, now and then with a forfeit.
record::GameRecord random_game(const rules::RuleSet& rules, std::mt19937_64& random) {
  record::GameRecord game;
  game.seats = static_cast<std::uint8_t>(rules.seats());
  game.first = static_cast<std::uint8_t>(random() % game.seats);
  Position position = rules::start_game(rules, game.first);
  rules::Options options;
  while (position.phase != Phase::Over) {
    if (random() % 1000 == 0) {
      game.events.push_back(record::event_of_forfeit(position.mover));
      rules::forfeit(rules, position, position.mover);
    } else if (position.phase == Phase::Offer) {
      const bool accepts = random() % 2 == 0;
      game.events.push_back(accepts ? record::kOfferAccepted : record::kOfferDeclined);
      accepts ? accept_offer(rules, position) : decline_offer(rules, position);
    } else {
      const rules::Dice thrown = random_dice(position.turn.dice, random);
      if (rules::throw_dice(rules, position, thrown) != rules::Thrown::Choice) {
        game.events.push_back(record::event_of_throw(thrown));
        continue;
      }
      list_options(rules, position, options);
      const std::size_t index = random() % options.size();
      const rules::Option& option = options[index];
      const bool banks = option.may_bank && (!option.may_roll || random() % 3 > 0);
      const auto action = banks ? rules::Action::Bank : rules::Action::Roll;
      game.events.push_back(record::event_of_choice(thrown, index, action));
      banks ? keep_and_bank(rules, position, option) : keep_and_roll(rules, position, option);
    }
  }
  game.places = rules::places(rules, position);
  game.totals = position.totals;
  return game;
}

/// One game of the C interface beside one of the referee.
class Mirror {
 public:
  /// Has exact values, from the cache of the test, if `is_solved`.
  Mirror(const rules::RuleSet& rules, const std::string& text, bool is_solved = false)
      : rules_(rules) {
    std::string parameters;
    for (const auto& [name, value, wire] :
         rules::list_parameters(rules.definition(), rules.parameters()))
      parameters.append(name).append("=").append(value).append("\n");
    danno_error error{};
    handle_.reset(danno_rules_new(text.c_str(), rules.seats(), parameters.c_str(), &error));
    if (handle_ && is_solved) values_.reset(danno_values_new(handle_.get(), nullptr, 1, 2, &error));
    if (handle_) {
      games_.reset(
          danno_games_new(handle_.get(), values_.get(), 1, nullptr, DANNO_DISABLED, 1, &error));
    }
    EXPECT_NE(games_, nullptr) << error.text;
    EXPECT_EQ(danno_rules_facts(handle_.get(), &facts_, nullptr), 0);
  }

  void start(int first) {
    danno_start start{};
    start.first = first;
    ASSERT_EQ(danno_game_start(games_.get(), 0, &start, nullptr), 0);
  }

  void take(const Step& step, const Position& before, const Position& after) {
    danno_error error{};
    int result = -1;
    if (step.kind == Step::Kind::Throw) {
      std::array<std::int32_t, DANNO_FACES> faces{};
      for (int face = 0; face < DANNO_FACES; ++face)
        faces[static_cast<std::size_t>(face)] = step.thrown.count(face);
      result = danno_game_throw(games_.get(), 0, faces.data(), &error);
      ASSERT_EQ(result, static_cast<int>(step.outcome)) << error.text;
    } else if (step.kind == Step::Kind::Forfeit) {
      result = danno_game_forfeit(games_.get(), 0, step.seat, &error);
    } else {
      expect_options(before);
      result = danno_game_act(games_.get(), 0, to_action(step), &error);
    }
    ASSERT_GE(result, 0) << error.text;
    expect_position(after);
  }

  /// Returns what a decision of the current position costs.
  [[nodiscard]] double compute_cost(const Step& step) {
    std::array<double, std::size_t{2} * DANNO_OPTIONS + 2> chances{};
    double before = 0;
    danno_error error{};
    EXPECT_EQ(danno_game_chances(games_.get(), 0, chances.data(), &before, &error), 0)
        << error.text;
    return before - chances[static_cast<std::size_t>(to_action(step))];
  }

 private:
  [[nodiscard]] int to_action(const Step& step) const {
    if (step.action == rules::Action::Accept) return 2 * facts_.options;
    if (step.action == rules::Action::Decline) return 2 * facts_.options + 1;
    return 2 * static_cast<int>(step.option_index) + (step.action == rules::Action::Bank ? 1 : 0);
  }

  void expect_options(const Position& before) {
    std::array<danno_option, DANNO_OPTIONS> listed{};
    const int count = danno_game_options(games_.get(), 0, listed.data(), nullptr);
    rules::Options options;
    if (before.phase == Phase::Choose) list_options(rules_, before, options);
    ASSERT_EQ(count, static_cast<int>(options.size()));
    for (std::size_t i = 0; i < options.size(); ++i) {
      for (int face = 0; face < DANNO_FACES; ++face)
        ASSERT_EQ(listed[i].keep[face], options[i].keep.count(face));
      ASSERT_EQ(listed[i].points, options[i].points);
      ASSERT_EQ(listed[i].next_dice, options[i].next_dice);
      ASSERT_EQ(listed[i].may_roll != 0, options[i].may_roll);
      ASSERT_EQ(listed[i].may_bank != 0, options[i].may_bank);
      ASSERT_EQ(listed[i].no_bank == 0, options[i].may_bank);
    }
  }

  void expect_position(const Position& expected) {
    danno_position position{};
    ASSERT_EQ(danno_game_position(games_.get(), 0, &position, nullptr), 0);
    ASSERT_EQ(position.phase, static_cast<int>(expected.phase));
    ASSERT_EQ(position.mover, expected.mover);
    ASSERT_EQ(position.capped != 0, expected.capped);
    ASSERT_EQ(position.closer, expected.closer ? int{*expected.closer} : -1);
    ASSERT_EQ(position.winner, expected.winner ? int{*expected.winner} : -1);
    ASSERT_EQ(position.in_game, expected.in_game.bits());
    ASSERT_EQ(position.forfeited, expected.forfeited.bits());
    ASSERT_EQ(position.turn_points, expected.turn.points);
    ASSERT_EQ(position.locked, expected.turn.locked);
    ASSERT_EQ(position.inherited, expected.turn.inherited);
    ASSERT_EQ(position.dice, expected.turn.dice);
    ASSERT_EQ(position.offer_points, expected.offer.points);
    ASSERT_EQ(position.offer_dice, expected.offer.dice);
    const auto places = rules::places(rules_, expected);
    for (std::size_t seat = 0; seat < DANNO_SEATS; ++seat) {
      ASSERT_EQ(position.totals[seat], expected.totals[seat]);
      ASSERT_EQ(position.busts[seat], expected.busts[seat]);
      ASSERT_EQ(position.places[seat], places[seat]);
    }
  }

  const rules::RuleSet& rules_;
  std::unique_ptr<danno_rules, Free> handle_;
  danno_facts facts_{};  ///< To ask for them takes a millisecond.
  std::unique_ptr<danno_values, Free> values_;
  std::unique_ptr<danno_games, Free> games_;
};

void expect_same_games(const rules::Definition& definition, const std::string& text) {
  std::mt19937_64 random(1);
  for (int seats = 2; seats <= rules::kMaxSeats; ++seats) {
    rules::Parameters parameters = definition.defaults(seats);
    parameters.target /= 4;  // random play takes long to the usual one
    parameters.max_turns = 60;
    const rules::RuleSet rules(definition, seats, parameters);
    Mirror mirror(rules, text);
    for (int game = 0; game < games_of_each() / 5; ++game) {
      const record::GameRecord record = random_game(rules, random);
      mirror.start(record.first);
      const auto problem = record::replay(
          rules, record, [&](const Step& step, const Position& before, const Position& after) {
            if (!testing::Test::HasFatalFailure()) mirror.take(step, before, after);
          });
      ASSERT_FALSE(problem) << *problem;
      ASSERT_FALSE(testing::Test::HasFatalFailure())
          << definition.id << " " << seats << " " << game;
    }
  }
}

TEST(EmbeddedGames, AreThoseOfTheRefereeUnderEveryBundledRuleSet) {
  for (const rules::Definition* const definition : rules::all_definitions())
    expect_same_games(*definition, definition->id);
}

TEST(EmbeddedGames, AreThoseOfTheRefereeUnderEveryRuleFile) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DANNO_SHIPPED_RULES)) {
    std::vector<std::string> problems;
    const rules::Definition* const definition =
        leagues::schedule::read_rule_file(entry.path(), problems);
    ASSERT_NE(definition, nullptr) << entry.path();
    expect_same_games(*definition, definition->text);
    ++files;
  }
  EXPECT_GE(files, 7);
}

TEST(EmbeddedGames, CostsAreThoseOfDannoExplain) {
  std::mt19937_64 random(2);
  for (const char* const id : {"koans", "true-greed"}) {
    const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition(id), 2);
    Mirror mirror(rules, id, true);
    const rules::RuleSet two = solver::uncapped_for_two(rules.definition(), rules.parameters());
    const solver::ValueTable table(two, solver::map_table(solver::cached_table(two)));
    solver::Evaluator evaluator(table);
    int decisions = 0;
    for (int game = 0; game < games_of_each(); ++game) {
      const record::GameRecord record = random_game(rules, random);
      mirror.start(record.first);
      const auto visit = [&](const Step& step, const Position& before, const Position& after) {
        if (step.kind == Step::Kind::Choice || step.kind == Step::Kind::Offer) {
          ++decisions;
          ASSERT_NEAR(mirror.compute_cost(step), record::explain(evaluator, step, before).cost,
                      1e-9);
        }
        mirror.take(step, before, after);
      };
      ASSERT_FALSE(record::replay(rules, record, visit));
      ASSERT_FALSE(testing::Test::HasFatalFailure());
    }
    EXPECT_GT(decisions, 10 * games_of_each());
  }
}

}  // namespace
}  // namespace danno::referee::embed
