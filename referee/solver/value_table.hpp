// A solved rule set in a file: written once, mapped by everyone.
//
// The file is a page of header (format number, the rule set with all its parameters, two
// checksums), then the cells of Layout as doubles of this machine. A file of another format, rule
// set or parameter is refused, and never repaired: it is solved again.
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

/// How a table came to be.
struct Making {
  std::uint64_t states = 0;  ///< Solution::states.
  double seconds = 0;        ///< Of the solve.
  double residual = 0;       ///< residual() of its cells.
};

/// A file, mapped read-only. Throws std::system_error.
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

/// Immutable; may be shared by threads.
class ValueTable {
 public:
  /// Maps the file, in milliseconds: size and header are checked, the cells are not (intact).
  /// `rules` must outlive it. Throws std::system_error where it cannot be read and
  /// std::runtime_error where it is not the table of this rule set.
  ValueTable(const rules::RuleSet& rules, const std::filesystem::path& file);
  ~ValueTable() = default;
  ValueTable(const ValueTable&) = delete;
  ValueTable& operator=(const ValueTable&) = delete;

  /// Whether the cells are those that were written; reads them all, some 10 GB/s.
  [[nodiscard]] bool intact() const;
  /// The checksum of the cells that were written: two tables of one rule set with the same digest
  /// say the same.
  [[nodiscard]] std::uint64_t digest() const { return checksum_; }

  [[nodiscard]] const rules::RuleSet& rules() const { return rules_; }
  [[nodiscard]] const ThrowTable& throws() const { return throws_; }
  /// Valid as long as this is.
  [[nodiscard]] const Between& between() const { return *between_; }
  [[nodiscard]] const Making& making() const { return making_; }

 private:
  const rules::RuleSet& rules_;
  ThrowTable throws_;
  Mapping mapping_;
  std::optional<Layout> layout_;
  std::uint64_t checksum_ = 0;
  Making making_;
  std::span<const double> cells_;
  std::optional<const Between> between_;
};

/// The winning chance of who begins a new game, under best play of both.
[[nodiscard]] double first_wins(const Between& between);

/// The file name of this rule set's table: its id and a hash of all parameters.
[[nodiscard]] std::string table_name(const rules::RuleSet& rules);

/// $XDG_CACHE_HOME/danno or ~/.cache/danno. Throws std::runtime_error where neither is set.
[[nodiscard]] std::filesystem::path cache_folder();

/// Where the table of this rule set is cached: under its name in cache_folder().
[[nodiscard]] std::filesystem::path cached_table(const rules::RuleSet& rules);

/// Solves and checks, on so many threads.
[[nodiscard]] Making solve_into(const rules::RuleSet& rules, int threads,
                                const std::filesystem::path& file, const Watch& watch = unwatched);

/// The rule set's table in a file, if there is one and it is intact.
[[nodiscard]] std::unique_ptr<const ValueTable> load_intact(const rules::RuleSet& rules,
                                                            const std::filesystem::path& file);

/// The cached table; solved first where there is none that is intact.
[[nodiscard]] std::unique_ptr<const ValueTable> load_or_solve(const rules::RuleSet& rules,
                                                              int threads,
                                                              const Watch& watch = unwatched);

}  // namespace danno::solver
