// table_speed FOLDER [--agents N] [--games N] [--rules ID]: how long the table of a round robin
// takes, read from a store that is filled there first with games of random play.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "leagues/plan/line_ups.hpp"
#include "leagues/tables/table.hpp"
#include "tests/unit/played_games.hpp"

namespace {

using namespace danno;
using namespace danno::leagues;
using Seconds = std::chrono::duration<double>;

/// So many deals are played; line-ups share them.
constexpr std::uint64_t kPlayed = 2000;

store::League round_robin(const rules::Definition& definition, int agents, int deals) {
  store::League league;
  league.name = "speed";
  league.divisions.push_back({&definition, definition.defaults(2)});
  league.deals = deals;
  league.seed = "speed";
  for (int i = 0; i < agents; ++i) {
    entrants::Entrant entrant;
    entrant.agent = {fmt::format("agent{:04}", i), {"true"}, "/usr/bin"};
    league.entrants.push_back(entrant);
  }
  return league;
}

std::vector<referee::play::DealResult> play(const rules::RuleSet& rules) {
  referee::play::LineUp line_up;
  line_up.rules = &rules;
  line_up.agents = {{"a", {}, {}}, {"b", {}, {}}};
  line_up.key_names = {"a", "b"};
  line_up.seed = {"speed"};
  // From 10 on: in deal 5 of these an agent crashes.
  return random_deals(line_up, 10, 10 + kPlayed, 0).deals;
}

std::uint64_t fill(const std::filesystem::path& folder, const store::League& league) {
  const rules::Definition& definition = *league.divisions.front().definition;
  const auto played = play(rules::make_rule_set(definition, 2));
  store::Store store = store::Store::open_to_play(folder);
  store.settle(league, leagues::plan::planned_line_ups);
  const store::Epoch epoch = store.current_epoch(league.seed);
  const store::Id conditions = store.conditions_id({"none", "", "", {}});
  std::uint64_t deals = 0;
  std::vector<referee::play::DealResult> batch(static_cast<std::size_t>(league.deals));
  for (const store::StoredLineUp& line_up : store.line_ups(store.league().divisions.front())) {
    for (std::size_t i = 0; i < batch.size(); ++i)
      batch[i] = {i, played[deals++ % kPlayed].games};
    store.add_deals(line_up, epoch, conditions, batch);
  }
  return deals;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"time of a table"};
  std::string folder;
  std::string rules = "koans";
  int agents = 50;
  int games = 1'000'000;
  app.add_option("FOLDER", folder)->required();
  app.add_option("--agents", agents)->check(CLI::Range(2, 10'000));
  app.add_option("--games", games)->check(CLI::PositiveNumber);
  app.add_option("--rules", rules);
  CLI11_PARSE(app, argc, argv);
  const rules::Definition* const definition = rules::find_definition(rules);
  if (definition == nullptr) return 2;

  const int line_ups = agents * (agents - 1) / 2;
  const store::League league = round_robin(*definition, agents, std::max(1, games / 2 / line_ups));
  const std::uint64_t deals = fill(folder, league);
  const auto bytes = std::filesystem::file_size(std::filesystem::path(folder) / "league.db");
  const auto begin = std::chrono::steady_clock::now();
  const store::Store store = store::Store::open_to_read(folder);
  const tables::LeagueTable table = tables::compute_table(store);
  const Seconds took = std::chrono::steady_clock::now() - begin;
  const tables::DivisionTable& division = table.divisions.front();
  fmt::print("{}: {} agents, {} games, {} MB: {:.2f} s{}\n", rules, division.rows.size(), 2 * deals,
             bytes >> 20, took.count(), division.values.empty() ? "" : ", luck-adjusted");
}
