#include "referee/rules/chances.hpp"

#include <cmath>
#include <cstdint>

namespace danno::rules {

double bust_chance(const RuleSet& rules, int dice) {
  int busts = 0;
  for_each_roll(dice, [&](Dice roll) {
    if (rules.keep_table().keeps(roll).empty()) busts += ways(roll);
  });
  return busts / std::pow(kFaces, dice);
}

double mean_of_first_throw(const RuleSet& rules) {
  std::int64_t sum = 0;
  for_each_roll(rules.dice(), [&](Dice roll) {
    const auto keeps = rules.keep_table().keeps(roll);
    if (!keeps.empty()) sum += std::int64_t{keeps.front().points} * ways(roll);
  });
  return static_cast<double>(sum) / std::pow(kFaces, rules.dice()) / rules.definition().unit;
}

}  // namespace danno::rules
