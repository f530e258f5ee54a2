// How the dice of a league fell, and how often fair dice fall that far from what is expected.
//
// Every test is Pearson's chi-squared. Whether a throw counts must be settled before it falls: then
// each die is any face with a chance of 1/6 whatever was thrown before, and the p-values of fair
// leagues are uniform. Of a mirrored deal one seating counts: the others show the same dice.
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
  std::string what;         ///< "faces by seat", …
  std::uint64_t count = 0;  ///< Of dice, pairs or runs.
  double chi_squared = 0;
  int degrees = 0;
  double p = 1;  ///< Of fair dice so many fall at least as far off.
};

/// The chance that fair dice make the least p of these tests, or a lesser one; an upper bound, for
/// they look at the same dice (Bonferroni). 1 without tests.
[[nodiscard]] double overall_p(std::span<const DiceTest> tests);

class DiceTally {
 public:
  /// Throw `roll` of a turn, both seat and roll from 0: its dice in order, faces from 0.
  void add(int seat, std::uint32_t roll, std::span<const int> faces);
  /// The dice of another sequence.
  void add(const DiceTally& other);

  /// Tests for which enough dice fell: faces by seat, by place in the throw, by throw of the turn;
  /// pairs of neighbours, first dice of successive throws, lengths of runs of one face.
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

  // Where the sequence is.
  std::optional<std::size_t> first_die_;  // of a throw without a partner yet
  std::optional<std::size_t> run_face_;
  std::size_t run_length_ = 0;
};

}  // namespace danno::leagues::verify
