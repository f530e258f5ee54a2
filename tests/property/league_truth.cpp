#include "tests/property/league_truth.hpp"

#include <algorithm>
#include <cmath>

#include "leagues/ratings/intervals.hpp"

namespace danno::leagues {

bool holds(std::optional<double> low, std::optional<double> high, double truth) {
  return low.value_or(-HUGE_VAL) <= truth && truth <= high.value_or(HUGE_VAL);
}

void judge_rows(const ratings::Ratings& ratings, const std::vector<double>& truth,
                LeagueRates& rates) {
  constexpr double kEqual = 1e-6;
  double zero = 0;
  double core = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    zero += ratings.agents[i].in_core ? truth[i] : 0;
    core += ratings.agents[i].in_core ? 1 : 0;
  }
  zero /= std::max(core, 1.0);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const ratings::AgentRating& row = ratings.agents[i];
    rates.intervals.add(holds(row.elo_low, row.elo_high, truth[i] - zero));
    if (row.in_core) rates.two_sided.add(row.elo_low && row.elo_high);
    const auto better =
        std::ranges::count_if(truth, [&](double other) { return other > truth[i] + kEqual; });
    const auto worse =
        std::ranges::count_if(truth, [&](double other) { return other < truth[i] - kEqual; });
    // Equals share the ranks from the first to the last of them.
    rates.ranks.add(row.rank_low <= static_cast<int>(truth.size()) - worse &&
                    row.rank_high >= 1 + better);
  }
}

void judge_pair(const ratings::Ratings& ratings, int i, int j, const std::vector<double>& truth,
                LeagueRates& rates) {
  const auto difference = ratings::difference(ratings, i, j);
  if (!difference) return;
  const auto at = [](int agent) { return static_cast<std::size_t>(agent); };
  const double apart = truth[at(i)] - truth[at(j)];
  const std::int64_t deals = std::min(ratings.agents[at(i)].deals, ratings.agents[at(j)].deals);
  if (ratings.agents[at(i)].in_core == ratings.agents[at(j)].in_core)
    rates.differences.add(std::abs(difference->elo - apart) <=
                          ratings::interval_quantile(0.95, deals) * difference->se);
  const double los = ratings::los(ratings, i, j);
  rates.wrong.add((los > 0.975 && apart <= 0) || (los < 0.025 && apart >= 0));
}

}  // namespace danno::leagues
