// The order of a deal's throws, and when a throw may be shown.
//
// The games of a deal have the same dice: a throw is fixed by seat, turn and roll. All throws are
// ordered by the turn, then by the seat counted from the one that begins, then by the roll. Every
// game shows its throws in this order, under all rule sets:
//
// - The rolls of a turn count up.
// - A turn that ends passes play to the next seat clockwise that is not out. A seat that is out
//   stays out, so every seat that is still in has one turn a round, and the number of its turn is
//   that of the round. Accepting or declining an offer does not change whose turn it is; a lock
//   changes only what a bust books; last turns, caps and early ends only end the game; a forfeit
//   ends a turn or takes a seat out of later rounds. None of them leads back.
// - The same seat begins in all games of a deal.
//
// The games of a deal advance together: a throw is shown only when every game that still goes on
// stands before this throw or a later one, with no question open before it. A decision in a game
// leads only to throws after the last one that this game has shown (before an offer: to throws of
// the turn that begins), and no game of the deal has shown one of those. So no agent can know a
// throw that its decision may still lead to, even if processes communicate. Among the throws that
// games stand before, the first in the order may always be shown once the open questions are
// answered, so games never wait for each other forever.
#pragma once

#include <cstdint>

#include "referee/rules/position.hpp"

namespace danno::referee::record {

/// A throw's place in the order of its deal.
using ThrowIndex = std::uint64_t;

/// Returns the place of the earliest throw that can still come in a game that `first` began. While
/// a question is open, that is the place of the mover's next throw, whether or not it will come.
[[nodiscard]] inline ThrowIndex next_throw_index(const rules::Position& position, int first) {
  const int ahead = position.mover - first;  // and no division, which would be most of the cost
  const int from_first = ahead < 0 ? ahead + position.seats : ahead;
  return (ThrowIndex{position.turns[position.mover]} << 16U) |
         (static_cast<ThrowIndex>(from_first) << 8U) | position.roll;
}

/// Returns the place below which an unfinished game allows the other games to show their throws.
[[nodiscard]] inline ThrowIndex throw_limit(const rules::Position& position, int first) {
  return next_throw_index(position, first) + (position.phase == rules::Phase::Throw ? 1 : 0);
}

}  // namespace danno::referee::record
