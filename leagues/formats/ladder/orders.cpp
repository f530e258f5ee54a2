#include "leagues/formats/ladder/orders.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "leagues/ratings/anytime.hpp"
#include "leagues/ratings/match_rating.hpp"

namespace danno::leagues::formats::ladder {
namespace {

/// The order of two, if it can be said with a chance of error of at most `error`.
std::optional<DecidedOrder> order_of(const ratings::Ratings& ratings, int i, int j, double error) {
  const std::int64_t deals = std::min(ratings.agents[static_cast<std::size_t>(i)].deals,
                                      ratings.agents[static_cast<std::size_t>(j)].deals);
  if (deals < kFirstDeals) return std::nullopt;
  const auto apart = ratings::difference(ratings, i, j);
  if (!apart || apart->se <= 0) return std::nullopt;
  const double quantile = ratings::anytime_quantile(apart->se, error, deals);
  if (std::abs(apart->elo) <= quantile * apart->se) return std::nullopt;
  return apart->elo < 0 ? DecidedOrder{j, i} : DecidedOrder{i, j};
}

}  // namespace

ratings::Ratings rate_adjusted(const ratings::Results& adjusted) {
  constexpr double kUnseenInSeason = 0.3;
  return ratings::fit_adjusted(adjusted, kUnseenInSeason);
}

std::size_t group_of(std::size_t arrival, std::size_t other, std::size_t starters) {
  const std::size_t later = std::max(arrival, other);
  return later < starters ? 0 : later - starters + 1;
}

double error_share(std::size_t group, std::size_t starters, std::size_t decided) {
  const auto n = static_cast<double>(starters);
  const auto k = static_cast<double>(group);
  const double pairs = group == 0 ? n * (n - 1) / 2 : n + k - 1;
  const double part = group == 0 ? 0.5 : 0.5 / (k * (k + 1));
  const double said = std::min(static_cast<double>(decided), pairs);
  return kSeasonError * part / (pairs - said / 2);
}

std::vector<DecidedOrder> decided_orders(const ratings::Ratings& ratings,
                                         std::span<const std::size_t> arrival, std::size_t starters,
                                         std::span<const std::size_t> said) {
  std::vector<DecidedOrder> decided;
  for (std::size_t i = 0; i < ratings.agents.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::size_t group = group_of(arrival[i], arrival[j], starters);
      const double share = error_share(group, starters, group < said.size() ? said[group] : 0);
      const auto order = order_of(ratings, static_cast<int>(j), static_cast<int>(i), share);
      if (order) decided.push_back(*order);
    }
  }
  std::ranges::sort(decided, {},
                    [](const DecidedOrder& o) { return std::pair(o.better, o.worse); });
  return decided;
}

}  // namespace danno::leagues::formats::ladder
