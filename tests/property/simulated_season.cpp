#include "tests/property/simulated_season.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "leagues/ratings/ratings.hpp"
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
};

class SimulatedLadder {
 public:
  SimulatedLadder(const SeasonDesign& design, std::uint64_t seed)
      : design_(design), chance_(seed), results_(design.agents) {
    for (int agent = 0; agent < design.agents; ++agent) {
      strengths_.push_back(design.spread * chance_.normal() / ratings::kEloPerNat);
      arrival_.push_back(at(agent));
    }
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
      const ratings::Ratings ratings = ratings::fit(results_);
      judge(ratings);
      const auto tables = design_.round_robin ? all_pairs() : next_round(ratings);
      if (tables.empty()) break;
      for (const ladder::PlannedTable& table : tables) {
        for (std::uint64_t deal = 0; deal < table.deals; ++deal)
          play_deal(table.agents);
      }
    }
    const ratings::Ratings ratings = ratings::fit(results_);
    judge(ratings);
    cover(ratings);
    return season_;
  }

 private:
  static std::size_t at(int agent) { return static_cast<std::size_t>(agent); }

  std::vector<ladder::PlannedTable> next_round(const ratings::Ratings& ratings) {
    const std::vector<ladder::DecidedOrder> decided(decided_.begin(), decided_.end());
    return ladder::plan_round({.results = results_,
                               .ratings = ratings,
                               .decided = decided,
                               .authors = {},
                               .arrival = arrival_,
                               .seats = design_.seats,
                               .focus = design_.focus,
                               .most_deals = {}});
  }
  std::vector<ladder::PlannedTable> all_pairs() const {
    std::vector<ladder::PlannedTable> tables;
    for (int j = 1; j < design_.agents; ++j) {
      for (int i = 0; i < j; ++i)
        tables.push_back({{i, j}, 1});
    }
    return tables;
  }

  void play_deal(const std::vector<int>& agents) {
    deals_.push_back(mirrored_deal(agents, strengths_, design_.shared_luck, chance_));
    add_deal(results_, deals_.back());
    ++season_.deals;
  }

  /// Another agent comes in the place of one; its games go.
  void replace(std::size_t agent, int arrival) {
    strengths_[agent] = design_.spread * chance_.normal() / ratings::kEloPerNat;
    arrival_[agent] = at(arrival);
    std::erase_if(deals_, [&](const MirroredDeal& deal) {
      return std::ranges::count(deal.agents, static_cast<int>(agent)) > 0;
    });
    std::erase_if(decided_, [&](const ladder::DecidedOrder& order) {
      return order.better == static_cast<int>(agent) || order.worse == static_cast<int>(agent);
    });
    results_ = ratings::Results(design_.agents);
    for (const MirroredDeal& deal : deals_)
      add_deal(results_, deal);
  }

  void judge(const ratings::Ratings& ratings) {
    for (const ladder::DecidedOrder& order :
         ladder::decided_orders(ratings, arrival_, at(design_.agents))) {
      decided_.insert(order);
      season_.erred = season_.erred || strengths_[at(order.better)] <= strengths_[at(order.worse)];
    }
    season_.decided =
        static_cast<double>(decided_.size()) * 2 / design_.agents / (design_.agents - 1);
    for (std::size_t percent = 0; percent < season_.deals_at.size(); ++percent) {
      if (season_.deals_at[percent] == 0 && 100 * season_.decided >= static_cast<double>(percent))
        season_.deals_at[percent] = std::max<std::int64_t>(1, season_.deals);
    }
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
    bool operator()(const ladder::DecidedOrder& a, const ladder::DecidedOrder& b) const {
      return std::pair(a.better, a.worse) < std::pair(b.better, b.worse);
    }
  };

  const SeasonDesign& design_;
  Chance chance_;
  ratings::Results results_;
  std::vector<MirroredDeal> deals_;
  std::vector<double> strengths_;
  std::vector<std::size_t> arrival_;
  std::set<ladder::DecidedOrder, ByAgents> decided_;
  Season season_;
};

}  // namespace

SeasonRates simulate_seasons(const SeasonDesign& design, int seasons, std::uint64_t seed) {
  SeasonRates rates{.seasons = seasons, .deals_at = std::vector<double>(101)};
  std::int64_t intervals = 0;
  std::int64_t holding = 0;
  for (int number = 0; number < seasons; ++number) {
    const Season season = SimulatedLadder(design, seed + static_cast<std::uint64_t>(number)).play();
    rates.erred += season.erred ? 1.0 / seasons : 0;
    rates.decided += season.decided / seasons;
    intervals += season.intervals;
    holding += season.holding;
    for (std::size_t percent = 0; percent < rates.deals_at.size(); ++percent) {
      const std::int64_t deals = season.deals_at[percent];
      rates.deals_at[percent] += deals == 0 ? HUGE_VAL : static_cast<double>(deals) / seasons;
    }
  }
  rates.coverage = static_cast<double>(holding) / static_cast<double>(intervals);
  return rates;
}

}  // namespace danno::leagues
