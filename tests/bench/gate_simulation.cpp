// gate_simulation [--tests N] [--seed N]: how often the sequential test errs at both of its bounds,
// nominally 5 %, and how many blocks it takes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>

#include "tests/property/simulated_gate.hpp"

int main(int argc, char** argv) {
  using danno::leagues::Blocks;
  using danno::leagues::GateDesign;
  int tests = 4000;
  std::uint64_t seed = 1;
  CLI::App app("error rates of the sequential test");
  app.add_option("--tests", tests)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  struct Case {
    const char* name;
    GateDesign design;
  };
  const Case cases[] = {{"pairs", {.blocks = Blocks::Pairs, .elo1 = 20}},
                        {"2 % decided", {.blocks = Blocks::RarelyDecided, .elo1 = 3}},
                        {"adjusted", {.blocks = Blocks::Adjusted, .elo1 = 10}},
                        {"tables of 3", {.blocks = Blocks::Tables, .seats = 3, .elo1 = 20}},
                        {"tables of 4", {.blocks = Blocks::Tables, .seats = 4, .elo1 = 20}},
                        {"tables of 6", {.blocks = Blocks::Tables, .seats = 6, .elo1 = 20}}};
  bool holds = true;
  const double slack = 3 * std::sqrt(0.05 * 0.95 / tests);
  for (const auto& [name, design] : cases) {
    const auto worse = simulate_gates(design, design.elo0, tests, seed);
    const auto better = simulate_gates(design, design.elo1, tests, seed + 1);
    holds = holds && worse.pass_rate() <= design.alpha + slack &&
            1 - better.pass_rate() <= design.beta + slack;
    fmt::print("{:<12} [{}, {}]  false pass {:.4f} in {:.0f} blocks, false fail {:.4f} in {:.0f}\n",
               name, design.elo0, design.elo1, worse.pass_rate(), worse.mean_blocks,
               1 - better.pass_rate(), better.mean_blocks);
  }
  fmt::print("{} {:.4f}\n", holds ? "all at most" : "NOT all at most", 0.05 + slack);
  return holds ? 0 : 1;
}
