// The luck of stored blocks, computed from their games if the store does not keep it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leagues/ratings/game_luck.hpp"
#include "leagues/store/reader.hpp"
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
  /// Adds a block whose games were replayed: `throws` are those of the games that count. An object
  /// takes either all blocks so, or none.
  void add(const store::StoredBlock& block, std::vector<referee::play::DealResult> deals,
           const ratings::GameThrows& throws);
  /// Computes the luck of the remaining blocks.
  void finish();
  /// Adds all blocks of the division whose luck the store does not keep, then calls finish().
  void add_missing(const store::Reader& store, const solver::Watch& watch);

 private:
  struct Waiting {
    store::StoredBlock block;
    std::vector<referee::play::DealResult> deals;
  };

  void wait(const store::StoredBlock& block, std::vector<referee::play::DealResult> deals);

  const store::StoredDivision& division_;
  std::string basis_;
  rules::RuleSet rules_;
  ratings::LuckOfGames luck_;
  Take take_;
  std::vector<Waiting> waiting_;
  std::size_t throws_ = 0;     // over all waiting blocks that were not replayed
  bool are_gathered_ = false;  // the throws of the waiting blocks, by add() with throws
};

/// Computes the luck of a division's blocks whose games several threads replay anyway.
class SharedLuck {
 public:
  /// `take` gets the blocks in any order, one at a time.
  SharedLuck(const store::StoredDivision& division,
             std::unique_ptr<const ratings::SolvedGame> solved, LuckOfBlocks::Take take)
      : solved_(std::move(solved)), luck_(std::in_place, division, *solved_, std::move(take)) {}

  [[nodiscard]] std::string basis() const { return ratings::luck_basis(*solved_); }

  /// Computes the luck of the remaining blocks, and frees the memory. There are no blocks after it.
  void finish();
  /// Adds a block; `throws` are those of its games that count.
  void add(const store::StoredBlock& block, std::vector<referee::play::DealResult> deals,
           const ratings::GameThrows& throws);

 private:
  std::unique_ptr<const ratings::SolvedGame> solved_;
  std::optional<LuckOfBlocks> luck_;
  std::mutex mutex_;
};

/// Computes the luck of the league's games that the store does not keep on the solved values that
/// are here, and has it kept.
void store_luck(store::Reader& store, const solver::Watch& watch);

}  // namespace danno::leagues::report
