// The scheme of a knock-out: a seeded bracket in which a loser is out.
//
// The scheme uses only the points of deals.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leagues/schedule/encounters.hpp"

namespace danno::leagues::schedule::knock_out {

struct KnockOutTerms {
  std::vector<int> seeding;  ///< All entrants, best first; at least two. The first ones get byes.
  std::uint64_t deals = 1;   ///< The deals of a duel.
  bool third_place = false;  ///< True if the losers of the semi-finals meet, too.
};

/// The most deals by which an even duel is extended; then the better seed wins. Copies of an agent
/// that plays without randomness stay even for ever, so their duel is not extended (kCopies).
inline constexpr std::uint64_t kMostSuddenDeaths = 100;

/// A place in the bracket where two entrants meet.
struct Duel {
  bool for_third_place = false;
  int round = 0;   ///< The event's round, from 0; its duels do not depend on each other.
  int stage = 0;   ///< The stage of the bracket, from 0.
  int stages = 1;  ///< The number of stages of the bracket.
  std::array<int, 2> sides{kUndecided, kUndecided};
  std::optional<Encounter> encounter = {};  ///< Empty if it is not due or one side has nobody.
  int winner = kUndecided;
  int loser = kUndecided;
};

struct KnockOut {
  /// All duels of the bracket, round by round, from its top; that for the third place is the last.
  std::vector<Duel> duels;
  std::vector<int> places;  ///< Places by entrant, from 1; equal ones are shared; 0 if not out.
  bool finished = false;
};

/// Recomputes the knock-out as far as it is played. The duels of a round are due when those of the
/// previous round are finished.
[[nodiscard]] KnockOut compute_knock_out(const KnockOutTerms& terms, const PlayedDeals& played);

/// Returns the largest number of duels with two sides that the entrants can play.
[[nodiscard]] std::uint64_t most_duels(const KnockOutTerms& terms);

/// Returns the stage's name: "final", "semi-finals", "round of 16", …
[[nodiscard]] std::string stage_name(const Duel& duel);

}  // namespace danno::leagues::schedule::knock_out
