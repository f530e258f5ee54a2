#include "leagues/parts/check_block.hpp"

#include <stdexcept>
#include <utility>

#include "leagues/scores/deal_sums.hpp"
#include "leagues/store/deal_tree.hpp"
#include "leagues/store/pack.hpp"
#include "referee/record/record.hpp"

namespace danno::leagues::parts {
namespace {

using referee::play::DealResult;
using referee::record::Fault;
using referee::record::GameRecord;

/// Returns the rows that a deal's faults will have in the store.
std::vector<store::StoredFault> rows_of(const DealResult& deal,
                                        const store::StoredLineUp& line_up) {
  std::vector<store::StoredFault> rows;
  for (const GameRecord& game : deal.games) {
    for (const Fault& fault : game.faults) {
      store::StoredFault& row = rows.emplace_back();
      row.line_up = line_up.id;
      row.deal = deal.deal;
      row.agent = line_up.agents.at(game.agent_at.at(static_cast<std::size_t>(fault.seat)));
      row.fault = fault;
      row.seating = game.seating;
    }
  }
  return rows;
}

}  // namespace

CheckedBlock check_block(const std::filesystem::path& file, const PartBlock& block,
                         const verify::Ground& ground, int max_faults) {
  const PackedDeals packed = read_packed_deals(file, block);
  std::vector<DealResult> reported;  // with the reports of faults, if there are any
  if (!packed.reports.empty()) reported = unpack_deals(block, packed);
  std::vector<std::string> texts = store::unpack(packed.games);
  if (texts.size() != block.deals) throw std::runtime_error("it has not as many deals as it says");
  verify::Checked checked;
  verify::LineUpCheck check(ground, checked, block.first, block.absent);
  store::DealTree tree;
  std::vector<DealResult> deals;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    store::StoredDeal stored{
        block.first + i, ground.epochs->begin()->first, max_faults, std::move(texts[i]), {}};
    if (!reported.empty()) stored.faults = rows_of(reported[i], *ground.line_up);
    deals.push_back({stored.deal, check.check(stored)});
    // What lies in the store must be what danno writes, to the byte.
    store::require(stored.games == referee::record::encode_deal(deals.back().games),
                   "{}/{}: its bytes are not those that danno writes", ground.name, stored.deal);
    tree.add(stored.deal, stored.games);
  }
  const auto sums = scores::sum_deals(deals, ground.names.size());
  return {.nodes = tree.nodes(), .sums = sums ? scores::encode_sums(*sums) : ""};
}

}  // namespace danno::leagues::parts
