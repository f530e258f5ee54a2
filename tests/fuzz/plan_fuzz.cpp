// Any bytes as the plan.json of a plan: a plan whose parts hold its deals and which is written
// again the same, or an error that names the file.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "leagues/commands/cluster/plan_file.hpp"
#include "leagues/commands/cluster/played_parts.hpp"
#include "referee/rules/rule_set.hpp"
#include "tests/scratch_folder.hpp"

namespace cluster = danno::leagues::commands::cluster;
namespace fs = std::filesystem;

namespace {

constexpr const char* kVersion = "1";

void check(const cluster::PartsPlan& plan) {
  for (const auto& division : plan.divisions)
    static_cast<void>(
        danno::rules::RuleSet(*division.definition, division.seats, division.parameters));
  for (const cluster::PlannedDeals& deals : plan.deals) {
    assert(deals.first < deals.end && deals.agents.size() == deals.faults.size());
    for (const std::size_t agent : deals.agents)
      assert(agent < plan.agents.size());
  }
  std::uint64_t deals = 0;
  for (const cluster::PartStatus& part : cluster::read_part_statuses(plan))
    deals += part.deals;
  assert(deals == cluster::count_deals(plan));
  static_cast<void>(cluster::count_games(plan));
  assert(cluster::most_seats(plan) <= danno::rules::kMaxSeats);
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const danno::ScratchFolder kFolder;
  const fs::path file = kFolder.path() / "plan.json";
  std::ofstream(file, std::ios::binary) << std::string(data, data + size);
  try {
    const cluster::PartsPlan plan = cluster::read_plan(kFolder.path(), kVersion);
    check(plan);
    cluster::write_plan(plan, {"dice", "agents"});
    const std::string written = read(file);
    cluster::write_plan(cluster::read_plan(kFolder.path(), kVersion), {"dice", "agents"});
    assert(read(file) == written);
    static_cast<void>(cluster::read_seeds(plan));
  } catch (const cluster::PlanError& error) {
    assert(std::string_view(error.what()).starts_with(kFolder.path().native()));
  }
  return 0;
}
