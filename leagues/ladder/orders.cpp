#include "leagues/ladder/orders.hpp"

#include <algorithm>
#include <cmath>

#include "leagues/ratings/anytime.hpp"

namespace danno::leagues::ladder {

double error_share(std::size_t arrival, std::size_t other, std::size_t starters) {
  const std::size_t later = std::max(arrival, other);
  if (later < starters) {
    const auto n = static_cast<double>(starters);
    return kSeasonError / 2 / (n * (n - 1) / 2);
  }
  const auto k = static_cast<double>(later - starters + 1);
  return kSeasonError / 2 / (k * (k + 1)) / static_cast<double>(later);
}

std::vector<DecidedOrder> decided_orders(const ratings::Ratings& ratings,
                                         std::span<const std::size_t> arrival,
                                         std::size_t starters) {
  std::vector<DecidedOrder> decided;
  const auto known = [&](std::size_t agent) { return ratings.agents[agent].deals >= kFirstDeals; };
  for (std::size_t i = 0; i < ratings.agents.size(); ++i) {
    for (std::size_t j = 0; j < i && known(i); ++j) {
      const auto apart = ratings::difference(ratings, static_cast<int>(j), static_cast<int>(i));
      if (!known(j) || !apart || apart->se <= 0) continue;
      const double quantile =
          ratings::anytime_quantile(apart->se, error_share(arrival[i], arrival[j], starters));
      if (std::abs(apart->elo) <= quantile * apart->se) continue;
      DecidedOrder order{static_cast<int>(j), static_cast<int>(i)};
      if (apart->elo < 0) std::swap(order.better, order.worse);
      decided.push_back(order);
    }
  }
  std::ranges::sort(decided, {},
                    [](const DecidedOrder& o) { return std::pair(o.better, o.worse); });
  return decided;
}

}  // namespace danno::leagues::ladder
