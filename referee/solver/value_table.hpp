// A solved rule set in a file that is written once and mapped by every process.
//
// The file has one page of header (format number, the rule set with all its parameters, two
// checksums), then the cells of Layout as doubles of this machine. A file of another format, rule
// set or parameter is rejected and solved again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "referee/solver/solve.hpp"

namespace danno::solver {

/// The way in which a table was made.
struct Making {
  std::uint64_t states = 0;  ///< Solution::states.
  double seconds = 0;        ///< The duration of the solve.
  double residual = 0;       ///< The residual() of its cells.
};

/// A file mapped read-only. Throws std::system_error.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& file);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

/// The solved values of a rule set. Immutable, so threads may share it.
class ValueTable {
 public:
  /// Maps the file, which takes milliseconds. Size and header are checked, the cells are not (see
  /// intact()). `rules` must outlive the object. Throws std::system_error if the file cannot be
  /// read, and std::runtime_error if it is not the table of this rule set.
  ValueTable(const rules::RuleSet& rules, const std::filesystem::path& file);
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

 private:
  const rules::RuleSet& rules_;
  ThrowTable throws_;
  Mapping mapping_;
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

/// Returns $XDG_CACHE_HOME/danno or ~/.cache/danno. Throws std::runtime_error if neither is set.
[[nodiscard]] std::filesystem::path cache_folder();

/// Returns the path of this rule set's cached table: its name in cache_folder().
[[nodiscard]] std::filesystem::path cached_table(const rules::RuleSet& rules);

/// Solves a rule set on `threads` threads, checks the result and writes it to `file`.
[[nodiscard]] Making solve_into(const rules::RuleSet& rules, int threads,
                                const std::filesystem::path& file, const Watch& watch = unwatched);

/// Returns the rule set's table from a file; null if it does not exist or is not intact.
[[nodiscard]] std::unique_ptr<const ValueTable> load_intact(const rules::RuleSet& rules,
                                                            const std::filesystem::path& file);

/// Returns the cached table; solves it first if there is no intact one.
[[nodiscard]] std::unique_ptr<const ValueTable> load_or_solve(const rules::RuleSet& rules,
                                                              int threads,
                                                              const Watch& watch = unwatched);

}  // namespace danno::solver
