#include "tests/property/simulated_match.hpp"

#include <array>
#include <cmath>

#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/intervals.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "leagues/ratings/sprt.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/ladder/decided_pairs.hpp"
#include "tests/property/league_truth.hpp"

namespace danno::leagues {
namespace {

using ratings::Int128;
using ratings::kPairWin;

/// Whether the first is surely stronger, as danno match says it: a sign.
int verdict(const std::vector<ratings::MatchRating>& shown) {
  const auto winner = ratings::stronger_of_two(shown);
  return !winner ? 0 : *winner == 0 ? 1 : -1;
}

void add(const ratings::MatchEstimate& estimate, double elo, Rate& rate) {
  rate.add(holds(estimate.elo_low, estimate.elo_high, elo));
}

}  // namespace

ratings::LuckSums DrawnDeals::add(std::span<const solver::Block> pool, int deals,
                                  std::array<int, 2> players) {
  ratings::LuckSums luck(2);
  luck.games = 2;
  for (int deal = 0; deal < deals; ++deal) {
    const solver::Block& block = pool[chance.below(pool.size())];
    blocks.push_back(block);
    const auto halves = std::llround(4 * block.score);
    const ratings::PairScore score = halves * (kPairWin / 2);
    const Int128 square = Int128{score - kPairWin} * (score - kPairWin);
    const std::array<Int128, 3> products{square, -square, square};
    raw.add_deals({.players = players,
                   .deals = 1,
                   .games = 2,
                   .firsts = {},
                   .scores = {&score, 1},
                   .squares = {&square, 1},
                   .products = products});
    const std::array<std::int64_t, 2> numbers{
        halves - 2, std::llround(2 * block.luck * static_cast<double>(kPairWin))};
    ratings::LuckSums::Half& half = luck.halves[static_cast<std::size_t>(deal % 2)];
    ++half.deals;
    for (std::size_t i = 0, product = 0; i < 2; ++i) {
      half.sums[i] += numbers[i];
      for (std::size_t j = 0; j <= i; ++j, ++product)
        half.products[product] += Int128{numbers[i]} * numbers[j];
    }
  }
  return luck;
}

MatchRates simulate_matches(std::span<const solver::Block> pool, double truth, int deals,
                            int matches, std::uint64_t seed) {
  Chance chance(seed);
  const double elo = -400 * std::log10(1 / truth - 1);
  MatchRates rates;
  for (int i = 0; i < matches; ++i) {
    DrawnDeals drawn{.raw = ratings::Results(2), .blocks = {}, .chance = chance};
    ratings::AdjustedResults adjusted(2);
    adjusted.add_line_up(std::array{0, 1}, drawn.add(pool, deals, {0, 1}));
    const ratings::MatchRating raw = ratings::rate_match(drawn.raw).front();
    const auto both = ratings::rate_adjusted_match(adjusted.results(), drawn.raw);
    const ratings::MatchRating& shown = both.front();
    rates.raw.add(holds(raw.low, raw.high, elo));
    rates.adjusted.add(holds(shown.low, shown.high, elo));
    const int said = verdict(both);
    rates.wrong.add(said * elo < 0 || (elo == 0 && said != 0));
    if (raw.low && raw.high) rates.raw_width += (*raw.high - *raw.low) / 2 / matches;
    if (shown.low && shown.high) rates.adjusted_width += (*shown.high - *shown.low) / 2 / matches;
    std::array<double, 5> counts{};
    std::vector<double> scores;
    for (const solver::Block& block : drawn.blocks) {
      ++counts.at(static_cast<std::size_t>(std::llround(4 * block.score)));
      scores.push_back(block.score - block.luck);
    }
    const ratings::MatchEstimate of_counts = ratings::estimate_of_counts(counts);
    add(of_counts, elo, rates.gate_raw);
    add(ratings::tighter_estimate(of_counts, ratings::estimate_of_scores(scores, 2)), elo,
        rates.gate_adjusted);
  }
  return rates;
}

AnyTimeRates simulate_any_time(std::span<const solver::Block> pool, double truth, int matches,
                               std::uint64_t seed) {
  constexpr int kDeals = 400;
  constexpr int kStep = 20;
  Chance chance(seed);
  const double elo = -400 * std::log10(1 / truth - 1);
  AnyTimeRates rates;
  for (int i = 0; i < matches; ++i) {
    DrawnDeals drawn{.raw = ratings::Results(2), .blocks = {}, .chance = chance};
    ratings::LuckSums luck(2);
    bool raw_left = false;
    bool adjusted_left = false;
    bool wrong_order = false;
    for (int deals = kStep; deals <= kDeals; deals += kStep) {
      luck.add(drawn.add(pool, kStep, {0, 1}));
      ratings::AdjustedResults adjusted(2);
      adjusted.add_line_up(std::array{0, 1}, luck);
      const auto left = [&](const ratings::MatchRating& rating) {
        const ratings::MatchRating any = ratings::at_any_time(rating, deals);
        return deals >= report::kMinDealsForMatchInterval && !holds(any.low, any.high, elo);
      };
      raw_left = raw_left || left(ratings::rate_match(drawn.raw).front());
      adjusted_left = adjusted_left ||
                      left(ratings::rate_adjusted_match(adjusted.results(), drawn.raw).front());
      if (deals < schedule::ladder::kFirstDeals) continue;
      const auto apart =
          ratings::difference(schedule::ladder::rate_adjusted(adjusted.results()), 0, 1);
      const bool decided = std::abs(apart->elo) >
                           ratings::anytime_quantile(apart->se, kShareOfPair, deals) * apart->se;
      wrong_order = wrong_order || (decided && !(apart->elo * elo > 0));
    }
    rates.raw.add(raw_left);
    rates.adjusted.add(adjusted_left);
    rates.wrong_order.add(wrong_order);
  }
  return rates;
}

}  // namespace danno::leagues
