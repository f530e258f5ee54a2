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
#include <Eigen/Cholesky>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "leagues/ratings/matrix.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/standings.hpp"
#include "leagues/ratings/win_graph.hpp"

namespace danno::leagues::ratings {
namespace {

using Eigen::Index;

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
  Eigen::MatrixXd won;
  Eigen::MatrixXd met;
};

/// Adds up the scores of all pairs over the table sizes that count.
Pairs weighted_pairs(const Results& results, const std::vector<int>& sizes) {
  const Index n = results.agents();
  Pairs pairs{Eigen::MatrixXd::Zero(n, n), Eigen::MatrixXd::Zero(n, n)};
  for (const int size : sizes) {
    const double weight = pair_weight(size);
    for (int j = 1; j < results.agents(); ++j) {
      for (int i = 0; i < j; ++i) {
        const PairTotals& totals = results.pair(size, i, j);
        const auto games = static_cast<double>(totals.games);
        // Luck-adjusted sums may leave [0, games]; no finite rating would explain them.
        const double won = std::clamp(static_cast<double>(totals.score) / kPair, 0.0, games);
        pairs.won(i, j) += weight * won;
        pairs.won(j, i) += weight * (games - won);
        pairs.met(i, j) += weight * games;
      }
    }
  }
  pairs.met = Eigen::MatrixXd(pairs.met + pairs.met.transpose());
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
  for (Index i = 0; i < pairs.won.rows(); ++i) {
    for (Index j = 0; j < pairs.won.cols(); ++j) {
      if (strong[at(i)] == strong[at(j)] || pairs.met(i, j) == 0) continue;
      const bool won = std::ranges::binary_search(beats[at(i)], static_cast<int>(j));
      pairs.won(i, j) = won ? pairs.met(i, j) : 0;
    }
  }
}

/// Returns the rows and columns of one component.
Pairs select_members(const Pairs& pairs, const std::vector<int>& members) {
  return {pairs.won(members, members), pairs.met(members, members)};
}

/// Gradient and negative Hessian of the penalised composite log-likelihood.
struct Slope {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;
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
Slope slope_at(const Pairs& pairs, const Eigen::VectorXd& strength, double prior,
               Gauge gauge = Gauge::Held) {
  const Index n = strength.size();
  Slope slope{Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Zero(n, n)};
  // The gradients of many games cancel down to that of the prior, which sets the strengths of all.
  std::vector<CarefulSum> gradient(at(n));
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) {
      const double met = pairs.met(i, j);
      if (met == 0) {
        continue;
      }
      const double d = strength(i) - strength(j);
      const double win = win_chance(d);
      const double loss = win_chance(-d);
      // The difference won - met * win would lose all digits if scores are nearly perfect.
      const double surprise = pairs.won(i, j) * loss - pairs.won(j, i) * win;
      const double information = met * win * loss;
      gradient[at(i)].add(surprise);
      gradient[at(j)].add(-surprise);
      slope.hessian(i, j) = slope.hessian(j, i) = -information;
      slope.hessian(i, i) += information;
      slope.hessian(j, j) += information;
    }
  }
  for (Index i = 0; i < n; ++i) {
    gradient[at(i)].add(-2 * prior * half_chance(strength(i)));
    slope.gradient(i) = gradient[at(i)].sum + gradient[at(i)].lost;
    slope.hessian(i, i) += 2 * prior * win_chance(strength(i)) * win_chance(-strength(i));
  }
  if (prior == 0 && gauge == Gauge::Held) {
    // Ratings are fixed only up to a constant: hold their mean, in the scale of the matrix.
    slope.hessian.array() += slope.hessian.trace() / static_cast<double>(n * n);
  }
  return slope;
}

/// Solves with a Hessian. Of far more games than the prior stands for, rounding may leave it
/// indefinite for Cholesky; pivoting copes with that.
class HessianSolver {
 public:
  explicit HessianSolver(const Eigen::MatrixXd& hessian) : root_(hessian) {
    if (root_.info() != Eigen::Success) pivoted_.emplace(hessian);
  }

  Eigen::MatrixXd solve(const Eigen::MatrixXd& right) const {
    return pivoted_ ? Eigen::MatrixXd(pivoted_->solve(right)) : Eigen::MatrixXd(root_.solve(right));
  }

 private:
  Eigen::LLT<Eigen::MatrixXd> root_;
  std::optional<Eigen::LDLT<Eigen::MatrixXd>> pivoted_;
};

/// Returns the strengths of the highest likelihood. It is concave and every step goes uphill, so
/// that the last step is as good as rounding allows.
Eigen::VectorXd maximise(const Pairs& pairs, double prior) {
  constexpr int kMaxSteps = 500;
  constexpr double kSettled = 1e-12;
  constexpr double kAlmost = 1e-9;  // Rounding may keep a large fit from going below kSettled.
  Eigen::VectorXd strength = Eigen::VectorXd::Zero(pairs.won.rows());
  double previous = 1;
  for (int step = 0; step < kMaxSteps; ++step) {
    // A Newton step is at most 1 nat long in each coordinate, because a longer one may overshoot
    // where the likelihood is flat.
    const Slope slope = slope_at(pairs, strength, prior);
    const Eigen::VectorXd move = HessianSolver(slope.hessian).solve(slope.gradient);
    const double length = move.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(length)) break;
    strength += length > 1 ? Eigen::VectorXd(move / length) : move;
    // Rounding may stop the steps from shrinking before they reach kSettled; then the fit is done,
    // too.
    if (length < kSettled || (length < kAlmost && length >= previous)) break;
    previous = length;
  }
  return strength;
}

/// Sums over deals of the products of the agents' scores less expectation, and the deals of each.
struct SandwichMiddle {
  // The sums by pair i >= j, in units of 2^-60. Integer additions are exact, so their order is
  // free.
  std::vector<Int128> sums;
  std::vector<std::int64_t> deals;  // By agent.
  std::vector<std::int64_t> by_component;

  static Index place(Index i, Index j) { return i * (i + 1) / 2 + j; }
  double operator()(Index i, Index j) const {
    return std::ldexp(static_cast<double>(sums[at(place(std::max(i, j), std::min(i, j)))]), -60);
  }
  void add(Index i, Index j, double product) {
    assert(i >= j && std::abs(product) < 0x1p66);
    sums[at(place(i, j))] += static_cast<Int128>(std::ldexp(product, 60));
  }
};

/// A line-up's coordinates as an estimate sees them: weighted, and less expectation.
class LineUpScores {
 public:
  LineUpScores(const Results& results, const std::vector<int>& sizes, const Eigen::MatrixXd& chance)
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
          sum += i == j ? 0.0 : chance_(i, j);
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
            : static_cast<double>(line_up_.products[a * (a + 1) / 2 + b]) / (kPair * kPair);
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
  const Eigen::MatrixXd& chance_;
  std::vector<double> weights_;
  LineUpMoments line_up_;
  std::vector<double> expected_;  // By coordinate: score less half a point a game.
};

/// Counts the deals of a line-up once for each agent and each component in it.
void count_deals(const LineUpScores& scores, const std::vector<int>& component,
                 SandwichMiddle& scatter) {
  const LineUpMoments& line_up = scores.line_up();
  std::vector<int> agents;
  std::vector<int> components;
  for (std::size_t a = 0; a < line_up.coordinates.size(); ++a) {
    if (scores.weight(a) > 0) {
      agents.push_back(line_up.coordinates[a].agent);
      components.push_back(component[at(agents.back())]);
    }
  }
  const auto count = [&line_up](std::vector<int>& numbers, std::vector<std::int64_t>& deals) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    for (const int number : numbers) {
      deals[at(number)] += line_up.deals;
    }
  };
  count(agents, scatter.deals);
  count(components, scatter.by_component);
}

/// Visits every line-up once. The products of its coordinates are expanded about the expected
/// scores, so that no deal has to be read again.
SandwichMiddle compute_sandwich_middle(const Results& results, const std::vector<int>& sizes,
                                       const Eigen::MatrixXd& chance,
                                       const std::vector<int>& component, std::size_t components) {
  const auto n = at(chance.rows());
  SandwichMiddle scatter{std::vector<Int128>(n * (n + 1) / 2), std::vector<std::int64_t>(n),
                         std::vector<std::int64_t>(components)};
  LineUpScores scores(results, sizes, chance);
  for (std::uint32_t number = 0; number < results.line_ups(); ++number) {
    if (!scores.read(number)) {
      continue;
    }
    count_deals(scores, component, scatter);
    const auto& coordinates = scores.line_up().coordinates;
    for (std::size_t a = 0; a < coordinates.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        const double product = scores.weight(a) * scores.weight(b) * scores.product(a, b);
        const int i = coordinates[a].agent;
        const int j = coordinates[b].agent;
        scatter.add(std::max(i, j), std::min(i, j), product);
        if (a != b && i == j) {  // The agent sat at tables of two sizes: both orders count.
          scatter.add(i, j, product);
        }
      }
    }
  }
  return scatter;
}

/// One more deal of each member, its share against each of those it met, in which a mistake was
/// made.
void add_unseen(const Estimate& estimate, const SandwichMiddle& scatter, const Results& results,
                const std::vector<int>& sizes, double mistake, Eigen::MatrixXd& spread) {
  for (Index i = 0; i < spread.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      const int a = estimate.members[at(i)];
      const int b = estimate.members[at(j)];
      const double of_all =
          static_cast<double>(std::max(scatter.deals[at(a)], scatter.deals[at(b)]));
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

/// The sandwich's middle for one component.
Eigen::MatrixXd middle(const Estimate& estimate, const SandwichMiddle& scatter,
                       const Eigen::MatrixXd& hessian) {
  const Index n = estimate.strength.size();
  Eigen::MatrixXd spread(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      spread(i, j) = scatter(estimate.members[at(i)], estimate.members[at(j)]);
    }
  }
  return support_spread(estimate, hessian, std::move(spread));
}

/// Returns the log-likelihood of the points between a side, shifted, and the agents nearer to the
/// core.
double log_likelihood(const Pairs& pairs, const OneSide& side, double shift) {
  double sum = 0;
  for (Index i = 0; i < side.strength.size(); ++i) {
    for (Index j = 0; side.members[at(i)] && j < side.strength.size(); ++j) {
      if (side.members[at(j)] || side.beyond[at(j)]) continue;
      const double points = side.sign > 0 ? pairs.won(i, j) : pairs.won(j, i);
      const double d = side.strength(i) + shift - side.strength(j);
      sum -= points * log_one_plus_exp(-side.sign * d);
    }
  }
  return sum;
}

/// Sets both covariances of a component: the model's H⁻¹ and the sandwich H⁻¹ B H⁻¹, each relative
/// to the zero point.
void add_errors(const SandwichMiddle& scatter, const Pairs& pairs, const Results& results,
                const std::vector<int>& sizes, const FitOptions& options, Estimate& estimate) {
  const double prior = options.prior;
  const Eigen::MatrixXd hessian = slope_at(pairs, estimate.strength, prior).hessian;
  const HessianSolver root(hessian);
  const Index n = estimate.strength.size();
  const Eigen::VectorXd zero = zero_weights(estimate.strong);
  estimate.model_covariance = centred(root.solve(Eigen::MatrixXd::Identity(n, n)), zero);
  Eigen::MatrixXd spread =
      prior > 0 ? middle(estimate, scatter, hessian)  // no gauge is held
                : middle(estimate, scatter,
                         slope_at(pairs, estimate.strength, prior, Gauge::Free).hessian);
  if (options.unseen_mistake > 0)
    add_unseen(estimate, scatter, results, sizes, options.unseen_mistake, spread);
  // B is symmetric, so H⁻¹ (H⁻¹ B)ᵀ is the sandwich.
  const Eigen::MatrixXd half = root.solve(spread);
  estimate.covariance = centred(root.solve(half.transpose()), zero);
}

/// Sets the sums that a table shows beside the ratings: games, scores, shares of wins, mean
/// opponent.
void summarise(const Results& results, const std::vector<int>& sizes, const SandwichMiddle& scatter,
               Ratings& ratings) {
  for (int i = 0; i < results.agents(); ++i) {
    AgentRating& row = ratings.agents[at(i)];
    double score = 0;
    double wins = 0;
    double met = 0;
    double opponents = 0;
    for (const int size : sizes) {
      const AgentTotals& totals = results.agent(size, i);
      row.games += totals.games;
      score += static_cast<double>(totals.score) / kPair;
      wins += static_cast<double>(totals.wins) / kPair;
      for (int j = 0; j < results.agents(); ++j) {
        if (j != i) {
          const PairTotals& pair = results.pair(size, std::min(i, j), std::max(i, j));
          met += static_cast<double>(pair.games);
          opponents += static_cast<double>(pair.games) * ratings.agents[at(j)].elo;
        }
      }
    }
    row.deals = scatter.deals[at(i)];
    if (row.games > 0) {
      row.score = score / met;
      row.points = 1 + score / static_cast<double>(row.games);
      row.win_share = wins / static_cast<double>(row.games);
      row.average_opponent = opponents / met;
    }
  }
  for (const int size : sizes) {
    std::int64_t seats = 0;
    for (int i = 0; i < results.agents(); ++i) {
      seats += results.agent(size, i).games;
    }
    ratings.games += seats / size;
  }
  ratings.deals =
      std::accumulate(scatter.by_component.begin(), scatter.by_component.end(), std::int64_t{0});
}

/// Fits each weak component alone: no game tells how two of them compare.
std::vector<Estimate> strengths(const Pairs& pairs, const WinGraph& beats, double prior) {
  std::vector<Estimate> estimates;
  for (std::vector<int>& members : weak_components(beats)) {
    Estimate& estimate = estimates.emplace_back();
    estimate.members = std::move(members);
    estimate.strong = strong_components(subgraph(beats, estimate.members));
    if (prior == 0 && std::ranges::max(estimate.strong) > 0) {
      throw std::invalid_argument(
          "some agents won or lost everything against the rest: no finite ratings without a prior; "
          "use one above 0, as 0.5");
    }
    estimate.strength = estimate.members.size() == 1
                            ? Eigen::VectorXd(Eigen::VectorXd::Zero(1))
                            : maximise(select_members(pairs, estimate.members), prior);
  }
  return estimates;
}

/// Returns the chance less ½ of each agent against each other of its component, and sets each
/// agent's component.
Eigen::MatrixXd chances(const std::vector<Estimate>& estimates, Index n,
                        std::vector<int>& component) {
  Eigen::MatrixXd chance = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t number = 0; number < estimates.size(); ++number) {
    const Estimate& estimate = estimates[number];
    for (std::size_t a = 0; a < estimate.members.size(); ++a) {
      component[at(estimate.members[a])] = static_cast<int>(number);
      for (std::size_t b = 0; b < estimate.members.size(); ++b) {
        chance(estimate.members[a], estimate.members[b]) = half_chance(
            estimate.strength(static_cast<Index>(a)) - estimate.strength(static_cast<Index>(b)));
      }
    }
  }
  return chance;
}

/// Fits the strengths first, then the errors: the sandwich needs the expected scores of all
/// components.
Ratings fit_pairs(const Results& results, const FitOptions& options) {
  assert(options.prior >= 0 && 0 < options.confidence && options.confidence < 1);
  const Index n = results.agents();
  const std::vector<int> sizes = table_sizes(results, options);
  Pairs pairs = weighted_pairs(results, sizes);
  const WinGraph beats = make_win_graph(results, sizes);
  restore_one_sided(beats, pairs);
  std::vector<Estimate> estimates = strengths(pairs, beats, options.prior);
  std::vector<int> component(at(n));
  const SandwichMiddle scatter = compute_sandwich_middle(
      results, sizes, chances(estimates, n, component), component, estimates.size());

  Ratings ratings;
  ratings.agents.resize(at(n));
  for (std::size_t number = 0; number < estimates.size(); ++number) {
    Estimate& estimate = estimates[number];
    // A single component takes the pairs over, because a copy doubles the memory of a large league.
    const Pairs part =
        estimates.size() == 1 ? std::exchange(pairs, {}) : select_members(pairs, estimate.members);
    estimate.deals = scatter.by_component[number];
    for (const int member : estimate.members)
      estimate.played.push_back(scatter.deals[at(member)]);
    // Equal adjusted scores are no accident: no agent made a mistake, apart from the unseen one.
    estimate.is_flat = [&](int i, int j) {
      return options.unseen_mistake == 0 && is_flat(results, sizes, i, j);
    };
    estimate.log_likelihood = [&part](const OneSide& side, double shift) {
      return log_likelihood(part, side, shift);
    };
    if (estimate.members.size() > 1) {
      add_errors(scatter, part, results, sizes, options, estimate);
    } else {
      estimate.covariance = estimate.model_covariance = Eigen::MatrixXd::Zero(1, 1);
    }
    if (number == 0) {  // not before: errors take as much for a while
      ratings.covariance = SquareMatrix(at(n));
      ratings.model_covariance = SquareMatrix(at(n));
    }
    place(estimate, beats, options, ratings);
  }
  summarise(results, sizes, scatter, ratings);
  rank(options, ratings);
  return ratings;
}

}  // namespace

const RatingModel kBradleyTerry{
    .id = "bradley-terry", .title = "pairwise Bradley-Terry", .fit = fit_pairs};

}  // namespace danno::leagues::ratings
