// Any answers to the questions of a match behind the C interface: its games end and are rated, or
// an answer is refused in one line.
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "leagues/ratings/danno_match.h"
#include "tests/fuzz/input.hpp"

namespace {

constexpr std::array kRules{"koans", "true-greed", "tyghe"};

/// Answers until all games are over or an answer is refused; returns whether they are over.
bool play(danno_match* match, danno::fuzz::Input& input) {
  std::vector<std::int32_t> rows;
  while (const std::int64_t open = danno_match_open(match)) {
    rows.resize(static_cast<std::size_t>(open * danno_match_width(match)));
    danno_match_questions(match, rows.data());
    std::vector<std::int32_t> actions;
    for (std::int64_t i = 0; i < open; ++i) {
      // The best option is banked when the input ends.
      actions.push_back(input.is_empty() ? 1 : input.value<std::int8_t>());
    }
    danno_error error{};
    const auto count = static_cast<std::int64_t>(actions.size());
    if (danno_match_answer(match, actions.data(), count, &error) == 0) continue;
    assert(danno::fuzz::is_line(error.text));
    return false;
  }
  return true;
}

void rate(const danno_match* match, std::int64_t deals) {
  danno_match_rating rating{};
  danno_error error{};
  if (danno_match_rate(match, &rating, &error) != 0) {
    assert(danno::fuzz::is_line(error.text));
    return;
  }
  assert(rating.games == static_cast<double>(2 * deals));
  assert(rating.score >= 0 && rating.score <= 1);
  // An unknown figure is NaN, for which no comparison holds.
  assert(!(rating.elo_low > rating.elo) && !(rating.elo > rating.elo_high));
  danno_match_cost cost{};
  std::vector<std::int32_t> row(static_cast<std::size_t>(danno_match_width(match)));
  static_cast<void>(danno_match_costliest(match, &cost, row.data()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  danno::fuzz::Input input(data, size);
  const std::string id = kRules[input.byte() % kRules.size()];
  const std::int64_t deals = input.value<std::int8_t>() % 3;
  const std::string names = input.text();
  const std::string policy = input.text();
  const std::string seed = input.text();
  danno_error error{};
  danno_rules* const rules = danno_rules_new(id.c_str(), 2, "target=1000", &error);
  assert(rules != nullptr);
  danno_match* const match = danno_match_new(rules, nullptr, names.c_str(), policy.c_str(),
                                             seed.c_str(), deals, nullptr, &error);
  danno_rules_free(rules);
  if (match == nullptr) {
    assert(danno::fuzz::is_line(error.text));
    return 0;
  }
  std::string text(danno_match_parameters(match, nullptr, 0), '\0');
  danno_match_parameters(match, text.data(), text.size());
  if (play(match, input)) rate(match, deals);
  danno_match_free(match);
  return 0;
}
