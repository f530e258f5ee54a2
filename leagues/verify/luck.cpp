#include "leagues/verify/luck.hpp"

#include <fmt/format.h>

#include <memory>
#include <variant>

#include "leagues/store/discrepancy.hpp"
#include "leagues/tables/block_luck.hpp"

namespace danno::leagues::verify {
namespace {

void check_luck_of(const store::Reader& store, const store::StoredDivision& division,
                   const scores::SolvedGame& solved, const VerifiedDeals& before,
                   const solver::Watch& watch) {
  tables::LuckOfBlocks luck(
      division, solved, [](const store::StoredBlock& block, const scores::LuckSums& sums) {
        store::require(block.luck == scores::encode_luck(sums),
                       "league.db: block {}: its luck is not that of its games", block.id);
      });
  store.visit_luck(division, scores::luck_basis(solved), [&](const store::StoredBlock& block) {
    const auto verified = before.deals.find(block.line_up);
    if (verified != before.deals.end() && block.first + block.deals <= verified->second) return;
    luck.add(block, store.deals_of(block));
    watch("luck checked", 0, 0);
  });
  luck.finish();
}

}  // namespace

void check_luck(const store::Reader& store, const VerifiedDeals& before,
                std::vector<std::string>& notes, const solver::Watch& watch) {
  for (const store::StoredDivision& division : store.all_divisions()) {
    std::vector<std::string> bases = store.luck_bases(division);
    if (bases.empty()) continue;
    const scores::SolvedOrNot found =
        scores::find_solved(*division.definition, division.parameters, watch);
    if (const auto* solved = std::get_if<std::unique_ptr<const scores::SolvedGame>>(&found)) {
      std::erase(bases, scores::luck_basis(**solved));
      check_luck_of(store, division, **solved, before, watch);
    }
    for (const std::string& basis : bases)
      notes.push_back(
          fmt::format("the luck that stands on {} was not checked: these values are "
                      "not here",
                      basis));
  }
}

}  // namespace danno::leagues::verify
