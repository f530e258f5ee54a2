// The exact values of a handle's rules, for two seats.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/embed/game_rules.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::referee::embed {

/// The place of a table, and what to do without one.
struct ValuesSource {
  std::optional<std::string> file;  ///< Unset: the file in the cache.
  bool solves = false;
  int threads = 1;
};

/// Immutable, so threads may share it.
class SolvedValues {
 public:
  /// Throws std::invalid_argument if that cannot be, and std::runtime_error.
  SolvedValues(std::shared_ptr<const GameRules> rules, const ValuesSource& source);
  /// Takes the bytes of packed().
  SolvedValues(std::shared_ptr<const GameRules> rules, std::string_view packed);

  [[nodiscard]] const solver::ValueTable& table() const { return *table_; }
  [[nodiscard]] const GameRules& game_rules() const { return *game_rules_; }

 private:
  explicit SolvedValues(std::shared_ptr<const GameRules> rules);

  std::shared_ptr<const GameRules> game_rules_;
  rules::RuleSet two_;  ///< Two seats, no cap of turns.
  std::unique_ptr<const solver::ValueTable> table_;
};

/// Returns the table of rules that can be solved; throws as SolvedValues does. Two files define it:
/// values_in_files.cpp, and values_in_memory.cpp where there are no files.
[[nodiscard]] std::unique_ptr<const solver::ValueTable> find_table(const rules::RuleSet& two,
                                                                   const ValuesSource& source);

}  // namespace danno::referee::embed
