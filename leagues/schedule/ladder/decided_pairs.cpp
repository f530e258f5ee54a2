#include "leagues/schedule/ladder/decided_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "leagues/ratings/intervals.hpp"
#include "leagues/ratings/match_rating.hpp"

namespace danno::leagues::schedule::ladder {
namespace {

/// Returns the order of two by their ratings, if its chance to be wrong is at most `error`.
std::optional<DecidedPair> decide_by_ratings(const ratings::Ratings& ratings, int i, int j,
                                             std::int64_t deals, double error) {
  const auto apart = ratings::difference(ratings, i, j);
  if (!apart || apart->se <= 0) return std::nullopt;
  // The interval holds after every round at once, so looking after each does not raise the error.
  const double quantile = ratings::anytime_quantile(apart->se, error, deals);
  if (std::abs(apart->elo) <= quantile * apart->se) return std::nullopt;
  return apart->elo < 0 ? DecidedPair{j, i} : DecidedPair{i, j};
}

/// Returns the order of two, i < j, by the deals between them, if its chance to be wrong is at most
/// `error`.
std::optional<DecidedPair> decide_by_points(const ratings::Results& results, int i, int j,
                                            double error) {
  // The agents meet at tables of several sizes; each deal counts once,
  // however many seats it has.
  double deals = 0;
  double points = 0;  // of i
  for (const int size : results.table_sizes()) {
    const ratings::PairTotals& pair = results.pair(size, i, j);
    deals += static_cast<double>(pair.games) / size;  // a deal is one game in every seating
    points += static_cast<double>(pair.halves) / 2 / size;
  }
  // Each order has half of the error: its e-value passes 2/error with a chance of at most error/2
  // if it is false (Ville).
  const double wanted = -std::log(error / 2);  // for either of the two orders
  if (ratings::log_e_value(deals, deals - points) >= wanted) return DecidedPair{i, j};
  if (ratings::log_e_value(deals, points) >= wanted) return DecidedPair{j, i};
  return std::nullopt;
}

/// The order of agents as far as it is decided.
class PartialOrder {
 public:
  explicit PartialOrder(std::size_t agents) : agents_(agents), better_(agents * agents) {}

  [[nodiscard]] bool is_better(std::size_t a, std::size_t b) const {
    return better_[a * agents_ + b];
  }
  /// Adds a pair and all that follow from it, unless the reverse is decided; appends what is new.
  void add(const DecidedPair& pair, std::vector<DecidedPair>& added) {
    const auto better = static_cast<std::size_t>(pair.better);
    const auto worse = static_cast<std::size_t>(pair.worse);
    if (is_better(better, worse) || is_better(worse, better)) return;
    // Everyone above the better one is now above everyone below the worse one.
    for (std::size_t a = 0; a < agents_; ++a) {
      if (a != better && !is_better(a, better)) continue;
      for (std::size_t b = 0; b < agents_; ++b) {
        if ((b != worse && !is_better(worse, b)) || is_better(a, b)) continue;
        better_[a * agents_ + b] = true;
        added.push_back({static_cast<int>(a), static_cast<int>(b)});
      }
    }
  }

 private:
  std::size_t agents_;
  std::vector<bool> better_;
};

}  // namespace

ratings::Ratings rate_adjusted(const ratings::Results& adjusted) {
  constexpr double kUnseenInSeason = 0.3;
  return ratings::fit_adjusted(adjusted, kUnseenInSeason);
}

std::size_t pair_group(std::size_t arrival, std::size_t other, std::size_t starters) {
  // The pair exists since the later of the two came.
  const std::size_t later = std::max(arrival, other);
  return later < starters ? 0 : later - starters + 1;
}

double error_share(std::size_t group, std::size_t starters, std::size_t decided) {
  const auto n = static_cast<double>(starters);
  const auto k = static_cast<double>(group);
  // The k-th newcomer meets the n starters and k - 1 earlier newcomers.
  const double pairs = group == 0 ? n * (n - 1) / 2 : n + k - 1;
  // The parts 0.5 / (k(k+1)) sum to one half over all k, so any number of newcomers has a share.
  const double part = group == 0 ? 0.5 : 0.5 / (k * (k + 1));
  const double said = std::min(static_cast<double>(decided), pairs);
  return kSeasonError * part / (pairs - said / 2);
}

std::vector<DecidedPair> find_decided_pairs(const ratings::Results& results,
                                            const ratings::Ratings& ratings,
                                            const Arrivals& arrivals,
                                            std::span<const std::size_t> said) {
  std::vector<DecidedPair> decided;
  for (std::size_t j = 0; j < ratings.agents.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const std::int64_t deals = std::min(ratings.agents[i].deals, ratings.agents[j].deals);
      // Standard errors of so few deals are guesses.
      if (deals < kFirstDeals) continue;
      const std::size_t group =
          pair_group(arrivals.arrival[i], arrivals.arrival[j], arrivals.starters);
      const double error =
          error_share(group, arrivals.starters, group < said.size() ? said[group] : 0) / 2;
      const auto a = static_cast<int>(i);
      const auto b = static_cast<int>(j);
      // The ratings use all deals; the points of the two alone also work without a finite rating.
      auto pair = decide_by_ratings(ratings, a, b, deals, error);
      if (!pair) pair = decide_by_points(results, a, b, error);
      if (pair) decided.push_back(*pair);
    }
  }
  std::ranges::sort(decided);
  return decided;
}

std::vector<DecidedPair> find_new_pairs(std::span<const DecidedPair> decided,
                                        std::span<const DecidedPair> found, std::size_t agents) {
  PartialOrder order(agents);
  std::vector<DecidedPair> added;
  for (const DecidedPair& pair : decided)
    order.add(pair, added);
  // Only the pairs that follow from `found` are new.
  added.clear();
  for (const DecidedPair& pair : found)
    order.add(pair, added);
  return added;
}

}  // namespace danno::leagues::schedule::ladder
