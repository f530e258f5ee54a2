// danno bench: what this machine and this program can do, measured against the bare ping-pong.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/bench/rules.hpp"
#include "leagues/bench/wire.hpp"
#include "leagues/cli/allocation_count.hpp"
#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/store/league.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::cli {
namespace {

using nlohmann::ordered_json;

constexpr int kRounds = 3;
constexpr double kRulesSeconds = 0.5;

ordered_json json_of(const leagues::bench::WireRow& row) {
  return {{"k", row.in_flight},
          {"shards", row.shards},
          {"x_raw2_cpu", row.x_raw2_cpu},
          {"x_raw2_wall", row.x_raw2_wall},
          {"games_per_s", row.games_per_s},
          {"decisions_per_s", row.decisions_per_s},
          {"syscalls", row.syscalls ? ordered_json(*row.syscalls) : ordered_json()},
          {"allocations", row.allocations},
          {"game_allocations", row.game_allocations}};
}

void print_json(const leagues::bench::WireResult& result) {
  ordered_json rows = ordered_json::array();
  for (const leagues::bench::WireRow& row : result.rows)
    rows.push_back(json_of(row));
  const ordered_json json{{"raw2_cpu_ns", result.raw2.cpu_ns},
                          {"raw2_wall_ns", result.raw2.wall_ns},
                          {"rows", rows},
                          {"frozen", json_of(result.frozen)}};
  fmt::print("{}\n", json.dump());
}

std::vector<std::string> cells_of(const leagues::bench::WireRow& row, const char* mark) {
  return {std::to_string(row.in_flight) + mark,
          std::to_string(row.shards),
          fmt::format("{:.2f}", row.x_raw2_cpu),
          fmt::format("{:.2f}", row.x_raw2_wall),
          fmt::format("{:.0f}", row.games_per_s),
          fmt::format("{:.0f}", row.decisions_per_s),
          row.syscalls ? fmt::format("{:.2f}", *row.syscalls) : "not to be traced",
          fmt::format("{:.3f}", row.allocations),
          fmt::format("{:.1f}", row.game_allocations)};
}

void print_text(const leagues::bench::WireResult& result) {
  fmt::print("raw2: {:.0f} ns of CPU an exchange, {:.0f} ns by the wall\n\n", result.raw2.cpu_ns,
             result.raw2.wall_ns);
  std::vector<std::vector<std::string>> rows{{"in flight", "shards", "x raw2, CPU", "x raw2, wall",
                                              "games/s", "decisions/s", "syscalls", "allocations",
                                              "a game"}};
  for (const leagues::bench::WireRow& row : result.rows)
    rows.push_back(cells_of(row, ""));
  rows.push_back(cells_of(result.frozen, "*"));
  const std::vector<Align> aligned(rows.front().size(), Align::Right);
  fmt::print("{}\n", text_table(aligned, rows));
  fmt::print(
      "*: agents stopped off turn (--freeze), as is usual with one game in flight; else not.\n"
      "CPU: user and system time of all processes, their start included. Syscalls: of all\n"
      "processes, a decision, counted in a pass of its own under ptrace. Allocations: of the\n"
      "referee, for one decision more and for one game more, its record included; the C++\n"
      "agent's are held at 0 by the test sdk_allocation_test.\n");
}

void bench_wire(const std::string& isolation, const Session& session) {
  const referee::Isolation level = chosen_isolation(isolation);
  referee::require(level);
  const auto narrate = [&](int round) {
    if (!session.quiet) fmt::print(stderr, "round {} of {}\n", round + 1, kRounds);
  };
  const auto result = leagues::bench::measure_wire(level, kRounds, allocation_count, narrate);
  session.json ? print_json(result) : print_text(result);
}

void bench_rules(const Session& session) {
  ordered_json json = ordered_json::object();
  std::vector<std::vector<std::string>> rows{{"rules", "decisions/s"}};
  for (const rules::Definition* const definition : rules::all_definitions()) {
    const double speed = leagues::bench::rules_decisions_per_s(*definition, kRulesSeconds);
    json[std::string(definition->id)] = std::round(speed);
    rows.push_back({std::string(definition->id), fmt::format("{:.0f}", speed)});
  }
  if (session.json) {
    fmt::print("{}\n", ordered_json{{"decisions_per_s", json}}.dump());
  } else {
    fmt::print("{}", text_table({Align::Left, Align::Right}, rows));
  }
}

void add_wire(CLI::App& bench, Session& session) {
  CLI::App& verb =
      add_verb(bench, session,
               {.name = "wire",
                .summary = "real matches against a bare ping-pong by pipes; two minutes",
                .group = "Benchmarks",
                .examples = "  danno bench wire\n  danno bench wire --json"});
  add_json_flag(verb, session);
  const auto isolation =
      std::make_shared<std::string>(referee::to_string(leagues::kDefaultIsolation));
  add_isolation_flag(verb, *isolation);
  verb.callback([isolation, &session] { bench_wire(*isolation, session); });
}

void add_rules_bench(CLI::App& bench, Session& session) {
  CLI::App& verb = add_verb(bench, session,
                            {.name = "rules",
                             .summary = "dice and rules alone, in one process, by rule set",
                             .group = "Benchmarks",
                             .examples = "  danno bench rules\n  danno bench rules --json"});
  add_json_flag(verb, session);
  verb.callback([&session] { bench_rules(session); });
}

}  // namespace

void add_bench(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "bench",
                             .summary = "how fast this machine plays",
                             .group = "The machine",
                             .examples = "  danno bench wire\n  danno bench rules"});
  add_wire(verb, session);
  add_rules_bench(verb, session);
}

}  // namespace danno::cli
