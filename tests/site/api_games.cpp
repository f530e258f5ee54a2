// Plays random games through danno.h and prints a line for each, with a hash of all that the
// functions said. api_test.mjs plays the same games through danno.wasm.
//
//   api_games GAMES SEATS RULES    RULES: an id, or a file with a canonical text
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "referee/embed/danno.h"

namespace {

/// FNV-1a over words of 32 bits.
struct Hash {
  std::uint32_t state = 2166136261U;
  void add(std::int32_t word) { state = (state ^ static_cast<std::uint32_t>(word)) * 16777619U; }
  template <class Words>
  void add_all(const Words& words) {
    for (const std::int32_t word : words)
      add(word);
  }
};

/// A generator that is as short in JavaScript (Numerical Recipes).
struct Random {
  std::uint32_t state = 0;
  std::uint32_t below(std::uint32_t n) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % n;
  }
};

[[noreturn]] void fail(const danno_error& error) {
  std::fprintf(stderr, "api_games: %s\n", error.text);
  std::exit(2);
}

void add_position(const danno_position& position, Hash& hash) {
  for (const std::int32_t word :
       {position.seats, position.mover, position.phase, position.capped, position.closer,
        position.winner, position.in_game, position.forfeited, position.turn_points,
        position.locked, position.inherited, position.attempt, position.unproven, position.roll,
        position.dice, position.offer_points, position.offer_dice})
    hash.add(word);
  hash.add_all(position.thrown);
  hash.add_all(position.totals);
  hash.add_all(position.turns);
  hash.add_all(position.busts);
  hash.add_all(position.places);
}

void add_option(const danno_option& option, Hash& hash) {
  hash.add_all(option.keep);
  for (const std::int32_t word :
       {option.points, option.next_dice, option.may_roll, option.may_bank, option.no_bank})
    hash.add(word);
}

/// Returns an action that is legal, or one of a policy.
std::int32_t choose(danno_games* games, const danno_position& position, std::int32_t accept,
                    Hash& hash, Random& random, danno_error& error) {
  std::array<danno_option, DANNO_OPTIONS> options{};
  const std::int32_t count = danno_game_options(games, 0, options.data(), &error);
  if (count < 0) fail(error);
  for (std::int32_t i = 0; i < count; ++i)
    add_option(options.at(static_cast<std::size_t>(i)), hash);
  constexpr std::array<const char*, 4> kPolicies{"hold", "odds", "timid", "hold --at 100"};
  if (random.below(4) == 0)
    return danno_game_judge(games, 0, kPolicies.at(random.below(4)), &error);
  if (position.phase == DANNO_OFFER) return accept + static_cast<std::int32_t>(random.below(2));
  for (;;) {
    const auto option = random.below(static_cast<std::uint32_t>(count));
    const bool banks = random.below(2) == 1;
    const danno_option& chosen = options.at(option);
    if ((banks ? chosen.may_bank : chosen.may_roll) != 0)
      return static_cast<std::int32_t>(2 * option) + (banks ? 1 : 0);
  }
}

void play(danno_games* games, const danno_rules* rules, std::uint32_t number, danno_error& error) {
  danno_facts facts{};
  danno_rules_facts(rules, &facts, nullptr);
  Hash hash;
  Random random{number};
  std::array<std::uint8_t, 32> key{};
  if (danno_deal_key(rules, "api", "ann\nbob", number, key.data(), &error) < 0) fail(error);
  if (danno_game_deal(games, 0, key.data(), &error) < 0) fail(error);
  danno_position position{};
  for (;;) {
    if (danno_game_position(games, 0, &position, &error) < 0) fail(error);
    add_position(position, hash);
    if (position.phase == DANNO_OVER) break;
    if (position.phase == DANNO_THROW) {
      hash.add(danno_game_throw(games, 0, nullptr, &error));
      continue;
    }
    const auto action = choose(games, position, 2 * facts.options, hash, random, error);
    hash.add(action);
    if (danno_game_act(games, 0, action, &error) < 0) fail(error);
  }
  std::printf("%u %08x", number, hash.state);
  for (std::int32_t seat = 0; seat < facts.seats; ++seat)
    std::printf(" %d", position.totals[seat]);
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::string rules_text = argv[3];
  std::ifstream file(rules_text);
  if (file) rules_text.assign(std::istreambuf_iterator<char>(file), {});
  danno_error error{};
  danno_rules* const rules =
      danno_rules_new(rules_text.c_str(), std::atoi(argv[2]), nullptr, &error);
  if (rules == nullptr) fail(error);
  danno_games* const games = danno_games_new(rules, nullptr, 1, nullptr, DANNO_DISABLED, 0, &error);
  if (games == nullptr) fail(error);
  const auto count = static_cast<std::uint32_t>(std::atoi(argv[1]));
  for (std::uint32_t number = 0; number < count; ++number)
    play(games, rules, number, error);
  danno_games_free(games);
  danno_rules_free(rules);
  return 0;
}
