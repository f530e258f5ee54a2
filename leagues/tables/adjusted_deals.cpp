#include "leagues/tables/adjusted_deals.hpp"

#include <fmt/format.h>

#include "leagues/store/database.hpp"

namespace danno::leagues::tables {

AdjustedDeals::AdjustedDeals(const store::Reader& store, const store::StoredDivision& division,
                             const scores::SolvedGame& solved, const RatedAgents& agents,
                             const solver::Watch& watch)
    : store_(store),
      basis_(scores::luck_basis(solved)),
      agents_(agents),
      results_(agents.size()),
      luck_(division, solved,
            [this](const store::StoredBlock& block, const scores::LuckSums& sums) {
              computed_.emplace(block.id, scores::encode_luck(sums));
            }) {
  luck_.add_missing(store, watch);
}

void AdjustedDeals::add(const store::StoredLineUp& line_up, const store::StoredBlock& block) {
  if (line_up_ != &line_up) end_line_up();
  line_up_ = &line_up;
  const auto sums = scores::decode_luck(luck_of(block), line_up.agents.size());
  if (!sums)
    throw store::Damaged(fmt::format("league.db: block {}: its luck cannot be read", block.id));
  if (!sums_) sums_.emplace(line_up.agents.size());
  sums_->add(*sums);
}

void AdjustedDeals::end_line_up() {
  if (sums_) results_.add_line_up(agents_.numbered(*line_up_), *sums_);
  sums_.reset();
}

std::string AdjustedDeals::luck_of(const store::StoredBlock& block) {
  if (!block.luck.empty()) return block.luck;
  if (!computed_.contains(block.id)) {  // somebody plays
    luck_.add(block, store_.deals_of(block));
    luck_.finish();
  }
  return computed_.extract(block.id).mapped();
}

}  // namespace danno::leagues::tables
