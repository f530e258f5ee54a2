#include "referee/solver/many_throws.hpp"

namespace danno::solver {
namespace {

/// The points that a mover took over, if they are a part of what is asked: those of a newcomer.
rules::Points taken_over(const ThrowOfTwo& one) {
  return one.in_game.has(0) ? 0 : one.turn.inherited;
}

constexpr std::uint32_t kThrown = (1U << 24) - 1;
constexpr std::uint32_t kDice = 7U << 24;
constexpr std::uint32_t kAttempt = 1U << 30;
constexpr std::uint32_t kUnproven = 1U << 31;

std::uint32_t pack_rest(const ThrowOfTwo& one) {
  return one.thrown.packed() | (std::uint32_t{one.turn.dice} << 24) |
         (one.turn.attempt ? kAttempt : 0) | (one.turn.unproven ? kUnproven : 0);
}

void unpack_rest(std::uint32_t rest, ThrowOfTwo& one) {
  one.thrown = rules::Dice::of_packed(rest & kThrown);
  one.turn.dice = static_cast<std::uint8_t>((rest & kDice) >> 24);
  one.turn.attempt = (rest & kAttempt) != 0;
  one.turn.unproven = (rest & kUnproven) != 0;
}

}  // namespace

std::size_t ManyThrows::Hash::operator()(const ThrowOfTwo& one) const {
  std::size_t hash = one.last_turns ? 1 : 0;
  for (const int part : {one.totals[0], one.totals[1], one.turn.locked, taken_over(one),
                         one.busts[0] * 256 + one.busts[1]})
    hash = (hash ^ static_cast<std::size_t>(part)) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 32);
}

bool ManyThrows::OfOneTurn::operator()(const ThrowOfTwo& a, const ThrowOfTwo& b) const {
  return a.totals == b.totals && a.busts == b.busts && a.in_game == b.in_game &&
         a.last_turns == b.last_turns && a.turn.locked == b.turn.locked &&
         taken_over(a) == taken_over(b) && a.thrown.empty() == b.thrown.empty();
}

void ManyThrows::put(std::size_t place, std::span<const ThrowOfTwo> throws) {
  const std::lock_guard lock(numbering_);
  std::uint32_t of = 0;
  for (std::size_t i = 0; i < throws.size(); ++i, ++place) {
    const ThrowOfTwo& one = throws[i];
    if (i == 0 || !OfOneTurn()(one, throws[i - 1])) {
      const auto next = static_cast<std::uint32_t>(turns_.size());
      const auto [number, is_new] = numbers_.try_emplace(one, next);
      if (is_new) turns_.push_back(one);
      of = number->second;
    }
    throws_[place].thrown = {of, one.turn.points, one.turn.inherited, pack_rest(one)};
  }
}

ThrowOfTwo ManyThrows::operator[](std::size_t place) const {
  const Packed& packed = throws_[place].thrown;
  ThrowOfTwo one = turns_[packed.of];
  one.turn.points = packed.points;
  one.turn.inherited = packed.inherited;
  unpack_rest(packed.rest, one);
  return one;
}

}  // namespace danno::solver
