// variance_reduction [--blocks N] [--seed N]: how many fewer games luck-adjusted mirrored deals of
// koans need than independent games, and how far their means are from the exact ones.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>

#include "leagues/ratings/solved_game.hpp"
#include "tests/property/mirrored_deals.hpp"

namespace {

using namespace danno;
using solver::Policy;

void measure(solver::Evaluator& evaluator, const char* name, const Policy& policy,
             const Policy& other, int blocks, std::uint64_t seed) {
  const solver::ExactChances exact = solver::exact_chances(evaluator.rules(), policy, other);
  solver::BlockSums sums;
  for (int deal = 0; deal < blocks; ++deal)
    sums.add(solver::play_block(evaluator, policy, other, seed, static_cast<std::uint64_t>(deal)));
  const auto fewer = [&](double beta) {
    return exact.independent_variance() / sums.variance(beta);
  };
  const auto off = [&](double beta) {
    return (sums.mean(beta) - exact.mean()) / std::sqrt(sums.variance(beta) / blocks);
  };
  fmt::print(
      "{:<44} exact {:.6f}  adjusted {:.6f} ({:+.1f} sigma; raw {:+.1f})  mirrored {:.1f}x  "
      "adjusted {:.1f}x  fitted beta {:.2f} {:.1f}x\n",
      name, exact.mean(), sums.mean(1), off(1), off(0), fewer(0), fewer(1), sums.beta(),
      fewer(sums.beta()));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  int blocks = 100'000;
  std::uint64_t seed = 1;
  CLI::App app("what luck adjustment saves");
  app.add_option("--blocks", blocks)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const rules::Definition& koans = *rules::find_definition("koans");
  const auto found = leagues::ratings::find_solved(koans, koans.defaults(2));
  const auto& solved = *std::get<std::unique_ptr<const leagues::ratings::SolvedGame>>(found);
  solver::Evaluator evaluator(*solved.table);
  const solver::Odds odds(solved.rules);
  const Policy three = solver::fighting(solver::roll_with(solved.rules, 3));
  measure(evaluator, "hold 350 v hold 500", solver::hold(350), solver::hold(500), blocks, seed);
  measure(evaluator, "the same, both fighting in the last turn",
          solver::fighting(solver::hold(350)), solver::fighting(solver::hold(500)), blocks, seed);
  measure(evaluator, "odds v three dice or more", solver::mean_best(odds), three, blocks, seed);
  measure(evaluator, "optimal v odds", solver::best(evaluator), solver::mean_best(odds), blocks,
          seed);
}
