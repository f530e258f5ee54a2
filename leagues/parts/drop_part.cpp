#include "leagues/parts/drop_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "leagues/archive/publish.hpp"
#include "leagues/parts/checked_file.hpp"
#include "leagues/parts/open_plans.hpp"
#include "leagues/parts/part_file.hpp"
#include "leagues/play/fault_files.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;

/// By line-up, from which deal on the part and what follows it is stored.
using Beginnings = std::map<store::Id, std::uint64_t>;

Beginnings beginnings(const store::Reader& store, const PartsPlan& plan, int part) {
  const store::Id epoch = known_plan(store, plan).epoch.id;
  Beginnings found;
  for (std::size_t i = 0; i < plan.deals.size(); ++i) {
    const PlannedDeals& deals = plan.deals[i];
    if (part_of(plan, i) != part) continue;
    store::StoredLineUp line_up;
    line_up.id = deals.line_up;
    store.visit_stored_blocks(line_up, [&](const store::StoredBlock& block) {
      // Deals of another epoch were played by a run in the part's place.
      if (block.epoch != epoch || block.first >= deals.end ||
          block.first + block.deals <= deals.first)
        return;
      const auto [known, is_new] = found.emplace(deals.line_up, block.first);
      known->second = std::min(known->second, block.first);
    });
  }
  return found;
}

void remove_fault_files(const store::Reader& store, const fs::path& faults,
                        const Beginnings& dropped) {
  const auto agents = store.all_agents();
  store.visit_reports([&](const store::StoredReport& fault) {
    const auto from = dropped.find(fault.line_up.id);
    if (from == dropped.end() || fault.deal < from->second) return;
    const auto agent =
        std::ranges::find(fault.line_up.agents, fault.agent) - fault.line_up.agents.begin();
    fs::remove(faults / play::fault_file(fault.rules, store::names_of(fault.line_up, agents),
                                         static_cast<std::size_t>(agent), fault.deal,
                                         fault.seating));
  });
}

/// Merging takes no files that are called so.
void put_aside(const PartsPlan& plan, int part) {
  if (!fs::is_directory(plan.part_folder())) return;
  const auto files = part_files(plan.part_folder());
  const auto found = files.find(part);
  if (found == files.end()) return;
  for (const fs::path& file : found->second)
    fs::rename(file, file.string() + ".dropped");
  fs::remove(checked_file(plan.part_folder(), part));
}

}  // namespace

std::uint64_t drop_part(store::Store& store, const fs::path& folder, const PartsPlan& plan,
                        int part) {
  check_part(plan, part);
  const Beginnings dropped = beginnings(store, plan, part);
  put_aside(plan, part);
  remove_fault_files(store, folder / "faults", dropped);
  return store.drop_deals(
      std::vector<std::pair<store::Id, std::uint64_t>>(dropped.begin(), dropped.end()),
      [&] { archive::remove_tables(folder); });
}

}  // namespace danno::leagues::parts
