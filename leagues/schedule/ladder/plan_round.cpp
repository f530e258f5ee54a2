// Plans a round of a ladder.
//
// New agents first play kFirstDeals deals, spread over all ranks, because nothing is known of them.
// Then every round gives deals to the agent with the fewest in it, at a table with the rivals whose
// order is least certain: a deal tells most about an order whose chance is near 1/2. An agent whose
// orders are all decided gets half of the deals. With the focus on the top, the deals of an agent
// fall with its rank. Everything follows from stored results alone, so that verify plans the same
// rounds.
#include "leagues/schedule/ladder/plan_round.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace danno::leagues::schedule::ladder {
namespace {

/// The fewest deals of a round, for each agent and seat. A round grows with what was played, so
/// that few rounds make a season.
constexpr std::uint64_t kLeastDeals = 10;
constexpr std::uint64_t kGrowth = 10;  // a round is one tenth of what was played

/// The weight of a deal for an agent whose orders are all decided: other agents need deals more.
constexpr std::uint64_t kWeightOfDecided = 2;

std::size_t at(int agent) { return static_cast<std::size_t>(agent); }

/// Returns the rank of each agent as a number in (0, 1), from the best.
std::vector<double> relative_ranks(const ratings::Ratings& ratings) {
  std::vector<int> order(ratings.agents.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](int agent) { return ratings.agents[at(agent)].elo; });
  std::vector<double> ranks(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    ranks[at(order[i])] = (static_cast<double>(i) + 0.5) / static_cast<double>(order.size());
  return ranks;
}

/// Plans the tables of a round, one by one, from the meetings so far.
class RoundPlanner {
 public:
  explicit RoundPlanner(const RoundState& state)
      : state_(state),
        agents_(state.results.agents()),
        deals_(at(agents_)),
        now_(at(agents_)),
        met_(at(agents_) * at(agents_)),
        met_now_(met_.size()),
        certainty_(met_.size()),
        decided_(met_.size()),
        open_(at(agents_), agents_ - 1) {
    for (int i = 0; i < agents_ && state.results.deals() > 0; ++i) {
      deals_[at(i)] = deals(state.results.agent(state.seats, i).games);
      for (int j = 0; j < i; ++j)
        met_[of(i, j)] = met_[of(j, i)] = deals(state.results.pair(state.seats, j, i).games);
    }
    for (const auto& [better, worse] : state.decided) {
      decided_[of(better, worse)] = decided_[of(worse, better)] = true;
      --open_[at(better)];
      --open_[at(worse)];
    }
  }

  /// Plans the first deals of agents that lack them, in the order of their arrival.
  void plan_first_deals() {
    const std::vector<double> ranks = relative_ranks(state_.ratings);
    std::vector<int> by_arrival(at(agents_));
    std::iota(by_arrival.begin(), by_arrival.end(), 0);
    std::ranges::sort(by_arrival, {}, [&](int agent) { return state_.arrival[at(agent)]; });
    for (const int agent : by_arrival) {
      double rank = 0.5;
      // Rivals near the wanted rank are best; others that lack deals, too, and those not met yet
      // are preferred.
      const auto spread = [&](int other) {
        return std::abs(ranks[at(other)] - rank) + (lacks(other) > 0 ? 0 : 0.1) +
               static_cast<double>(met(agent, other)) / kDealsOfTable;
      };
      while (lacks(agent) > 0) {
        std::vector<int> table{agent};
        // Multiples of the golden ratio fill an interval evenly, however many they are.
        const auto next = [&] { rank = std::fmod(rank + 0.6180339887498949, 1.0); };
        if (!fill(table, spread, next)) break;
        add(std::move(table), std::min(kDealsOfTable, lacks(agent)));
      }
    }
  }

  /// Plans deals of the least certain neighbours.
  void plan_neighbours() {
    find_certainty();
    const auto n = static_cast<std::uint64_t>(agents_);
    const auto seats = static_cast<std::uint64_t>(state_.seats);
    const auto played = static_cast<std::uint64_t>(state_.results.deals());
    // The deals of the round, which grow with what was played.
    std::uint64_t left = std::max(kLeastDeals * n / seats, played / kGrowth);
    if (state_.most_deals) left = std::min(left, *state_.most_deals);
    std::vector<bool> alone(at(agents_));  // nobody may meet them
    while (left > 0) {
      const std::optional<int> agent = least_served(alone);
      if (!agent) return;
      std::vector<int> table{*agent};
      const auto cost = [&](int other) { return priority(*agent, other); };
      // Only agents of its own author are left for it.
      if (!fill(table, cost, [] {})) {
        alone[at(*agent)] = true;
        continue;
      }
      const std::uint64_t planned = std::min(kDealsOfTable, left);
      add(std::move(table), planned);
      left -= planned;
    }
  }

  [[nodiscard]] std::vector<PlannedTable> take() { return std::move(tables_); }

 private:
  /// Returns the index of a pair, in one order of the two.
  [[nodiscard]] std::size_t of(int a, int b) const { return at(a) * at(agents_) + at(b); }
  /// Returns the deals of so many games: every deal is played in as many games as there are seats.
  [[nodiscard]] std::uint64_t deals(std::int64_t games) const {
    return static_cast<std::uint64_t>(games / state_.seats);
  }
  /// Returns how many of its first deals an agent still lacks.
  [[nodiscard]] std::uint64_t lacks(int agent) const {
    const auto wanted = static_cast<std::uint64_t>(kFirstDeals);
    return wanted - std::min(wanted, deals_[at(agent)] + now_[at(agent)]);
  }
  /// Returns the deals of two agents, those planned now included.
  [[nodiscard]] std::uint64_t met(int a, int b) const {
    return met_[of(a, b)] + met_now_[of(a, b)];
  }

  /// Orders the opponents of an agent, the least first: open pairs before decided ones; few deals
  /// in this round; a chance near 1/2; few deals before; the least served.
  using Served = std::pair<std::uint64_t, std::uint64_t>;
  using Priority = std::tuple<bool, std::uint64_t, long, std::uint64_t, Served>;
  [[nodiscard]] Priority priority(int a, int b) const {
    const std::size_t pair = of(a, b);
    return {decided_[pair], met_now_[pair], certainty_[pair], met_[pair], served(b)};
  }

  /// Computes certainties in whole percent, because the last bits of sums differ between
  /// processors.
  void find_certainty() {
    for (int a = 0; a < agents_; ++a) {
      for (int b = 0; b < agents_; ++b) {
        if (a == b) continue;
        const double chance = ratings::los(state_.ratings, a, b);
        certainty_[of(a, b)] = std::lround(100 * std::abs(chance - 0.5));
      }
    }
  }

  /// Returns whether an agent may sit at the table: it is not there yet, and nor is another one of
  /// its author.
  [[nodiscard]] bool may_join(std::span<const int> table, int agent) const {
    return std::ranges::all_of(table, [&](int other) {
      return agent != other && (state_.authors.empty() || state_.authors[at(agent)].empty() ||
                                state_.authors[at(agent)] != state_.authors[at(other)]);
    });
  }

  /// Returns the deals in this round, weighed against what the agent is due, and before it.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> served(int agent) const {
    std::uint64_t weight = open_[at(agent)] == 0 ? kWeightOfDecided : 1;
    if (state_.focus == Focus::Top)
      weight *= static_cast<std::uint64_t>(state_.ratings.agents[at(agent)].rank);
    return {weight * now_[at(agent)], deals_[at(agent)]};
  }
  /// Returns the agent to plan a table for: the least served, of equals the one with the lowest
  /// number.
  [[nodiscard]] std::optional<int> least_served(const std::vector<bool>& alone) const {
    std::optional<int> least;
    for (int agent = 0; agent < agents_; ++agent) {
      if (!alone[at(agent)] && (!least || served(agent) < served(*least))) least = agent;
    }
    return least;
  }

  /// Fills a table with the agents that may join at the least cost; `next` is called before each.
  template <class Cost, class Next>
  [[nodiscard]] bool fill(std::vector<int>& table, const Cost& cost, const Next& next) const {
    while (static_cast<int>(table.size()) < state_.seats) {
      next();
      std::optional<int> best;
      for (int other = 0; other < agents_; ++other) {
        if (may_join(table, other) && (!best || cost(other) < cost(*best))) best = other;
      }
      if (!best) return false;
      table.push_back(*best);
    }
    return true;
  }

  /// Plans deals of a table; those of the same agents are joined to one entry.
  void add(std::vector<int> table, std::uint64_t deals) {
    std::ranges::sort(table);
    for (const int a : table) {
      now_[at(a)] += deals;
      for (const int b : table)
        met_now_[of(a, b)] += deals;
    }
    const auto known = std::ranges::find(tables_, table, &PlannedTable::agents);
    if (known == tables_.end()) {
      tables_.push_back({std::move(table), deals});
    } else {
      known->deals += deals;
    }
  }

  const RoundState& state_;
  int agents_;
  std::vector<std::uint64_t> deals_;    // before this round, by agent
  std::vector<std::uint64_t> now_;      // in this round, by agent
  std::vector<std::uint64_t> met_;      // before this round, by pair
  std::vector<std::uint64_t> met_now_;  // in this round, by pair
  std::vector<long> certainty_;         // by pair, in percent from a chance of 1/2
  std::vector<bool> decided_;           // by pair
  std::vector<int> open_;               // the number of undecided pairs, by agent
  std::vector<PlannedTable> tables_;
};

}  // namespace

std::vector<PlannedTable> plan_round(const RoundState& state) {
  if (state.results.agents() < state.seats) return {};
  RoundPlanner round(state);
  round.plan_first_deals();
  std::vector<PlannedTable> tables = round.take();
  // First deals are a round of their own, because ratings without them say nothing of the new
  // agents.
  if (!tables.empty()) return tables;
  round.plan_neighbours();
  return round.take();
}

}  // namespace danno::leagues::schedule::ladder
