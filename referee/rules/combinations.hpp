// Shorthand that the rule sets write their scoring tables with.
#pragma once

#include <initializer_list>

#include "referee/rules/keeps.hpp"

namespace danno::rules {

/// `n` dice of one face.
constexpr Dice alike(int face, int n) {
  Dice dice;
  dice.add(face, n);
  return dice;
}

/// One die of each face from `first` to `last`.
constexpr Dice run(int first, int last) {
  Dice dice;
  for (int face = first; face <= last; ++face)
    dice.add(face);
  return dice;
}

/// Faces of numbered dice: kOne is the face that shows 1.
inline constexpr int kOne = 0;
inline constexpr int kTwo = 1;
inline constexpr int kFour = 3;
inline constexpr int kFive = 4;
inline constexpr int kSix = 5;
inline constexpr unsigned kOneOrFive = (1U << kOne) | (1U << kFive);

/// Points of three alike where a 1 counts 1000 and others their face times 100.
constexpr Points hundreds_of_triple(int face) { return face == kOne ? 1000 : (face + 1) * 100; }

}  // namespace danno::rules
