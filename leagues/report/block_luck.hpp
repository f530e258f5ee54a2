// The luck of stored blocks, computed from their games if the store does not keep it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "leagues/ratings/game_luck.hpp"
#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::report {

/// Computes the luck of blocks from their games, many at a time, because that is cheaper per block.
class LuckOfBlocks {
 public:
  using Take = std::function<void(const store::StoredBlock&, const ratings::LuckSums&)>;
  /// `take` gets the blocks in their order; all arguments must outlive it.
  LuckOfBlocks(const store::StoredDivision& division, const ratings::SolvedGame& solved, Take take);

  /// Adds a block of the division. Games that were played with advice do not count. Throws
  /// store::Damaged.
  void add(const store::StoredBlock& block, std::vector<referee::play::DealResult> deals);
  /// Computes the luck of the remaining blocks.
  void finish();
  /// Adds all blocks of the division whose luck the store does not keep, then calls finish().
  void add_missing(const store::Reader& store, const solver::Watch& watch);

 private:
  struct Waiting {
    store::StoredBlock block;
    std::vector<referee::play::DealResult> deals;
  };

  const store::StoredDivision& division_;
  std::string basis_;
  rules::RuleSet rules_;
  ratings::LuckOfGames luck_;
  Take take_;
  std::vector<Waiting> waiting_;
  std::size_t throws_ = 0;  // over all waiting blocks
};

/// Computes the luck of the league's games that the store does not keep on the solved values that
/// are here, and has it kept.
void store_luck(store::Reader& store, const solver::Watch& watch);

}  // namespace danno::leagues::report
