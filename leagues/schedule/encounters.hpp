// Encounters of two entrants, for knock-outs and Swiss events, whose rounds wait for each other.
//
// This file handles only numbers: deals come in as scores, so that tests can make them up and an
// event can be recomputed from a store.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "referee/play/line_up.hpp"

namespace danno::leagues::schedule {

/// The half points of the two agents of a line-up: 2 for a game won, 1 for a tied one. A forfeit
/// earns none, so a game that both forfeit gives neither any points.
using HalfPoints = std::array<std::int64_t, 2>;

/// A deal of two agents, as far as encounters need it.
struct PlayedDeal {
  HalfPoints points{};
  bool alike = false;  ///< The value of ratings::decided_alike().
};
[[nodiscard]] PlayedDeal played_deal(const referee::play::DealResult& deal);

/// The deals played between pairs of entrants, which are numbered from 0.
class PlayedDeals {
 public:
  /// Adds the deal with this index of their line-up; `one` < `other`.
  void add(int one, int other, std::uint64_t deal, const PlayedDeal& played);
  /// Returns a deal; nullopt if it has not been played.
  [[nodiscard]] std::optional<PlayedDeal> find(int one, int other, std::uint64_t deal) const;

 private:
  std::map<std::pair<int, int>, std::vector<std::optional<PlayedDeal>>> deals_;
};

/// The side of a match that is not decided yet.
inline constexpr int kUndecided = -1;
inline constexpr int kNobody = -2;  ///< There is no entrant; the opponent advances without playing.

/// Two entrants that meet in a round, and the deals that they play in it.
struct Encounter {
  int round = 0;                  ///< Counted from 0.
  std::array<int, 2> entrants{};  ///< The lower number is first.
  std::uint64_t first = 0;        ///< Together with `end`: deals [first, end) of their line-up.
  std::uint64_t end = 0;          ///< Deals before `first` belong to earlier rounds.
  HalfPoints points{};            ///< The points of the deals played so far.
  bool finished = false;          ///< True if all deals are played.

  /// Returns the points of one of the two.
  [[nodiscard]] std::int64_t entrant_points(int entrant) const;
  /// Returns the entrant with more points; nullopt if they are equal.
  [[nodiscard]] std::optional<int> winner() const;
};

/// The number of deals after which two entrants that played an encounter alike count as copies.
/// Equal points say less: different agents share the points of three deals in five at `koans`.
inline constexpr std::uint64_t kCopies = 20;

/// Schedules encounters in the order in which they are due. Entrants that meet again play further
/// deals.
class EncounterScheduler {
 public:
  /// `played` must outlive the object.
  explicit EncounterScheduler(const PlayedDeals& played) : played_(played) {}

  /// Schedules `deals` deals, and then up to `extra` further ones, one by one, until the points
  /// differ. Copies (kCopies) play no further one.
  [[nodiscard]] Encounter add(int round, int one, int other, std::uint64_t deals,
                              std::uint64_t extra = 0);

 private:
  const PlayedDeals& played_;
  std::map<std::pair<int, int>, std::uint64_t> ends_;  // indexed by pair
};

}  // namespace danno::leagues::schedule
