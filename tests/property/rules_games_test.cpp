// Thousands of random games of every rule set, played by the product and by the oracle side by
// side; then written down, read back, audited, and spoiled.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <variant>

#include "leagues/schedule/rule_file.hpp"
#include "referee/record/audit.hpp"
#include "referee/record/written_game.hpp"
#include "referee/rules/position.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/rules/rule_text.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/property/random_game.hpp"
#include "tests/property/random_rules.hpp"

namespace danno {

namespace rules {
inline void PrintTo(const Definition* rules, std::ostream* out) { *out << rules->id; }
}  // namespace rules

namespace {

using referee::record::WrittenEvent;
using referee::record::WrittenGame;
using rules::Phase;
using rules::Position;
using testing::below;
using testing::one_in;
using testing::Random;
using Kind = WrittenEvent::Kind;

std::string describe(const rules::RuleSet& rules, const Position& position) {
  std::ostringstream text;
  const bool over = position.phase == Phase::Over;
  text << (over                              ? "over"
           : position.phase == Phase::Offer  ? "offer"
           : position.phase == Phase::Choose ? "choose"
                                             : "throw");
  if (!over)
    text << " by " << int{position.mover} << " dice " << int{position.turn.dice} << " turn "
         << position.turn.points << "/" << position.turn.locked << "/" << position.turn.inherited;
  text << " offer " << position.offer.points << "x" << int{position.offer.dice} << " capped "
       << position.capped;
  const auto places = rules::places(rules, position);
  for (std::size_t seat = 0; seat < position.seats; ++seat) {
    text << " | " << position.totals[seat] << (position.is_in(static_cast<int>(seat)) ? "+" : "-")
         << int{places[seat]};
  }
  return text.str();
}

std::string describe(const oracle::Game& game) {
  std::ostringstream text;
  const bool over = game.waits == oracle::Waits::Nothing;
  text << (over                                  ? "over"
           : game.waits == oracle::Waits::Answer ? "offer"
           : game.waits == oracle::Waits::Choice ? "choose"
                                                 : "throw");
  if (!over)
    text << " by " << game.mover << " dice " << game.to_throw << " turn " << game.turn_points << "/"
         << game.locked << "/" << game.inherited;
  text << " offer " << game.offer_points << "x" << game.offer_dice << " capped " << game.capped;
  const auto places = game.places();
  for (std::size_t seat = 0; seat < game.players.size(); ++seat)
    text << " | " << game.players[seat].total << (game.players[seat].in ? "+" : "-")
         << places[seat];
  return text.str();
}

std::string describe(const rules::RuleSet& rules, const rules::Options& options) {
  std::ostringstream text;
  for (const rules::Option& option : options.all()) {
    text << rules::to_string(option.keep, rules.faces()) << "=" << option.points << ">"
         << int{option.next_dice} << (option.may_roll ? "r" : "") << (option.may_bank ? "b" : "")
         << " ";
  }
  return text.str();
}

std::string describe(const std::vector<oracle::Choice>& choices) {
  std::ostringstream text;
  for (const oracle::Choice& choice : choices) {
    text << choice.keep << "=" << choice.points << ">" << choice.next_dice
         << (choice.may_roll ? "r" : "") << (choice.may_bank ? "b" : "") << " ";
  }
  return text.str();
}

/// Product and oracle on one game; every step is written down.
struct Pair {
  Pair(const WrittenGame& setup, const rules::RuleSet& its_rules, const oracle::Settings& settings)
      : game(setup),
        rules(its_rules),
        position(rules::start_game(rules, setup.first)),
        slow(settings, static_cast<int>(setup.players.size()), setup.first) {
    for (const auto& score : setup.scores) {
      rules::set_score(position, score.seat, score.points, score.in_game);
      slow.set_score(score.seat, score.points, score.in_game);
    }
  }

  [[nodiscard]] bool over() const { return position.phase == Phase::Over; }

  void step(Random& random) {
    if (one_in(random, 250)) return forfeit(random);
    if (position.phase == Phase::Offer) return answer(random);
    const std::string dice = testing::random_dice(*game.definition, position.turn.dice, random);
    const int seat = position.mover;
    const auto thrown = *rules::parse_dice(dice, rules.faces());
    const auto fell = rules::throw_dice(rules, position, thrown);
    ASSERT_EQ(static_cast<int>(fell), static_cast<int>(slow.throw_dice(dice)));
    if (fell == rules::Thrown::Choice) return choose(random, thrown);
    bonuses += fell == rules::Thrown::Bonus ? 1 : 0;
    game.events.push_back(referee::record::written_throw(*game.definition, seat, thrown, fell));
  }

  void forfeit(Random& random) {
    const int seat = below(random, position.seats);
    if (position.is_out(seat)) return;
    rules::forfeit(rules, position, seat);
    slow.forfeit(seat);
    write(Kind::Forfeit, seat);
  }

  void answer(Random& random) {
    const bool accepts = !one_in(random, 3);
    write(accepts ? Kind::Accept : Kind::Decline, position.mover);
    if (accepts) {
      rules::accept_offer(rules, position);
      slow.accept();
    } else {
      rules::decline_offer(rules, position);
      slow.decline();
    }
  }

  void choose(Random& random, rules::Dice thrown) {
    rules::Options options;
    rules::list_options(rules, position, options);
    const auto choices = slow.choices();
    ASSERT_EQ(describe(rules, options), describe(choices));
    ASSERT_GT(options.size(), 0U);
    // Greedy keeps and banks go far; the others see odd corners.
    const auto index = static_cast<std::size_t>(
        one_in(random, 2) ? 0 : below(random, static_cast<int>(options.size())));
    const rules::Option option = options[index];
    const bool banks = option.may_bank && (!option.may_roll || !one_in(random, 3));
    game.events.push_back(
        referee::record::written_choice(*game.definition, position.mover, thrown, option.keep,
                                        banks ? rules::Action::Bank : rules::Action::Roll));
    if (banks) {
      rules::keep_and_bank(rules, position, option);
      slow.bank(choices[index]);
    } else {
      rules::keep_and_roll(rules, position, option);
      slow.roll_on(choices[index]);
    }
  }

  void write(Kind kind, int seat) {
    WrittenEvent event;
    event.kind = kind;
    event.seat = seat;
    game.events.push_back(event);
  }

  WrittenGame game;
  const rules::RuleSet& rules;
  Position position;
  oracle::Game slow;
  int bonuses = 0;
};

/// Whether the oracle takes the line, and then plays it.
bool oracle_takes(oracle::Game& slow, const oracle::Settings& settings, const WrittenEvent& event) {
  using oracle::Waits;
  if (slow.waits == Waits::Nothing) return false;
  if (event.kind == Kind::Forfeit) {
    if (slow.players[static_cast<std::size_t>(event.seat)].out) return false;
    slow.forfeit(event.seat);
    return true;
  }
  if (event.seat != slow.mover) return false;
  if (event.kind == Kind::Accept || event.kind == Kind::Decline) {
    if (slow.waits != Waits::Answer) return false;
    event.kind == Kind::Accept ? slow.accept() : slow.decline();
    return true;
  }
  if (slow.waits != Waits::Throw || static_cast<int>(event.dice.size()) != slow.to_throw)
    return false;
  const auto fell = slow.throw_dice(event.dice);
  if (fell == oracle::Fell::Bust) return event.kind == Kind::Bust && !event.keep;
  if (fell == oracle::Fell::Win) return event.kind == Kind::Wins && !event.keep;
  if (fell == oracle::Fell::Attempt) return event.kind == Kind::Roll && !event.keep;
  if (event.kind != Kind::Roll && event.kind != Kind::Bank) return false;
  const bool banks = event.kind == Kind::Bank;
  const bool needs_keep = settings.id != "koans" && !(settings.id == "dollar" && banks);
  if (needs_keep != event.keep.has_value()) return false;
  for (const oracle::Choice& choice : slow.choices()) {
    if (!(banks ? choice.may_bank : choice.may_roll)) continue;
    if (event.keep && oracle::sorted(settings, *event.keep) != choice.keep) continue;
    banks ? slow.bank(choice) : slow.roll_on(choice);
    return true;
  }
  return false;
}

WrittenEvent random_event(const WrittenGame& game, const Position& position, Random& random) {
  WrittenEvent event;
  event.kind = static_cast<Kind>(below(random, 7));
  event.seat = one_in(random, 6) ? below(random, position.seats) : position.mover;
  if (event.kind >= Kind::Accept) return event;
  const int size = one_in(random, 8) ? 1 + below(random, 7) : std::max<int>(position.turn.dice, 1);
  event.dice = testing::random_dice(*game.definition, std::min(size, 6), random);
  if (size == 7) event.dice += game.definition->faces[0];
  if (event.kind <= Kind::Bank && !one_in(random, 4)) {
    event.keep.emplace();
    for (const char die : event.dice) {
      if (event.keep->empty() || one_in(random, 2)) *event.keep += die;
    }
    if (one_in(random, 10)) *event.keep += game.definition->faces[0];
  }
  return event;
}

class RandomGames : public ::testing::TestWithParam<const rules::Definition*> {};

constexpr int kSetups = 100;
constexpr int kGamesOfASetup = 20;
constexpr int kGames = kSetups * kGamesOfASetup;

/// New games; many share a set-up, as the tables of a rule set are dear. `play` may fail fatally.
template <class Play>
void for_each_game(const rules::Definition& definition, Random& random, int setups, Play play) {
  for (int i = 0; i < setups; ++i) {
    const WrittenGame setup = testing::random_setup(definition, random);
    const rules::RuleSet rules = referee::record::audited_rules(setup);
    const oracle::Settings settings = testing::oracle_settings(setup);
    for (int j = 0; j < kGamesOfASetup && !::testing::Test::HasFatalFailure(); ++j) {
      Pair pair(setup, rules, settings);
      play(pair);
    }
  }
}

TEST_P(RandomGames, AgreeWithTheOracleAfterEveryEvent) {
  Random random(1);
  int capped = 0;
  int accepted = 0;
  for_each_game(*GetParam(), random, kSetups, [&](Pair& pair) {
    for (int event = 0; !pair.over(); ++event) {
      ASSERT_LT(event, 200'000);
      const auto totals = pair.position.totals;
      ASSERT_NO_FATAL_FAILURE(pair.step(random)) << referee::record::print_written_game(pair.game);
      ASSERT_EQ(describe(pair.rules, pair.position), describe(pair.slow))
          << referee::record::print_written_game(pair.game);
      for (std::size_t seat = 0; seat < totals.size(); ++seat)
        ASSERT_GE(pair.position.totals[seat], totals[seat]);
    }
    capped += pair.position.capped ? 1 : 0;
    accepted +=
        static_cast<int>(std::ranges::count(pair.game.events, Kind::Accept, &WrittenEvent::kind));
  });
  EXPECT_GT(capped, 0);
  EXPECT_EQ(accepted > 0, GetParam()->passes_on);
}

TEST_P(RandomGames, AreReadBackAndAuditClean) {
  Random random(2);
  for_each_game(*GetParam(), random, kSetups / 5, [&](Pair& pair) {
    while (!pair.over())
      ASSERT_NO_FATAL_FAILURE(pair.step(random));
    const std::string text = referee::record::print_written_game(pair.game);
    const auto parsed = referee::record::parse_written_game(text);
    ASSERT_TRUE(std::holds_alternative<WrittenGame>(parsed))
        << std::get<referee::record::LineProblem>(parsed).message << "\n"
        << text;
    const auto& game = std::get<WrittenGame>(parsed);
    EXPECT_EQ(referee::record::print_written_game(game), text);
    const auto audit = referee::record::audit_game(pair.rules, game);
    ASSERT_FALSE(audit.problem) << audit.problem->message << "\n" << text;
    EXPECT_EQ(describe(pair.rules, audit.position), describe(pair.rules, pair.position));
  });
}

TEST_P(RandomGames, AreRefusedAtTheLineThatTheOracleRefuses) {
  Random random(3);
  int refused = 0;
  int taken = 0;
  for_each_game(*GetParam(), random, kSetups, [&](Pair& pair) {
    const int events = below(random, 40);
    for (int event = 0; event < events && !pair.over(); ++event)
      ASSERT_NO_FATAL_FAILURE(pair.step(random));
    const WrittenEvent odd = random_event(pair.game, pair.position, random);
    const bool legal = oracle_takes(pair.slow, testing::oracle_settings(pair.game), odd);
    pair.game.events.push_back(odd);
    for (std::size_t line = 0; line < pair.game.events.size(); ++line)
      pair.game.events[line].line = static_cast<int>(line);
    const auto audit = referee::record::audit_game(pair.rules, pair.game);
    ASSERT_EQ(!audit.problem, legal) << referee::record::print_written_game(pair.game)
                                     << (audit.problem ? audit.problem->message : "");
    if (legal)
      ASSERT_EQ(describe(pair.rules, audit.position), describe(pair.slow));
    else
      ASSERT_EQ(static_cast<std::size_t>(audit.problem->line), pair.game.events.size() - 1);
    ++(legal ? taken : refused);
  });
  EXPECT_GT(refused, kGames / 10);
  EXPECT_GT(taken, kGames / 20);
}

/// DANNO_HOUSE_GAMES of each file; 20 by default.
int games_of_a_file() {
  const char* const games = std::getenv("DANNO_HOUSE_GAMES");
  return games == nullptr ? 20 : std::atoi(games);
}

TEST(GamesOfRandomRuleFiles, AgreeWithTheOracleAfterEveryEvent) {
  constexpr int kFiles = 200;
  Random random(4);
  int files = 0;
  int bonuses = 0;
  for (int tries = 0; files < kFiles && !HasFatalFailure(); ++tries) {
    ASSERT_LT(tries, 20 * kFiles);
    const testing::RandomRules made = testing::random_rules(random);
    std::vector<std::string> problems;
    const auto* const definition =
        leagues::schedule::read_rule_file_text(made.toml, "house.toml", problems);
    if (definition == nullptr) continue;
    SCOPED_TRACE(made.toml);
    ++files;
    const oracle::Settings known;  // the keeps of the file's throws, which are dear
    for (int i = 0; i < games_of_a_file() && !HasFatalFailure(); i += 5) {
      WrittenGame setup = testing::random_setup(*definition, random);
      if (definition->exact) setup.parameters.over_target = false;
      setup.parameters.max_turns = std::min(setup.parameters.max_turns, 60);
      const rules::RuleSet rules = referee::record::audited_rules(setup);
      oracle::Settings settings = testing::oracle_settings(setup);
      settings.house = made.house;
      settings.seen = known.seen;
      settings.entries = known.entries;
      for (int j = 0; j < 5 && !HasFatalFailure(); ++j) {
        Pair pair(setup, rules, settings);
        while (!pair.over()) {
          ASSERT_NO_FATAL_FAILURE(pair.step(random))
              << referee::record::print_written_game(pair.game);
          ASSERT_EQ(describe(pair.rules, pair.position), describe(pair.slow))
              << referee::record::print_written_game(pair.game);
        }
        bonuses += pair.bonuses;
        const std::string text = referee::record::print_written_game(pair.game);
        const auto parsed = referee::record::parse_written_game(text);
        ASSERT_TRUE(std::holds_alternative<WrittenGame>(parsed))
            << std::get<referee::record::LineProblem>(parsed).message << "\n"
            << text;
        const auto& game = std::get<WrittenGame>(parsed);
        ASSERT_EQ(game.definition, definition);
        const auto audit = referee::record::audit_game(pair.rules, game);
        ASSERT_FALSE(audit.problem) << audit.problem->message << "\n" << text;
        ASSERT_EQ(describe(pair.rules, audit.position), describe(pair.rules, pair.position));
      }
    }
  }
  EXPECT_GT(bonuses, 0);
}

TEST(BundledRuleSets, PlayAlikeWhenTheirFileIsReadUnderAnotherId) {
  for (const rules::Definition* const bundled : rules::all_definitions()) {
    std::string toml = rules::print_rules(*bundled);
    const std::string id = "id = \"" + bundled->id + "\"";
    toml.replace(toml.find(id), id.size(), "id = \"copy\"");
    std::vector<std::string> problems;
    const auto* const copy = leagues::schedule::read_rule_file_text(toml, "copy.toml", problems);
    ASSERT_NE(copy, nullptr) << problems.front();
    Random random(5);
    for (int i = 0; i < 20 && !HasFatalFailure(); ++i) {
      WrittenGame setup = testing::random_setup(*bundled, random);
      setup.parameters = bundled->defaults(static_cast<int>(setup.players.size()));
      const rules::RuleSet own = referee::record::audited_rules(setup);
      const rules::RuleSet copied(*copy, own.seats(), copy->defaults(own.seats()));
      Pair pair(setup, own, testing::oracle_settings(setup));
      while (!pair.over())
        ASSERT_NO_FATAL_FAILURE(pair.step(random));
      WrittenGame again = pair.game;
      again.definition = copy;
      again.parameters = copied.parameters();
      const auto audit = referee::record::audit_game(copied, again);
      ASSERT_FALSE(audit.problem) << audit.problem->message;
      ASSERT_EQ(describe(copied, audit.position), describe(pair.rules, pair.position));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, RandomGames,
                         ::testing::ValuesIn(rules::all_definitions().begin(),
                                             rules::all_definitions().end()),
                         [](const auto& test) {
                           std::string name(test.param->id);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace danno
