// The Swiss system: as many rounds as one likes, in which entrants of about the same points meet.
//
// Only the scheme: it sees nothing of a game but the points of deals.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "leagues/formats/encounters.hpp"

namespace danno::leagues::formats::swiss {

/// Whom the pairing of a round can pair.
struct SwissField {
  std::vector<int> order;         ///< Who is there, best first: by points, then by seed.
  std::vector<int> points;        ///< By entrant, in half points; of encounters, not of games.
  std::vector<int> byes;          ///< By entrant: those it had.
  std::vector<int> authors = {};  ///< By entrant; those of one never meet. Empty: anybody may meet.
  std::map<std::pair<int, int>, int> met = {};  ///< How often two met, the lower number first.
};

struct SwissPairings {
  std::vector<std::array<int, 2>> pairs;  ///< The better one first; by it, best first.
  std::vector<int> byes;
};

/// Of an odd number, the lowest of those with the fewest byes has one. Of the others as many as can
/// be are paired; so that as few as can be meet again; then, so that the squares of the differences
/// of points have the least sum; then, so that the upper half of each score group meets the lower
/// half in order. Whom only its author's agents are left for has a bye, too.
[[nodiscard]] SwissPairings pair_swiss(const SwissField& field);

struct SwissTerms {
  std::vector<int> seeding;       ///< All entrants, best first; at least two.
  std::vector<int> authors = {};  ///< As SwissField has them.
  std::vector<int> enters;        ///< By entrant: its first round, from 0.
  std::vector<int> leaves;        ///< By entrant: the first round that it is not there any more.
  int rounds = 1;
  std::uint64_t deals = 1;  ///< Of an encounter.
};

struct SwissRound {
  std::vector<Encounter> encounters;
  std::vector<int> byes;
};

/// How an entrant stands by the finished rounds. All but the place in half points, sonneborn_berger
/// in quarters.
struct SwissRow {
  int entrant = 0;
  int place = 1;  ///< Equal ones share.
  int points =
      0;  ///< 2 an encounter won or a bye, 1 one that is even, but for two who got nothing.
  int buchholz_cut_1 = 0;    ///< Opponents' points without the least.
  int buchholz_median = 0;   ///< Without the least and the most.
  int sonneborn_berger = 0;  ///< Opponents' points times what was won of them.
  int direct_encounter = 0;  ///< Among those equal until here, if all of them met; else 0.
};

struct Swiss {
  std::vector<SwissRound> rounds;  ///< Those before the last one are finished.
  std::vector<SwissRow> rows;      ///< Best first: by the figures in their order, then by seed.
  bool finished = false;
};

/// What an encounter that is finished is worth to one of the two: 2, 1 or 0.
[[nodiscard]] int half_points_of(const Encounter& encounter, int entrant);

/// As far as it is played.
[[nodiscard]] Swiss tell_swiss(const SwissTerms& terms, const PlayedDeals& played);

}  // namespace danno::leagues::formats::swiss
