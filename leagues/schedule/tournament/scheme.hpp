// The tournament of True Greed (docs/rules.md): tables, stages, the cut, the final.
//
// The scheme gets games and chance as functions, so that tests can drive both, a tournament can be
// recomputed from a store, and ratings can simulate it. It serves every rule set, because it sees
// nothing of a game except places and totals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "referee/record/record.hpp"

namespace danno::leagues::schedule::tournament {

/// Returns the number of entrants at each table. Up to six entrants share one table. Otherwise it
/// is the smallest number of tables, at least a sixth of the entrants, of equal size >= 3; if there
/// is none, ceil(entrants / 6) tables whose sizes differ by at most one, larger ones first.
/// `entrants` must be at least 2.
[[nodiscard]] std::vector<int> table_sizes(int entrants);

/// Returns the largest number of stages that `entrants` entrants play, including the final.
[[nodiscard]] int most_stages(int entrants);

/// The entrants, numbered from 0.
struct Field {
  int entrants = 2;
  /// The author of each entrant as a number; entrants of one author never share a table. An author
  /// may have at most as many entrants as table_sizes() has tables. Empty if authors do not matter.
  std::vector<int> authors = {};
};

/// A game to be played. All but entrants count from 0.
struct PlannedGame {
  int stage = 0;
  int round = 0;  ///< One of the stage's two rounds.
  int game = 0;   ///< One of the round's two games.
  int table = 0;
  std::vector<int> seats;    ///< The entrant at each seat.
  std::optional<int> first;  ///< The seat that begins; if unset, the start roll decides.
  int danno = 0;             ///< The seat of the scorekeeper, which has no influence.

  /// Returns the seat of an entrant, if it is at the table.
  [[nodiscard]] std::optional<std::size_t> seat(int entrant) const;
};

struct TournamentGame {
  PlannedGame planned;
  referee::record::GameRecord record;
};

/// An entrant's standing after a stage.
struct StageRow {
  int entrant = 0;
  std::int64_t points_60 = 0;  ///< Tournament points of the stage, in sixtieths.
  int wins = 0;                ///< First places, including shared ones.
  std::int64_t totals = 0;     ///< The sum of final totals, in the rule set's units.
  rules::Points best = 0;      ///< The best final total.
  bool advances = false;
};

struct Stage {
  std::vector<TournamentGame> games;  ///< Sorted by round, first games before second ones.
  std::vector<StageRow> rows;         ///< Best first; no two are equal.
};

struct Tournament {
  std::vector<Stage> stages;  ///< The last one is the final if the tournament is finished.
  bool finished = false;
  std::vector<PlannedGame> next;  ///< The games that were not played, of one that is not finished.
  /// All entrants, best first: as they stand in the last stage, then who was left out before it,
  /// the later the better.
  [[nodiscard]] std::vector<int> ranking() const;
};

/// Everything that chance decides besides the games' dice.
struct Chance {
  /// Returns the seating of a round, table after table.
  std::function<std::vector<int>(std::vector<int> entrants, int stage, int round)> shuffle;
  /// The seat that is lowest in the start roll of a first game.
  std::function<int(const PlannedGame&)> lowest_at_start;
  /// The face, 1 to 6, that a seat throws for the start of a second game; `again` counts from 0.
  std::function<int(const PlannedGame&, int seat, int again)> die;
};

/// Plays games that do not depend on each other: a record for each, in their order, or none at all,
/// which leaves the tournament as it is then.
using PlayGames =
    std::function<std::vector<referee::record::GameRecord>(std::span<const PlannedGame>)>;

/// Plays the tournament to the end. Exceptions of the functions are passed on.
[[nodiscard]] Tournament play_tournament(const Field& field, const Chance& chance,
                                         const PlayGames& play);

}  // namespace danno::leagues::schedule::tournament
