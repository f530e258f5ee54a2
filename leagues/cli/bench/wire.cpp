#include "leagues/cli/bench/wire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "leagues/cli/bench/cpu_time.hpp"
#include "leagues/cli/bench/syscall_count.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/files/json.hpp"
#include "leagues/play/runner.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::cli::bench {
namespace {

constexpr int kExchanges = 50'000;
constexpr std::array kInFlight{1, 16, 64, 256};
/// Of one measurement: long against the start of its processes.
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
    entrants::number_namesakes(entrants);
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
    play::RunOptions options;
    options.shards = configuration.shards;
    const OnCore pinned(configuration.shards == 1 ? last_core() : -1);
    PlayCount count;
    const play::Observer observer = [&](const play::Played& played) { add(count, played.deals); };
    const auto cpu = cpu_time();
    const auto begin = std::chrono::steady_clock::now();
    (void)play::run(play::once({{play::always(line_up_), deals}}), options,
                    std::span(&observer, 1));
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    const std::chrono::duration<double> used = cpu_time() - cpu;
    const auto decisions = static_cast<double>(std::max<std::uint64_t>(count.decisions, 1));
    return {used.count() * 1e9 / decisions, wall.count() * 1e9 / decisions,
            static_cast<double>(count.games) / wall.count()};
  }

  /// So many that one measurement takes its time. The first trial is mostly starts, the second
  /// tells.
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

/// What a longer match costs more than a shorter one, a decision.
std::optional<double> syscalls(const std::string& rules, const Configuration& configuration,
                               referee::sandbox::Isolation isolation) {
  const std::string danno = std::filesystem::read_symlink("/proc/self/exe");
  double calls = 0;
  double decisions = 0;
  for (const int sign : {-1, 1}) {
    const std::uint64_t deals = sign < 0 ? kTracedDeals : 4 * kTracedDeals;
    const auto traced = count_syscalls(
        {danno, "match", "hold", "hold", "--rules", rules, "--seed", "bench", "--json", "-q",
         "--shards", "1", "--deals", std::to_string(deals), "--in-flight",
         std::to_string(configuration.in_flight), configuration.freeze ? "--freeze" : "--no-freeze",
         "--isolation", std::string(referee::sandbox::to_string(isolation))});
    if (!traced) return std::nullopt;
    const auto match = files::Json::try_parse(traced->output);
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

}  // namespace

WireResult measure_wire(const rules::Definition& rules, const std::string& named,
                        referee::sandbox::Isolation isolation, int rounds,
                        const std::function<void(int round)>& narrate) {
  WireBench bench(rules, isolation);
  const std::vector<Configuration> configurations = all_configurations();
  std::vector<std::uint64_t> deals;
  for (const Configuration& configuration : configurations)
    deals.push_back(bench.fitting_deals(configuration));

  std::vector<BareCost> raw;
  std::vector<std::map<int, BareCost>> bare;
  std::vector<std::vector<Sample>> samples(configurations.size());
  for (int round = 0; round < rounds; ++round) {
    narrate(round);
    raw.push_back(ping_pong(kExchanges, WireBench::last_core()));
    bare.push_back(bare_loops());
    for (std::size_t i = 0; i < configurations.size(); ++i)
      samples[i].push_back(bench.measure(configurations[i], deals[i]));
  }

  const auto middle = [&](const auto& values, const auto& yardsticks, auto field) {
    std::vector<double> picked;
    for (std::size_t i = 0; i < values.size(); ++i)
      picked.push_back(field(values[i], yardsticks[i]));
    return median(picked);
  };
  WireResult result;
  const auto cpu_ns = [](const BareCost& p, const BareCost&) { return p.cpu_ns; };
  const auto wall_ns = [](const BareCost& p, const BareCost&) { return p.wall_ns; };
  result.raw2 = {middle(raw, raw, cpu_ns), middle(raw, raw, wall_ns)};
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    const auto figure = [&](auto field) { return middle(samples[i], raw, field); };
    WireRow row;
    row.in_flight = configurations[i].in_flight;
    row.shards = configurations[i].shards;
    row.x_raw2_cpu = figure([](const Sample& s, const BareCost& p) { return p.cpu_ns / s.cpu_ns; });
    row.x_raw2_wall =
        figure([](const Sample& s, const BareCost& p) { return p.wall_ns / s.wall_ns; });
    row.x_bare_cpu = middle(samples[i], bare, [&](const Sample& s, const auto& loops) {
      return loops.at(row.in_flight).cpu_ns / s.cpu_ns;
    });
    row.games_per_s = figure([](const Sample& s, const BareCost&) { return s.games_per_s; });
    row.decisions_per_s = figure([](const Sample& s, const BareCost&) { return 1e9 / s.wall_ns; });
    // A shard of many does what one does.
    row.syscalls = row.shards == 1 ? syscalls(named, configurations[i], isolation)
                                   : result.rows[i % 4].syscalls;
    result.rows.push_back(row);
  }
  result.frozen = result.rows.back();
  result.rows.pop_back();
  return result;
}

}  // namespace danno::leagues::cli::bench
