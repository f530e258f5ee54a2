#include "leagues/verify/block.hpp"

#include "leagues/scores/deal_sums.hpp"
#include "leagues/store/discrepancy.hpp"

namespace danno::leagues::verify {

void BlockCheck::add(const store::StoredDeal& deal,
                     std::vector<referee::record::GameRecord> games) {
  tree_.add(deal.deal, deal.games);
  deals_.push_back({deal.deal, std::move(games)});
}

void BlockCheck::finish(std::size_t agents) const {
  const auto require = [&](bool holds, const char* what) {
    store::require(holds, "{}: block {}, deals {} to {}: {}", line_up_, block_.id, block_.first,
                   block_.first + block_.deals - 1, what);
  };
  require(tree_.nodes() == block_.nodes, "its hashes are not those of its games");
  const auto stored = scores::decode_sums(block_.sums);
  // What cannot be read, nobody adds.
  require(!stored || stored == scores::sum_deals(deals_, agents),
          "its sums are not those of its games");
}

}  // namespace danno::leagues::verify
