// The solved values of a rule set, and the bytes that hold them. value_file.hpp keeps them in
// files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/solver/solve.hpp"

namespace danno::solver {

/// The way in which a table was made.
struct Making {
  std::uint64_t states = 0;  ///< Solution::states.
  double seconds = 0;        ///< The duration of the solve.
  double residual = 0;       ///< The residual() of its cells.
};

/// The bytes of a table, aligned as doubles are.
struct TableBytes {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;  ///< Keeps them in memory.
  std::string name;                   ///< The file, for messages.
};

/// The solved values of a rule set. Immutable, so threads may share it.
class ValueTable {
 public:
  /// Size and header are checked, the cells are not (see intact()). `rules` must outlive the
  /// object. Throws std::runtime_error if the bytes are not the table of this rule set.
  ValueTable(const rules::RuleSet& rules, TableBytes table);
  ~ValueTable() = default;
  ValueTable(const ValueTable&) = delete;
  ValueTable& operator=(const ValueTable&) = delete;

  /// Returns whether the cells are those that were written; reads them all, at some 10 GB/s.
  [[nodiscard]] bool intact() const;
  /// Returns the checksum of the cells as written. Two tables of one rule set with the same digest
  /// have the same cells.
  [[nodiscard]] std::uint64_t digest() const { return checksum_; }

  [[nodiscard]] const rules::RuleSet& rules() const { return rules_; }
  [[nodiscard]] const ThrowTable& throws() const { return throws_; }
  /// Valid as long as the table.
  [[nodiscard]] const TurnBoundaryValues& boundary() const { return *boundary_; }
  [[nodiscard]] const Making& making() const { return making_; }
  [[nodiscard]] std::span<const double> cells() const { return cells_; }

 private:
  const rules::RuleSet& rules_;
  ThrowTable throws_;
  TableBytes table_;
  std::optional<Layout> layout_;
  std::uint64_t checksum_ = 0;
  Making making_;
  std::span<const double> cells_;
  std::optional<const TurnBoundaryValues> boundary_;
};

/// Returns the winning chance of the seat that begins a new game, if both play best.
[[nodiscard]] double first_wins(const TurnBoundaryValues& boundary);

/// Returns the file name of this rule set's table: its id and a hash of all parameters.
[[nodiscard]] std::string table_name(const rules::RuleSet& rules);

/// The two parts of a table's bytes.
struct SolvedTable {
  std::array<std::byte, 4096> header{};
  std::vector<double> cells;
  Making making;
};

/// Solves a rule set on `threads` threads and checks the result.
[[nodiscard]] SolvedTable solve_table(const rules::RuleSet& rules, int threads,
                                      const Watch& watch = unwatched);
/// Returns the table as bytes in memory.
[[nodiscard]] TableBytes join(const SolvedTable& solved);

/// Returns the table with each chance rounded to a 65535th: two bytes a cell, the same on every
/// machine.
[[nodiscard]] std::string pack_table(const ValueTable& table);
/// Returns the bytes of a packed table, which ValueTable takes. Throws std::runtime_error if
/// `packed` is not the packed table of this rule set.
[[nodiscard]] TableBytes unpack_table(const rules::RuleSet& rules, std::string_view packed);

}  // namespace danno::solver
