// coverage_simulation [--leagues N] [--deals N] [--seed N]: how often 95 % intervals hold the true
// ratings, and the standard deviation of residuals, for mirrored leagues of 2, 3, 4 and 6 seats. 8
// agents, 70 % of the luck shared.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>

#include "tests/property/simulated_league.hpp"

int main(int argc, char** argv) {
  int leagues = 1000;
  int deals = 200;
  std::uint64_t seed = 1;
  CLI::App app("coverage of 95 % intervals in simulated leagues");
  app.add_option("--leagues", leagues)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--deals", deals)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  bool holds = true;
  for (const int seats : {2, 3, 4, 6}) {
    const auto coverage =
        danno::leagues::simulate_coverage({.seats = seats, .deals = deals}, leagues, seed);
    holds = holds && coverage.share() >= 0.935 && coverage.share() <= 0.965;
    const auto residues =
        danno::leagues::simulate_residuals({.seats = seats, .deals = deals}, leagues / 5, seed);
    fmt::print(
        "{} seats  {} deals  coverage {:.4f} of {} intervals  residuals' sd {:.2f}, third party "
        "{:.2f}\n",
        seats, deals, coverage.share(), coverage.intervals, residues.head_to_head,
        residues.third_party);
  }
  fmt::print("{}\n", holds ? "all between 93.5 and 96.5 %" : "NOT all between 93.5 and 96.5 %");
  return holds ? 0 : 1;
}
