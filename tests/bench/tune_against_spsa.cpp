// tune_against_spsa [--seeds N] [--deals N]: how near to the exactly best threshold of a koans
// agent (`stops`) a race of `danno tune` and SPSA come, against `optimal`.
//
// SPSA (Spall 1992) is as fishtest runs it: a step plays the current value plus and minus c on one
// deal each, and the value moves by R c (score of plus - score of minus), with the same gains over
// the run (alpha 0.602, gamma 0.101, A a tenth of the steps). It has crude scores and no stopping
// rule. R at the end is fishtest's default of 0.002, made for many more games, and larger ones.
// Exact values come from the solved Markov chain of the two policies.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "leagues/commands/tune/race.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "tests/bench/stops_policy.hpp"

namespace {

using namespace danno;
using leagues::commands::tune::DealScore;

/// Deals of `stops` with any threshold, against the best policy.
class Arena {
 public:
  explicit Arena(const leagues::ratings::SolvedGame& solved)
      : rules_(solved.rules), evaluator_(*solved.table), best_(solver::best(evaluator_)) {}

  DealScore play(int threshold, std::uint64_t seed, std::uint64_t deal) {
    const solver::Policy policy = bench::make_policy(rules_, {threshold});
    const solver::Block block = solver::play_block(evaluator_, policy, best_, seed, deal);
    return {block.score, block.luck};
  }

  /// The Elo that it has in the limit.
  double exact(int threshold) {
    const auto [at, is_new] = exact_.try_emplace((threshold + 49) / 50);
    if (is_new) at->second = bench::exact_elo(rules_, {threshold}, best_);
    return at->second;
  }

 private:
  const rules::RuleSet& rules_;
  solver::Evaluator evaluator_;
  solver::Policy best_;
  std::map<int, double> exact_;  // by threshold in fifties: scores are multiples of 50
};

struct Result {
  int threshold = 0;
  std::uint64_t deals = 0;
};

enum class Scores {
  Adjusted,  ///< Without luck, on common dice.
  Crude,     ///< With luck, every candidate on dice of its own.
};

Result race(Arena& arena, std::uint64_t seed, Scores scores) {
  const std::vector<int> thresholds{100, 150, 200, 250, 300, 350, 400};
  leagues::commands::tune::Race race(thresholds.size(), {});
  Result result;
  std::uint64_t played = 0;
  for (std::uint64_t stage = 100; true; stage += std::max<std::uint64_t>(50, stage / 5)) {
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
      for (std::uint64_t deal = played; race.is_racing(i) && deal < stage; ++deal) {
        const bool crude = scores == Scores::Crude;
        DealScore score = arena.play(thresholds[i], crude ? seed + 1000 * (i + 1) : seed, deal);
        if (crude) score.luck = 0;
        race.add(i, 0, std::span(&score, 1));
        ++result.deals;
      }
    }
    played = stage;
    if (!race.look(stage)) break;
  }
  result.threshold = thresholds[*race.leader()];
  return result;
}

Result spsa(Arena& arena, std::uint64_t seed, std::uint64_t most, double r_end) {
  constexpr double kLow = 100;
  constexpr double kHigh = 400;
  constexpr double kAlpha = 0.602;
  constexpr double kGamma = 0.101;
  const double steps = static_cast<double>(most) / 2;
  const double stable = steps / 10;
  const double c_end = (kHigh - kLow) / 10;
  const double a_end = r_end * c_end * c_end;
  const double c0 = c_end * std::pow(steps, kGamma);
  const double a0 = a_end * std::pow(stable + steps, kAlpha);
  std::mt19937_64 random(seed);
  double value = 300;  // where the student begins
  for (std::uint64_t step = 0; 2 * step < most; ++step) {
    const double k = static_cast<double>(step) + 1;
    const double c = c0 / std::pow(k, kGamma);
    const double r = a0 / std::pow(stable + k, kAlpha) / (c * c);
    const double flip = random() % 2 == 0 ? 1 : -1;
    const auto at = [&](double shift) {
      return static_cast<int>(std::lround(std::clamp(value + shift, kLow, kHigh)));
    };
    const double plus = arena.play(at(flip * c), seed, 2 * step).score;
    const double minus = arena.play(at(-flip * c), seed, 2 * step + 1).score;
    value = std::clamp(value + r * c * flip * 2 * (plus - minus), kLow, kHigh);
  }
  return {static_cast<int>(std::lround(value)), most};
}

template <typename Tuner>
void measure(const std::string& name, Arena& arena, const Tuner& tuner, int seeds) {
  double best = -1e9;
  for (int threshold = 100; threshold <= 400; threshold += 50)
    best = std::max(best, arena.exact(threshold));
  int close = 0;
  double lost = 0;
  double deals = 0;
  std::uint64_t most = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Result result = tuner(static_cast<std::uint64_t>(seed));
    const double behind = best - arena.exact(result.threshold);
    close += behind <= 2 ? 1 : 0;
    lost += behind / seeds;
    deals += static_cast<double>(result.deals) / seeds;
    most = std::max(most, result.deals);
  }
  fmt::print(
      "{:<26} within 2 Elo of the best in {} of {}; {:.1f} Elo behind, {:.0f} deals in the mean, "
      "{} at most\n",
      name, close, seeds, lost, deals, most);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  int seeds = 20;
  std::uint64_t deals = 6000;
  CLI::App app("danno tune against SPSA");
  app.add_option("--seeds", seeds)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--deals", deals)->check(CLI::PositiveNumber)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const rules::Definition& koans = *rules::find_definition("koans");
  const auto found = leagues::ratings::find_solved(koans, koans.defaults(2));
  Arena arena(*std::get<std::unique_ptr<const leagues::ratings::SolvedGame>>(found));
  for (int threshold = 100; threshold <= 400; threshold += 50)
    fmt::print("{} {:.1f} Elo  ", threshold, arena.exact(threshold));
  fmt::print("\n");
  for (const auto& [name, scores] :
       {std::pair("race", Scores::Adjusted), std::pair("race, crude, own dice", Scores::Crude)})
    measure(
        name, arena, [&](std::uint64_t seed) { return race(arena, seed, scores); }, seeds);
  for (const std::uint64_t budget : {deals, 5 * deals}) {
    for (const double r_end : {0.002, 0.01, 0.05})
      measure(
          fmt::format("SPSA, {} deals, R {}", budget, r_end), arena,
          [&](std::uint64_t seed) { return spsa(arena, seed, budget, r_end); }, seeds);
  }
}
