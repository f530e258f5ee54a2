// The league's tables: a pure function of the store.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/plan/shown.hpp"
#include "leagues/ratings/head_to_head.hpp"
#include "leagues/scores/tally.hpp"
#include "leagues/store/store.hpp"
#include "leagues/text/json.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::tables {

/// An agent's rating with the luck of the dice taken out, and how lucky its own throws were.
struct AdjustedRating {
  double elo = 0;
  std::optional<double> elo_low;  ///< 95 %; nothing: unbounded.
  std::optional<double> elo_high;
  double luck = 0;               ///< Winning chance a game that its throws gave it, beyond even.
  std::optional<double> luck_z;  ///< The same in standard errors from 0.
};

/// The best and the worst rank of some.
struct RankRange {
  int low = 1;
  int high = 1;
};

/// The first and the last of some days, UTC.
struct Days {
  std::chrono::sys_days first;
  std::chrono::sys_days last;
};

/// What a table says of one agent. Elo: zero is the mean of the pool.
struct TableRow {
  int rank = 1;      ///< Equal ones share.
  int rank_low = 1;  ///< The best rank that the data leave open.
  int rank_high = 1;
  std::string name;
  std::string author;
  int version = 1;
  std::string hash;  ///< Of its content: SHA-256, in hex.
  /// Days on which its games here were played; of no games, or where none was kept: nothing.
  std::optional<Days> days;
  std::optional<double> elo;      ///< Nothing: not rated, for it never started.
  std::optional<double> elo_low;  ///< 95 %; nothing: unbounded.
  std::optional<double> elo_high;
  std::optional<AdjustedRating> adjusted;  ///< Beside the raw one, which alone ranks.
  std::optional<double> average_opponent;  ///< Elo.
  std::optional<double> los_next;          ///< Chance to be better than the next row.
  /// Of a ladder: the ranks that are left by what is decided for the whole season.
  std::optional<RankRange> decided;
  scores::AgentTally tally;
  bool never_ready = false;  ///< It did not start once.

  /// Whether games tell of its play: it has a score.
  [[nodiscard]] bool has_score() const { return tally.games > 0 && !never_ready; }
};

/// A square of more agents helps nobody, and takes gigabytes.
inline constexpr std::size_t kMostMeetings = 1000;

/// One rule set's table.
struct DivisionTable {
  std::string rules;
  int seats = 2;
  store::RankBy rank_by = store::RankBy::Elo;
  const ratings::RatingModel* rating = &ratings::kBradleyTerry;  ///< What it is rated by.
  std::string rating_failed;  ///< Why it is not rated by the league's model, but by rating.
  bool mirror = true;
  bool connected = true;  ///< Else some agents never met, not even through others.
  std::int64_t games = 0;
  std::int64_t games_planned = 0;
  std::int64_t games_advised = 0;        ///< Not rated and not counted.
  std::set<std::chrono::sys_days> days;  ///< On which games were played, where it was kept.
  std::vector<TableRow> rows;            ///< Best first.
  /// By row; of the rated ones, who come first. Empty if they are more than kMostMeetings.
  ratings::HeadToHead head_to_head;
  std::vector<store::Epoch> epochs;
  std::vector<std::string> isolation;         ///< Levels that it was played at.
  std::vector<std::string> isolation_layers;  ///< What was found of them: a line each.
  std::string records;       ///< Store::visit_blocks() of what the table is made of.
  std::string values;        ///< What the adjusted ratings stand on: SolvedGame::name.
  std::string not_adjusted;  ///< Else why there are none.
};

struct LeagueTable {
  std::string name;
  store::Digests digests;  ///< Of the store.
  std::vector<DivisionTable> divisions;
};

/// Whether the luck of the dice is taken out, beside the raw ratings.
enum class Adjustment { WhereSolved, None };

[[nodiscard]] LeagueTable compute_table(const store::Store& store,
                                        const solver::Watch& watch = solver::unwatched,
                                        Adjustment adjustment = Adjustment::WhereSolved);

/// The files' contents; the shape of table.json is in docs/run-a-league.md.
[[nodiscard]] std::string table_json(const LeagueTable& table);
[[nodiscard]] std::string table_markdown(const LeagueTable& table);
[[nodiscard]] std::string table_csv(const LeagueTable& table);
/// Who beat whom: a line for each agent and each other one that it met.
[[nodiscard]] std::string head_to_head_csv(const LeagueTable& table);

using plan::TableFile;
/// table.json, table.md, table.csv, head-to-head.csv.
[[nodiscard]] std::vector<TableFile> table_files(const LeagueTable& table);
/// Adjusted ratings, and what follows from them, that stand on other solved values than are here
/// are taken as `json`, a table.json, has them. Returns whether there are any. Throws JsonError.
bool take_other_values(LeagueTable& table, const std::string& json);

using plan::TableCells;
/// Column 2 is the name, the last one the faults.
/// Whether its rows have TableRow::decided.
[[nodiscard]] bool has_decided(const DivisionTable& division);
[[nodiscard]] TableCells table_cells(const DivisionTable& division);
/// Who beat whom, for people: column 1 is the name, the last ones are the opponents by their rows.
/// No rows if there are more agents than anybody reads, or fewer than two.
[[nodiscard]] TableCells meeting_cells(const DivisionTable& division);
/// What its cells are.
[[nodiscard]] std::vector<plan::Note> meeting_notes();
/// What stands under a table: estimator, dice, isolation.
[[nodiscard]] std::vector<plan::Note> table_notes(const DivisionTable& division);

/// Of fewer deals the errors are so rough that people are shown none: what of a table's agent, of a
/// match, of a sequential test was measured to hold the truth (docs/statistics.md).
inline constexpr std::int64_t kFewestDeals = 10;
inline constexpr std::int64_t kFewestOfMatch = 20;
inline constexpr std::int64_t kFewestOfTest = 50;

/// Removes the interval of a rating that stands on fewer than `fewest` deals, as files have it. A
/// bound on one side stays.
void drop_rough_interval(std::int64_t deals, std::optional<double>& low,
                         std::optional<double>& high, std::int64_t fewest = kFewestDeals);

/// As show_elo() below; "+123, too few deals" where there are fewer than `fewest`.
[[nodiscard]] std::string show_elo_of(std::int64_t deals, std::optional<double> elo,
                                      std::optional<double> low, std::optional<double> high,
                                      std::int64_t fewest = kFewestDeals, int decimals = 0);
/// "+123 ±14", "≥ +340" where only one side is bounded, "-" where none is.
[[nodiscard]] std::string show_elo(std::optional<double> elo, std::optional<double> low,
                                   std::optional<double> high, int decimals = 0);
/// "+12", "-3"; never "-0".
[[nodiscard]] std::string show_signed(double value, int decimals = 0);
/// "2", "2-3".
[[nodiscard]] std::string show_ranks(int low, int high);
/// The seed, or what is committed to.
[[nodiscard]] std::string show_epoch(const store::Epoch& epoch);
/// "crash 2, timeout 1"; "-" for none.
[[nodiscard]] std::string show_faults(const scores::AgentTally& tally);

}  // namespace danno::leagues::tables
