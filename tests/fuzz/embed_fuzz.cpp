// Any order of calls of the C interface with any numbers: each is done or refused in one line.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/embed/danno.h"
#include "tests/fuzz/input.hpp"

namespace {

using danno::fuzz::Input;

/// Takes a text behind its length, without zeros.
std::string take_text(Input& input) {
  std::string text;
  for (int left = input.byte(); left > 0; --left) {
    const auto letter = static_cast<char>(input.byte());
    if (letter != '\0') text += letter;
  }
  return text;
}

constexpr std::array kRules{"true-greed", "dollar", "tyghe", "official", "koans"};
constexpr std::array kPolicies{"", "\nhold", "\nrandom\n", "\ntimid\nodds", "\nhold --at 1", "x"};
constexpr std::int64_t kGames = 2;

void check(const danno_error& error, std::int64_t result) {
  const std::string_view text = error.text;
  assert(result >= 0 || !text.empty());
  assert(std::ranges::none_of(text, [](char c) { return c == '\n'; }));
}

/// Games with arrays of the size that the facts tell.
struct Batch {
  explicit Batch(const danno_rules* rules) {
    danno_facts facts{};
    assert(danno_rules_facts(rules, &facts, nullptr) == 0);
    observations.resize(kGames * static_cast<std::size_t>(facts.observation));
    finals.resize(observations.size());
    masks.resize(kGames * static_cast<std::size_t>(facts.actions));
    arrays = {observations.data(), masks.data(),  movers.data(), rewards.data(),
              terminated.data(),   finals.data(), regrets.data()};
  }
  std::vector<float> observations;
  std::vector<float> finals;
  std::vector<std::uint8_t> masks;
  std::array<std::int32_t, kGames> movers{};
  std::array<double, kGames> rewards{};
  std::array<std::uint8_t, kGames> terminated{};
  std::array<double, kGames> regrets{};
  danno_arrays arrays{};
};

void reload(danno_games* games, Input& input, const Batch& batch, danno_error* error) {
  std::vector<char> bytes(danno_games_save(games, nullptr, 0));
  danno_games_save(games, bytes.data(), bytes.size());
  const std::uint8_t changes = input.byte() % 4;
  for (int i = 0; i < changes && !bytes.empty(); ++i)
    bytes[input.value<std::uint16_t>() % bytes.size()] = static_cast<char>(input.byte());
  check(*error, danno_games_load(games, bytes.data(), bytes.size(), &batch.arrays, error));
}

std::int64_t call(danno_games* games, Input& input, Batch& batch, danno_error* error) {
  const std::int64_t game = static_cast<std::int8_t>(input.byte()) % 3;
  std::array<danno_option, DANNO_OPTIONS> options{};
  danno_position position{};
  std::array<double, std::size_t{2} * DANNO_OPTIONS + 2> chances{};
  switch (input.byte() % 10) {
    case 0: {
      const std::array<std::int64_t, kGames> actions{static_cast<std::int8_t>(input.byte()),
                                                     static_cast<std::int8_t>(input.byte())};
      return danno_games_step(games, actions.data(), &batch.arrays, error);
    }
    case 1: {
      const auto seeds = input.value<std::array<std::uint64_t, kGames>>();
      const auto which = input.value<std::array<std::uint8_t, kGames>>();
      return danno_games_reset(games, which.data(), input.byte() % 2 == 0 ? nullptr : seeds.data(),
                               &batch.arrays, error);
    }
    case 2:
      reload(games, input, batch, error);
      return 0;
    case 3: {
      const auto start = input.value<danno_start>();
      return danno_game_start(games, game, &start, error);
    }
    case 4: {
      std::array<std::int32_t, DANNO_FACES> faces{};
      for (std::int32_t& count : faces)
        count = static_cast<std::int8_t>(input.byte()) % 4;
      return danno_game_throw(games, game, input.byte() % 2 == 0 ? nullptr : faces.data(), error);
    }
    case 5:
      return danno_game_act(games, game, static_cast<std::int8_t>(input.byte()), error);
    case 6:
      return danno_game_forfeit(games, game, static_cast<std::int8_t>(input.byte()), error);
    case 7:
      return danno_game_judge(games, game, kPolicies[input.byte() % kPolicies.size()], error);
    case 8:
      return danno_game_chances(games, game, chances.data(), nullptr, error);
    default:
      check(*error, danno_game_observe(games, game, static_cast<std::int8_t>(input.byte()),
                                       batch.observations.data(), batch.masks.data(), error));
      check(*error, danno_game_position(games, game, &position, error));
      return danno_game_options(games, game, options.data(), error);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  danno_error error{};
  const std::uint8_t kind = input.byte();
  const std::string text = kind < 8 ? take_text(input) : kRules[kind % kRules.size()];
  danno_rules* const rules = danno_rules_new(text.c_str(), static_cast<std::int8_t>(input.byte()),
                                             take_text(input).c_str(), &error);
  check(error, rules == nullptr ? -1 : 0);
  if (rules == nullptr) return 0;
  Batch batch(rules);
  danno_games* const games =
      danno_games_new(rules, nullptr, kGames, kPolicies[input.byte() % kPolicies.size()],
                      input.byte() % 4, input.value<std::uint64_t>(), &error);
  check(error, games == nullptr ? -1 : 0);
  danno_rules_free(rules);
  while (games != nullptr && !input.is_empty()) {
    error = {};
    check(error, call(games, input, batch, &error));
  }
  danno_games_free(games);
  return 0;
}
