// calibration [--repeats N] [--seed N] [--rules R] [--pool N]: every interval and every verdict
// that danno prints, held against a truth that is known, as the tables of docs/statistics.md have
// it. N times the matches, leagues and tests of the page. With --rules the part that is played with
// real dice, of a game that is solved, drawn from so many deals of each pair. Fails where a gate
// errs oftener than promised.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "leagues/scores/solved_game.hpp"
#include "tests/property/simulated_gate.hpp"
#include "tests/property/simulated_league.hpp"
#include "tests/property/simulated_match.hpp"
#include "tests/property/simulated_odds.hpp"
#include "tests/property/simulated_policies.hpp"
#include "tests/property/simulated_season.hpp"

namespace {

using namespace danno;
using leagues::LeagueRates;
using leagues::MatchRates;
using leagues::Rate;

constexpr std::array kDeals{10, 20, 50, 100, 400};

/// Per cent, the least and the most.
struct Span {
  double least = 100;
  double most = 0;

  void add(double share) {
    least = std::min(least, 100 * share);
    most = std::max(most, 100 * share);
  }
  [[nodiscard]] std::string text() const {
    if (most < least) return "";
    return most - least < 0.05 ? fmt::format("{:.1f}", most)
                               : fmt::format("{:.1f} – {:.1f}", least, most);
  }
};

void print_head(const std::string& title, const std::string& what) {
  fmt::print("\n{}\n\n| {} |", title, what);
  for (const int deals : kDeals)
    fmt::print(" {} |", deals);
  fmt::print("\n|---|--:|--:|--:|--:|--:|\n");
}

void print_row(const std::string& name, const std::function<std::string(int)>& cell) {
  fmt::print("| {} |", name);
  for (const int deals : kDeals)
    fmt::print(" {} |", cell(deals));
  fmt::print("\n");
  std::fflush(stdout);
}

/// One figure of each pair of a kind.
template <class Rates>
std::string span_of(const std::vector<Rates>& all, const std::function<double(const Rates&)>& of) {
  Span span;
  for (const Rates& rates : all)
    span.add(of(rates));
  return span.text();
}

void print_matches(const leagues::Policies& policies, int matches, std::uint64_t seed) {
  std::map<std::pair<std::string, int>, std::vector<MatchRates>> rates;
  for (const leagues::PairPool& pool : policies.pairs) {
    const std::string pair = pool.first == pool.second
                                 ? "random, random"
                                 : policies.names[pool.first] + ", " + policies.names[pool.second];
    for (const int deals : kDeals) {
      const auto of_pair = leagues::simulate_matches(pool.blocks, pool.score, deals, matches, seed);
      rates[{pair, deals}] = {of_pair};
      if (pool.first != pool.second) rates[{"all 21 pairs", deals}].push_back(of_pair);
    }
  }
  struct Figure {
    const char* name;
    Rate MatchRates::*rate;
  };
  for (const auto& [name, rate] :
       {Figure{"match, raw", &MatchRates::raw}, Figure{"match, adjusted", &MatchRates::adjusted},
        Figure{"gate, raw", &MatchRates::gate_raw},
        Figure{"gate, adjusted", &MatchRates::gate_adjusted},
        Figure{"match, verdict for the weaker", &MatchRates::wrong}}) {
    for (const char* const pair : {"random, ev-max+final", "bank200, bank350",
                                   "ev-max+final, optimal", "random, random", "all 21 pairs"}) {
      print_row(fmt::format("{}: {}", name, pair), [&, rate = rate](int deals) {
        return span_of<MatchRates>(rates.at({pair, deals}), [rate](const MatchRates& of_pair) {
          return (of_pair.*rate).share();
        });
      });
    }
  }
  for (const char* const pair :
       {"random, ev-max+final", "bank200, bank350", "ev-max+final, optimal"}) {
    print_row(fmt::format("half widths, Elo, raw and adjusted: {}", pair), [&](int deals) {
      const MatchRates& of_pair = rates.at({pair, deals}).front();
      return fmt::format("±{:.0f}, ±{:.0f}", of_pair.raw_width, of_pair.adjusted_width);
    });
  }
}

void print_adjusted_tables(const leagues::Policies& policies, int leagues, std::uint64_t seed) {
  std::map<int, leagues::AdjustedRates> rates;
  const int rivals = static_cast<int>(policies.names.size()) - 1;
  for (const int deals : kDeals)
    rates[deals] = leagues::simulate_adjusted_leagues(
        policies, std::max(2, (deals + rivals / 2) / rivals), leagues, seed);
  struct Figure {
    const char* name;
    Rate LeagueRates::*rate;
  };
  for (const auto& [name, rate] : {Figure{"interval", &LeagueRates::intervals},
                                   Figure{"LOS, as an interval", &LeagueRates::differences},
                                   Figure{"LOS for the weaker", &LeagueRates::wrong},
                                   Figure{"rank range", &LeagueRates::ranks}}) {
    for (const bool adjusted : {false, true}) {
      print_row(fmt::format("table, {}: {}", adjusted ? "adjusted" : "raw", name), [&, rate = rate](
                                                                                       int deals) {
        const leagues::AdjustedRates& both = rates.at(deals);
        return fmt::format("{:.1f}", 100 * ((adjusted ? both.shown : both.raw).*rate).share());
      });
    }
  }
  print_row("table, adjusted: largest bias of a rating, Elo (standard errors)", [&](int deals) {
    const leagues::AdjustedRates& both = rates.at(deals);
    return fmt::format("{:+.1f} ({:+.1f})", both.bias, both.bias / both.bias_error);
  });
  print_row("table: raw variance of a rating over adjusted",
            [&](int deals) { return fmt::format("{:.1f}", rates.at(deals).fewer); });
}

void print_tables(int leagues, std::uint64_t seed) {
  struct Kind {
    const char* name;
    double spread;
    double shared_luck;
  };
  constexpr int kAgents = 8;
  using Of = std::function<std::optional<double>(const LeagueRates&)>;
  const auto share = [](Rate LeagueRates::*rate) -> Of {
    return [rate](const LeagueRates& rates) { return (rates.*rate).share(); };
  };
  const auto within = [](leagues::Residues LeagueRates::*residues) -> Of {
    return [residues](const LeagueRates& rates) -> std::optional<double> {
      const Rate& rate = (rates.*residues).within;
      return rate.cases == 0 ? std::nullopt : std::optional(rate.share());
    };
  };
  const std::vector<std::pair<const char*, Of>> figures{
      {"interval", share(&LeagueRates::intervals)},
      {"LOS, as an interval", share(&LeagueRates::differences)},
      {"LOS for the weaker", share(&LeagueRates::wrong)},
      {"rank range", share(&LeagueRates::ranks)},
      {"head to head, within 1.96", within(&LeagueRates::head_to_head)},
      {"third party, within 1.96", within(&LeagueRates::third_party)}};
  for (const auto& [kind, spread, shared_luck] :
       {Kind{"ordinary", 300, 0.7}, Kind{"lopsided", 900, 0.7}, Kind{"near-equal", 20, 0.97},
        Kind{"identical", 0, 0.7}}) {
    std::map<int, std::vector<LeagueRates>> rates;
    for (const int deals : kDeals) {
      for (int seats = 2; seats <= 6; ++seats)
        rates[deals].push_back(
            leagues::simulate_leagues({.seats = seats,
                                       .agents = kAgents,
                                       .deals = (deals * kAgents + seats - 1) / seats,
                                       .spread = spread,
                                       .shared_luck = shared_luck},
                                      leagues, seed));
    }
    for (const auto& [name, of] : figures) {
      print_row(fmt::format("{}: {}", kind, name), [&, &of = of](int deals) {
        Span span;
        for (const LeagueRates& of_seats : rates.at(deals)) {
          if (const auto value = of(of_seats)) span.add(*value);
        }
        return span.text();
      });
    }
  }
  print_row("a match of 3 to 6: interval", [&](int deals) {
    Span span;
    for (int seats = 3; seats <= 6; ++seats)
      span.add(leagues::simulate_leagues({.seats = seats, .agents = seats, .deals = deals}, leagues,
                                         seed)
                   .intervals.share());
    return span.text();
  });
}

/// Returns whether none errs oftener than promised, by three standard errors.
bool print_gates(int tests, std::uint64_t seed) {
  bool holds = true;
  const double most = 0.05 + 3 * std::sqrt(0.05 * 0.95 / tests);
  using leagues::Blocks;
  using leagues::GateDesign;
  const std::vector<std::pair<const char*, GateDesign>> designs{
      {"pairs", {.blocks = Blocks::Pairs, .elo1 = 20}},
      {"2 % of the pairs decided", {.blocks = Blocks::RarelyDecided, .elo1 = 3}},
      {"pairs, adjusted", {.blocks = Blocks::Adjusted, .elo1 = 10}},
      {"tables of 3", {.blocks = Blocks::Tables, .seats = 3, .elo1 = 20}},
      {"tables of 4", {.blocks = Blocks::Tables, .seats = 4, .elo1 = 20}},
      {"tables of 5", {.blocks = Blocks::Tables, .seats = 5, .elo1 = 20}},
      {"tables of 6", {.blocks = Blocks::Tables, .seats = 6, .elo1 = 20}}};
  fmt::print("\nVerdicts of a gate, % of {} tests at each bound\n\n", tests);
  fmt::print(
      "| blocks | bounds | false pass | false fail | mean blocks |\n|---|---|--:|--:|--:|\n");
  for (const auto& [name, design] : designs) {
    const auto worse = leagues::simulate_gates(design, design.elo0, tests, seed);
    const auto better = leagues::simulate_gates(design, design.elo1, tests, seed + 1);
    fmt::print("| {} | [{}, {}] | {:.1f} | {:.1f} | {:.0f}, {:.0f} |\n", name, design.elo0,
               design.elo1, 100 * worse.pass_rate(), 100 - 100 * better.pass_rate(),
               worse.mean_blocks, better.mean_blocks);
    std::fflush(stdout);
    holds = holds && worse.pass_rate() <= most && 1 - better.pass_rate() <= most;
  }
  return holds;
}

void print_seasons(int seasons, std::uint64_t seed) {
  fmt::print("\nOrders that a ladder calls decided, % of {} seasons that erred\n\n", seasons);
  fmt::print("| agents | seats | deals | erred |\n|---|--:|--:|--:|\n");
  struct Kind {
    const char* name;
    leagues::SeasonDesign design;
  };
  for (const auto& [name, design] :
       {Kind{"12, ordinary", {}}, Kind{"12, identical", {.spread = 1e-9}},
        Kind{"12, of which all are replaced", {.arrivals = 12}},
        Kind{"12, ordinary", {.seats = 4, .deals = 1500}}}) {
    fmt::print("| {} | {} | {} | {:.1f} |\n", name, design.seats, design.deals,
               100 * leagues::simulate_seasons(design, seasons, seed).erred);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int repeats = 1;
  std::uint64_t seed = 1;
  CLI::App app("all that danno prints against what is true");
  app.add_option("--repeats", repeats)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  int pool = 5000;
  std::string rules;
  app.add_option("--rules", rules);
  app.add_option("--pool", pool)->check(CLI::PositiveNumber)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const rules::Definition* const definition =
      rules::find_definition(rules.empty() ? "koans" : rules);
  if (definition == nullptr) return 2;
  const auto found = leagues::scores::find_solved(*definition, definition->defaults(2));
  if (const auto* const not_solved = std::get_if<leagues::scores::NotSolved>(&found)) {
    fmt::print(stderr, "{}\n", not_solved->reason);
    return 2;
  }
  const auto& solved = *std::get<std::unique_ptr<const leagues::scores::SolvedGame>>(found);
  solver::Evaluator evaluator(*solved.table);
  const leagues::Policies policies =
      leagues::play_policies(evaluator, solver::Odds(solved.rules), pool);
  print_head(fmt::format("Tables of two, {}: % that hold the truth", definition->id), "deals");
  print_matches(policies, 1000 * repeats, seed);
  print_adjusted_tables(policies, 300 * repeats, seed);
  if (!rules.empty()) return 0;
  print_head("Tables of 2 to 6, 8 agents, raw: % that hold the truth, least to most",
             "deals of each agent");
  print_tables(100 * repeats, seed);
  print_head("The favourite of a tournament of 8: its chance to win, %", "deals of each agent");
  print_row("said, true", [&](int deals) {
    const auto rates = leagues::simulate_odds(deals, 50 * repeats, seed);
    return fmt::format("{:.1f}, {:.1f}", 100 * rates.said, 100 * rates.truly);
  });
  const bool holds = print_gates(1000 * repeats, seed);
  print_seasons(10 * repeats, seed);
  return holds ? 0 : 1;
}
