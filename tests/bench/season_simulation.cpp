// season_simulation [--seasons N] [--deals N] [--agents N] [--seed N] …: how often a ladder calls
// something decided that is not so, how often its 95 % intervals hold the truth, and how many deals
// it takes beside a round robin. Strengths are drawn with a standard deviation of 100 Elo, or as in
// a class; 70 % of the luck is shared. With --until-apart seasons end when all pairs that differ by
// more than 20 Elo are decided, and it prints how many deals that took, season by season beside the
// round robin's. With --known-luck decisions stand on luck-adjusted scores, and a round robin that
// is decided by raw scores is beside them. With --never-wins the last agent loses every game.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "tests/property/simulated_season.hpp"

namespace {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

struct Plan {
  const char* name;
  bool round_robin;
  double known_luck;
};

}  // namespace

int main(int argc, char** argv) {
  using danno::leagues::SeasonDesign;
  int seasons = 100;
  SeasonDesign design{.agents = 30, .deals = 10'000};
  std::uint64_t seed = 1;
  CLI::App app("simulated seasons of a ladder, and of a round robin");
  app.add_option("--seasons", seasons)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--deals", design.deals)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--agents", design.agents)->check(CLI::Range(2, 1000))->capture_default_str();
  app.add_option("--arrivals", design.arrivals)->capture_default_str();
  app.add_option("--seats", design.seats)->check(CLI::Range(2, 6))->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  app.add_flag("--class", design.class_gaps, "strengths of a class");
  app.add_option("--gap", design.gap, "Elo between neighbours, all the same");
  app.add_flag("--never-wins", design.never_wins, "the last agent loses every game");
  app.add_flag("--until-apart", design.until_apart);
  double known_luck = 0;
  app.add_option("--known-luck", known_luck, "decide by scores with so much of the luck taken out")
      ->check(CLI::Range(0.0, 0.999))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  std::vector<Plan> plans{{"ladder", false, 0}, {"round robin", true, 0}};
  if (known_luck > 0)
    plans = {{"ladder, adjusted", false, known_luck},
             {"round robin, adjusted", true, known_luck},
             {"round robin, raw", true, 0}};
  std::vector<double> of_ladder;
  for (const Plan& plan : plans) {
    if (plan.round_robin && (design.seats > 2 || design.arrivals > 0)) break;
    design.round_robin = plan.round_robin;
    design.known_luck = plan.known_luck;
    const auto rates = danno::leagues::simulate_seasons(design, seasons, seed);
    fmt::print("{}: {:.1f} % of seasons erred, {:.1f} % of the pairs decided, coverage {:.1f} %\n",
               plan.name, 100 * rates.erred, 100 * rates.decided, 100 * rates.coverage);
    if (design.until_apart) {
      fmt::print("  all pairs beyond 20 Elo decided after {:.0f} deals (median)\n",
                 median(rates.deals_until_apart));
      if (plan.round_robin) {
        std::vector<double> shares;
        for (std::size_t season = 0; season < of_ladder.size(); ++season)
          shares.push_back(of_ladder[season] / rates.deals_until_apart[season]);
        fmt::print("  the ladder takes {:.2f} of the round robin's deals (median)\n",
                   median(std::move(shares)));
      } else {
        of_ladder = rates.deals_until_apart;
      }
    }
    for (const std::size_t percent : {50, 60, 70, 100}) {
      if (std::isfinite(rates.deals_at[percent]))
        fmt::print("  {} % of the pairs decided after {:.0f} deals\n", percent,
                   rates.deals_at[percent]);
    }
    std::fflush(stdout);
  }
}
