#pragma once

#include <algorithm>
#include <array>

#include "danno.hpp"

// Points to stop at, by the dice left; for koans.
constexpr std::array<int, 7> kEnough{0, 200, 200, 350, 950, 2800, 2800};

inline int goal(const danno::Question& question, std::size_t dice) {
  if (question.last_turn()) return question.best_other_total() - question.total() + 1;
  return std::min(kEnough.at(dice), question.parameter("target") - question.total());
}

inline danno::Decision decide(const danno::Question& question) {
  if (question.is_offer()) return danno::decline();
  for (int option = 0; option < question.options(); ++option) {
    const int enough = goal(question, question.ask.next_dice(option));
    if (question.bank_counts(option) && question.turn_points(option) >= enough)
      return danno::bank(option);
  }
  for (int option = 0; option < question.options(); ++option) {
    if (question.may_roll(option)) return danno::roll(option);
  }
  return danno::bank(0);
}
