#include "tests/property/simulated_match.hpp"

#include <array>
#include <cmath>

#include "leagues/ratings/match_rating.hpp"
#include "leagues/scores/adjusted_results.hpp"
#include "tests/property/simulated_tables.hpp"

namespace danno::leagues {
namespace {

using ratings::Int128;
using ratings::kPairWin;

struct Match {
  ratings::Results raw{2};
  scores::LuckSums luck{2};
};

Match draw(std::span<const solver::Block> pool, int deals, Chance& chance) {
  Match match;
  match.luck.games = 2;
  const std::array<int, 2> players{0, 1};
  for (int deal = 0; deal < deals; ++deal) {
    const solver::Block& block = pool[chance.below(pool.size())];
    const auto halves = std::llround(4 * block.score);
    const ratings::PairScore score = halves * (kPairWin / 2);
    const Int128 square = Int128{score - kPairWin} * (score - kPairWin);
    const std::array<Int128, 3> products{square, -square, square};
    match.raw.add_deals({.players = players,
                         .deals = 1,
                         .games = 2,
                         .firsts = {},
                         .scores = {&score, 1},
                         .squares = {&square, 1},
                         .products = products});
    const std::array<std::int64_t, 2> numbers{
        halves - 2, std::llround(2 * block.luck * static_cast<double>(kPairWin))};
    scores::LuckSums::Half& half = match.luck.halves[static_cast<std::size_t>(deal % 2)];
    ++half.deals;
    for (std::size_t i = 0, product = 0; i < 2; ++i) {
      half.sums[i] += numbers[i];
      for (std::size_t j = 0; j <= i; ++j, ++product)
        half.products[product] += Int128{numbers[i]} * numbers[j];
    }
  }
  return match;
}

bool holds(const ratings::MatchRating& rating, double elo) {
  return rating.low.value_or(-HUGE_VAL) <= elo && elo <= rating.high.value_or(HUGE_VAL);
}

/// By how much the first is surely stronger: a sign.
int verdict(const ratings::MatchRating& rating) {
  if (rating.low && *rating.low > 0) return 1;
  return rating.high && *rating.high < 0 ? -1 : 0;
}

}  // namespace

MatchRates simulate_matches(std::span<const solver::Block> pool, double truth, int deals,
                            int matches, std::uint64_t seed) {
  Chance chance(seed);
  const double elo = -400 * std::log10(1 / truth - 1);
  MatchRates rates;
  for (int i = 0; i < matches; ++i) {
    const Match match = draw(pool, deals, chance);
    scores::AdjustedResults adjusted(2);
    adjusted.add_line_up(std::array{0, 1}, match.luck);
    const ratings::MatchRating raw = ratings::rate_match(match.raw).front();
    const ratings::MatchRating shown =
        ratings::rate_adjusted_match(adjusted.results(), match.raw).front();
    rates.raw += holds(raw, elo) ? 1 : 0;
    rates.adjusted += holds(shown, elo) ? 1 : 0;
    const int said = verdict(shown) != 0 ? verdict(shown) : verdict(raw);
    rates.wrong += said * elo < 0 || (elo == 0 && said != 0) ? 1 : 0;
    if (raw.low && raw.high) rates.raw_width += (*raw.high - *raw.low) / 2;
    if (shown.low && shown.high) rates.adjusted_width += (*shown.high - *shown.low) / 2;
  }
  for (double* const rate :
       {&rates.raw, &rates.adjusted, &rates.wrong, &rates.raw_width, &rates.adjusted_width})
    *rate /= matches;
  return rates;
}

}  // namespace danno::leagues
