// Rates a division's stored deals with the luck of the dice removed.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "leagues/scores/adjusted_results.hpp"
#include "leagues/tables/block_luck.hpp"
#include "leagues/tables/rated_agents.hpp"

namespace danno::leagues::tables {

class AdjustedDeals {
 public:
  /// Computes the luck that the store does not keep. All it is given must outlive it.
  AdjustedDeals(const store::Reader& store, const store::StoredDivision& division,
                const scores::SolvedGame& solved, const RatedAgents& agents,
                const solver::Watch& watch);
  AdjustedDeals(const AdjustedDeals&) = delete;
  AdjustedDeals& operator=(const AdjustedDeals&) = delete;

  /// The basis of the luck. Blocks passed to add() must have their luck on it, and the blocks of a
  /// line-up must follow each other.
  [[nodiscard]] const std::string& basis() const { return basis_; }
  /// Adds a block. Throws store::Damaged.
  void add(const store::StoredLineUp& line_up, const store::StoredBlock& block);
  /// Ends a line-up after its last block.
  void end_line_up();

  [[nodiscard]] const scores::AdjustedResults& results() const { return results_; }

 private:
  [[nodiscard]] std::string luck_of(const store::StoredBlock& block);

  const store::Reader& store_;
  std::string basis_;
  const RatedAgents& agents_;
  scores::AdjustedResults results_;
  LuckOfBlocks luck_;
  std::map<store::Id, std::string> computed_;  // by block
  // The following concern the line-up being added.
  const store::StoredLineUp* line_up_ = nullptr;
  std::optional<scores::LuckSums> sums_;
};

}  // namespace danno::leagues::tables
