// The luck of stored blocks, computed from their games where the store does not keep it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "leagues/scores/luck_sums.hpp"
#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::tables {

/// Computes the luck of blocks from their games: of many at a time, for the more of them there are,
/// the less each costs.
class LuckOfBlocks {
 public:
  using Take = std::function<void(const store::StoredBlock&, const scores::LuckSums&)>;
  /// Of a division's blocks. `take` gets them in their order; all it is given must outlive it.
  LuckOfBlocks(const store::Reader& store, const store::StoredDivision& division,
               const scores::SolvedGame& solved, Take take);

  /// Games that were played with advice count for nothing. Throws store::Damaged.
  void add(const store::StoredBlock& block);
  /// Computes what waits.
  void finish();
  /// Adds all blocks of the division whose luck the store does not keep, and finishes.
  void add_missing(const solver::Watch& watch);

 private:
  struct Waiting {
    store::StoredBlock block;
    std::vector<referee::play::DealResult> deals;
  };

  const store::Reader& store_;
  const store::StoredDivision& division_;
  std::string basis_;
  rules::RuleSet rules_;
  scores::LuckOfGames luck_;
  Take take_;
  std::vector<Waiting> waiting_;
  std::size_t throws_ = 0;  // of all that wait
};

/// Computes the luck of the league's games that the store does not keep on the solved values that
/// are here, and has it kept.
void keep_luck(store::Publisher& store, const solver::Watch& watch);

}  // namespace danno::leagues::tables
