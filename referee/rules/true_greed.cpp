// True Greed: six dice to 50 points, counted in half points; a 1 or 5 in every keep, straights lock
// what was scored, six alike win.
#include <array>

#include "referee/rules/combinations.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {
namespace {

constexpr std::array<std::string_view, 1> kTrueGreedOptions{"spare_dice_score"};
constexpr Points kSixAlike = 100;

KeepRules true_greed_keeps(const Parameters& parameters) {
  KeepRules rules;
  rules.combinations = {{alike(kOne, 1), 2}, {alike(kFive, 1), 1}, {run(kOne, kSix), 20}};
  for (int face = kOne; face <= kSix; ++face) {
    const Points triple = face == kOne ? 6 : (face + 1) * 2;
    rules.combinations.push_back({alike(face, 3), triple});
    rules.combinations.push_back({alike(face, 6), kSixAlike});
    if (!parameters.spare_dice_score || face == kOne || face == kFive) continue;
    rules.combinations.push_back({alike(face, 4), triple});
    rules.combinations.push_back({alike(face, 5), triple});
  }
  rules.singles = kOneOrFive;
  rules.legal = [](Dice roll, Dice keep) {
    if (is_six_alike(roll)) return keep == roll;
    return keep.count(kOne) > 0 || keep.count(kFive) > 0;
  };
  return rules;
}

}  // namespace

extern const Definition kTrueGreed;
const Definition kTrueGreed{
    .id = "true-greed",
    .title = "True Greed",
    .summary =
        "six dice to 50 points, half points, a 1 or 5 in every keep, straights lock, six alike win",
    .faces = "123456",
    .dice = 6,
    .unit = 2,
    .ending = Ending::AtOnce,
    .options = kTrueGreedOptions,
    .defaults = [](int) { return Parameters{.target = 100, .entry = 7}; },
    .keep_rules = true_greed_keeps,
    .straight_locks = true,
    .six_alike_wins = true,
    .six_alike = kSixAlike,
    .keep_demand = "every keep holds a 1 or a 5, six alike apart",
};

}  // namespace danno::rules
