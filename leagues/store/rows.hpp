// Rows of league.db that more than one file reads or writes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "leagues/store/database.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::store {

/// The member of division.parameters that holds the canonical text of a rule file.
inline constexpr const char* kRuleFile = "rule_file";

/// A change of what is stored: all of it or nothing, within the transaction that is open, if one
/// is. Every function that writes begins with one: the first change after tables were
/// published keeps what they stand on.
class Change {
 public:
  Change(Database& database, const Reader& store);
  void commit() {
    if (transaction_) transaction_->commit();
  }

 private:
  std::optional<Transaction> transaction_;
};

/// Reads a fault. The columns are: id, line_up, deal, agent, kind, value, detail, seat, seating.
[[nodiscard]] StoredFault read_fault(const Query& row);

/// Parses the column line_up.agents. Throws Damaged.
[[nodiscard]] std::vector<Id> read_agents(Id line_up, std::string_view text);

/// A block ends before each multiple of this number of deals. Larger blocks would hardly compress
/// better, and reading one game means reading its whole block.
inline constexpr std::uint64_t kLargestBlock = 1024;

/// Returns DealTree::nodes() for a block of deals that starts at `first`.
[[nodiscard]] std::string nodes_of(std::uint64_t first, std::span<const std::string> games);
/// Inserts a block and sets its id and nodes. `games` are those of its deals, encoded by
/// referee::record::encode_deal().
void insert_block(Database& database, const StoredBlock& block, std::span<const std::string> games);
/// Inserts a block with its own nodes; `games` is pack() of them.
void insert_packed(Database& database, const StoredBlock& block, const std::string& games);

}  // namespace danno::leagues::store
