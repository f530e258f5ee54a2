// adjusted_gate_simulation [--tests N] [--seed N]: how often a gate on luck-adjusted koans games
// errs at its bounds, nominally 5 %, and how much sooner it is decided than on plain mirrored
// deals.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "leagues/ratings/solved_game.hpp"
#include "tests/property/adjusted_gate.hpp"

int main(int argc, char** argv) {
  using namespace danno;
  int tests = 1000;
  std::uint64_t seed = 1;
  CLI::App app("error rates of the gate on real games");
  app.add_option("--tests", tests)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const rules::Definition& koans = *rules::find_definition("koans");
  const auto found = leagues::ratings::find_solved(koans, koans.defaults(2));
  const auto& solved = *std::get<std::unique_ptr<const leagues::ratings::SolvedGame>>(found);
  solver::Evaluator evaluator(*solved.table);
  const solver::Odds odds(solved.rules);
  const leagues::MixedCandidate candidate(evaluator, solver::mean_best(odds),
                                          solver::fighting(solver::hold(250)),
                                          solver::fighting(solver::hold(350)));
  for (const bool adjusted : {false, true}) {
    const auto rates0 = candidate.simulate(0, adjusted, tests, seed);
    const auto rates1 = candidate.simulate(10, adjusted, tests, seed + 1);
    fmt::print("{}  [0, 10]  false pass {:.4f} in {:.0f} blocks, false fail {:.4f} in {:.0f}\n",
               adjusted ? "adjusted" : "mirrored", rates0.pass_rate(), rates0.mean_blocks,
               1 - rates1.pass_rate(), rates1.mean_blocks);
  }
}
