// Recomputes what a block stores about its games: their sums and hashes.
#pragma once

#include <string>
#include <vector>

#include "leagues/store/deal_tree.hpp"
#include "leagues/store/store.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::verify {

class BlockCheck {
 public:
  /// `line_up` is the line-up's name; both must outlive the check.
  BlockCheck(const std::string& line_up, const store::StoredBlock& block)
      : line_up_(line_up), block_(block) {}

  /// Adds the next deal; `games` are its games, decoded.
  void add(const store::StoredDeal& deal, std::vector<referee::record::GameRecord> games);
  /// Compares after all deals were added. Throws Discrepancy with the block's id.
  void finish(std::size_t agents) const;

 private:
  const std::string& line_up_;
  const store::StoredBlock& block_;
  store::DealTree tree_;
  std::vector<referee::play::DealResult> deals_;
};

}  // namespace danno::leagues::verify
