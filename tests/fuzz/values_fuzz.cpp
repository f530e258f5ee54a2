// Any changes of packed values behind the C interface: other values, whose chances are chances and
// which are packed the same again, or refused in one line.
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>

#include "referee/embed/danno.h"
#include "tests/fuzz/input.hpp"

namespace {

danno_rules* rules() {
  static danno_rules* const kRules = danno_rules_new("koans", 2, "target=600", nullptr);
  assert(kRules != nullptr);
  return kRules;
}

std::string pack(const danno_values* values) {
  std::string packed(danno_values_pack(values, nullptr, 0), '\0');
  danno_values_pack(values, packed.data(), packed.size());
  return packed;
}

std::string solved() {
  danno_values* const values = danno_values_new(rules(), nullptr, 1, 1, nullptr);
  assert(values != nullptr);
  std::string packed = pack(values);
  danno_values_free(values);
  return packed;
}

void check_chances(const danno_values* values, std::uint64_t seed) {
  danno_games* const games = danno_games_new(rules(), values, 1, "", 0, seed, nullptr);
  assert(games != nullptr);
  std::array<double, std::size_t{2} * DANNO_OPTIONS + 2> chances{};
  danno_error error{};
  if (danno_game_chances(games, 0, chances.data(), nullptr, &error) >= 0) {
    for (const double chance : chances)
      assert(!(chance < -1e-6) && !(chance > 1 + 1e-6));
  } else {
    assert(danno::fuzz::is_line(error.text));
  }
  danno_games_free(games);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string kSolved = solved();
  danno::fuzz::Input input(data, size);
  std::string packed = kSolved;
  packed.resize(packed.size() + static_cast<std::size_t>(input.value<std::int8_t>()));
  const auto seed = input.value<std::uint64_t>();
  // Half of the changes are in the header.
  while (!input.is_empty() && !packed.empty()) {
    const auto place = input.value<std::uint16_t>();
    packed[(place % 2 == 0 ? place / 2U % 256 : place) % packed.size()] =
        static_cast<char>(input.byte());
  }
  danno_error error{};
  danno_values* const values = danno_values_unpack(rules(), packed.data(), packed.size(), &error);
  if (values == nullptr) {
    assert(danno::fuzz::is_line(error.text));
    return 0;
  }
  assert(pack(values) == packed);
  check_chances(values, seed);
  danno_values_free(values);
  return 0;
}
