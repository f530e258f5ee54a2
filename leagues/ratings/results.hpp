// The results of games as exact sums: all that a rating and its error need.
//
// A deal with all its games is the unit (games of one deal share their dice, so they are not
// independent). Sums are integers, so neither the order of deals, games or seats nor the number of
// threads that fed them can change a single bit. Memory grows with the number of different
// line-ups, not with the deals that a line-up played; unless the games are kept, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "leagues/ratings/interner.hpp"
#include "leagues/ratings/rating_model.hpp"

namespace danno::leagues::ratings {

__extension__ using Int128 = __int128;

/// How far one agent beat another in one game, fixed-point: kPairWin for a win, half of it for a
/// tie, 0 for a loss; luck-adjusted scores may lie outside.
using PairScore = std::int64_t;
inline constexpr PairScore kPairWin = PairScore{1} << 32;

/// That of one place against another.
[[nodiscard]] PairScore score_of_places(int own, int other);

inline constexpr int kMaxTable = 64;  ///< Agents at one table at most.

/// One game as it ended. Agents are numbers from 0; number them in the order of their names, and
/// nothing depends on the order in which they were met.
struct RankedGame {
  std::span<const int> players;  ///< 2 to kMaxTable different agents.
  std::span<const int> places;   ///< As many, 1 is best, equal places share: 1, 1, 3.
  /// Luck-adjusted scores of the pairs of players (0,1), (0,2), …, (1,2), …, the first against the
  /// second; empty: taken from the places.
  std::span<const PairScore> adjusted = {};
};

/// Deals in which the same agents met at one table, in as many games each, as sums. Scores are in
/// units of kPairWin; y is a score in a deal less half of one for every game and rival.
struct SummedDeals {
  std::span<const int> players;  ///< 2 to kMaxTable different agents.
  std::int64_t deals = 0;
  std::int64_t games = 0;  ///< In each deal.
  /// By player and i: games in which it and i others won; empty: not counted.
  std::span<const std::int64_t> firsts;
  /// By pair of players, (0,1), (0,2), …, (1,2), …: the first's score against the second.
  std::span<const PairScore> scores;
  /// By pair: games in which they shared a place; empty: not counted.
  std::span<const std::int64_t> ties = {};
  std::span<const Int128> squares;   ///< By pair: y·y, over deals.
  std::span<const Int128> products;  ///< By players, (0,0), (1,0), (1,1), …: y·y, over deals.
};

/// Sums over the games of one pair of agents, i < j, at tables of one size. y is i's score in a
/// deal less half a point a game, m the games of the pair in that deal.
struct PairTotals {
  std::int64_t games = 0;
  std::int64_t ties = 0;       ///< Games in which they shared a place.
  std::int64_t score = 0;      ///< i's, in units of kPairWin.
  std::int64_t m_squared = 0;  ///< Over deals, as the two below.
  std::int64_t ym = 0;
  Int128 y_squared = 0;
};

struct AgentTotals {
  std::int64_t games = 0;
  std::int64_t score = 0;  ///< Pair scores against everybody at the table.
  std::int64_t wins = 0;   ///< In units of kPairWin; a shared first place counts its share.
};

/// Deals in which the same agents met in the same number of games: exact moments of their scores.
/// A coordinate is (table size, agent), in that order.
struct LineUpMoments {
  struct Coordinate {
    int table_size;
    int agent;
  };
  struct Group {
    int games;
    std::span<const std::int32_t> agents;
  };
  std::vector<std::int32_t> key;  ///< What the tables point into.
  std::vector<Coordinate> coordinates;
  std::vector<Group> tables;
  std::int64_t deals = 0;
  std::span<const std::int64_t> sums;  ///< Of y by coordinate, in kPairWin.
  std::span<const Int128> products;    ///< Of y·y, packed lower triangle; empty for one deal.
};

/// Games as they were added, deal by deal.
struct PlayedGames {
  std::vector<int> players;  ///< Of all games, end to end.
  std::vector<int> places;
  std::vector<std::size_t> games;  ///< Ends of the games, in `players`.
  std::vector<std::size_t> deals;  ///< Ends of the deals, in `games`.

  [[nodiscard]] RankedGame game(std::size_t number) const;
};

class Results {
 public:
  /// With Needs::Games, played() is kept: then memory grows with the games.
  explicit Results(int agents, Needs needs = Needs::Sums);

  /// Adds a deal with all its games; asserts what RankedGame asks for.
  void add_deal(std::span<const RankedGame> games);
  /// The same as adding each of them; asserts that played() is not kept.
  void add_deals(const SummedDeals& deals);

  int agents() const { return agents_; }
  /// Asserts that it is kept.
  [[nodiscard]] const PlayedGames& played() const;
  std::int64_t deals() const { return deals_; }

  /// The table sizes that were played, rising.
  std::vector<int> table_sizes() const;
  const AgentTotals& agent(int table_size, int agent) const;
  /// Of the pair i < j.
  const PairTotals& pair(int table_size, int i, int j) const;

  std::uint32_t line_ups() const { return keys_.size(); }
  /// Reads line-up `number` into `line_up`; its spans live until more deals are added.
  void read_line_up(std::uint32_t number, LineUpMoments& line_up) const;

 private:
  struct Size {
    std::vector<AgentTotals> agents;
    std::vector<PairTotals> pairs;  // (i, j) at j(j-1)/2 + i.
  };
  struct Moments {
    std::int64_t deals = 0;
    std::size_t sums = 0;
    std::size_t products = kNone;
  };
  struct PairEntry {
    std::int32_t table_size, i, j;
    PairScore score;
    bool tied;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void add_game(const RankedGame& game);
  void keep_game(const RankedGame& game);
  void close_pairs();
  void close_line_up();
  [[nodiscard]] std::uint32_t intern_key();
  /// Most line-ups of a league with random tables are met once: products start with the second
  /// deal.
  void ensure_products(Moments& moments, std::size_t count);
  Size& totals_of(std::size_t table_size);
  void add_totals(const SummedDeals& deals);
  void add_moments(const SummedDeals& deals);

  int agents_;
  Needs needs_;
  PlayedGames played_;
  std::int64_t deals_ = 0;
  std::vector<Size> sizes_;  // By table size; empty if none was played.
  Interner keys_;            // Tables of the line-up, see close_line_up().
  std::vector<Moments> moments_;
  std::vector<std::int64_t> sums_;
  std::vector<Int128> products_;

  // Of the deal being added; kept for their memory only.
  std::vector<PairEntry> entries_;
  std::vector<std::vector<std::int32_t>> seated_;
  std::vector<std::int32_t> key_;
  struct CoordinateScore {
    std::int32_t table_size, agent;
    std::int64_t y;
  };
  std::vector<CoordinateScore> scores_;
};

}  // namespace danno::leagues::ratings
