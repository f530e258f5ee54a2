// random: makes any legal decision with equal probability, drawn from the seed of the game.
#pragma once

#include <cstdint>

#include "sdk/cpp/danno.hpp"

namespace danno::agents {

/// The random numbers of one game: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
class Random {
 public:
  explicit Random(const v1::GameStart& game) : state_(game.seed()) {}

  /// Returns 0 to n - 1; n is small, so that the bias of the modulus is below 1e-17.
  int below(int n) {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    z ^= z >> 31U;
    return static_cast<int>(z % static_cast<std::uint64_t>(n));
  }

 private:
  std::uint64_t state_;
};

inline Decision decide_random(const Question& question, Random& random) {
  if (question.is_offer()) return random.below(2) == 0 ? accept() : decline();
  int decisions = 0;
  for (int option = 0; option < question.options(); ++option) {
    decisions += (question.may_roll(option) ? 1 : 0) + (question.may_bank(option) ? 1 : 0);
  }
  int left = random.below(decisions);
  for (int option = 0; option < question.options(); ++option) {
    if (question.may_roll(option) && left-- == 0) return roll(option);
    if (question.may_bank(option) && left-- == 0) return bank(option);
  }
  return {};  // never: every question has a decision
}

}  // namespace danno::agents
