// Many throws in little memory: a throw takes 16 bytes, and then its luck their place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "referee/solver/luck.hpp"

namespace danno::solver {

/// Throws whose number is known, each at its place. What the throws of a turn have in common is
/// kept once.
class ManyThrows {
 public:
  explicit ManyThrows(std::size_t size) : throws_(size) {}

  /// Puts throws at `place` and the places after it. Several threads may do so at the same time.
  void put(std::size_t place, std::span<const ThrowOfTwo> throws);

  [[nodiscard]] std::size_t size() const { return throws_.size(); }
  [[nodiscard]] ThrowOfTwo operator[](std::size_t place) const;
  /// Returns one throw of each turn. All throws of a turn that settle something ask the same
  /// Question.
  [[nodiscard]] const std::vector<ThrowOfTwo>& turns() const { return turns_; }
  /// Returns the turn's index in turns().
  [[nodiscard]] std::uint32_t turn_of(std::size_t place) const { return throws_[place].thrown.of; }

  /// Replaces the throw by its luck.
  void set_luck(std::size_t place, double luck) { throws_[place].luck = luck; }
  [[nodiscard]] double luck(std::size_t place) const { return throws_[place].luck; }
  /// Has the throw fetched from memory.
  void prefetch(std::size_t place) const { __builtin_prefetch(&throws_[place], 1); }

 private:
  /// The part of a throw that differs from the other throws of its turn.
  struct Packed {
    std::uint32_t of;  ///< Index in turns_.
    rules::Points points;
    rules::Points inherited;
    /// The dice thrown in the low 24 bits; above them, how many, `attempt` and `unproven`.
    std::uint32_t rest;
  };
  union Place {
    Packed thrown{};
    double luck;
  };
  struct Hash {
    std::size_t operator()(const ThrowOfTwo& one) const;
  };
  struct OfOneTurn {
    bool operator()(const ThrowOfTwo& a, const ThrowOfTwo& b) const;
  };

  std::vector<Place> throws_;
  std::mutex numbering_;
  std::vector<ThrowOfTwo> turns_;
  std::unordered_map<ThrowOfTwo, std::uint32_t, Hash, OfOneTurn> numbers_;
};

}  // namespace danno::solver
