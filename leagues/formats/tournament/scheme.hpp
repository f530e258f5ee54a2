// The tournament of True Greed (docs/rules.md): tables, stages, the cut, the final.
//
// Only the scheme: games and chance come in as functions, so that a test can drive both, a store
// can tell a tournament again, and ratings can play it out. It serves every rule set, for it sees
// nothing of a game but its places and totals.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "referee/record/record.hpp"

namespace danno::leagues::formats::tournament {

/// How many sit at each table: up to six entrants one table; else the fewest tables, at least a
/// sixth of the entrants, of equal size >= 3; if there are none, ceil(entrants / 6) tables whose
/// sizes differ by one at most, larger ones first. `entrants` >= 2.
[[nodiscard]] std::vector<int> table_sizes(int entrants);

/// Stages that so many entrants play at most, the final included.
[[nodiscard]] int most_stages(int entrants);

/// Who plays. Entrants are numbers from 0.
struct Field {
  int entrants = 2;
  /// The author of each entrant as a number; those of one author never share a table. No more of
  /// one author than table_sizes() has tables. Empty: anybody may sit anywhere.
  std::vector<int> authors = {};
};

/// A game to be played. All but entrants count from 0.
struct PlannedGame {
  int stage = 0;
  int round = 0;  ///< Of the stage's two.
  int game = 0;   ///< Of the round's two.
  int table = 0;
  std::vector<int> seats;    ///< The entrant at each seat.
  std::optional<int> first;  ///< The seat that begins; nothing: the start roll decides.
  int danno = 0;             ///< The seat of the scorekeeper; decides nothing.
};

struct TournamentGame {
  PlannedGame planned;
  referee::record::GameRecord record;
};

/// Where an entrant stands after a stage.
struct StageRow {
  int entrant = 0;
  std::int64_t points_60 = 0;  ///< Tournament points of the stage, in sixtieths.
  int wins = 0;                ///< First places, shared ones too.
  std::int64_t totals = 0;     ///< Sum of final totals, in the rule set's units.
  rules::Points best = 0;      ///< Best final total.
  bool advances = false;
};

struct Stage {
  std::vector<TournamentGame> games;  ///< Round by round, first games before second ones.
  std::vector<StageRow> rows;         ///< Best first; no two are equal.
};

struct Tournament {
  std::vector<Stage> stages;  ///< The last is the final, if the tournament is finished.
  bool finished = false;
  std::vector<PlannedGame> next;  ///< The games that were not played, of one that is not finished.
  /// All entrants, best first: as they stand in the last stage, then who was left out before it,
  /// the later the better.
  [[nodiscard]] std::vector<int> ranking() const;
};

/// All that chance decides beside the games' dice.
struct Chance {
  /// The seating of a round, table after table.
  std::function<std::vector<int>(std::vector<int> entrants, int stage, int round)> shuffle;
  /// The seat that is lowest in the start roll of a first game.
  std::function<int(const PlannedGame&)> lowest_at_start;
  /// The face, 1 to 6, that a seat throws for who starts a second game; `again` counts from 0.
  std::function<int(const PlannedGame&, int seat, int again)> die;
};

/// Plays games that do not depend on each other: a record for each, in their order, or none at all,
/// which leaves the tournament as it is then.
using PlayGames =
    std::function<std::vector<referee::record::GameRecord>(std::span<const PlannedGame>)>;

/// Plays it to the end. What a function throws goes through.
[[nodiscard]] Tournament play_tournament(const Field& field, const Chance& chance,
                                         const PlayGames& play);

}  // namespace danno::leagues::formats::tournament
