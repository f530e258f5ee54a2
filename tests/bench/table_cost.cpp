// table_cost [--rules ID] [--agents N] [--games N] [--site] [--keep DIR]: the table of a league of
// made-up games: what reading, counting and rating costs, and what it costs to take the luck out;
// with --site its pages, too, twice.
#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "leagues/ratings/solved_game.hpp"
#include "leagues/report/block_luck.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/site/site.hpp"
#include "leagues/store/writer.hpp"
#include "referee/record/sha256.hpp"
#include "tests/bench/cpu_time.hpp"
#include "tests/bench/made_up_deals.hpp"
#include "tests/bench/scratch.hpp"

namespace danno::leagues::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// The cost of one table, from the open store to its ratings, or of one site.
struct Cost {
  std::chrono::duration<double> wall{0};
  std::chrono::duration<double> cpu{0};  ///< Of all threads.
  std::int64_t peak_bytes = 0;           ///< Of memory, mapped files included.
};

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
  store::Writer store = store::Writer::open_to_play(folder);
  schedule::sync_store(store, league);
  const store::Epoch epoch = store.current_epoch(league.seed);
  const store::Id conditions = store.conditions_id({"none", "", "", {}});
  std::uint64_t deals = 0;
  for (const store::StoredLineUp& line_up :
       store.reader().line_ups(store.reader().league().divisions.front())) {
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

void print(const char* what, const Cost& cost) {
  constexpr double kMega = 1e6;
  fmt::print("  {:<20} {:.2f} s, {:.2f} CPU-s, {:.0f} MB\n", what, cost.wall.count(),
             cost.cpu.count(), static_cast<double>(cost.peak_bytes) / kMega);
}

/// Prints the cost of a site, the tables included: the pages are made of the store alone.
void print_site(const std::filesystem::path& folder) {
  for (const char* const what : {"site", "site again"}) {
    forget_peak();
    const auto wall = Clock::now();
    const auto cpu = cpu_time();
    const auto store = store::Reader::open_to_read(folder);
    const site::MadeSite made = site::make_site(store, folder / site::kFolder, {});
    print(what, {Clock::now() - wall, cpu_time() - cpu, peak()});
    fmt::print("  {:<20} {} pages, {} bytes\n", "", made.pages, made.bytes);
  }
}

/// Sets why it is not adjusted, if it is not.
Cost measure_cost(const std::filesystem::path& folder, std::string& not_adjusted) {
  forget_peak();
  const auto wall = Clock::now();
  const auto cpu = cpu_time();
  auto store = store::Reader::open_to_read(folder);
  report::store_luck(store, solver::unwatched);
  const report::LeagueTable table = report::compute_table(store, solver::unwatched);
  not_adjusted = table.divisions.front().not_adjusted;
  return {Clock::now() - wall, cpu_time() - cpu, peak()};
}

/// All pairs of so many agents share at least one deal each and `games` in all. The agents bank at
/// different points, so no two games are alike.
void measure(const rules::Definition& definition, int agents, std::int64_t games, bool with_site,
             const std::filesystem::path& kept) {
  const std::int64_t line_ups = std::int64_t{agents} * (agents - 1) / 2;
  const std::int64_t deals = std::max<std::int64_t>(1, games / 2 / line_ups);
  std::optional<Scratch> scratch;
  const std::filesystem::path folder =
      kept.empty() ? scratch.emplace().path() : kept / definition.id;
  // Small games are solved when they are first asked for: not now.
  (void)ratings::find_solved(definition, definition.defaults(2));
  const std::int64_t filled = fill(folder, round_robin(definition, agents, deals));
  fmt::print("{}: {} games, a store of {} bytes\n", definition.id, filled,
             std::filesystem::file_size(folder / "league.db"));
  std::string problem;
  const Cost first = measure_cost(folder, problem);
  if (!problem.empty()) return fmt::print("  not luck-adjusted: {}\n", problem);
  print("luck-adjusted", first);  // computes the luck of all games, and keeps it
  print("luck-adjusted again", measure_cost(folder, problem));
  if (with_site) print_site(folder);
}

}  // namespace
}  // namespace danno::leagues::bench

int main(int argc, char** argv) {
  using namespace danno;
  std::string rules;
  int agents = 20;
  std::int64_t games = 20'000;
  CLI::App app("what a table costs");
  app.add_option("--rules", rules, "one rule set; default: all");
  app.add_option("--agents", agents, "all pairs of them meet")
      ->check(CLI::Range(2, 10'000))
      ->capture_default_str();
  app.add_option("--games", games, "of each rule set")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  bool with_site = false;
  app.add_flag("--site", with_site, "its pages, too");
  std::string kept;
  app.add_option("--keep", kept, "where the leagues stay, which must be new; default: nowhere");
  CLI11_PARSE(app, argc, argv);
  referee::record::start_ciphers();  // as the program does
  for (const rules::Definition* const definition : rules::all_definitions()) {
    if (rules.empty() || rules == definition->id)
      leagues::bench::measure(*definition, agents, games, with_site, kept);
  }
}
