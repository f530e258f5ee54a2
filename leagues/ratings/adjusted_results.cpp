// Turns sums of scores and luck into luck-adjusted results.
//
// The adjusted score of a pair in a deal is X - β L: its score less β times its luck, the control
// variate (Zinkevich et al. 2006; AIVAT, Burch et al. 2018). The mean of L is 0 whatever the agents
// do, so every fixed β keeps the score unbiased. The best β is Cov(X, L) / Var(L). It is estimated
// from the other half of the deals, because a β from the same deals would be biased
// (cross-fitting). Only sums are stored, so the moments of X - β L are expanded into those of X and
// L.
#include "leagues/ratings/adjusted_results.hpp"

#include <cmath>
#include <utility>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/numbers.hpp"

namespace danno::leagues::ratings {
namespace {

using ratings::Int128;

constexpr auto kUnit = static_cast<double>(ratings::kPairWin);

/// The rated agents of a line-up, and the pairs of them.
struct RatedMembers {
  std::vector<int> numbers;
  std::vector<std::size_t> at;     ///< Their seats in the line-up.
  std::vector<std::size_t> pairs;  ///< Their pairs, as indices of the line-up's pairs.
};

/// Finds the agents of a line-up that are rated; others, such as fillers of a gate, have no number.
RatedMembers find_rated(std::span<const int> agents) {
  RatedMembers rated;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (agents[i] == kNotRated) continue;
    rated.numbers.push_back(agents[i]);
    rated.at.push_back(i);
  }
  for (std::size_t a = 0; a < rated.at.size(); ++a) {
    for (std::size_t b = a + 1; b < rated.at.size(); ++b)
      rated.pairs.push_back(pair_at(agents.size(), rated.at[a], rated.at[b]));
  }
  return rated;
}

/// Half of a line-up's deals; pairs are those of the line-up.
class HalfSums {
 public:
  HalfSums(const LuckSums& sums, std::size_t half)
      : half_(sums.halves[half]), games_(sums.games), pairs_(pair_count(sums.seats)) {}

  /// The slope of a pair's score by its luck, over deals and one more that luck alone decided.
  [[nodiscard]] double beta(std::size_t pair) const {
    // A deal in which luck won every game is added, so that β exists and is near 1 if there are few
    // deals.
    const double won = static_cast<double>(games_) / 2;  // above even, of a whole deal
    const double covariance = won * won + product(pair, luck_index(pair));
    const double variance = won * won + product(luck_index(pair), luck_index(pair));
    if (half_.deals == 0) return 1;
    const auto deals = static_cast<double>(half_.deals);
    const double luck = sum(luck_index(pair));
    return (covariance - sum(pair) * luck / deals) / (variance - luck * luck / deals);
  }

  /// Adds the deals to the results with these betas, one for each rated pair.
  void add_to(Results& results, const RatedMembers& rated, std::span<const double> betas) const {
    if (half_.deals == 0) return;
    const std::size_t size = rated.pairs.size();
    std::vector<PairScore> scores;
    std::vector<std::int64_t> halves;
    std::vector<Int128> squares;
    std::vector<Int128> of_pairs;  // products of two pairs' scores
    for (std::size_t p = 0; p < size; ++p) {
      // Half points count from even in the sums, and from 0 in the results.
      const double luck = betas[p] * sum(luck_index(rated.pairs[p])) * kUnit;
      halves.push_back(half_.sums[rated.pairs[p]] + half_.deals * games_);
      scores.push_back(halves.back() * (ratings::kPairWin / 2) - std::llround(luck));
      for (std::size_t q = 0; q <= p; ++q)
        of_pairs.push_back(adjusted_product(rated.pairs[p], betas[p], rated.pairs[q], betas[q]));
      squares.push_back(of_pairs.back());
    }
    const std::vector<Int128> products = by_agent(rated.numbers.size(), of_pairs);
    results.add_deals({.players = rated.numbers,
                       .deals = half_.deals,
                       .games = games_,
                       .firsts = {},
                       .scores = scores,
                       .ties = {},
                       .halves = halves,
                       .squares = squares,
                       .products = products});
  }

 private:
  [[nodiscard]] std::size_t luck_index(std::size_t pair) const { return pairs_ + pair; }

  /// Returns a sum in wins, like product().
  [[nodiscard]] double sum(std::size_t i) const {
    return static_cast<double>(half_.sums[i]) / (i < pairs_ ? 2 : kUnit);
  }
  [[nodiscard]] double product(std::size_t i, std::size_t j) const {
    const auto [low, high] = std::minmax(i, j);
    return static_cast<double>(half_.products[product_at(high, low)]) / (low < pairs_ ? 2 : kUnit) /
           (high < pairs_ ? 2 : kUnit);
  }
  /// The sum of the products of two pairs' adjusted scores less half a win a game.
  [[nodiscard]] Int128 adjusted_product(std::size_t p, double beta_p, std::size_t q,
                                        double beta_q) const {
    const double wins = product(p, q) - beta_q * product(p, luck_index(q)) -
                        beta_p * product(luck_index(p), q) +
                        beta_p * beta_q * product(luck_index(p), luck_index(q));
    return static_cast<Int128>(std::round(wins * kUnit * kUnit));
  }

  /// Returns the products of agents' scores. An agent's score is the sum of its pairs', negative
  /// where it is their second.
  [[nodiscard]] static std::vector<Int128> by_agent(std::size_t agents,
                                                    std::span<const Int128> of_pairs) {
    std::vector<Int128> products;
    for (std::size_t a = 0; a < agents; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        Int128& sum = products.emplace_back(0);
        for_each_rival(agents, a, [&](std::size_t p, int sign_p) {
          for_each_rival(agents, b, [&](std::size_t q, int sign_q) {
            const auto [low, high] = std::minmax(p, q);
            sum += sign_p * sign_q * of_pairs[product_at(high, low)];
          });
        });
      }
    }
    return products;
  }
  template <class Visit>
  static void for_each_rival(std::size_t agents, std::size_t a, const Visit& visit) {
    for (std::size_t rival = 0; rival < agents; ++rival) {
      if (rival == a) continue;
      visit(pair_at(agents, std::min(a, rival), std::max(a, rival)), a < rival ? 1 : -1);
    }
  }

  const LuckSums::Half& half_;
  std::int64_t games_;
  std::size_t pairs_;  // of the line-up
};

}  // namespace

double LuckTotals::mean() const { return deals == 0 ? 0 : sum / static_cast<double>(deals); }

std::optional<double> LuckTotals::z() const {
  if (squares == 0) return std::nullopt;
  return sum / std::sqrt(squares);
}

AdjustedResults::AdjustedResults(int agents)
    : results_(agents), luck_(static_cast<std::size_t>(agents)) {}

void AdjustedResults::add_line_up(std::span<const int> agents, const LuckSums& sums) {
  const RatedMembers rated = find_rated(agents);
  if (rated.numbers.size() < 2) return;
  // The deals of each half are adjusted by the betas of the other one.
  for (const std::size_t half : {std::size_t{0}, std::size_t{1}}) {
    const HalfSums other(sums, 1 - half);
    std::vector<double> betas;
    for (const std::size_t pair : rated.pairs)
      betas.push_back(other.beta(pair));
    HalfSums(sums, half).add_to(results_, rated, betas);
  }
  // An agent's luck of a deal is divided by its games and rivals, so that 1 stands for a whole win.
  const double shares =
      static_cast<double>(sums.games) * static_cast<double>(agents.size() - 1) * kUnit;
  for (std::size_t i = 0; i < rated.numbers.size() && sums.deals() > 0; ++i) {
    LuckTotals& luck = luck_[static_cast<std::size_t>(rated.numbers[i])];
    const LuckSums::Own& own = sums.own[rated.at[i]];
    luck.deals += sums.deals();
    luck.sum += static_cast<double>(own.sum) / shares;
    luck.squares += static_cast<double>(own.squares) / shares / shares;
  }
}

}  // namespace danno::leagues::ratings
