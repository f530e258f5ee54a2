// calibration [--repeats N] [--seed N] [--rules R] [--pool N] [--skilled]: every interval and every
// verdict that danno prints, held against a truth that is known, as the tables of
// docs/statistics.md have it. N times the matches, leagues and tests of the page. With --rules the
// part that is played with real dice, of a game that is solved (an id or a rule file), drawn from
// so many deals of each pair; --skilled leaves out the policies whose games are very long in some
// games. Exits with 1 if something that is shown lies outside of what the page promises, and says
// what.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/ratings/solved_game.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/rule_file.hpp"
#include "tests/property/simulated_company.hpp"
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

/// A figure that may hold more or less often than in 93 to 97 %, and why. The first exception
/// counts that the figure's name begins with, and that has its deals.
struct Exception {
  std::string_view figure;
  int until;  ///< Deals.
  double least;
  double most;
  const char* why;
};
constexpr std::array kExceptions{
    Exception{"table", 20, 93, 99,
              "two alike: nearly all deals are even, and the model's variance stands in"},
    Exception{"near-equal", 400, 93, 100, "the same"},
    Exception{"ordinary: head to head", 20, 0, 100, "few pairs have the 20 deals that it takes"},
    Exception{"lopsided: head to head", 20, 0, 100, "the same"},
    Exception{"identical: head to head", 20, 0, 100, "the same"},
    Exception{"lopsided: head to head", 400, 90, 98,
              "skew where nearly all games go one way; people see those beyond 3 only"},
    Exception{"lopsided", 100, 93, 99, "who won nearly all has a wide interval"},
    Exception{"identical: LOS", 10, 93, 99, "Student's quantile of so few deals is careful"},
    Exception{"match, adjusted: ev-max+final, optimal or exchanged", 100, 93, 100,
              "few deals show a mistake of either, so the interval is wide"},
    Exception{"gate, adjusted: ev-max+final, optimal or exchanged", 100, 93, 100, "the same"}};

/// Whether all that is shown is as docs/statistics.md promises, up to two standard errors.
class Promises {
 public:
  /// An interval that should hold the truth in 95 % of `cases` independent cases.
  void holds(std::string_view figure, int deals, double share, double cases) {
    const double slack = 200 * std::sqrt(0.05 * 0.95 / cases);
    double least = 93;
    double most = 97;
    for (const Exception& exception : kExceptions) {
      if (!figure.starts_with(exception.figure) || deals > exception.until) continue;
      least = exception.least;
      most = exception.most;
      break;
    }
    require(100 * share >= least - slack && 100 * share <= most + slack, figure, deals, share);
  }
  /// Something that should be said wrongly in at most `most` of the cases.
  void errs(std::string_view figure, int deals, double share, double cases, double most = 0.05) {
    require(share <= most + 3 * std::sqrt(most * (1 - most) / cases), figure, deals, share);
  }
  void require(bool kept, std::string_view figure, int deals, double share) {
    if (!kept) broken_.push_back(fmt::format("{}, {}: {:.1f} %", figure, deals, 100 * share));
  }
  /// Prints what is broken to stderr.
  [[nodiscard]] bool kept() const {
    for (const std::string& figure : broken_)
      fmt::print(stderr, "outside: {}\n", figure);
    return broken_.empty();
  }

 private:
  std::vector<std::string> broken_;
};

void print_exceptions() {
  fmt::print(
      "\nWhat may lie outside of 93 to 97 %\n\n| figure | deals | % | why |\n|---|---|---|---|\n");
  for (const Exception& exception : kExceptions)
    fmt::print("| {} | to {} | {} – {} | {} |\n", exception.figure, exception.until,
               exception.least, exception.most, exception.why);
}

/// The least and the most, in percent.
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
  std::fflush(stdout);
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
std::string format_span(const std::vector<Rates>& all,
                        const std::function<double(const Rates&)>& of) {
  Span span;
  for (const Rates& rates : all)
    span.add(of(rates));
  return span.text();
}

void print_matches(const leagues::Policies& policies, int matches, std::uint64_t seed,
                   Promises& promises) {
  std::map<std::pair<std::string, int>, std::vector<MatchRates>> rates;
  const auto equals = std::ranges::count_if(policies.pairs, &leagues::PairPool::is_equal);
  const std::string all =
      fmt::format("all {} pairs", static_cast<std::ptrdiff_t>(policies.pairs.size()) - equals);
  std::vector<std::string> shown;
  for (const leagues::PairPool& pool : policies.pairs) {
    const std::string& pair = pool.name;
    constexpr std::array kShown{"random, ev-max+final", "bank200, bank350",
                                "ev-max+final, optimal"};
    if (pool.is_equal() || std::ranges::find(kShown, pair) != kShown.end()) shown.push_back(pair);
    for (const int deals : kDeals) {
      const auto of_pair = leagues::simulate_matches(pool.blocks, pool.score, deals, matches, seed);
      rates[{pair, deals}] = {of_pair};
      if (!pool.is_equal()) rates[{all, deals}].push_back(of_pair);
    }
  }
  struct Figure {
    const char* name;
    Rate MatchRates::*rate;
    std::int64_t fewest;  ///< Shown from so many deals on.
  };
  const std::vector<std::string> of_width = shown;
  shown.push_back(all);
  constexpr std::int64_t kVerdict = 0;
  for (const auto& [name, rate, fewest] :
       {Figure{"match, raw", &MatchRates::raw, leagues::report::kMinDealsForMatchInterval},
        Figure{"match, adjusted", &MatchRates::adjusted,
               leagues::report::kMinDealsForMatchInterval},
        Figure{"gate, raw", &MatchRates::gate_raw, leagues::report::kMinDealsForTestInterval},
        Figure{"gate, adjusted", &MatchRates::gate_adjusted,
               leagues::report::kMinDealsForTestInterval},
        Figure{"match, a winner that is none", &MatchRates::wrong, kVerdict}}) {
    for (const std::string& pair : shown) {
      const std::string title = fmt::format("{}: {}", name, pair);
      print_row(title, [&, rate = rate, fewest = fewest](int deals) {
        return format_span<MatchRates>(rates.at({pair, deals}), [&](const MatchRates& of_pair) {
          const Rate& found = of_pair.*rate;
          const auto cases = static_cast<double>(found.cases);
          if (fewest == kVerdict) {
            promises.errs(title, deals, found.share(), cases);
          } else if (deals >= fewest) {
            promises.holds(title, deals, found.share(), cases);
          }
          return found.share();
        });
      });
    }
  }
  for (const std::string& pair : of_width) {
    print_row(fmt::format("half widths, Elo, raw and adjusted: {}", pair), [&](int deals) {
      const MatchRates& of_pair = rates.at({pair, deals}).front();
      return fmt::format("±{:.0f}, ±{:.0f}", of_pair.raw_width, of_pair.adjusted_width);
    });
  }
}

/// The share of fewer cases says nothing: one alone is 0 or 100 %.
constexpr std::int64_t kFewestCases = 100;

/// The 28 pairs of 8 agents vary like 10 independent cases (measured over 1 200 leagues), their 8
/// intervals like 7.
double independent_cases(const Rate& rate) { return static_cast<double>(rate.cases) / 3; }

/// The figures of leagues with luck adjustment; by deals the rates of each kind of table.
void print_adjusted(const std::string& of,
                    const std::map<int, std::vector<leagues::AdjustedRates>>& rates,
                    Promises& promises) {
  enum class Is { Interval, Mistake, Range };
  struct Figure {
    const char* name;
    Rate LeagueRates::*rate;
    Is is;
  };
  for (const auto& [name, rate, is] :
       {Figure{"interval", &LeagueRates::intervals, Is::Interval},
        Figure{"LOS, as an interval", &LeagueRates::differences, Is::Interval},
        Figure{"LOS for the weaker", &LeagueRates::wrong, Is::Mistake},
        Figure{"rank range", &LeagueRates::ranks, Is::Range}}) {
    for (const bool adjusted : {false, true}) {
      const std::string title = fmt::format("{}, {}: {}", of, adjusted ? "adjusted" : "raw", name);
      print_row(title, [&, rate = rate, is = is](int deals) {
        return format_span<leagues::AdjustedRates>(
            rates.at(deals), [&](const leagues::AdjustedRates& both) {
              const Rate& found = (adjusted ? both.shown : both.raw).*rate;
              const double cases = independent_cases(found);
              if (is == Is::Interval) promises.holds(title, deals, found.share(), cases);
              if (is == Is::Mistake) promises.errs(title, deals, found.share(), cases);
              if (is == Is::Range) promises.errs(title, deals, 1 - found.share(), cases);
              return found.share();
            });
      });
    }
  }
  const std::string bias = of + ", adjusted: largest bias of a rating, Elo (standard errors)";
  print_row(bias, [&](int deals) {
    constexpr double kMost = 4;
    const auto of_bias = [](const leagues::AdjustedRates& both) {
      return std::abs(both.bias / both.bias_error);
    };
    const leagues::AdjustedRates& worst = *std::ranges::max_element(rates.at(deals), {}, of_bias);
    promises.require(of_bias(worst) <= kMost, bias, deals, worst.bias / 100);
    return fmt::format("{:+.1f} ({:+.1f})", worst.bias, worst.bias / worst.bias_error);
  });
  print_row(of + ": raw variance of a rating over adjusted", [&](int deals) {
    const auto [least, most] =
        std::ranges::minmax(rates.at(deals), {}, &leagues::AdjustedRates::fewer);
    return rates.at(deals).size() == 1 ? fmt::format("{:.1f}", least.fewer)
                                       : fmt::format("{:.1f} – {:.1f}", least.fewer, most.fewer);
  });
}

void print_adjusted_tables(const leagues::Policies& policies, int leagues, std::uint64_t seed,
                           Promises& promises) {
  std::map<int, std::vector<leagues::AdjustedRates>> rates;
  const int rivals = static_cast<int>(policies.names.size()) - 1;
  for (const int deals : kDeals)
    rates[deals] = {leagues::simulate_adjusted_leagues(
        policies, std::max(2, (deals + rivals / 2) / rivals), leagues, seed)};
  print_adjusted("table", rates, promises);
}

void print_any_time(const leagues::Policies& policies, int matches, std::uint64_t seed,
                    Promises& promises) {
  fmt::print(
      "\nMatches that go on to 400 deals, looked at after every 20: % whose interval ever left the "
      "truth out, and whose order a ladder, where the pair's share of the error is 0.1 %, decided "
      "wrongly\n\n| pair | --more, raw | --more, adjusted | order of a ladder "
      "|\n|---|--:|--:|--:|\n");
  Span raw;
  Span adjusted;
  Span ladder;
  for (const leagues::PairPool& pool : policies.pairs) {
    const auto rates = leagues::simulate_any_time(pool.blocks, pool.score, matches, seed);
    raw.add(rates.raw.share());
    adjusted.add(rates.adjusted.share());
    ladder.add(rates.wrong_order.share());
    const std::string& pair = pool.name;
    promises.errs("--more, raw: " + pair, 400, rates.raw.share(), matches);
    promises.errs("--more, adjusted: " + pair, 400, rates.adjusted.share(), matches);
    promises.errs("order of a ladder: " + pair, 400, rates.wrong_order.share(), matches,
                  leagues::kShareOfPair);
    if (pool.is_equal() ||
        (pool.second + 1 == policies.names.size() && pool.first + 2 == policies.names.size()))
      fmt::print("| {} | {:.1f} | {:.1f} | {:.1f} |\n", pair, 100 * rates.raw.share(),
                 100 * rates.adjusted.share(), 100 * rates.wrong_order.share());
  }
  fmt::print("| all | {} | {} | {} |\n", raw.text(), adjusted.text(), ladder.text());
}

void print_company(solver::Evaluator& evaluator, int pool, int leagues, std::uint64_t seed,
                   Promises& promises) {
  std::map<int, std::vector<leagues::AdjustedRates>> rates;
  for (int seats = 3; seats <= 6; ++seats) {
    const leagues::CompanyPool company = leagues::play_company(evaluator, seats, pool);
    for (const int deals : kDeals)
      rates[deals].push_back(leagues::simulate_company(company, deals, leagues, seed));
  }
  print_adjusted("tables of 3 to 6", rates, promises);
}

void print_tables(int leagues, std::uint64_t seed, Promises& promises) {
  struct Kind {
    const char* name;
    double spread;
    double shared_luck;
  };
  constexpr int kAgents = 8;
  enum class Is { Interval, Mistake, Range, Residual };
  struct Figure {
    const char* name;
    std::function<const Rate&(const LeagueRates&)> of;
    Is is;
  };
  const auto rate = [](Rate LeagueRates::*member) {
    return [member](const LeagueRates& rates) -> const Rate& { return rates.*member; };
  };
  const auto within = [](leagues::Residues LeagueRates::*member) {
    return [member](const LeagueRates& rates) -> const Rate& { return (rates.*member).within; };
  };
  const std::vector<Figure> figures{
      {"interval", rate(&LeagueRates::intervals), Is::Interval},
      {"LOS, as an interval", rate(&LeagueRates::differences), Is::Interval},
      {"LOS for the weaker", rate(&LeagueRates::wrong), Is::Mistake},
      {"rank range", rate(&LeagueRates::ranks), Is::Range},
      {"head to head, within 1.96", within(&LeagueRates::head_to_head), Is::Residual}};
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
    for (const Figure& figure : figures) {
      const std::string title = fmt::format("{}: {}", kind, figure.name);
      print_row(title, [&, spread = spread](int deals) {
        Span span;
        for (const LeagueRates& of_seats : rates.at(deals)) {
          const Rate& found = figure.of(of_seats);
          if (found.cases < kFewestCases) continue;
          span.add(found.share());
          const double cases = independent_cases(found);
          if (figure.is == Is::Mistake && spread == 0) {
            // Equals: every interval of a pair that leaves the truth out names a winner.
            promises.holds(title, deals, 1 - found.share(), cases);
          } else if (figure.is == Is::Mistake) {
            promises.errs(title, deals, found.share(), cases);
          } else if (figure.is == Is::Range) {
            promises.errs(title, deals, 1 - found.share(), cases);
          } else {
            promises.holds(title, deals, found.share(), cases);
          }
        }
        return span.text();
      });
    }
  }
  print_row("a match of 3 to 6: interval", [&](int deals) {
    Span span;
    for (int seats = 3; seats <= 6; ++seats) {
      const LeagueRates of_seats = leagues::simulate_leagues(
          {.seats = seats, .agents = seats, .deals = deals}, leagues, seed);
      span.add(of_seats.intervals.share());
      if (deals >= leagues::report::kMinDealsForMatchInterval)
        promises.holds("a match of 3 to 6: interval", deals, of_seats.intervals.share(),
                       independent_cases(of_seats.intervals));
    }
    return span.text();
  });
}

void print_gates(int tests, std::uint64_t seed, Promises& promises) {
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
    promises.errs(fmt::format("gate, {}: false pass", name), tests, worse.pass_rate(), tests);
    promises.errs(fmt::format("gate, {}: false fail", name), tests, 1 - better.pass_rate(), tests);
  }
}

void print_seasons(int seasons, std::uint64_t seed, Promises& promises) {
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
    const double erred = leagues::simulate_seasons(design, seasons, seed).erred;
    fmt::print("| {} | {} | {} | {:.1f} |\n", name, design.seats, design.deals, 100 * erred);
    promises.errs(fmt::format("ladder of {}", name), static_cast<int>(design.deals), erred,
                  seasons);
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
  bool skilled = false;
  app.add_flag("--skilled", skilled, "without never and random");
  app.add_option("--pool", pool)->check(CLI::PositiveNumber)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  std::vector<std::string> problems;
  const rules::Definition* const definition =
      rules.ends_with(".toml") ? leagues::schedule::read_rule_file(rules, problems)
                               : rules::find_definition(rules.empty() ? "koans" : rules);
  if (definition == nullptr) {
    fmt::print(stderr, "{}\n", problems.empty() ? "no rules '" + rules + "'" : problems.front());
    return 2;
  }
  const auto found = leagues::ratings::find_solved(*definition, definition->defaults(2));
  if (const auto* const not_solved = std::get_if<leagues::ratings::NotSolved>(&found)) {
    fmt::print(stderr, "{}\n", not_solved->reason);
    return 2;
  }
  const auto& solved = *std::get<std::unique_ptr<const leagues::ratings::SolvedGame>>(found);
  solver::Evaluator evaluator(*solved.table);
  const solver::Odds odds(solved.rules);
  const leagues::Policies policies = leagues::play_policies(
      evaluator, odds, pool, skilled ? leagues::Pool::Skilled : leagues::Pool::All);
  Promises promises;
  print_head(fmt::format("Tables of two, {}: % that hold the truth", definition->id), "deals");
  print_matches(policies, 1000 * repeats, seed, promises);
  print_adjusted_tables(policies, 300 * repeats, seed, promises);
  print_any_time(policies, 300 * repeats, seed, promises);
  if (!rules.empty()) return promises.kept() ? 0 : 1;
  print_head("Tables of 3 to 6, 8 agents, koans: % that hold the truth, least to most",
             "deals of each agent");
  print_company(evaluator, 200, 100 * repeats, seed, promises);
  print_head("Tables of 2 to 6, 8 agents, raw: % that hold the truth, least to most",
             "deals of each agent");
  print_tables(100 * repeats, seed, promises);
  for (const double elo : {0.0, 300.0}) {
    const std::string title = fmt::format("a mark of {} Elo, anchors of -100 and 100", elo);
    print_row(title, [&](int deals) {
      const Rate rate = leagues::simulate_marks(elo, deals, 1000 * repeats, seed);
      if (deals >= leagues::report::kMinDealsForMatchInterval)
        promises.holds(title, deals, rate.share(), static_cast<double>(rate.cases));
      return fmt::format("{:.1f}", 100 * rate.share());
    });
  }
  print_head("The favourite of a tournament of 8: its chance to win, %", "deals of each agent");
  print_row("said, true", [&](int deals) {
    const auto rates = leagues::simulate_odds(deals, 50 * repeats, seed);
    // The chance of an agent varies from tournament to tournament by about a fifth.
    promises.require(rates.said <= rates.truly + 0.4 / std::sqrt(50 * repeats),
                     "favourite wins more seldom than said", deals, rates.said - rates.truly);
    return fmt::format("{:.1f}, {:.1f}", 100 * rates.said, 100 * rates.truly);
  });
  print_gates(1000 * repeats, seed, promises);
  print_seasons(10 * repeats, seed, promises);
  print_exceptions();
  return promises.kept() ? 0 : 1;
}
