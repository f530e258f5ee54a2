// exact_elo [DICE…]: the exact Elo of `stops THRESHOLD DICE` against `optimal` in koans, as JSON,
// for the thresholds 100, 150, … 550 and each number of dice; 6 is the default.
#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "leagues/ratings/solved_game.hpp"
#include "tests/bench/stops_policy.hpp"

int main(int argc, char** argv) {
  using namespace danno;
  std::vector<int> dice;
  for (int i = 1; i < argc; ++i)
    dice.push_back(std::atoi(argv[i]));
  if (dice.empty()) dice.push_back(6);
  const rules::Definition& koans = *rules::find_definition("koans");
  const auto found = leagues::ratings::find_solved(koans, koans.defaults(2));
  const auto& solved = *std::get<std::unique_ptr<const leagues::ratings::SolvedGame>>(found);
  solver::Evaluator evaluator(*solved.table);
  const solver::Policy best = solver::best(evaluator);
  const char* separator = "[";
  for (const int least : dice) {
    for (int threshold = 100; threshold <= 550; threshold += 50) {
      fmt::print("{}{{\"threshold\": {}, \"dice\": {}, \"elo\": {:.2f}}}", separator, threshold,
                 least, bench::exact_elo(solved.rules, {threshold, least}, best));
      std::fflush(stdout);
      separator = ",\n";
    }
  }
  fmt::print("]\n");
}
