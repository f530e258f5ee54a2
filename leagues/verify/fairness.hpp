// Tests how the dice of a league fell, and how often fair dice deviate that much from expectation.
//
// Every test is Pearson's chi-squared. Whether a throw counts must be decided before it falls; then
// each die is any face with a chance of 1/6 whatever was thrown before, and the p-values of fair
// leagues are uniform. One seating of a mirrored deal counts, as the others show the same dice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/rules/dice.hpp"

namespace danno::leagues::verify {

struct DiceTest {
  std::string what;         ///< The name, such as "faces by seat".
  std::uint64_t count = 0;  ///< The number of dice, pairs or runs.
  double chi_squared = 0;
  int degrees = 0;
  double p = 1;  ///< The chance that fair dice deviate at least as much.
};

/// Returns an upper bound of the chance that fair dice give the smallest p of these tests or a
/// smaller one. It is Bonferroni's, as the tests use the same dice. Returns 1 without tests.
[[nodiscard]] double overall_p(std::span<const DiceTest> tests);

class DiceTally {
 public:
  /// Adds throw `roll` of a turn, with its dice in order. Seat, roll and faces count from 0.
  void add(int seat, std::uint32_t roll, std::span<const int> faces);
  /// Adds the dice of another sequence.
  void add(const DiceTally& other);

  /// Returns the tests for which there are enough dice: faces by seat, by place in the throw, by
  /// throw of the turn; pairs of neighbours, first dice of successive throws, lengths of runs.
  [[nodiscard]] std::vector<DiceTest> tests() const;

 private:
  static constexpr std::size_t kFaces = rules::kFaces;
  static constexpr std::size_t kRolls = 4;    // first, second, third, later
  static constexpr std::size_t kLongRun = 5;  // and longer ones
  using Faces = std::array<std::uint64_t, kFaces>;
  using Pairs = std::array<std::uint64_t, kFaces * kFaces>;

  void add_die(std::size_t face);

  std::array<Faces, rules::kMaxSeats> by_seat_{};
  std::array<Faces, rules::kMaxDice> by_place_{};
  std::array<Faces, kRolls> by_roll_{};
  Pairs neighbours_{};
  Pairs successive_{};
  std::array<std::uint64_t, kLongRun> runs_{};  // by length, from 1

  // The state of the sequence.
  std::optional<std::size_t> first_die_;  // of a throw that has no partner yet
  std::optional<std::size_t> run_face_;
  std::size_t run_length_ = 0;
};

}  // namespace danno::leagues::verify
