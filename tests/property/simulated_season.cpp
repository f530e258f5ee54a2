#include "tests/property/simulated_season.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/schedule/ladder/decided_pairs.hpp"
#include "tests/property/simulated_tables.hpp"

namespace danno::leagues {
namespace {

using schedule::ladder::DecidedPair;

struct Season {
  bool erred = false;
  std::int64_t deals = 0;
  double decided = 0;
  std::int64_t intervals = 0;
  std::int64_t holding = 0;
  std::vector<std::int64_t> deals_at;  // by percent; 0: never
  double deals_until_apart = HUGE_VAL;
};

/// The Elo of an agent that has no chance in any number of games that is simulated.
constexpr double kNeverWins = -6000;

class SimulatedLadder {
 public:
  SimulatedLadder(const SeasonDesign& design, std::uint64_t seed)
      : design_(design), chance_(seed), luck_chance_(~seed), results_(design.agents) {
    std::vector<double> elos;
    for (int agent = 0; agent < design.agents; ++agent) {
      const double normal = chance_.normal();
      elos.push_back(design.class_gaps ? class_strength(agent, normal)
                     : design.gap > 0  ? -design.gap * agent
                                       : design.spread * normal);
      if (design.never_wins && agent + 1 == design.agents) elos.back() = kNeverWins;
      strengths_.push_back(elos.back() / ratings::kEloPerNat);
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
      const ratings::Ratings ratings = rate();
      judge(ratings);
      if (design_.until_apart && std::isfinite(season_.deals_until_apart)) break;
      const auto tables = design_.round_robin ? all_pairs() : next_round(ratings);
      if (tables.empty()) break;
      for (const schedule::ladder::PlannedTable& table : tables) {
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
    ratings::AdjustedResults adjusted(design_.agents);
    for (const auto& [agents, sums] : luck_)
      adjusted.add_line_up(agents, sums);
    return schedule::ladder::rate_adjusted(adjusted.results());
  }

  std::vector<schedule::ladder::PlannedTable> next_round(const ratings::Ratings& ratings) {
    const std::vector<DecidedPair> decided(decided_.begin(), decided_.end());
    return schedule::ladder::plan_round({.results = results_,
                                         .ratings = ratings,
                                         .decided = decided,
                                         .authors = {},
                                         .arrival = arrival_,
                                         .seats = design_.seats,
                                         .focus = design_.focus,
                                         .most_deals = {}});
  }
  std::vector<schedule::ladder::PlannedTable> all_pairs() const {
    std::vector<schedule::ladder::PlannedTable> tables;
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
    std::erase_if(decided_, [&](const DecidedPair& pair) {
      return pair.better == static_cast<int>(agent) || pair.worse == static_cast<int>(agent);
    });
    results_ = ratings::Results(design_.agents);
    luck_.clear();
    for (const MirroredDeal& deal : deals_)
      add(deal);
  }

  void judge(const ratings::Ratings& ratings) {
    const std::vector<DecidedPair> decided(decided_.begin(), decided_.end());
    const auto found = schedule::ladder::find_decided_pairs(results_, ratings,
                                                            {arrival_, at(design_.agents)}, said_);
    for (const DecidedPair& pair :
         schedule::ladder::find_new_pairs(decided, found, at(design_.agents))) {
      decided_.insert(pair);
      const std::size_t group = schedule::ladder::pair_group(
          arrival_[at(pair.better)], arrival_[at(pair.worse)], at(design_.agents));
      said_.resize(std::max(said_.size(), group + 1));
      ++said_[group];
      season_.erred = season_.erred || strengths_[at(pair.better)] <= strengths_[at(pair.worse)];
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
    double mean = 0;  // of the agents whose mean is the ratings' zero
    double core = 0;
    for (std::size_t i = 0; i < strengths_.size(); ++i) {
      if (!ratings.agents[i].in_core) continue;
      mean += (strengths_[i] - mean) / ++core;
    }
    for (std::size_t i = 0; i < strengths_.size(); ++i) {
      const ratings::AgentRating& row = ratings.agents[i];
      const double truth = ratings::kEloPerNat * (strengths_[i] - mean);
      ++season_.intervals;
      season_.holding +=
          row.elo_low.value_or(-HUGE_VAL) <= truth && truth <= row.elo_high.value_or(HUGE_VAL);
    }
  }

  const SeasonDesign& design_;
  Chance chance_;
  Chance luck_chance_;
  ratings::Results results_;
  std::map<std::vector<int>, ratings::LuckSums> luck_;  // by line-up
  std::vector<MirroredDeal> deals_;
  std::vector<double> strengths_;
  std::vector<std::size_t> arrival_;
  std::set<DecidedPair> decided_;
  std::vector<std::size_t> said_;  // by group, also of agents that are gone
  Season season_;
};

}  // namespace

double class_strength(int agent, double normal) {
  constexpr std::array<double, 10> kMeans{0, 0, 0, 0, 0, 0, -100, -100, -100, -350};
  const double mean = kMeans[static_cast<std::size_t>(agent) % kMeans.size()];
  return mean + normal * (mean < 0 ? 60 : 25);
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
    for (std::size_t percent = 0; percent < rates.deals_at.size(); ++percent) {
      const std::int64_t deals = season.deals_at[percent];
      rates.deals_at[percent] += deals == 0 ? HUGE_VAL : static_cast<double>(deals) / seasons;
    }
  }
  rates.coverage = static_cast<double>(holding) / static_cast<double>(intervals);
  return rates;
}

}  // namespace danno::leagues
