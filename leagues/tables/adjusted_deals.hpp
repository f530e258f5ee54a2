// A division's stored deals, rated with the luck of the dice taken out.
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

  /// The blocks of a line-up follow each other, and come with their luck on this basis.
  [[nodiscard]] const std::string& basis() const { return basis_; }
  /// Throws store::Damaged.
  void add(const store::StoredLineUp& line_up, const store::StoredBlock& block);
  /// All blocks of the line-up are there.
  void end_line_up();

  [[nodiscard]] const scores::AdjustedResults& results() const { return results_; }

 private:
  [[nodiscard]] std::string luck_of(const store::StoredBlock& block);

  std::string basis_;
  const RatedAgents& agents_;
  scores::AdjustedResults results_;
  LuckOfBlocks luck_;
  std::map<store::Id, std::string> computed_;  // by block
  // Of the line-up being added.
  const store::StoredLineUp* line_up_ = nullptr;
  std::optional<scores::LuckSums> sums_;
};

}  // namespace danno::leagues::tables
