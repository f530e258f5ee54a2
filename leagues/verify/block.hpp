// Recomputes what a block says of its games: their sums and hashes.
#pragma once

#include <string>
#include <vector>

#include "leagues/store/deal_tree.hpp"
#include "leagues/store/store.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::verify {

class BlockCheck {
 public:
  /// Of a line-up of that name; both outlive the check.
  BlockCheck(const std::string& line_up, const store::StoredBlock& block)
      : line_up_(line_up), block_(block) {}

  /// The next deal; its games can be decoded.
  void add(const store::StoredDeal& deal);
  /// All deals are there. Throws Discrepancy, with the block's id.
  void finish(std::size_t agents) const;

 private:
  const std::string& line_up_;
  const store::StoredBlock& block_;
  store::DealTree tree_;
  std::vector<referee::play::DealResult> deals_;
};

}  // namespace danno::leagues::verify
