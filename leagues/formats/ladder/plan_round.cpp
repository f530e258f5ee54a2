#include "leagues/formats/ladder/plan_round.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace danno::leagues::formats::ladder {
namespace {

using Index = Eigen::Index;

/// Deals of a round, for each agent and seat, at least; a round grows with what was played, so that
/// few rounds are a season.
constexpr std::uint64_t kLeastDeals = 10;
constexpr std::uint64_t kGrowth = 10;  // a round is one tenth of what was played

/// What is thought of the difference of two agents that nothing links: Elo².
constexpr double kUnknown = 400.0 * 400.0;

std::size_t at(int agent) { return static_cast<std::size_t>(agent); }

/// Who may meet, and what was planned of whom: in this round and before.
class Meetings {
 public:
  explicit Meetings(const RoundState& state)
      : state_(state),
        agents_(state.results.agents()),
        is_first_(state.results.deals() == 0),
        before_(at(agents_)),
        now_(at(agents_)) {
    for (int agent = 0; agent < agents_ && !is_first_; ++agent)
      before_[at(agent)] = deals(state.results.agent(state.seats, agent).games);
  }

  [[nodiscard]] int agents() const { return agents_; }
  [[nodiscard]] bool may_meet(int a, int b) const {
    if (a == b) return false;
    return state_.authors.empty() || state_.authors[at(a)].empty() ||
           state_.authors[at(a)] != state_.authors[at(b)];
  }
  [[nodiscard]] bool may_join(std::span<const int> table, int agent) const {
    return std::ranges::all_of(table, [&](int other) { return may_meet(agent, other); });
  }
  /// In this round.
  [[nodiscard]] std::uint64_t planned(int agent) const { return now_[at(agent)]; }
  /// In all.
  [[nodiscard]] std::uint64_t deals_of(int agent) const {
    return before_[at(agent)] + now_[at(agent)];
  }
  [[nodiscard]] std::uint64_t deals_of(int a, int b) const {
    const auto [i, j] = std::minmax({a, b});
    const auto planned = together_.find({i, j});
    return (is_first_ ? 0 : deals(state_.results.pair(state_.seats, i, j).games)) +
           (planned == together_.end() ? 0 : planned->second);
  }
  /// Whether they would not have met too often after one table more.
  [[nodiscard]] bool has_room(int a, int b) const {
    const double share = std::max(kLargestShareOfPair, 2.0 / (agents_ - 1));
    const auto fewest = static_cast<double>(std::min(deals_of(a), deals_of(b)) + kDealsOfTable);
    return static_cast<double>(deals_of(a, b) + kDealsOfTable) <= share * fewest;
  }

  void plan(std::vector<int> table, std::uint64_t deals) {
    std::ranges::sort(table);
    for (std::size_t i = 0; i < table.size(); ++i) {
      now_[at(table[i])] += deals;
      for (std::size_t j = 0; j < i; ++j)
        together_[{table[j], table[i]}] += deals;
    }
    const auto known = std::ranges::find(tables_, table, &PlannedTable::agents);
    if (known == tables_.end()) {
      tables_.push_back({std::move(table), deals});
    } else {
      known->deals += deals;
    }
  }
  [[nodiscard]] std::vector<PlannedTable> take() { return std::move(tables_); }

 private:
  /// Every deal is played in as many games as there are seats.
  [[nodiscard]] std::uint64_t deals(std::int64_t games) const {
    return static_cast<std::uint64_t>(games / state_.seats);
  }

  const RoundState& state_;
  int agents_;
  bool is_first_;  // nothing was played
  std::vector<std::uint64_t> before_;
  std::vector<std::uint64_t> now_;
  std::map<std::pair<int, int>, std::uint64_t> together_;
  std::vector<PlannedTable> tables_;
};

/// The first deals of those who lack them, against opponents that are spread over all ranks.
class FirstDeals {
 public:
  FirstDeals(const RoundState& state, Meetings& meetings)
      : state_(state), meetings_(meetings), rank_(at(meetings.agents())) {
    std::vector<int> order(rank_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](int agent) { return state.ratings.agents[at(agent)].elo; });
    for (std::size_t i = 0; i < order.size(); ++i)
      rank_[at(order[i])] = (static_cast<double>(i) + 0.5) / static_cast<double>(order.size());
  }

  void plan() {
    std::vector<int> by_arrival(rank_.size());
    std::iota(by_arrival.begin(), by_arrival.end(), 0);
    std::ranges::sort(by_arrival, {}, [&](int agent) { return state_.arrival[at(agent)]; });
    for (const int agent : by_arrival) {
      // Multiples of the golden ratio fill an interval evenly, however many they are.
      double place = 0.5;
      while (lacks(agent) > 0) {
        std::vector<int> table{agent};
        for (int seat = 1; seat < state_.seats; ++seat) {
          place = std::fmod(place + 0.6180339887498949, 1.0);
          if (const auto other = opponent(table, place)) table.push_back(*other);
        }
        if (static_cast<int>(table.size()) < state_.seats) break;
        meetings_.plan(table, std::min(kDealsOfTable, lacks(agent)));
      }
    }
  }

 private:
  [[nodiscard]] std::uint64_t lacks(int agent) const {
    const auto wanted = static_cast<std::uint64_t>(kFirstDeals);
    return wanted - std::min(wanted, meetings_.deals_of(agent));
  }
  /// Near that place of the ranking; rather another one that lacks deals, or was not met.
  [[nodiscard]] std::optional<int> opponent(std::span<const int> table, double place) const {
    std::optional<int> best;
    double least = HUGE_VAL;
    for (int other = 0; other < meetings_.agents(); ++other) {
      if (!meetings_.may_join(table, other)) continue;
      double cost = std::abs(rank_[at(other)] - place) + (lacks(other) > 0 ? 0 : 0.1);
      for (const int agent : table)
        cost += static_cast<double>(meetings_.deals_of(agent, other)) / kDealsOfTable;
      if (cost < least) {
        least = cost;
        best = other;
      }
    }
    return best;
  }

  const RoundState& state_;
  Meetings& meetings_;
  std::vector<double> rank_;  // by agent, from the best: in (0, 1)
};

Eigen::MatrixXd covariance_of(const ratings::Ratings& ratings) {
  const auto n = static_cast<Index>(ratings.agents.size());
  Eigen::MatrixXd covariance = Eigen::Map<const Eigen::MatrixXd>(
      ratings.covariance.cells().data(), n, n);  // symmetric: rows or columns
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      if (ratings.agents[static_cast<std::size_t>(i)].component ==
          ratings.agents[static_cast<std::size_t>(j)].component)
        covariance(i, j) += kUnknown;
    }
  }
  return covariance;
}

/// Of the open pairs (where none is: of all): 1, or with the focus on the top one over the better
/// one's rank.
Eigen::MatrixXd laplacian_of(const RoundState& state) {
  const auto n = static_cast<Index>(state.ratings.agents.size());
  Eigen::MatrixXd weights = Eigen::MatrixXd::Ones(n, n);
  if (state.focus == Focus::Top) {
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        weights(i, j) = 1.0 / std::min(state.ratings.agents[static_cast<std::size_t>(i)].rank,
                                       state.ratings.agents[static_cast<std::size_t>(j)].rank);
      }
    }
  }
  const auto pairs = static_cast<std::size_t>(n * (n - 1) / 2);
  for (const DecidedOrder& order : state.decided) {
    if (state.decided.size() < pairs)
      weights(order.better, order.worse) = weights(order.worse, order.better) = 0;
  }
  weights.diagonal().setZero();
  return Eigen::MatrixXd(weights.rowwise().sum().asDiagonal()) - weights;
}

/// The deals after the first ones.
class Allocation {
 public:
  Allocation(const RoundState& state, Meetings& meetings)
      : state_(state),
        meetings_(meetings),
        covariance_(covariance_of(state.ratings)),
        gain_(covariance_ * laplacian_of(state) * covariance_) {
    const auto n = static_cast<Index>(state.ratings.agents.size());
    // Games of a deal tell less than as many independent ones, or more: by how much, the whole
    // shows.
    double clustered = 0;
    double independent = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      clustered += state.ratings.covariance(i, i);
      independent += state.ratings.model_covariance(i, i);
    }
    const double worth = clustered > 0 ? independent / clustered : 1;
    per_deal_ =
        worth * state.seats * 3 / (state.seats + 1) / (ratings::kEloPerNat * ratings::kEloPerNat);
  }

  void plan() {
    const auto n = static_cast<std::uint64_t>(meetings_.agents());
    const auto seats = static_cast<std::uint64_t>(state_.seats);
    const auto played = static_cast<std::uint64_t>(state_.results.deals());
    std::uint64_t deals = std::max(kLeastDeals * n / seats, played / kGrowth);
    if (state_.most_deals) deals = std::min(deals, *state_.most_deals);
    const auto share = static_cast<double>(deals * seats) / static_cast<double>(n);
    const auto least = static_cast<std::uint64_t>(std::ceil(state_.least_share * share));
    plan_least(least, deals);
    while (deals > 0 && plan_table({}, kDealsOfTable, deals)) {
    }
  }

 private:
  /// Who may sit at a table.
  struct Guests {
    std::optional<int> agent = {};     ///< Sits there; none: nobody must.
    std::vector<bool> preferred = {};  ///< By agent: the others are of these, if that can be.
  };

  /// Who has fewer deals than all shall have.
  struct Lack {
    std::vector<bool> agents;
    std::uint64_t deals = 0;
    std::optional<int> first = {};  ///< The least served of them.
  };
  [[nodiscard]] Lack lack_of(std::uint64_t least, const std::vector<bool>& alone) const {
    Lack lack{std::vector<bool>(alone.size())};
    for (int agent = 0; agent < meetings_.agents(); ++agent) {
      if (alone[at(agent)] || meetings_.planned(agent) >= least) continue;
      lack.agents[at(agent)] = true;
      lack.deals += least - meetings_.planned(agent);
      if (!lack.first || served(agent) < served(*lack.first)) lack.first = agent;
    }
    return lack;
  }

  /// Deals that agents have less than `least` in this round: the least served is first, so those
  /// who could not be served in one round are in the next. Where the deals that are left may not
  /// do for one agent a table, all seats go to those who lack some.
  void plan_least(std::uint64_t least, std::uint64_t& deals) {
    std::vector<bool> alone(at(meetings_.agents()));  // nobody may meet them
    while (deals > 0) {
      Lack lack = lack_of(least, alone);
      if (!lack.first) return;
      const int first = *lack.first;
      const std::uint64_t own = std::min(kDealsOfTable, least - meetings_.planned(first));
      if (lack.deals <= deals) lack.agents.clear();
      if (!plan_table({first, std::move(lack.agents)}, own, deals)) alone[at(first)] = true;
    }
  }
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> served(int agent) const {
    return {meetings_.planned(agent), meetings_.deals_of(agent)};
  }

  /// The best table of such guests, for `wanted` deals if so many are left.
  bool plan_table(const Guests& guests, std::uint64_t wanted, std::uint64_t& deals) {
    std::vector<int> table = best_pair(guests, true);
    if (table.empty()) table = best_pair(guests, false);
    if (table.empty() && !guests.preferred.empty())
      return plan_table({guests.agent, {}}, wanted, deals);
    while (!table.empty() && static_cast<int>(table.size()) < state_.seats) {
      auto next = best_to_join(table, guests.preferred);
      if (!next) next = best_to_join(table, {});
      if (!next) return false;
      table.push_back(*next);
    }
    if (table.empty()) return false;
    const std::uint64_t planned = std::min(wanted, deals);
    meetings_.plan(table, planned);
    deals -= planned;
    for (std::size_t i = 0; i < table.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j)
        learn(table[j], table[i], static_cast<double>(planned));
    }
    return true;
  }

  /// Where nobody must sit there, a pair is looked at in one order.
  [[nodiscard]] bool may_sit(const Guests& guests, int a, int b) const {
    return (guests.agent || a < b) && meetings_.may_meet(a, b) &&
           (guests.preferred.empty() || guests.preferred[at(b)]);
  }

  /// Of equal ones those who met least: twins that always tie tell nothing more, and play on.
  std::vector<int> best_pair(const Guests& guests, bool with_room) const {
    const std::optional<int> agent = guests.agent;
    std::vector<int> best;
    float most = -1;
    std::uint64_t met = 0;
    for (int a = agent.value_or(0); a <= agent.value_or(meetings_.agents() - 1); ++a) {
      for (int b = 0; b < meetings_.agents(); ++b) {
        if (!may_sit(guests, a, b)) continue;
        const float gain = std::max(0.0F, gain_of(a, b));
        if (gain < most || (with_room && !meetings_.has_room(a, b))) continue;
        const std::uint64_t before = meetings_.deals_of(a, b);
        if (gain == most && before >= met) continue;
        most = gain;
        met = before;
        best = {a, b};
      }
    }
    return best;
  }

  std::optional<int> best_to_join(std::span<const int> table,
                                  const std::vector<bool>& preferred) const {
    std::optional<int> best;
    float most = -1;
    for (int agent = 0; agent < meetings_.agents(); ++agent) {
      if (!meetings_.may_join(table, agent)) continue;
      if (!preferred.empty() && !preferred[at(agent)]) continue;
      float gain = 0;
      for (const int other : table)
        gain += gain_of(agent, other);
      if (gain <= most) continue;
      most = gain;
      best = agent;
    }
    return best;
  }

  /// What a deal adds to the difference of two, 1/Elo².
  [[nodiscard]] double information(int a, int b) const {
    const double difference = state_.ratings.agents[at(a)].elo - state_.ratings.agents[at(b)].elo;
    const double p = ratings::expected_score(difference);
    return per_deal_ * p * (1 - p);
  }
  [[nodiscard]] double variance(int a, int b) const {
    return covariance_(a, a) + covariance_(b, b) - 2 * covariance_(a, b);
  }
  /// As a float: the last bits of the sums differ between processors, and shall decide nothing.
  [[nodiscard]] float gain_of(int a, int b) const {
    const double q = static_cast<double>(kDealsOfTable) * information(a, b);
    return static_cast<float>(q / (1 + q * variance(a, b)) *
                              (gain_(a, a) + gain_(b, b) - 2 * gain_(a, b)));
  }

  /// C and C L C after so many deals of the two.
  void learn(int a, int b, double deals) {
    const double q = deals * information(a, b);
    const double c = q / (1 + q * variance(a, b));
    const Eigen::VectorXd v = covariance_.col(a) - covariance_.col(b);
    const Eigen::VectorXd w = gain_.col(a) - gain_.col(b);  // C L v
    const double open = w(a) - w(b);                        // v' L v
    covariance_.noalias() -= c * v * v.transpose();
    gain_.noalias() += c * c * open * v * v.transpose();
    gain_.noalias() -= c * v * w.transpose();
    gain_.noalias() -= c * w * v.transpose();
  }

  const RoundState& state_;
  Meetings& meetings_;
  Eigen::MatrixXd covariance_;
  Eigen::MatrixXd gain_;
  double per_deal_ = 0;
};

}  // namespace

std::vector<PlannedTable> plan_round(const RoundState& state) {
  Meetings meetings(state);
  if (state.results.agents() < state.seats) return {};
  FirstDeals(state, meetings).plan();
  std::vector<PlannedTable> tables = meetings.take();
  if (!tables.empty()) return tables;
  Allocation(state, meetings).plan();
  return meetings.take();
}

}  // namespace danno::leagues::formats::ladder
