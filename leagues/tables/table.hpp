// The league's tables: a pure function of the store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/store/store.hpp"
#include "leagues/scores/tally.hpp"

namespace danno::leagues {

/// An agent's rating with the luck of the dice taken out, and how lucky its own throws were.
struct AdjustedRating {
  double elo = 0;
  std::optional<double> elo_low;  ///< 95 %; nothing: unbounded.
  std::optional<double> elo_high;
  double luck = 0;               ///< Winning chance a game that its throws gave it, beyond even.
  std::optional<double> luck_z;  ///< The same in standard errors from 0.
};

/// What a table says of one agent. Elo: zero is the mean of the pool.
struct TableRow {
  int rank = 1;      ///< Equal ones share.
  int rank_low = 1;  ///< The best rank that the data leave open.
  int rank_high = 1;
  std::string name;
  std::string author;
  std::optional<double> elo;      ///< Nothing: not rated, for it never started.
  std::optional<double> elo_low;  ///< 95 %; nothing: unbounded.
  std::optional<double> elo_high;
  std::optional<AdjustedRating> adjusted;  ///< Beside the raw one, which alone ranks.
  std::optional<double> average_opponent;  ///< Elo.
  std::optional<double> los_next;          ///< Chance to be better than the next row.
  AgentTally tally;
  bool never_ready = false;  ///< It did not start once.
};

/// One rule set's table.
struct DivisionTable {
  std::string rules;
  int seats = 2;
  RankBy rank_by = RankBy::Elo;
  bool mirror = true;
  bool connected = true;  ///< Else some agents never met, not even through others.
  std::int64_t games = 0;
  std::int64_t games_planned = 0;
  std::int64_t games_advised = 0;  ///< Not rated and not counted.
  std::vector<TableRow> rows;      ///< Best first.
  std::vector<Epoch> epochs;
  std::vector<std::string> isolation;         ///< Levels that it was played at.
  std::vector<std::string> isolation_layers;  ///< What was found of them: a line each.
  std::string records;       ///< Store::visit_deals() of what the table is made of.
  std::string values;        ///< What the adjusted ratings stand on: SolvedGame::name.
  std::string not_adjusted;  ///< Else why there are none.
};

struct LeagueTable {
  std::string name;
  std::vector<DivisionTable> divisions;
};

[[nodiscard]] LeagueTable compute_table(const Store& store);

/// The files' contents; the shape of table.json is in docs/run-a-league.md.
[[nodiscard]] std::string table_json(const LeagueTable& table);
[[nodiscard]] std::string table_markdown(const LeagueTable& table);
[[nodiscard]] std::string table_csv(const LeagueTable& table);
/// table.json, table.md, table.csv in `folder`, each written whole or not at all.
void write_table_files(const LeagueTable& table, const std::filesystem::path& folder);

/// Writes a file through one beside it, so that readers see the old one or the new one.
void write_whole(const std::filesystem::path& path, std::string_view content);

/// Headings and cells that people read, in the order of the columns; words of bots are as they are.
struct TableCells {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
};
/// Column 2 is the name, the last one the faults.
[[nodiscard]] TableCells table_cells(const DivisionTable& division);
/// What stands under a table, a line each: estimator, dice, isolation.
[[nodiscard]] std::vector<std::string> table_notes(const DivisionTable& division);

/// "+123 ±14", "≥ +340" where only one side is bounded, "-" where there is none.
[[nodiscard]] std::string show_elo(std::optional<double> elo, std::optional<double> low,
                                   std::optional<double> high);
/// "2", "2-3".
[[nodiscard]] std::string show_ranks(int low, int high);
/// The seed, or what is committed to.
[[nodiscard]] std::string show_epoch(const Epoch& epoch);
/// "crash 2, timeout 1"; "-" for none.
[[nodiscard]] std::string show_faults(const AgentTally& tally);

}  // namespace danno::leagues
