// Two entrants and their deals, as rounds that wait for each other take them: what a knock-out and
// a Swiss event are told from.
//
// Only numbers: deals come in as scores, so that a test can make them up, and a store can tell an
// event again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "referee/play/line_up.hpp"

namespace danno::leagues::formats {

/// Half points of the two agents of a line-up: 2 for a game won, 1 for a tied one. A forfeit earns
/// none, so a game that both forfeit is worth nothing to either.
using HalfPoints = std::array<std::int64_t, 2>;

/// Of a deal of two agents.
[[nodiscard]] HalfPoints half_points(const referee::play::DealResult& deal);

/// The deals that entrants, numbers from 0, have played two by two.
class PlayedDeals {
 public:
  /// The deal of that index of their line-up; one < other.
  void add(int one, int other, std::uint64_t deal, const HalfPoints& points);
  /// Nothing if it is not played.
  [[nodiscard]] std::optional<HalfPoints> find(int one, int other, std::uint64_t deal) const;

 private:
  std::map<std::pair<int, int>, std::vector<std::optional<HalfPoints>>> deals_;
};

/// A side of a match that is no entrant.
inline constexpr int kUndecided = -1;
inline constexpr int kNobody = -2;  ///< The other one goes on without playing.

/// Two who meet in a round, and what they play of it.
struct Encounter {
  int round = 0;                  ///< From 0.
  std::array<int, 2> entrants{};  ///< The lower number first.
  std::uint64_t first = 0;        ///< The deals [first, end) of their line-up: those before are of
  std::uint64_t end = 0;          ///< earlier rounds.
  HalfPoints points{};            ///< Of the deals that are played.
  bool finished = false;          ///< All are.

  /// Of one of the two.
  [[nodiscard]] std::int64_t points_of(int entrant) const;
  /// Nobody where they are equal.
  [[nodiscard]] std::optional<int> winner() const;
};

/// So many deals that are all even are those of two copies: two different agents share the points
/// of a deal in three of five at `koans` and in four of five at `true-greed`.
inline constexpr std::uint64_t kAllEven = 20;

/// Tells encounters in the order in which they are due: who meets again plays further deals.
class EncounterTeller {
 public:
  /// `played` outlives it.
  explicit EncounterTeller(const PlayedDeals& played) : played_(played) {}

  /// So many deals, and then up to `extra` further ones, one by one, as long as both have the same
  /// points, and any. Two of whom every deal is even, kAllEven or more, play no further one.
  [[nodiscard]] Encounter tell(int round, int one, int other, std::uint64_t deals,
                               std::uint64_t extra = 0);

 private:
  const PlayedDeals& played_;
  std::map<std::pair<int, int>, std::uint64_t> ends_;  // of earlier encounters
};

}  // namespace danno::leagues::formats
