// match_simulation [--matches N] [--pool N]: coverage of a match's 95 % intervals and errors of its
// verdict in koans, for every pair of seven policies from silly to optimal, at 10 to 400 deals.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "leagues/scores/solved_game.hpp"
#include "tests/property/simulated_match.hpp"

namespace {

using namespace danno;
using solver::Policy;

Policy at_random() {
  return [random = std::mt19937_64(7)](const rules::Position& position,
                                       std::span<const rules::Option> options) mutable {
    using rules::Action;
    if (position.phase == rules::Phase::Offer)
      return solver::Judgement{0, random() % 2 == 0 ? Action::Accept : Action::Decline};
    std::vector<solver::Judgement> all;
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i].may_roll) all.push_back({i, Action::Roll});
      if (options[i].may_bank) all.push_back({i, Action::Bank});
    }
    return all[random() % all.size()];
  };
}

}  // namespace

int main(int argc, char** argv) {
  int matches = 2000;
  int pool_size = 20'000;
  CLI::App app("coverage of a match's intervals");
  app.add_option("--matches", matches)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--pool", pool_size)->check(CLI::PositiveNumber)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const rules::Definition& koans = *rules::find_definition("koans");
  const auto found = leagues::scores::find_solved(koans, koans.defaults(2));
  const auto& solved = *std::get<std::unique_ptr<const leagues::scores::SolvedGame>>(found);
  solver::Evaluator evaluator(*solved.table);
  const solver::Odds odds(solved.rules);
  const std::vector<std::pair<const char*, Policy>> policies{
      {"never", solver::hold(1)},
      {"random", at_random()},
      {"bank200", solver::hold(200)},
      {"bank350", solver::hold(350)},
      {"roll>=4", solver::roll_with(solved.rules, 4)},
      {"ev-max+final", solver::fighting(solver::mean_best(odds))},
      {"optimal", solver::best(evaluator)}};
  for (std::size_t i = 0; i < policies.size(); ++i) {
    for (std::size_t j = i + 1; j < policies.size(); ++j) {
      std::vector<solver::Block> pool;
      solver::BlockSums sums;
      for (int deal = 0; deal < pool_size; ++deal) {
        pool.push_back(solver::play_block(evaluator, policies[i].second, policies[j].second, 1,
                                          static_cast<std::uint64_t>(deal)));
        sums.add(pool.back());
      }
      // The pool is what is drawn from: its own mean is the truth, and its luck has mean 0.
      for (solver::Block& block : pool)
        block.luck -= sums.luck / sums.blocks;
      for (const int deals : {10, 20, 50, 100, 400}) {
        const auto rates =
            leagues::simulate_matches(pool, sums.score / sums.blocks, deals, matches, 1);
        fmt::print("| {}, {} | {} | {:.1f} | {:.1f} | {:.1f} | ±{:.0f} | ±{:.0f} |\n",
                   policies[i].first, policies[j].first, deals, 100 * rates.raw,
                   100 * rates.adjusted, 100 * rates.wrong, rates.raw_width, rates.adjusted_width);
        std::fflush(stdout);
      }
    }
  }
}
