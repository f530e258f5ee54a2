// wire_cost [--rules ID] [--isolation LEVEL]: real matches against the bare machine, alternately in
// one run, so that other work on the machine slows both alike; two minutes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "leagues/runner/runner.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/sandbox/processors.hpp"
#include "tests/bench/bare.hpp"
#include "tests/bench/cpu_time.hpp"
#include "tests/bench/syscall_count.hpp"

namespace danno::leagues::bench {
namespace {

constexpr int kRounds = 3;
constexpr int kExchanges = 50'000;
constexpr std::array kInFlight{1, 16, 64, 256};
/// The time of one measurement: long against the start of its processes.
constexpr double kSeconds = 2;
constexpr std::uint64_t kTracedDeals = 60;

/// One measurement of one row.
struct Sample {
  double cpu_ns = 0;
  double wall_ns = 0;
  double games_per_s = 0;
};

struct Configuration {
  int in_flight = 1;
  int shards = 1;
  bool freeze = false;
};

struct Row {
  int in_flight = 1;
  int shards = 1;
  double x_raw2_cpu = 0;   ///< The number of decisions in the CPU time of one raw2 exchange.
  double x_raw2_wall = 0;  ///< The same in wall time.
  /// The CPU time of a question of the bare loop divided by that of a decision.
  double x_bare_cpu = 0;
  double games_per_s = 0;
  double decisions_per_s = 0;
  /// System calls of all processes per decision, if they could be traced.
  std::optional<double> syscalls;
};

struct PlayCount {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
};

void add(PlayCount& count, std::span<const referee::play::DealResult> deals) {
  for (const referee::play::DealResult& deal : deals) {
    count.games += deal.games.size();
    for (const referee::record::GameRecord& game : deal.games)
      count.decisions += referee::record::count_decisions(game);
  }
}

class WireBench {
 public:
  WireBench(const rules::Definition& rules, referee::sandbox::Isolation isolation)
      : rules_(rules::make_rule_set(rules, 2)) {
    std::vector<entrants::Entrant> entrants{entrants::find_agent("hold"),
                                            entrants::find_agent("hold")};
    entrants::disambiguate_names(entrants);
    line_up_.rules = &rules_;
    for (const entrants::Entrant& entrant : entrants) {
      line_up_.agents.push_back(entrant.agent);
      line_up_.key_names.push_back(entrant.agent.name);
    }
    line_up_.seed = {"bench"};
    line_up_.limits.isolation = isolation;
  }

  Sample measure(const Configuration& configuration, std::uint64_t deals) {
    configure(configuration);
    runner::RunOptions options;
    options.shards = configuration.shards;
    const OnCore pinned(configuration.shards == 1 ? last_core() : -1);
    PlayCount count;
    const runner::Observer observer = [&](const runner::Played& played) {
      add(count, played.deals);
    };
    const auto cpu = cpu_time();
    const auto begin = std::chrono::steady_clock::now();
    (void)runner::run(runner::once({{runner::always(line_up_), deals}}), options,
                      std::span(&observer, 1));
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    const std::chrono::duration<double> used = cpu_time() - cpu;
    const auto decisions = static_cast<double>(std::max<std::uint64_t>(count.decisions, 1));
    return {used.count() * 1e9 / decisions, wall.count() * 1e9 / decisions,
            static_cast<double>(count.games) / wall.count()};
  }

  /// Returns the deals with which one measurement takes its time. The first trial is mostly starts,
  /// the second one decides.
  std::uint64_t fitting_deals(const Configuration& configuration) {
    std::uint64_t deals = 200;
    for (int trial = 0; trial < 2; ++trial) {
      const Sample sample = measure(configuration, deals);
      deals = static_cast<std::uint64_t>(std::max(1.0, sample.games_per_s / 2 * kSeconds));
    }
    return deals;
  }

  static int last_core() { return referee::sandbox::usable_cores() - 1; }

 private:
  void configure(const Configuration& configuration) {
    line_up_.in_flight = configuration.in_flight;
    line_up_.exact_clock = configuration.in_flight == 1;
    line_up_.limits.freeze = configuration.freeze;
  }

  rules::RuleSet rules_;
  referee::play::LineUp line_up_;
};

/// Returns what a longer match costs more than a shorter one, per decision.
std::optional<double> syscalls(const std::string& rules, const Configuration& configuration,
                               referee::sandbox::Isolation isolation) {
  double calls = 0;
  double decisions = 0;
  for (const int sign : {-1, 1}) {
    const std::uint64_t deals = sign < 0 ? kTracedDeals : 4 * kTracedDeals;
    const auto traced = count_syscalls(
        {DANNO_PROGRAM, "match", "hold", "hold", "--rules", rules, "--seed", "bench", "--json",
         "-q", "--shards", "1", "--deals", std::to_string(deals), "--in-flight",
         std::to_string(configuration.in_flight), configuration.freeze ? "--freeze" : "--no-freeze",
         "--isolation", std::string(referee::sandbox::to_string(isolation))});
    if (!traced) return std::nullopt;
    const auto match = base::try_parse_json(traced->output);
    if (!match) return std::nullopt;
    calls += sign * static_cast<double>(traced->syscalls);
    decisions += sign * match->at("decisions").get<double>();
  }
  return calls / decisions;
}

/// One round's costs of nothing but the frames, by games in flight.
std::map<int, BareCost> bare_loops() {
  std::map<int, BareCost> bare;
  for (const int in_flight : kInFlight) {
    const int questions = kExchanges * std::min(in_flight, 16);
    bare.emplace(in_flight, bare_loop(in_flight, questions, WireBench::last_core()));
  }
  return bare;
}

/// The last one freezes.
std::vector<Configuration> all_configurations() {
  std::vector<Configuration> configurations;
  for (const int shards : {1, 2}) {
    if (shards > referee::sandbox::usable_cores()) continue;
    for (const int in_flight : kInFlight)
      configurations.push_back({in_flight, shards});
  }
  configurations.push_back({.freeze = true});
  return configurations;
}

/// All that was measured: a value for each round.
struct Rounds {
  std::vector<BareCost> raw;
  std::vector<std::map<int, BareCost>> bare;  ///< By games in flight.
  std::vector<std::vector<Sample>> samples;   ///< By configuration.
};

Rounds measure(WireBench& bench, const std::vector<Configuration>& configurations) {
  std::vector<std::uint64_t> deals;
  for (const Configuration& configuration : configurations)
    deals.push_back(bench.fitting_deals(configuration));
  Rounds rounds;
  rounds.samples.resize(configurations.size());
  for (int round = 0; round < kRounds; ++round) {
    fmt::print(stderr, "round {} of {}\n", round + 1, kRounds);
    rounds.raw.push_back(ping_pong(kExchanges, WireBench::last_core()));
    rounds.bare.push_back(bare_loops());
    for (std::size_t i = 0; i < configurations.size(); ++i)
      rounds.samples[i].push_back(bench.measure(configurations[i], deals[i]));
  }
  return rounds;
}

/// Returns the median of `field` over the rounds.
template <class Field>
double middle(const Field& field) {
  std::vector<double> values;
  for (std::size_t round = 0; round < kRounds; ++round)
    values.push_back(field(round));
  return median(values);
}

Row make_row(const Configuration& configuration, const std::vector<Sample>& samples,
             const Rounds& rounds) {
  Row row;
  row.in_flight = configuration.in_flight;
  row.shards = configuration.shards;
  row.x_raw2_cpu = middle([&](auto i) { return rounds.raw[i].cpu_ns / samples[i].cpu_ns; });
  row.x_raw2_wall = middle([&](auto i) { return rounds.raw[i].wall_ns / samples[i].wall_ns; });
  row.x_bare_cpu =
      middle([&](auto i) { return rounds.bare[i].at(row.in_flight).cpu_ns / samples[i].cpu_ns; });
  row.games_per_s = middle([&](auto i) { return samples[i].games_per_s; });
  row.decisions_per_s = middle([&](auto i) { return 1e9 / samples[i].wall_ns; });
  return row;
}

void print_row(const Row& row, const char* mark) {
  fmt::print("{:>9} {:>6} {:>11.2f} {:>12.2f} {:>11.2f} {:>9.0f} {:>11.0f} {:>8}\n",
             std::to_string(row.in_flight) + mark, row.shards, row.x_raw2_cpu, row.x_raw2_wall,
             row.x_bare_cpu, row.games_per_s, row.decisions_per_s,
             row.syscalls ? fmt::format("{:.2f}", *row.syscalls) : "-");
}

void measure_wire(const std::string& rules, referee::sandbox::Isolation isolation) {
  WireBench bench(*rules::find_definition(rules), isolation);
  const std::vector<Configuration> configurations = all_configurations();
  const Rounds rounds = measure(bench, configurations);
  const double cpu = middle([&](auto i) { return rounds.raw[i].cpu_ns; });
  const double wall = middle([&](auto i) { return rounds.raw[i].wall_ns; });
  fmt::print("raw2: {:.0f} ns of CPU an exchange, {:.0f} ns by the wall\n\n", cpu, wall);
  fmt::print(
      "in flight shards x raw2, CPU x raw2, wall x bare, CPU   games/s decisions/s syscalls\n");
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    Row row = make_row(configurations[i], rounds.samples[i], rounds);
    if (row.shards == 1) row.syscalls = syscalls(rules, configurations[i], isolation);
    print_row(row, configurations[i].freeze ? "*" : "");
  }
  fmt::print(
      "\n*: agents stopped off turn (--freeze), as is usual with one game in flight; else not.\n"
      "Bare: a question of koans and its answer as frames, as many at once, without games.\n"
      "CPU: user and system time of all processes, their start included. Syscalls: of all\n"
      "processes, a decision, counted in a pass of its own under ptrace; -: not to be traced.\n");
}

}  // namespace
}  // namespace danno::leagues::bench

int main(int argc, char** argv) {
  CLI::App app("Real matches against a bare ping-pong by pipes.");
  std::string rules = "koans";
  std::string isolation = "strict";
  app.add_option("--rules", rules)
      ->check(CLI::IsMember({"true-greed", "dollar", "tyghe", "official", "koans"}));
  app.add_option("--isolation", isolation)->check(CLI::IsMember({"strict", "confined", "none"}));
  CLI11_PARSE(app, argc, argv);
  danno::leagues::bench::measure_wire(rules, *danno::referee::sandbox::parse_isolation(isolation));
  return 0;
}
