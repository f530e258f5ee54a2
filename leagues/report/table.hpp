// The league's tables, as a pure function of the store.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/ratings/head_to_head.hpp"
#include "leagues/ratings/tally.hpp"
#include "leagues/report/league_tables.hpp"
#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::report {

/// The kind of the one rating of a division, which rank, order, ranges and LOS follow
/// (docs/statistics.md).
enum class RatedBy {
  Raw,       ///< The results as they fell.
  Adjusted,  ///< The luck of the dice is removed; it must be known for all rated agents.
};

/// Returns "raw" or "adjusted".
[[nodiscard]] std::string_view to_string(RatedBy rated_by);

/// The numbers of deals below which errors are too unreliable to be shown: of an agent in a table,
/// of a match or a mark, and of a sequential test. From these numbers on, intervals were measured
/// to be right (docs/statistics.md).
inline constexpr std::int64_t kMinDealsForInterval = 10;
inline constexpr std::int64_t kMinDealsForMatchInterval = 50;
inline constexpr std::int64_t kMinDealsForTestInterval = 100;
/// The deals from which a match may say who is stronger. It says by how much from
/// kMinDealsForMatchInterval on.
inline constexpr std::int64_t kMinDealsForWinner = 20;

/// A rating, its 95 % interval, and the deals that both rest on. Empty values are unknown or
/// unbounded.
struct EloInterval {
  std::optional<double> elo;
  std::optional<double> low;
  std::optional<double> high;
  std::int64_t deals = 0;
  std::int64_t fewest = kMinDealsForInterval;  ///< Fewer deals make the interval unreliable.

  /// Returns whether there is a rating whose interval is, or would be, unreliable. A bound on one
  /// side is right for every number of deals.
  [[nodiscard]] bool is_unreliable() const {
    return elo && deals < fewest && low.has_value() == high.has_value();
  }
  /// Returns the figures as files have them: without an unreliable interval.
  [[nodiscard]] EloInterval reliable() const;
};

/// An agent's rating with the luck of the dice removed, and how lucky its own throws were.
struct AdjustedRating {
  double elo = 0;
  std::optional<double> elo_low;  ///< The 95 % interval; empty if unbounded.
  std::optional<double> elo_high;
  double luck = 0;               ///< Winning chance per game that its throws gave it, beyond even.
  std::optional<double> luck_z;  ///< The luck in standard errors from 0.
};

/// A range of ranks, from the best to the worst.
struct RankRange {
  int low = 1;
  int high = 1;
};

/// The first and the last of some days, UTC.
struct Days {
  std::chrono::sys_days first;
  std::chrono::sys_days last;
};

/// One agent's line in a table. Elo 0 is the mean of the pool.
struct TableRow {
  int rank = 1;      ///< Equal agents share a rank.
  int rank_low = 1;  ///< The best rank that is consistent with the data.
  int rank_high = 1;
  std::string name;
  std::string full_name;  ///< The agent's store::StoredAgent::key_name().
  std::string author;
  int version = 1;
  std::string hash;  ///< SHA-256 of its content, in hex.
  /// The days on which its games here were played; empty if there are no games or stored days.
  std::optional<Days> days;
  std::optional<double> elo;      ///< Raw; empty if it is not rated because it never started.
  std::optional<double> elo_low;  ///< The 95 % interval; empty if unbounded.
  std::optional<double> elo_high;
  std::optional<AdjustedRating> adjusted;
  RatedBy rated_by = RatedBy::Raw;         ///< That of the division.
  std::optional<double> average_opponent;  ///< The opponents' mean Elo.
  std::optional<double> los_next;          ///< The probability of being better than the next row.
  /// The ranks that remain possible by what is decided for the whole season; only in ladders.
  std::optional<RankRange> decided;
  ratings::AgentTally tally;
  bool never_ready = false;  ///< It never started.

  [[nodiscard]] EloInterval raw_rating() const { return {elo, elo_low, elo_high, tally.deals}; }
  /// Returns the rating with the luck of the dice removed, without figures if it is not known.
  [[nodiscard]] EloInterval adjusted_rating() const;
  /// Returns the rating of the division's kind, which the rank follows.
  [[nodiscard]] EloInterval rating() const;
  /// Returns the rating of the other kind.
  [[nodiscard]] EloInterval other_rating() const;
  /// Returns whether its games say anything about its play, so that it has a score.
  [[nodiscard]] bool has_score() const { return tally.games > 0 && !never_ready; }
};

/// Returns the row of an agent without its rating.
[[nodiscard]] TableRow unrated_row(const store::StoredAgent& agent,
                                   const ratings::AgentTally& tally,
                                   const std::optional<Days>& days = {});
/// Adds the ranks of the rating, and what follows from it beside Elo.
void add_rating(TableRow& row, const ratings::AgentRating& rating);

/// The largest number of agents in a head-to-head square; a larger one would take gigabytes.
inline constexpr std::size_t kMostMeetings = 1000;

/// The table of one rule set.
struct DivisionTable {
  std::string rules;
  int seats = 2;
  store::RankBy rank_by = store::RankBy::Elo;
  RatedBy rated_by = RatedBy::Raw;
  const ratings::RatingModel* rating = &ratings::kBradleyTerry;  ///< The model it is rated by.
  std::string rating_failed;  ///< Why `rating` is not the league's model; empty if it is.
  bool mirror = true;
  bool connected = true;  ///< If false, some agents never met, not even through others.
  std::int64_t games = 0;
  std::int64_t games_planned = 0;
  std::int64_t games_advised = 0;        ///< These are neither rated nor counted.
  std::set<std::chrono::sys_days> days;  ///< The days on which games were played, if stored.
  std::vector<TableRow> rows;            ///< Sorted, best first.
  /// Results between the rated rows, which come first; empty if there are more than kMostMeetings.
  ratings::HeadToHead head_to_head;
  std::vector<store::Epoch> epochs;
  std::vector<std::string> isolation;         ///< The isolation levels used.
  std::vector<std::string> isolation_layers;  ///< The layers that were found, one line each.
  std::string records;       ///< The digest of the blocks that Reader::visit_blocks() returned.
  std::string values;        ///< The solved values of the adjusted ratings: SolvedGame::name.
  std::string not_adjusted;  ///< Why there are no adjusted ratings.
};

struct LeagueTable {
  std::string name;
  store::Digests digests;  ///< The digests of the store.
  std::vector<DivisionTable> divisions;
};

[[nodiscard]] LeagueTable compute_table(const store::Reader& store,
                                        const solver::Watch& watch = solver::unwatched);

/// The files' version, shown in table.json. Increase it when the same games give other files.
inline constexpr int kTablesVersion = 1;

/// These return the files' contents; docs/log-and-json.md defines the shape of table.json.
[[nodiscard]] std::string table_json(const LeagueTable& table);
[[nodiscard]] std::string table_markdown(const LeagueTable& table);
[[nodiscard]] std::string table_csv(const LeagueTable& table);
/// Returns the results between agents, with a line for each agent and each opponent that it met.
[[nodiscard]] std::string head_to_head_csv(const LeagueTable& table);

/// Returns table.json, table.md, table.csv and head-to-head.csv.
[[nodiscard]] std::vector<TableFile> table_files(const LeagueTable& table);
/// Takes adjusted ratings and what follows from them, as the order of the rows, from `json`, a
/// table.json, for divisions that it rates with other solved values than are available here.
/// Returns whether there are any. Throws Json::exception.
bool merge_published_adjustments(LeagueTable& table, const std::string& json);

/// Returns whether the rows have TableRow::decided.
[[nodiscard]] bool has_decided(const DivisionTable& division);
/// Returns whether the rows have TableRow::adjusted.
[[nodiscard]] bool has_adjusted(const DivisionTable& division);
/// Returns the table for people: column 2, counted from 0, is the name, the last one the faults.
[[nodiscard]] TableCells table_cells(const DivisionTable& division);
/// Returns the results between agents for people: column 1 is the name, the last columns are the
/// opponents in the order of the rows. There are no rows if there are fewer than two agents or too
/// many for people to read.
[[nodiscard]] TableCells meeting_cells(const DivisionTable& division);
/// Returns notes that explain its cells.
[[nodiscard]] std::vector<Note> meeting_notes();
/// Returns the lines under a table: estimator, dice, isolation.
[[nodiscard]] std::vector<Note> table_notes(const DivisionTable& division);

[[nodiscard]] EloInterval elo_interval(const ratings::AgentRating& rating);

// Parts that the table files of all formats share.

/// Returns the value rounded to six digits, which is more precise than any rating.
[[nodiscard]] double rounded(double value);
[[nodiscard]] base::Json rounded_or_null(std::optional<double> value);
/// {"crash": 2, …}
[[nodiscard]] base::Json faults_json(const ratings::AgentTally& tally);
/// Returns the part of an agent's content hash that is published.
[[nodiscard]] std::string short_hash(const std::string& hash);
[[nodiscard]] base::Json epoch_json(const store::Epoch& epoch);
/// The part of table.json and table.md that is about a division of deals in all seatings.
[[nodiscard]] base::Json division_json(const DivisionTable& division);
[[nodiscard]] std::string division_markdown(const DivisionTable& division);

/// Returns "+123 ±14", "≥ +340" if only one side is bounded, "+123, too few deals" if the interval
/// is unreliable, "-" if there is no rating.
[[nodiscard]] std::string format_elo(const EloInterval& rating, int decimals = 0);
/// Returns "+12" or "-3"; never "-0".
[[nodiscard]] std::string format_signed(double value, int decimals = 0);
/// Returns "2" or "2-3".
[[nodiscard]] std::string format_ranks(int low, int high);
/// Returns the seed if it is public, otherwise its commitment.
[[nodiscard]] std::string format_epoch(const store::Epoch& epoch);
/// Returns "crash 2, timeout 1"; "-" if there are none.
[[nodiscard]] std::string format_faults(const ratings::AgentTally& tally);

}  // namespace danno::leagues::report
