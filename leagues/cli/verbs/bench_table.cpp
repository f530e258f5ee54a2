// danno bench table: what a table costs, with and without the luck of the dice in it.
#include <fmt/format.h>

#include <memory>

#include "leagues/bench/table.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using files::Json;

struct TableArguments {
  int agents = 20;
  int games = 20'000;
  std::string rules;
};

Json json_of(const leagues::bench::TableCost& cost) {
  return {{"wall_s", cost.wall.count()}, {"cpu_s", cost.cpu.count()}, {"bytes", cost.peak_bytes}};
}

std::string show(const leagues::bench::TableCost& cost) {
  constexpr double kMega = 1e6;
  return fmt::format("{:.2f} s, {:.2f} CPU-s, {:.0f} MB", cost.wall.count(), cost.cpu.count(),
                     static_cast<double>(cost.peak_bytes) / kMega);
}

void bench_table(const TableArguments& arguments, const terminal::Invocation& invocation) {
  Json json = Json::object();
  std::vector<std::vector<std::string>> rows{
      {"rules", "games", "raw", "luck-adjusted", "luck-adjusted again"}};
  for (const rules::Definition* const definition : rules::all_definitions()) {
    if (!arguments.rules.empty() && arguments.rules != definition->id) continue;
    const auto result =
        leagues::bench::measure_table(*definition, arguments.agents, arguments.games);
    json[std::string(definition->id)] = {
        {"games", result.games},
        {"store_bytes", result.bytes},
        {"raw", json_of(result.raw)},
        {"adjusted", result.adjusted ? json_of(*result.adjusted) : Json()},
        {"adjusted_again", result.again ? json_of(*result.again) : Json()}};
    rows.push_back({std::string(definition->id), std::to_string(result.games), show(result.raw),
                    result.adjusted ? show(*result.adjusted) : result.not_adjusted,
                    result.again ? show(*result.again) : ""});
  }
  const std::vector<terminal::Align> columns{terminal::Align::Left, terminal::Align::Right,
                                             terminal::Align::Left, terminal::Align::Left,
                                             terminal::Align::Left};
  if (invocation.json) {
    fmt::print("{}\n", json.dump());
  } else {
    fmt::print("{}", terminal::text_table(columns, rows));
  }
}

}  // namespace

void add_bench_table(flags::Verb bench, terminal::Invocation& invocation) {
  const flags::Verb verb =
      bench.add(invocation, {.name = "table",
                             .summary = "tables of made-up games, raw and luck-adjusted",
                             .group = "Benchmarks",
                             .examples = "  danno bench table\n"
                                         "  danno bench table --rules koans --games 1000000"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<TableArguments>();
  std::vector<std::string> ids;
  for (const rules::Definition* const definition : rules::all_definitions())
    ids.emplace_back(definition->id);
  verb.option("--rules", arguments->rules, "one rule set; default: all").one_of(ids);
  verb.option("--agents", arguments->agents, "all pairs of them meet; default 20").range(2, 10'000);
  verb.option("--games", arguments->games, "made-up games of each rule set; default 20000")
      .range(1, 100'000'000);
  verb.runs([arguments, &invocation] { bench_table(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
