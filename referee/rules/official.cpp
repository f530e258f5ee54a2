// Official Greed: five dice to 10 000, carryover by a 1 or 5, a last round that escalates.
#include <array>

#include "referee/rules/combinations.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {
namespace {

constexpr std::array<std::string_view, 3> kOfficialOptions{"dead_dice", "choose_attempt",
                                                           "newcomer_accepts"};

KeepRules official_keeps(const Parameters& parameters) {
  KeepRules rules;
  rules.combinations = {
      {alike(kOne, 1), 100},   {alike(kFive, 1), 50},    {run(kOne, kFour), 750},
      {run(kTwo, kFive), 750}, {run(kOne, kFive), 1500}, {run(kTwo, kSix), 1500},
  };
  for (int face = kOne; face <= kSix; ++face) {
    const Points triple = hundreds_of_triple(face);
    for (int n = 3; n <= 5; ++n)
      rules.combinations.push_back({alike(face, n), triple << (n - 3)});
  }
  rules.singles = kOneOrFive;
  rules.dead_dice = parameters.dead_dice;
  return rules;
}

}  // namespace

extern const Definition kOfficial;
const Definition kOfficial{
    .id = "official",
    .title = "Greed, the official rules",
    .summary = "five dice to 10000, carryover by a 1 or 5, the last round escalates",
    .faces = "123456",
    .dice = 5,
    .ending = Ending::UntilNoneBeats,
    .options = kOfficialOptions,
    .defaults = [](int) { return Parameters{.target = 10'000, .entry = 600}; },
    .keep_rules = official_keeps,
    .passes_on = true,
    .attempt = true,
    .first_to_reach_wins = true,
};

}  // namespace danno::rules
