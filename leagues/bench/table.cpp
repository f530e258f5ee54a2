#include "leagues/bench/table.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "leagues/bench/cpu_time.hpp"
#include "leagues/bench/made_up_deals.hpp"
#include "leagues/bench/scratch.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/scores/solved_game.hpp"
#include "leagues/store/store.hpp"
#include "leagues/tables/block_luck.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::bench {
namespace {

using Clock = std::chrono::steady_clock;

store::League round_robin(const rules::Definition& definition, int agents, std::int64_t deals) {
  store::League league;
  league.name = "bench";
  league.divisions.push_back({&definition, definition.defaults(2)});
  league.deals = static_cast<int>(deals);
  league.seed = "bench";
  for (int i = 0; i < agents; ++i) {
    entrants::Entrant entrant;
    entrant.agent = {fmt::format("agent{:04}", i), {"true"}, "/usr/bin"};
    league.entrants.push_back(entrant);
  }
  return league;
}

/// Returns how many games there are.
std::int64_t fill(const std::filesystem::path& folder, const store::League& league) {
  const rules::RuleSet rules = rules::make_rule_set(*league.divisions.front().definition, 2);
  store::Store store = store::Store::open_to_play(folder);
  formats::settle(store, league);
  const store::Epoch epoch = store.current_epoch(league.seed);
  const store::Id conditions = store.conditions_id({"none", "", "", {}});
  std::uint64_t deals = 0;
  for (const store::StoredLineUp& line_up : store.line_ups(store.league().divisions.front())) {
    const auto policy = [&](std::size_t agent) {
      return 4 + static_cast<int>(line_up.agents[agent] % 8);
    };
    std::vector<referee::play::DealResult> batch;
    for (std::uint64_t deal = 0; deal < static_cast<std::uint64_t>(league.deals); ++deal)
      batch.push_back(made_up_deal(rules, deals++, deal, {policy(0), policy(1)}));
    store.add_deals(line_up, epoch, conditions, batch);
  }
  return 2 * static_cast<std::int64_t>(deals);
}

/// The most memory since forget_peak(), in bytes; 0 where the system does not tell.
std::int64_t peak() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

void forget_peak() {
  ::malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

/// Sets why it is not adjusted, if it is not.
TableCost cost_of(const std::filesystem::path& folder, tables::Adjustment adjustment,
                  std::string& not_adjusted) {
  forget_peak();
  const auto wall = Clock::now();
  const auto cpu = cpu_time();
  store::Store store = store::Store::open_to_read(folder);
  if (adjustment != tables::Adjustment::None) tables::keep_luck(store, solver::unwatched);
  const tables::LeagueTable table = tables::compute_table(store, solver::unwatched, adjustment);
  not_adjusted = table.divisions.front().not_adjusted;
  return {Clock::now() - wall, cpu_time() - cpu, peak()};
}

}  // namespace

TableResult measure_table(const rules::Definition& definition, int agents, std::int64_t games) {
  const std::int64_t line_ups = std::int64_t{agents} * (agents - 1) / 2;
  const std::int64_t deals = std::max<std::int64_t>(1, games / 2 / line_ups);
  const Scratch folder;
  // Small games are solved when they are first asked for: not now.
  (void)scores::find_solved(definition, definition.defaults(2));
  TableResult result;
  result.games = fill(folder.path(), round_robin(definition, agents, deals));
  result.bytes = static_cast<std::int64_t>(std::filesystem::file_size(folder.path() / "league.db"));
  std::string unused;
  result.raw = cost_of(folder.path(), tables::Adjustment::None, unused);
  const auto adjusted = [&] {
    return cost_of(folder.path(), tables::Adjustment::WhereSolved, result.not_adjusted);
  };
  const TableCost first = adjusted();
  if (!result.not_adjusted.empty()) return result;
  result.adjusted = first;
  result.again = adjusted();
  return result;
}

}  // namespace danno::leagues::bench
