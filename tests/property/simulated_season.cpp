#include "tests/property/simulated_season.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "leagues/formats/ladder/orders.hpp"
#include "leagues/ratings/anytime.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/adjusted_results.hpp"
#include "tests/property/simulated_tables.hpp"

namespace danno::leagues {
namespace {

struct Season {
  bool erred = false;
  std::int64_t deals = 0;
  double decided = 0;
  std::int64_t intervals = 0;
  std::int64_t holding = 0;
  std::vector<std::int64_t> deals_at;  // by percent; 0: never
  double deals_until_apart = HUGE_VAL;
  double bound = 0;
};

class SimulatedLadder {
 public:
  SimulatedLadder(const SeasonDesign& design, std::uint64_t seed)
      : design_(design), chance_(seed), luck_chance_(~seed), results_(design.agents) {
    std::vector<double> elos;
    for (int agent = 0; agent < design.agents; ++agent) {
      const double normal = chance_.normal();
      elos.push_back(design.class_gaps ? class_strength(agent, normal) : design.spread * normal);
      strengths_.push_back(elos.back() / ratings::kEloPerNat);
      arrival_.push_back(at(agent));
    }
    if (design.until_apart && !design.round_robin) season_.bound = least_deals_share(elos);
    season_.deals_at.assign(101, 0);
  }

  Season play() {
    std::int64_t next_arrival = design_.deals / (design_.arrivals + 1);
    int arrived = 0;
    while (season_.deals < design_.deals) {
      if (arrived < design_.arrivals && season_.deals >= next_arrival) {
        replace(at(arrived % design_.agents), design_.agents + arrived);
        next_arrival += design_.deals / (design_.arrivals + 1);
        ++arrived;
      }
      const ratings::Ratings ratings = rate();
      judge(ratings);
      if (design_.until_apart && std::isfinite(season_.deals_until_apart)) break;
      const auto tables = design_.round_robin ? all_pairs() : next_round(ratings);
      if (tables.empty()) break;
      for (const formats::ladder::PlannedTable& table : tables) {
        for (std::uint64_t deal = 0; deal < table.deals; ++deal)
          play_deal(table.agents);
      }
    }
    const ratings::Ratings ratings = rate();
    judge(ratings);
    cover(ratings);
    return season_;
  }

 private:
  static std::size_t at(int agent) { return static_cast<std::size_t>(agent); }

  [[nodiscard]] ratings::Ratings rate() const {
    if (design_.known_luck == 0) return ratings::fit(results_);
    scores::AdjustedResults adjusted(design_.agents);
    for (const auto& [agents, sums] : luck_)
      adjusted.add_line_up(agents, sums);
    return formats::ladder::rate_adjusted(adjusted.results());
  }

  std::vector<formats::ladder::PlannedTable> next_round(const ratings::Ratings& ratings) {
    const std::vector<formats::ladder::DecidedOrder> decided(decided_.begin(), decided_.end());
    return formats::ladder::plan_round({.results = results_,
                                        .ratings = ratings,
                                        .decided = decided,
                                        .authors = {},
                                        .arrival = arrival_,
                                        .seats = design_.seats,
                                        .focus = design_.focus,
                                        .most_deals = {},
                                        .least_share = design_.least_share});
  }
  std::vector<formats::ladder::PlannedTable> all_pairs() const {
    std::vector<formats::ladder::PlannedTable> tables;
    for (int j = 1; j < design_.agents; ++j) {
      for (int i = 0; i < j; ++i)
        tables.push_back({{i, j}, 1});
    }
    return tables;
  }

  void play_deal(const std::vector<int>& agents) {
    deals_.push_back(mirrored_deal(agents, strengths_, design_.shared_luck, chance_));
    if (design_.known_luck > 0)
      know_luck(deals_.back(), strengths_, design_.known_luck, luck_chance_);
    add(deals_.back());
    ++season_.deals;
  }

  void add(const MirroredDeal& deal) {
    add_deal(results_, deal);
    if (deal.luck.empty()) return;
    add_deal(luck_.try_emplace(deal.agents, deal.agents.size()).first->second, deal);
  }

  /// Another agent comes in the place of one; its games go.
  void replace(std::size_t agent, int arrival) {
    strengths_[agent] = design_.spread * chance_.normal() / ratings::kEloPerNat;
    arrival_[agent] = at(arrival);
    std::erase_if(deals_, [&](const MirroredDeal& deal) {
      return std::ranges::count(deal.agents, static_cast<int>(agent)) > 0;
    });
    std::erase_if(decided_, [&](const formats::ladder::DecidedOrder& order) {
      return order.better == static_cast<int>(agent) || order.worse == static_cast<int>(agent);
    });
    results_ = ratings::Results(design_.agents);
    luck_.clear();
    for (const MirroredDeal& deal : deals_)
      add(deal);
  }

  void judge(const ratings::Ratings& ratings) {
    for (const formats::ladder::DecidedOrder& order :
         formats::ladder::decided_orders(ratings, arrival_, at(design_.agents), said_)) {
      // What was said stands, and nothing is said against it.
      if (decided_.contains({order.worse, order.better}) || !decided_.insert(order).second)
        continue;
      const std::size_t group = formats::ladder::group_of(
          arrival_[at(order.better)], arrival_[at(order.worse)], at(design_.agents));
      said_.resize(std::max(said_.size(), group + 1));
      ++said_[group];
      season_.erred = season_.erred || strengths_[at(order.better)] <= strengths_[at(order.worse)];
    }
    season_.decided =
        static_cast<double>(decided_.size()) * 2 / design_.agents / (design_.agents - 1);
    for (std::size_t percent = 0; percent < season_.deals_at.size(); ++percent) {
      if (season_.deals_at[percent] == 0 && 100 * season_.decided >= static_cast<double>(percent))
        season_.deals_at[percent] = std::max<std::int64_t>(1, season_.deals);
    }
    if (!std::isfinite(season_.deals_until_apart) && all_apart())
      season_.deals_until_apart = static_cast<double>(season_.deals);
  }

  [[nodiscard]] bool all_apart() const {
    for (int i = 0; i < design_.agents; ++i) {
      for (int j = 0; j < i; ++j) {
        if (std::abs(strengths_[at(i)] - strengths_[at(j)]) * ratings::kEloPerNat > kApart &&
            !decided_.contains({i, j}) && !decided_.contains({j, i}))
          return false;
      }
    }
    return true;
  }

  void cover(const ratings::Ratings& ratings) {
    const double mean = std::accumulate(strengths_.begin(), strengths_.end(), 0.0) /
                        static_cast<double>(strengths_.size());
    for (std::size_t i = 0; i < strengths_.size(); ++i) {
      const ratings::AgentRating& row = ratings.agents[i];
      const double truth = ratings::kEloPerNat * (strengths_[i] - mean);
      ++season_.intervals;
      season_.holding +=
          row.elo_low.value_or(-HUGE_VAL) <= truth && truth <= row.elo_high.value_or(HUGE_VAL);
    }
  }

  struct ByAgents {
    bool operator()(const formats::ladder::DecidedOrder& a,
                    const formats::ladder::DecidedOrder& b) const {
      return std::pair(a.better, a.worse) < std::pair(b.better, b.worse);
    }
  };

  const SeasonDesign& design_;
  Chance chance_;
  Chance luck_chance_;
  ratings::Results results_;
  std::map<std::vector<int>, scores::LuckSums> luck_;  // by line-up
  std::vector<MirroredDeal> deals_;
  std::vector<double> strengths_;
  std::vector<std::size_t> arrival_;
  std::set<formats::ladder::DecidedOrder, ByAgents> decided_;
  std::vector<std::size_t> said_;  // by group, also of agents that are gone
  Season season_;
};

/// The standard error at which a pair with this difference is decided, of a season of so many.
double deciding_error(double elo, std::size_t agents) {
  const double share = formats::ladder::error_share(0, agents, 0);
  double error = elo / 4;
  for (int step = 0; step < 100; ++step)
    error = elo / ratings::anytime_quantile(error, share);
  return error;
}

struct OpenPair {
  Eigen::Index i = 0;
  Eigen::Index j = 0;
  double variance = 0;  ///< That decides it.
  double weight = 0;
};

double of_pair(const Eigen::MatrixXd& matrix, const OpenPair& pair) {
  return matrix(pair.i, pair.i) + matrix(pair.j, pair.j) - 2 * matrix(pair.i, pair.j);
}

void add_pair(Eigen::MatrixXd& laplacian, Eigen::Index i, Eigen::Index j, double weight) {
  laplacian(i, i) += weight;
  laplacian(j, j) += weight;
  laplacian(i, j) -= weight;
  laplacian(j, i) -= weight;
}

}  // namespace

double class_strength(int agent, double normal) {
  constexpr std::array<double, 10> kMeans{0, 0, 0, 0, 0, 0, -100, -100, -100, -350};
  const double mean = kMeans[static_cast<std::size_t>(agent) % kMeans.size()];
  return mean + normal * (mean < 0 ? 60 : 25);
}

double least_deals_share(const std::vector<double>& elos) {
  const auto n = static_cast<Eigen::Index>(elos.size());
  const double pairs = static_cast<double>(n * (n - 1)) / 2;
  std::vector<OpenPair> open;
  Eigen::MatrixXd round_robin = Eigen::MatrixXd::Zero(n, n);  // of a deal, in quarters
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double apart =
          std::abs(elos[static_cast<std::size_t>(i)] - elos[static_cast<std::size_t>(j)]);
      const double p = 1 / (1 + std::exp(-apart / ratings::kEloPerNat));
      add_pair(round_robin, i, j, 4 * p * (1 - p) / pairs);
      if (apart <= kApart) continue;
      const double error = deciding_error(apart, elos.size());
      open.push_back({i, j, error * error, std::pow(apart, -8)});
    }
  }
  if (open.empty()) return 1;
  const Eigen::MatrixXd inverse =
      (round_robin + Eigen::MatrixXd::Ones(n, n)).llt().solve(Eigen::MatrixXd::Identity(n, n));
  double of_round_robin = 0;
  for (const OpenPair& pair : open)
    of_round_robin = std::max(of_round_robin, of_pair(inverse, pair) / pair.variance);
  double most = 0;
  constexpr int kSteps = 300;
  for (int step = 0; step < kSteps; ++step) {
    Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(n, n);
    double allowed = 0;
    for (const OpenPair& pair : open) {
      add_pair(weights, pair.i, pair.j, pair.weight);
      allowed += pair.weight * pair.variance;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(weights);
    const Eigen::VectorXd roots = solved.eigenvalues().cwiseMax(0).cwiseSqrt();
    const double trace = roots.sum();
    most = std::max(most, trace * trace / (2 * allowed));
    // The best information for these weights; pairs that it leaves too wide get more weight.
    const Eigen::VectorXd inverted =
        roots.unaryExpr([](double root) { return root > 1e-9 ? 1 / root : 0; });
    const Eigen::MatrixXd variances =
        solved.eigenvectors() * inverted.asDiagonal() * solved.eigenvectors().transpose();
    double sum = 0;
    for (OpenPair& pair : open) {
      pair.weight *= std::sqrt(std::max(1e-9, of_pair(variances, pair) / pair.variance));
      sum += pair.weight * pair.variance;
    }
    for (OpenPair& pair : open)
      pair.weight /= sum;
  }
  return most / of_round_robin;
}

SeasonRates simulate_seasons(const SeasonDesign& design, int seasons, std::uint64_t seed) {
  SeasonRates rates;
  rates.seasons = seasons;
  rates.deals_at.resize(101);
  std::int64_t intervals = 0;
  std::int64_t holding = 0;
  for (int number = 0; number < seasons; ++number) {
    const Season season = SimulatedLadder(design, seed + static_cast<std::uint64_t>(number)).play();
    rates.erred += season.erred ? 1.0 / seasons : 0;
    rates.decided += season.decided / seasons;
    intervals += season.intervals;
    holding += season.holding;
    rates.deals_until_apart.push_back(season.deals_until_apart);
    rates.bound += season.bound / seasons;
    for (std::size_t percent = 0; percent < rates.deals_at.size(); ++percent) {
      const std::int64_t deals = season.deals_at[percent];
      rates.deals_at[percent] += deals == 0 ? HUGE_VAL : static_cast<double>(deals) / seasons;
    }
  }
  rates.coverage = static_cast<double>(holding) / static_cast<double>(intervals);
  return rates;
}

}  // namespace danno::leagues
