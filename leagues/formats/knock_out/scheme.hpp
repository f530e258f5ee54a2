// The knock-out: a seeded bracket, who loses is out; with double elimination, who loses twice.
//
// Only the scheme: it sees nothing of a game but the points of deals.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leagues/formats/encounters.hpp"

namespace danno::leagues::formats::knock_out {

struct KnockOutTerms {
  std::vector<int> seeding;  ///< All entrants, best first; at least two. The best ones get byes.
  std::uint64_t deals = 1;   ///< Of a duel.
  bool third_place = false;  ///< The losers of the semi-finals meet, too.
  bool double_elimination = false;
};

/// Deals that a duel which is even goes on for at most; then the better seed wins, of copies after
/// kAllEven deals.
inline constexpr std::uint64_t kMostSuddenDeaths = 100;

/// A place in the bracket where two meet.
struct Duel {
  /// Main is that of single elimination; Winners, Losers and the last two are those of a double
  /// one.
  enum class Part { Main, ThirdPlace, Winners, Losers, Final, SecondFinal };
  Part part = Part::Main;
  int round = 0;   ///< Of the event, from 0: its duels do not depend on each other.
  int stage = 0;   ///< Of the part, from 0.
  int stages = 1;  ///< That the part has.
  std::array<int, 2> sides{kUndecided, kUndecided};
  std::optional<Encounter> encounter;  ///< Nothing: it is not due, or nobody is there on one side.
  int winner = kUndecided;
  int loser = kUndecided;
};

struct KnockOut {
  std::vector<Duel> duels;  ///< All of the bracket, round by round, from the top of each part.
  std::vector<int> places;  ///< By entrant, from 1, equal ones shared; 0: it is not out.
  bool finished = false;
};

/// As far as it is played. Duels of a round are due when those of the round before are finished.
[[nodiscard]] KnockOut tell_knock_out(const KnockOutTerms& terms, const PlayedDeals& played);

/// Duels with two sides that so many entrants play at most.
[[nodiscard]] std::uint64_t most_duels(const KnockOutTerms& terms);

/// "final", "semi-finals", "round of 16", "losers' round 2", …
[[nodiscard]] std::string stage_name(const Duel& duel);

}  // namespace danno::leagues::formats::knock_out
