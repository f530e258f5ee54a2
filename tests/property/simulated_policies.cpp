#include "tests/property/simulated_policies.hpp"

#include <array>
#include <cmath>
#include <random>
#include <span>
#include <utility>

#include "leagues/ratings/match_rating.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/adjusted_results.hpp"
#include "tests/property/league_truth.hpp"
#include "tests/property/simulated_match.hpp"

namespace danno::leagues {
namespace {

using solver::Policy;

Policy at_random(std::uint64_t seed) {
  return [random = std::mt19937_64(seed)](const rules::Position& position,
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

PairPool play_pool(solver::Evaluator& evaluator, const Policy& policy, const Policy& other,
                   int deals) {
  PairPool pool;
  solver::BlockSums sums;
  for (int deal = 0; deal < deals; ++deal) {
    pool.blocks.push_back(
        solver::play_block(evaluator, policy, other, 1, static_cast<std::uint64_t>(deal)));
    sums.add(pool.blocks.back());
  }
  for (solver::Block& block : pool.blocks)
    block.luck -= sums.luck / sums.blocks;
  pool.score = sums.score / sums.blocks;
  return pool;
}

std::array<int, 2> players(const PairPool& pool) {
  return {static_cast<int>(pool.first), static_cast<int>(pool.second)};
}

ratings::MatchRating rating_of(const ratings::AgentRating& row) {
  return {row.elo, row.elo_low, row.elo_high};
}

struct Errors {
  double cases = 0;
  double sum = 0;
  double squares = 0;

  void add(double error) {
    ++cases;
    sum += error;
    squares += error * error;
  }
  [[nodiscard]] double mean() const { return sum / cases; }
  [[nodiscard]] double variance() const { return squares / cases - mean() * mean(); }
};

/// The ratings of ever more deals, by policy.
std::vector<double> true_elos(const Policies& policies, int agents) {
  ratings::Results results(agents);
  for (const PairPool& pool : policies.pairs) {
    if (pool.first == pool.second) continue;
    for (const solver::Block& block : pool.blocks) {
      const ratings::PairScore score = std::llround(4 * block.score) * (ratings::kPairWin / 2);
      const ratings::Int128 square =
          ratings::Int128{score - ratings::kPairWin} * (score - ratings::kPairWin);
      results.add_deals({.players = players(pool),
                         .deals = 1,
                         .games = 2,
                         .firsts = {},
                         .scores = {&score, 1},
                         .squares = {&square, 1},
                         .products = std::array{square, -square, square}});
    }
  }
  std::vector<double> elos;
  for (const ratings::AgentRating& row : ratings::fit(results, {.prior = 0}).agents)
    elos.push_back(row.elo);
  return elos;
}

}  // namespace

Policies play_policies(solver::Evaluator& evaluator, const solver::Odds& odds, int deals) {
  const rules::RuleSet& rules = evaluator.rules();
  const std::vector<std::pair<const char*, Policy>> all{
      {"never", solver::hold(1)},
      {"random", at_random(7)},
      {"bank200", solver::hold(200)},
      {"bank350", solver::hold(350)},
      {"roll>=4", solver::roll_with(rules, 4)},
      {"ev-max+final", solver::fighting(solver::mean_best(odds))},
      {"optimal", solver::best(evaluator)}};
  Policies policies;
  for (std::size_t i = 0; i < all.size(); ++i) {
    policies.names.emplace_back(all[i].first);
    for (std::size_t j = 0; j < i; ++j) {
      PairPool pool = play_pool(evaluator, all[j].second, all[i].second, deals);
      pool.first = j;
      pool.second = i;
      policies.pairs.push_back(std::move(pool));
    }
  }
  PairPool equal = play_pool(evaluator, at_random(7), at_random(8), deals);
  // Which of the two is called the first means nothing.
  for (std::size_t i = 0; i < equal.blocks.size(); i += 2)
    equal.blocks[i] = {1 - equal.blocks[i].score, -equal.blocks[i].luck};
  equal.first = equal.second = 1;
  policies.pairs.push_back(std::move(equal));
  return policies;
}

AdjustedRates simulate_adjusted_leagues(const Policies& policies, int deals, int leagues,
                                        std::uint64_t seed) {
  const auto agents = static_cast<int>(policies.names.size());
  const std::vector<double> truth = true_elos(policies, agents);
  Chance chance(seed);
  AdjustedRates rates;
  std::vector<Errors> of_raw(truth.size());
  std::vector<Errors> of_adjusted(truth.size());
  for (int league = 0; league < leagues; ++league) {
    DrawnDeals drawn{.raw = ratings::Results(agents), .blocks = {}, .chance = chance};
    scores::AdjustedResults adjusted(agents);
    for (const PairPool& pool : policies.pairs) {
      if (pool.first == pool.second) continue;
      adjusted.add_line_up(players(pool), drawn.add(pool.blocks, deals, players(pool)));
    }
    const ratings::Ratings raw = ratings::fit(drawn.raw);
    const ratings::Ratings fitted = ratings::fit_adjusted(adjusted.results());
    judge_rows(raw, truth, rates.raw);
    ratings::Ratings shown = fitted;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const ratings::MatchRating rating =
          ratings::more_telling(rating_of(raw.agents[i]), rating_of(fitted.agents[i]));
      shown.agents[i].elo_low = rating.low;
      shown.agents[i].elo_high = rating.high;
      of_raw[i].add(raw.agents[i].elo - truth[i]);
      of_adjusted[i].add(fitted.agents[i].elo - truth[i]);
    }
    judge_rows(shown, truth, rates.shown);
    for (int i = 0; i < agents; ++i) {
      for (int j = 0; j < i; ++j) {
        judge_pair(raw, i, j, truth, rates.raw);
        judge_pair(ratings::surer_of(raw, fitted, i, j), i, j, truth, rates.shown);
      }
    }
  }
  double raw_variance = 0;
  double adjusted_variance = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    raw_variance += of_raw[i].variance();
    adjusted_variance += of_adjusted[i].variance();
    if (std::abs(of_adjusted[i].mean()) < std::abs(rates.bias)) continue;
    rates.bias = of_adjusted[i].mean();
    rates.bias_error = std::sqrt(of_adjusted[i].variance() / leagues);
  }
  rates.fewer = raw_variance / adjusted_variance;
  return rates;
}

}  // namespace danno::leagues
