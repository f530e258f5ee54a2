// Bradley-Terry, pairwise composite: a table of N agents counts as its N(N-1)/2 pairs, each with
// weight 3/(N+1), a tie as half a win.
//
// The fit maximises a penalised composite log-likelihood by Newton's method:
//
//   l(θ) = Σ_pairs W_ij ln σ(θ_i - θ_j) + prior · Σ_agents (ln σ(θ_i) + ln σ(-θ_i))
//
// The prior is `prior` wins and losses of each agent against a ghost of strength 0, so a finite
// maximum always exists.
//
// The pairs of a table and the games of a deal depend on each other, so the curvature H of l alone
// gives wrong errors. The covariance is the sandwich H⁻¹ B H⁻¹ (Huber 1967; Godambe 1960): B sums
// the squares of the deals' gradients, each deal being one cluster (Liang and Zeger 1986). The
// weight 3/(N+1) makes H itself right for independent games of agents of equal strength.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <utility>

#include "leagues/ratings/numbers.hpp"
#include "leagues/ratings/numerics.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/standings.hpp"
#include "leagues/ratings/win_graph.hpp"

namespace danno::leagues::ratings {
namespace {

constexpr double kPair = static_cast<double>(kPairWin);

/// σ(d) - ½, without cancellation near 0.
double half_chance(double d) { return 0.5 * std::tanh(d / 2); }

/// σ(d), without cancellation near 0 and 1.
double win_chance(double d) {
  return d < 0 ? std::exp(d) / (1 + std::exp(d)) : 1 / (1 + std::exp(-d));
}

double log_one_plus_exp(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

/// Weighted pair scores W and games M; M is symmetric and W + Wᵀ = M.
struct Pairs {
  SquareMatrix won;
  SquareMatrix met;
};

/// Adds up the scores of all pairs over the table sizes that count.
Pairs weighted_pairs(const Results& results, const std::vector<int>& sizes) {
  const std::size_t n = at(results.agents());
  Pairs pairs{SquareMatrix(n), SquareMatrix(n)};
  for (const int size : sizes) {
    const double weight = pair_weight(size);
    for (std::size_t j = 1; j < n; ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const PairTotals& totals = results.pair(size, static_cast<int>(i), static_cast<int>(j));
        const auto games = static_cast<double>(totals.games);
        // Luck-adjusted sums may leave [0, games]; no finite rating would explain them.
        const double won = std::clamp(static_cast<double>(totals.score) / kPair, 0.0, games);
        pairs.won(i, j) += weight * won;
        pairs.won(j, i) += weight * (games - won);
        pairs.met(i, j) += weight * games;
        pairs.met(j, i) = pairs.met(i, j);
      }
    }
  }
  return pairs;
}

/// Returns the half points of i against another agent, over all tables of these sizes.
std::int64_t count_halves(const Results& results, const std::vector<int>& sizes, int i, int j) {
  std::int64_t halves = 0;
  for (const int size : sizes) {
    const PairTotals& totals = results.pair(size, std::min(i, j), std::max(i, j));
    halves += i < j ? totals.halves : 2 * totals.games - totals.halves;
  }
  return halves;
}

/// An arrow is a half point by places: that luck-adjusted scores are a little above 0 says nothing.
WinGraph make_win_graph(const Results& results, const std::vector<int>& sizes) {
  WinGraph beats(at(results.agents()));
  for (int i = 0; i < results.agents(); ++i) {
    for (int j = 0; j < results.agents(); ++j) {
      if (i != j && count_halves(results, sizes, i, j) > 0) beats[at(i)].push_back(j);
    }
  }
  return beats;
}

/// Takes the luck back into pairs of which one won everything and that no other games link in the
/// other direction: there it is noise, and the strength of the loser has no lower bound.
void restore_one_sided(const WinGraph& beats, Pairs& pairs) {
  const std::vector<int> strong = strong_components(beats);
  for (std::size_t i = 0; i < strong.size(); ++i) {
    for (std::size_t j = 0; j < strong.size(); ++j) {
      if (strong[i] == strong[j] || pairs.met(i, j) == 0) continue;
      const bool won = std::ranges::binary_search(beats[i], static_cast<int>(j));
      pairs.won(i, j) = won ? pairs.met(i, j) : 0;
    }
  }
}

/// Returns the rows and columns of one component.
Pairs select_members(const Pairs& pairs, const std::vector<int>& members) {
  return {pairs.won.select(members), pairs.met.select(members)};
}

/// Gradient and negative Hessian of the penalised composite log-likelihood.
struct Slope {
  Vector gradient;
  SquareMatrix hessian;
};

/// Whether the matrix also holds the mean of the strengths, which the games leave open.
enum class Gauge { Held, Free };

/// Adds up numbers that cancel: it carries what rounding loses (Neumaier 1974).
struct CarefulSum {
  double sum = 0;
  double lost = 0;

  void add(double value) {
    const double next = sum + value;
    lost += std::abs(sum) >= std::abs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
  }
};

/// Returns the slope at the given strengths. Without a prior and with Gauge::Held, the Hessian gets
/// a term that makes it regular.
Slope slope_at(const Pairs& pairs, const Vector& strength, double prior,
               Gauge gauge = Gauge::Held) {
  const std::size_t n = strength.size();
  Slope slope{Vector(n), SquareMatrix(n)};
  // The gradients of many games cancel down to that of the prior, which sets the strengths of all.
  std::vector<CarefulSum> gradient(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double met = pairs.met(i, j);
      if (met == 0) {
        continue;
      }
      const double d = strength[i] - strength[j];
      const double win = win_chance(d);
      const double loss = win_chance(-d);
      // The difference won - met * win would lose all digits if scores are nearly perfect.
      const double surprise = pairs.won(i, j) * loss - pairs.won(j, i) * win;
      const double information = met * win * loss;
      gradient[i].add(surprise);
      gradient[j].add(-surprise);
      slope.hessian(i, j) = slope.hessian(j, i) = -information;
      slope.hessian(i, i) += information;
      slope.hessian(j, j) += information;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    gradient[i].add(-2 * prior * half_chance(strength[i]));
    slope.gradient[i] = gradient[i].sum + gradient[i].lost;
    slope.hessian(i, i) += 2 * prior * win_chance(strength[i]) * win_chance(-strength[i]);
  }
  if (prior == 0 && gauge == Gauge::Held) hold_mean(slope.hessian, n);
  return slope;
}

/// Sums over deals of the products of the agents' scores less expectation, by pair i >= j.
class SandwichMiddle {
 public:
  explicit SandwichMiddle(std::size_t agents) : sums_(agents * (agents + 1) / 2) {}

  double operator()(int i, int j) const {
    const std::size_t place = product_at(at(std::max(i, j)), at(std::min(i, j)));
    return std::ldexp(static_cast<double>(sums_[place]), -60);
  }
  void add(int i, int j, double product) {
    assert(std::abs(product) < 0x1p66);
    sums_[product_at(at(std::max(i, j)), at(std::min(i, j)))] +=
        static_cast<Int128>(std::ldexp(product, 60));
  }

 private:
  std::vector<Int128> sums_;  // In units of 2^-60: integer additions are exact in any order.
};

/// A line-up's coordinates as an estimate sees them: weighted, and less expectation.
class LineUpScores {
 public:
  LineUpScores(const Results& results, const std::vector<int>& sizes, const SquareMatrix& chance)
      : results_(results), chance_(chance), weights_(kMaxTable + 1, 0.0) {
    for (const int size : sizes) {
      weights_[at(size)] = pair_weight(size);
    }
  }

  /// Reads a line-up; false where none of its tables counts.
  bool read(std::uint32_t number) {
    results_.read_line_up(number, line_up_);
    const std::size_t count = line_up_.coordinates.size();
    expected_.assign(count, 0.0);
    bool counts = false;
    for (const LineUpMoments::Group& table : line_up_.tables) {
      counts = counts || weights_[table.agents.size()] > 0;
      for (const std::int32_t i : table.agents) {
        double sum = 0;
        for (const std::int32_t j : table.agents) {
          sum += i == j ? 0.0 : chance_(at(i), at(j));
        }
        expected_[find(static_cast<int>(table.agents.size()), i)] += table.games * sum;
      }
    }
    return counts;
  }

  const LineUpMoments& line_up() const { return line_up_; }
  double weight(std::size_t a) const { return weights_[at(line_up_.coordinates[a].table_size)]; }

  /// Σ over deals of (y_a - e_a)(y_b - e_b), b <= a.
  double product(std::size_t a, std::size_t b) const {
    const double deals = static_cast<double>(line_up_.deals);
    const double sum_a = static_cast<double>(line_up_.sums[a]) / kPair;
    const double sum_b = static_cast<double>(line_up_.sums[b]) / kPair;
    // A line-up with one deal has no stored products: its sums multiply to the same.
    const double squares =
        line_up_.products.empty()
            ? sum_a * sum_b
            : static_cast<double>(line_up_.products[product_at(a, b)]) / (kPair * kPair);
    return squares - sum_a * expected_[b] - sum_b * expected_[a] +
           deals * expected_[a] * expected_[b];
  }

 private:
  std::size_t find(int table_size, int agent) const {
    const auto& all = line_up_.coordinates;
    const auto found = std::ranges::find_if(all, [&](const LineUpMoments::Coordinate& c) {
      return c.table_size == table_size && c.agent == agent;
    });
    assert(found != all.end());
    return static_cast<std::size_t>(found - all.begin());
  }

  const Results& results_;
  const SquareMatrix& chance_;
  std::vector<double> weights_;
  LineUpMoments line_up_;
  std::vector<double> expected_;  // By coordinate: score less half a point a game.
};

/// Visits every line-up once. The products of its coordinates are expanded about the expected
/// scores, so that no deal has to be read again.
SandwichMiddle compute_sandwich_middle(const Results& results, const std::vector<int>& sizes,
                                       const SquareMatrix& chance) {
  SandwichMiddle middle(chance.size());
  LineUpScores scores(results, sizes, chance);
  for (std::uint32_t number = 0; number < results.line_ups(); ++number) {
    if (!scores.read(number)) continue;
    const auto& coordinates = scores.line_up().coordinates;
    for (std::size_t a = 0; a < coordinates.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        const double product = scores.weight(a) * scores.weight(b) * scores.product(a, b);
        const int i = coordinates[a].agent;
        const int j = coordinates[b].agent;
        middle.add(i, j, product);
        // The agent sat at tables of two sizes: both orders count.
        if (a != b && i == j) middle.add(i, j, product);
      }
    }
  }
  return middle;
}

/// One more deal of each member, its share against each of those it met, in which a mistake was
/// made.
void add_unseen(const Estimate& estimate, const Results& results, const std::vector<int>& sizes,
                double mistake, SquareMatrix& spread) {
  for (std::size_t i = 0; i < spread.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int a = estimate.members[i];
      const int b = estimate.members[j];
      const double of_all = static_cast<double>(std::max(estimate.played[i], estimate.played[j]));
      for (const int size : sizes) {
        const double games_squared =
            static_cast<double>(results.pair(size, std::min(a, b), std::max(a, b)).m_squared);
        if (games_squared == 0) continue;
        const double cost = std::pow(pair_weight(size) * mistake, 2) * games_squared / of_all;
        spread(i, i) += cost;
        spread(j, j) += cost;
        spread(i, j) -= cost;
        spread(j, i) -= cost;
      }
    }
  }
}

/// Returns the log-likelihood of the points between a side, shifted, and the agents nearer to the
/// core.
double log_likelihood(const Pairs& pairs, const OneSide& side, double shift) {
  double sum = 0;
  for (std::size_t i = 0; i < side.strength.size(); ++i) {
    for (std::size_t j = 0; side.members[i] && j < side.strength.size(); ++j) {
      if (side.members[j] || side.beyond[j]) continue;
      const double points = side.sign > 0 ? pairs.won(i, j) : pairs.won(j, i);
      const double d = side.strength[i] + shift - side.strength[j];
      sum -= points * log_one_plus_exp(-side.sign * d);
    }
  }
  return sum;
}

/// Sets both covariances of a component.
void add_errors(const SandwichMiddle& middle, const Pairs& pairs, const Results& results,
                const std::vector<int>& sizes, const FitOptions& options, Estimate& estimate) {
  const SquareMatrix hessian = slope_at(pairs, estimate.strength, options.prior).hessian;
  SquareMatrix spread(hessian.size());
  for (std::size_t i = 0; i < spread.size(); ++i) {
    for (std::size_t j = 0; j < spread.size(); ++j)
      spread(i, j) = middle(estimate.members[i], estimate.members[j]);
  }
  const SquareMatrix of_data =
      options.prior > 0 ? hessian  // no gauge is held
                        : slope_at(pairs, estimate.strength, options.prior, Gauge::Free).hessian;
  spread = support_spread(estimate, of_data, std::move(spread));
  if (options.unseen_mistake > 0)
    add_unseen(estimate, results, sizes, options.unseen_mistake, spread);
  estimate.covariances = solve_sandwich(hessian, spread, zero_weights(estimate.strong));
}

/// Returns the strengths of the highest likelihood. It is concave and every step goes uphill, so
/// that the last step is as good as rounding allows.
Vector fit_strengths(const Pairs& pairs, double prior) {
  Vector strength(pairs.won.size());
  maximise(strength, [&](const Vector& at_strength) {
    const Slope slope = slope_at(pairs, at_strength, prior);
    return solve_pivoted(slope.hessian, slope.gradient);
  });
  return strength;
}

/// Fits each weak component alone: no game tells how two of them compare.
std::vector<Estimate> fit_components(const Pairs& pairs, const WinGraph& beats,
                                     const DealCounts& counts, double prior) {
  std::vector<Estimate> estimates;
  for (std::size_t number = 0; number < counts.components.size(); ++number) {
    Estimate& estimate = estimates.emplace_back(make_estimate(beats, counts, number, prior));
    if (estimate.members.size() > 1)
      estimate.strength = fit_strengths(select_members(pairs, estimate.members), prior);
  }
  return estimates;
}

/// Returns the chance less ½ of each agent against each other of its component.
SquareMatrix chances(const std::vector<Estimate>& estimates, std::size_t agents) {
  SquareMatrix chance(agents);
  for (const Estimate& estimate : estimates) {
    for (std::size_t a = 0; a < estimate.members.size(); ++a) {
      for (std::size_t b = 0; b < estimate.members.size(); ++b) {
        chance(at(estimate.members[a]), at(estimate.members[b])) =
            half_chance(estimate.strength[a] - estimate.strength[b]);
      }
    }
  }
  return chance;
}

/// Fits the strengths first, then the errors: the sandwich needs the expected scores of all
/// components.
Ratings fit_pairs(const Results& results, const FitOptions& options) {
  assert(options.prior >= 0 && 0 < options.confidence && options.confidence < 1);
  const std::vector<int> sizes = table_sizes(results, options);
  Pairs pairs = weighted_pairs(results, sizes);
  const WinGraph beats = make_win_graph(results, sizes);
  restore_one_sided(beats, pairs);
  const DealCounts counts = count_deals(results, sizes, weak_components(beats));
  std::vector<Estimate> estimates = fit_components(pairs, beats, counts, options.prior);
  const SandwichMiddle middle =
      compute_sandwich_middle(results, sizes, chances(estimates, pairs.won.size()));

  Ratings ratings;
  ratings.agents.resize(pairs.won.size());
  for (Estimate& estimate : estimates) {
    // A single component takes the pairs over, because a copy doubles the memory of a large league.
    const Pairs part =
        estimates.size() == 1 ? std::exchange(pairs, {}) : select_members(pairs, estimate.members);
    // Equal adjusted scores are no accident: no agent made a mistake, apart from the unseen one.
    estimate.is_flat = [&](int i, int j) {
      return options.unseen_mistake == 0 && is_flat(results, sizes, i, j);
    };
    estimate.log_likelihood = [&part](const OneSide& side, double shift) {
      return log_likelihood(part, side, shift);
    };
    if (estimate.members.size() > 1) add_errors(middle, part, results, sizes, options, estimate);
    place(estimate, beats, options, ratings);
  }
  summarise(results, sizes, counts, ratings);
  rank(options, ratings);
  return ratings;
}

}  // namespace

const RatingModel kBradleyTerry{
    .id = "bradley-terry", .title = "pairwise Bradley-Terry", .fit = fit_pairs};

}  // namespace danno::leagues::ratings
