// The scheme of the Swiss system: rounds in which entrants with about the same points meet.
//
// The scheme uses only the points of deals.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "leagues/schedule/encounters.hpp"

namespace danno::leagues::schedule::swiss {

/// Symmetric weights of the edges; 0 means no edge. All must be below 2^60.
using Weights = std::vector<std::vector<std::int64_t>>;

inline constexpr int kUnmatched = -1;

/// Returns each vertex's partner. Among matchings of equal weight the result is always the same.
[[nodiscard]] std::vector<int> maximum_weight_matching(const Weights& weights);

/// The entrants that a round pairs.
struct SwissField {
  std::vector<int> order;   ///< Entrants in this round, best first: by points, then by seed.
  std::vector<int> points;  ///< Half points from encounters (not games), by entrant.
  std::vector<int> byes;    ///< The number of earlier byes, by entrant.
  /// Indexed by entrant; entrants of one author never meet. Empty if all may meet.
  std::vector<int> authors = {};
  std::map<std::pair<int, int>, int> met = {};  ///< The meetings of two; the lower number is first.
};

struct SwissPairings {
  std::vector<std::array<int, 2>> pairs;  ///< The better entrant first; sorted by it, best first.
  std::vector<int> byes;
};

/// Pairs a round. If the number of entrants is odd, the lowest of those with the fewest byes gets
/// one. The others are paired so that, in order of priority, as many as possible play, as few as
/// possible meet again, the squared differences of points have the least sum, and the upper half of
/// each score group meets the lower half in order. An entrant that only agents of its author are
/// left for gets a bye, too.
[[nodiscard]] SwissPairings pair_swiss(const SwissField& field);

struct SwissTerms {
  std::vector<int> seeding;       ///< All entrants, best first; at least two.
  std::vector<int> authors = {};  ///< The same as in SwissField.
  std::vector<int> enters;        ///< The first round, from 0, by entrant.
  std::vector<int> leaves;        ///< The first round in which it no longer plays, by entrant.
  int rounds = 1;
  std::uint64_t deals = 1;  ///< The deals of an encounter.
};

struct SwissRound {
  std::vector<Encounter> encounters;
  std::vector<int> byes;
};

/// An entrant's standing after the finished rounds. All figures except the place are in half
/// points; sonneborn_berger is in quarter points.
struct SwissRow {
  int entrant = 0;
  int place = 1;             ///< Equal entrants share a place.
  int points = 0;            ///< 2 per encounter won or bye, 1 per even one, 0 if neither scored.
  int buchholz_cut_1 = 0;    ///< Opponents' points without the lowest.
  int buchholz_median = 0;   ///< Opponents' points without the lowest and the highest.
  int sonneborn_berger = 0;  ///< Opponents' points times the points won against them.
  int direct_encounter = 0;  ///< Points among those equal so far if all of them met; otherwise 0.
};

struct Swiss {
  std::vector<SwissRound> rounds;  ///< All before the last one are finished.
  std::vector<SwissRow> rows;      ///< Best first: by the figures in their order, then by seed.
  bool finished = false;
};

/// Returns what a finished encounter is worth to one of the two: 2, 1 or 0.
[[nodiscard]] int half_points(const Encounter& encounter, int entrant);

/// Recomputes the event as far as it is played.
[[nodiscard]] Swiss compute_swiss(const SwissTerms& terms, const PlayedDeals& played);

}  // namespace danno::leagues::schedule::swiss
