// season_simulation [--seasons N] [--deals N] [--agents N] [--seed N]: how often a ladder calls
// something decided that is not so, how often its 95 % intervals hold the truth, and how many deals
// it takes beside a round robin. Strengths are drawn with a standard deviation of 100 Elo, 70 % of
// the luck is shared.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>

#include "tests/property/simulated_season.hpp"

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
  CLI11_PARSE(app, argc, argv);
  for (const bool round_robin : {false, true}) {
    if (round_robin && (design.seats > 2 || design.arrivals > 0)) break;
    design.round_robin = round_robin;
    const auto rates = danno::leagues::simulate_seasons(design, seasons, seed);
    fmt::print("{}: {:.1f} % of seasons erred, {:.1f} % of the pairs decided, coverage {:.1f} %\n",
               round_robin ? "round robin" : "ladder", 100 * rates.erred, 100 * rates.decided,
               100 * rates.coverage);
    for (const std::size_t percent : {50, 60, 70}) {
      if (std::isfinite(rates.deals_at[percent]))
        fmt::print("  {} % of the pairs decided after {:.0f} deals\n", percent,
                   rates.deals_at[percent]);
    }
  }
}
