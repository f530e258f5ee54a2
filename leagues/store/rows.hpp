// Rows of league.db that more than one file reads or writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "leagues/store/database.hpp"
#include "leagues/store/digester.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/reader.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::store {

/// Returns whether the database has the tables; false if it is empty. Throws OtherLeague if it has
/// another schema or is another program's.
[[nodiscard]] bool has_schema(Database& database, const std::filesystem::path& file);

/// Makes the error for a file of another program.
[[nodiscard]] OtherLeague other_program(const std::filesystem::path& file);

/// Returns the bytes of a new database with the tables.
[[nodiscard]] std::string new_database();

/// Returns whether a file with these first bytes is a database of danno's, whatever state a kill
/// left it in.
[[nodiscard]] bool is_danno_header(std::string_view first_bytes);

/// Returns one line on how the database's tables, views, indices and triggers differ from its
/// schema; empty if they do not.
[[nodiscard]] std::string schema_problem(Database& database);

/// The member of division.parameters that holds the canonical text of a rule file.
inline constexpr const char* kRuleFile = "rule_file";

/// A change of the store: a transaction of its own, or part of the open one. Every function that
/// writes begins with one. The first change after tables were published stores what they were made
/// of.
class Change {
 public:
  explicit Change(Database& database);
  void commit() {
    if (transaction_) transaction_->commit();
  }

 private:
  std::optional<Transaction> transaction_;
};

/// Makes the league the current one, as Writer::sync_with() says, in the tables that the connection
/// shows.
void sync_rows(Database& database, const League& league, const PlanLineUps& plan);

/// Digests the rows of docs/league-db.md's `deal`.
void digest_deals(Database& database, RowDigester& digester);

/// Reads a fault. The columns are: id, line_up, deal, agent, kind, value, detail, seat, seating.
[[nodiscard]] StoredFault read_fault(const Query& row);

/// A block ends before each multiple of this number of deals. Larger blocks would hardly compress
/// better, and reading one game means reading its whole block.
inline constexpr std::uint64_t kLargestBlock = 1024;

/// Inserts a block with the hashes of its games. `games` are those of its deals, encoded by
/// referee::record::encode_deal().
void insert_block(Database& database, const StoredBlock& block, std::span<const std::string> games);
/// Inserts a block with its own nodes; `games` is pack() of them.
Id insert_packed(Database& database, const StoredBlock& block, const std::string& games);

}  // namespace danno::leagues::store
