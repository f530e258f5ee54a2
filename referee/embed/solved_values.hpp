// The exact values of a handle's rules, for two seats.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "referee/embed/game_rules.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::referee::embed {

/// Immutable, so threads may share it.
class SolvedValues {
 public:
  /// Maps the table in `file`, or in the cache; with `solves` it solves the game if there is none.
  /// Throws std::invalid_argument if that cannot be, and std::runtime_error.
  SolvedValues(std::shared_ptr<const GameRules> rules, std::optional<std::filesystem::path> file,
               bool solves, int threads);

  [[nodiscard]] const solver::ValueTable& table() const { return *table_; }
  [[nodiscard]] const GameRules& game_rules() const { return *game_rules_; }

 private:
  std::shared_ptr<const GameRules> game_rules_;
  rules::RuleSet two_;  ///< Two seats, no cap of turns.
  std::unique_ptr<const solver::ValueTable> table_;
};

}  // namespace danno::referee::embed
