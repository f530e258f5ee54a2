// danno bench: what this machine and this program can do.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "leagues/cli/bench/wire.hpp"
#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/store/league.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using files::Json;

constexpr int kRounds = 3;

Json json_of(const bench::WireRow& row) {
  return {{"k", row.in_flight},
          {"shards", row.shards},
          {"x_raw2_cpu", row.x_raw2_cpu},
          {"x_raw2_wall", row.x_raw2_wall},
          {"x_bare_cpu", row.x_bare_cpu},
          {"games_per_s", row.games_per_s},
          {"decisions_per_s", row.decisions_per_s},
          {"syscalls", row.syscalls ? Json(*row.syscalls) : Json()}};
}

void print_json(const bench::WireResult& result) {
  Json rows = Json::array();
  for (const bench::WireRow& row : result.rows)
    rows.push_back(json_of(row));
  const Json json{{"raw2_cpu_ns", result.raw2.cpu_ns},
                  {"raw2_wall_ns", result.raw2.wall_ns},
                  {"rows", rows},
                  {"frozen", json_of(result.frozen)}};
  fmt::print("{}\n", json.dump());
}

std::vector<std::string> cells_of(const bench::WireRow& row, const char* mark) {
  return {std::to_string(row.in_flight) + mark,
          std::to_string(row.shards),
          fmt::format("{:.2f}", row.x_raw2_cpu),
          fmt::format("{:.2f}", row.x_raw2_wall),
          fmt::format("{:.2f}", row.x_bare_cpu),
          fmt::format("{:.0f}", row.games_per_s),
          fmt::format("{:.0f}", row.decisions_per_s),
          row.syscalls ? fmt::format("{:.2f}", *row.syscalls) : "not to be traced"};
}

void print_text(const bench::WireResult& result) {
  fmt::print("raw2: {:.0f} ns of CPU an exchange, {:.0f} ns by the wall\n\n", result.raw2.cpu_ns,
             result.raw2.wall_ns);
  std::vector<std::vector<std::string>> rows{{"in flight", "shards", "x raw2, CPU", "x raw2, wall",
                                              "x bare, CPU", "games/s", "decisions/s", "syscalls"}};
  for (const bench::WireRow& row : result.rows)
    rows.push_back(cells_of(row, ""));
  rows.push_back(cells_of(result.frozen, "*"));
  const std::vector<terminal::Align> aligned(rows.front().size(), terminal::Align::Right);
  fmt::print("{}\n", terminal::text_table(aligned, rows));
  fmt::print(
      "*: agents stopped off turn (--freeze), as is usual with one game in flight; else not.\n"
      "Bare: a question of koans and its answer as frames, as many at once, without games.\n"
      "CPU: user and system time of all processes, their start included. Syscalls: of all\n"
      "processes, a decision, counted in a pass of its own under ptrace.\n");
}

struct WireArguments {
  std::string rules = "koans";
  std::string isolation{referee::sandbox::to_string(store::kDefaultIsolation)};
};

void bench_wire(const WireArguments& arguments, const terminal::Invocation& invocation) {
  const rules::Definition& rules = flags::chosen_rules(arguments.rules);
  const referee::sandbox::Isolation level = flags::chosen_isolation(arguments.isolation);
  referee::sandbox::require(level);
  const auto narrate = [&](int round) {
    if (!invocation.quiet) fmt::print(stderr, "round {} of {}\n", round + 1, kRounds);
  };
  const auto result = bench::measure_wire(rules, arguments.rules, level, kRounds, narrate);
  invocation.json ? print_json(result) : print_text(result);
}

void add_wire(flags::Verb bench, terminal::Invocation& invocation) {
  const flags::Verb verb = bench.add(
      invocation, {.name = "wire",
                   .summary = "real matches against a bare ping-pong by pipes; two minutes",
                   .group = "Benchmarks",
                   .examples = "  danno bench wire\n"
                               "  danno bench wire --rules leagues/rules/farkle.toml --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<WireArguments>();
  verb.option("--rules", arguments->rules, "the rule set; default koans").takes("ID|FILE");
  flags::add_isolation_flag(verb, arguments->isolation);
  verb.runs([arguments, &invocation] { bench_wire(*arguments, invocation); });
}

}  // namespace

void add_bench(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "bench",
                           .summary = "how fast this machine plays",
                           .group = "The machine",
                           .examples = "  danno bench wire\n  danno bench league"});
  add_wire(verb, invocation);
  add_bench_league(verb, invocation);
}

}  // namespace danno::leagues::cli::verbs
