// The results of games as exact sums: everything that a rating and its error need.
//
// The unit is a deal with all its games, because games of one deal share their dice and are not
// independent. Sums are integers, so neither the order of deals, games or seats nor the number of
// threads can change a single bit. Memory grows with the number of different line-ups, not with the
// deals that a line-up played, unless the games are kept, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "leagues/ratings/rating_model.hpp"

namespace danno::leagues::ratings {

/// Numbers distinct byte strings 0, 1, 2, … in the order in which they first occur.
/// Keeps every distinct string once, concatenated in one buffer; holds fewer than 2^32 strings.
class Interner {
 public:
  /// Returns the number of `bytes`, a new one if they were not seen before.
  std::uint32_t intern(std::string_view bytes);

  /// Returns the string of a number; valid until the next intern().
  std::string_view operator[](std::uint32_t number) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }

 private:
  void grow();

  std::vector<char> bytes_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint32_t> slots_;  // open addressing: number + 1, or 0 for empty
};

__extension__ using Int128 = __int128;

/// The score of one agent against another in one game, fixed-point: kPairWin for a win, half of it
/// for a tie, 0 for a loss. Luck-adjusted scores may lie outside.
using PairScore = std::int64_t;
inline constexpr PairScore kPairWin = PairScore{1} << 32;

/// Returns the score of one place against another.
[[nodiscard]] PairScore score_of_places(int own, int other);

inline constexpr int kMaxTable = 64;  ///< The largest number of agents at one table.

/// The result of one game. Agents are numbered from 0; if they are numbered in the order of their
/// names, nothing depends on the order in which they were met.
struct RankedGame {
  std::span<const int> players;  ///< 2 to kMaxTable different agents.
  std::span<const int> places;   ///< One per player; 1 is best, equal places share: 1, 1, 3.
  /// Luck-adjusted scores of the pairs of players (0,1), (0,2), …, (1,2), …, each the first's
  /// against the second; if empty, they are computed from the places.
  std::span<const PairScore> adjusted = {};
};

/// Sums over deals in which the same agents met at one table, in equally many games. Scores are in
/// units of kPairWin; y is a score in a deal minus half a unit for every game and rival.
struct SummedDeals {
  std::span<const int> players;  ///< 2 to kMaxTable different agents.
  std::int64_t deals = 0;
  std::int64_t games = 0;  ///< The number of games in each deal.
  /// Games in which a player and i others won, by player and i; empty: not counted.
  std::span<const std::int64_t> firsts;
  /// Scores of the first against the second, by pair of players (0,1), (0,2), …, (1,2), …
  std::span<const PairScore> scores;
  /// Games in which both shared a place, by pair; empty: not counted.
  std::span<const std::int64_t> ties = {};
  /// Half points of the first by their places, by pair; if empty, they are computed from the
  /// scores.
  std::span<const std::int64_t> halves = {};
  std::span<const Int128> squares;  ///< Sums of y·y over deals, by pair.
  std::span<const Int128> products;  ///< Sums of y·y over deals, by players (0,0), (1,0), (1,1), …
};

/// Sums over the games of one pair of agents, i < j, at tables of one size. y is i's score in a
/// deal minus half a point per game, m the number of the pair's games in that deal.
struct PairTotals {
  std::int64_t games = 0;
  std::int64_t ties = 0;       ///< Games in which they shared a place.
  std::int64_t score = 0;      ///< The score of i, in units of kPairWin.
  std::int64_t halves = 0;     ///< Half points of i by their places, whatever their luck.
  std::int64_t m_squared = 0;  ///< A sum over deals, like the two below.
  std::int64_t ym = 0;
  Int128 y_squared = 0;
};

struct AgentTotals {
  std::int64_t games = 0;
  std::int64_t score = 0;  ///< Pair scores against all others at the table.
  std::int64_t wins = 0;   ///< First places in units of kPairWin; a shared one counts its share.
};

/// Exact moments of scores over deals in which the same agents met in the same number of games. A
/// coordinate is (table size, agent), sorted in that order.
struct LineUpMoments {
  struct Coordinate {
    int table_size;
    int agent;
  };
  struct Group {
    int games;
    std::span<const std::int32_t> agents;
  };
  std::vector<std::int32_t> key;  ///< The storage that `tables` points into.
  std::vector<Coordinate> coordinates;
  std::vector<Group> tables;
  std::int64_t deals = 0;
  std::span<const std::int64_t> sums;  ///< Sums of y by coordinate, in units of kPairWin.
  /// Sums of y·y, as a packed lower triangle; empty for one deal.
  std::span<const Int128> products;
};

/// Games in compact form.
struct GameList {
  std::vector<int> players;  ///< The players of all games, concatenated.
  std::vector<int> places;
  std::vector<std::size_t> ends;  ///< Ends of the games, as indices into `players`.

  void add(std::span<const int> game_players, std::span<const int> game_places);
  /// Returns a game whose spans point into this object.
  [[nodiscard]] RankedGame game(std::size_t number) const;
};

/// Games as they were added, deal by deal.
struct PlayedGames : GameList {
  std::vector<std::size_t> deals;  ///< Ends of the deals, as indices into `ends`.
};

class Results {
 public:
  /// Keeps played() if `needs` is Needs::Games; memory then grows with the games.
  explicit Results(int agents, Needs needs = Needs::Sums);

  /// Adds a deal with all its games; asserts the requirements of RankedGame.
  void add_deal(std::span<const RankedGame> games);
  /// Adds all these deals; asserts that played() is not kept.
  void add_deals(const SummedDeals& deals);

  int agents() const { return agents_; }
  /// Returns the games; asserts that they are kept.
  [[nodiscard]] const PlayedGames& played() const;
  std::int64_t deals() const { return deals_; }

  /// Returns the table sizes that were played, sorted.
  std::vector<int> table_sizes() const;
  const AgentTotals& agent(int table_size, int agent) const;
  /// Returns the totals of the pair i < j.
  const PairTotals& pair(int table_size, int i, int j) const;

  std::uint32_t line_ups() const { return keys_.size(); }
  /// Reads line-up `number` into `line_up`; its spans are valid until more deals are added.
  void read_line_up(std::uint32_t number, LineUpMoments& line_up) const;

 private:
  struct Size {
    std::vector<AgentTotals> agents;
    std::vector<PairTotals> pairs;  // pair (i, j) is at j(j-1)/2 + i
  };
  struct Moments {
    std::int64_t deals = 0;
    std::size_t sums = 0;
    std::size_t products = kNone;
  };
  struct PairEntry {
    std::int32_t table_size, i, j;
    PairScore score;
    int halves;
    bool tied;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void add_game(const RankedGame& game);
  void close_pairs();
  void close_line_up();
  /// Allocates products with a line-up's second deal, because most line-ups of a league with random
  /// tables are met once.
  void ensure_products(Moments& moments, std::size_t count);
  Size& size_totals(std::size_t table_size);
  void add_totals(const SummedDeals& deals);
  void add_pair(const SummedDeals& deals, std::size_t pair, int agent, int other, Size& totals);
  void add_line_up(const SummedDeals& deals);
  /// Adds deals of the line-up of key_ with so many coordinates; `sum` and `product` return theirs.
  void add_moments(std::int64_t deals, std::size_t count, const auto& sum, const auto& product);

  int agents_;
  Needs needs_;
  PlayedGames played_;
  std::int64_t deals_ = 0;
  std::vector<Size> sizes_;  // by table size; empty if none was played
  Interner keys_;            // tables of the line-up, see close_line_up()
  std::vector<Moments> moments_;
  std::vector<std::int64_t> sums_;
  std::vector<Int128> products_;

  // Scratch space for the deal being added, kept to reuse its memory.
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
