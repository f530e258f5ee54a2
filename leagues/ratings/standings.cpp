#include "leagues/ratings/standings.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "leagues/ratings/intervals.hpp"
#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {
namespace {

/// Returns the shift at which a side would have won (or lost) everything with probability
/// 1 - confidence only.
double bounding_shift(const Estimate& estimate, const OneSide& side, double confidence) {
  const double target = std::log1p(-confidence);
  const auto excess = [&](double shift) {
    return estimate.log_likelihood(side, -side.sign * shift) - target;
  };
  if (excess(0) <= 0) {
    return 0;  // A strong prior has already pulled the estimate past the bound.
  }
  // Doubling brackets the root: the likelihood of winning everything falls with the shift.
  double beyond = 1;
  while (excess(beyond) > 0) {
    beyond *= 2;
  }
  return -side.sign * find_root(excess, 0, beyond);
}

/// Returns the standard error of a member against the mean of the marked, which include it.
double error_within(const SquareMatrix& covariance, const std::vector<bool>& marked,
                    std::size_t member) {
  const auto count = static_cast<double>(std::ranges::count(marked, true));
  Vector contrast;
  for (const bool is_marked : marked)
    contrast.push_back(is_marked ? -1 / count : 0.0);
  contrast[member] += 1;
  return std::sqrt(std::max(0.0, quadratic_form(covariance, contrast)));
}

/// Bounds agents outside the core on one side each, by the games of their own.
class OutsideBounds {
 public:
  OutsideBounds(const Estimate& estimate, const WinGraph& beats, double confidence,
                Ratings& ratings)
      : estimate_(estimate),
        beats_(subgraph(beats, estimate.members)),
        beaten_by_(reversed(beats_)),
        core_(core_members(estimate.strong)),
        confidence_(confidence),
        ratings_(ratings),
        reach_(estimate.strength) {}

  /// Sets the bounds. Arrows point from higher numbers to lower ones, so sides nearer to the core
  /// come first.
  void run() {
    const int components = std::ranges::max(estimate_.strong) + 1;
    if (components == 1) return;
    for (std::size_t i = 0; i < core_.size(); ++i) {
      if (!core_[i]) unbound(i);
    }
    // Losers first: a side that lost everything to the core can only be bounded from above. The
    // winners are bounded from below in the second walk, again from the core outwards.
    const std::vector<bool> below = find_outside(beats_);
    for (int component = components - 1; component >= 0; --component)
      bound(component, -1, below, beats_);
    const std::vector<bool> above = find_outside(beaten_by_);
    reach_ = estimate_.strength;
    for (int component = 0; component < components; ++component)
      bound(component, 1, above, beaten_by_);
  }

 private:
  /// Returns the agents on one side of the core; without a core, those at which all ways along the
  /// arrows end.
  [[nodiscard]] std::vector<bool> find_outside(const WinGraph& arrows) const {
    if (std::ranges::count(core_, true) == 0) {
      std::vector<bool> ends;
      for (const std::vector<int>& beaten : arrows)
        ends.push_back(beaten.empty());
      return ends;
    }
    std::vector<bool> marked = reachable(arrows, core_);
    std::transform(marked.begin(), marked.end(), core_.begin(), marked.begin(),
                   [](bool reached, bool in_core) { return reached && !in_core; });
    return marked;
  }

  /// Removes the error and both bounds; bound() sets the one that the games support.
  void unbound(std::size_t member) {
    AgentRating& row = ratings_.agents[at(estimate_.members[member])];
    row.in_core = false;
    row.se.reset();
    row.elo_low.reset();
    row.elo_high.reset();
  }

  /// Bounds one strong component, all of whose members move together.
  void bound(int component, double sign, const std::vector<bool>& outside, const WinGraph& arrows) {
    OneSide side{sign, std::vector<bool>(outside.size()), {}, reach_};
    for (std::size_t i = 0; i < outside.size(); ++i)
      side.members[i] = estimate_.strong[i] == component && outside[i];
    if (std::ranges::count(side.members, true) == 0) return;
    side.beyond = reachable(arrows, side.members);
    for (std::size_t i = 0; i < outside.size(); ++i)
      side.beyond[i] = side.beyond[i] && !side.members[i];
    const double shift = bounding_shift(estimate_, side, confidence_);
    for (std::size_t i = 0; i < outside.size(); ++i) {
      if (side.members[i]) bound_member(i, side, shift);
    }
  }

  /// Adds to the shift of the whole side what is uncertain within it.
  void bound_member(std::size_t member, const OneSide& side, double shift) {
    const double within = error_within(estimate_.covariances.clustered, side.members, member);
    const double quantile = interval_quantile(confidence_, estimate_.played[member]);
    const double apart = shift - side.sign * quantile * within;
    reach_[member] += apart;
    AgentRating& row = ratings_.agents[at(estimate_.members[member])];
    (side.sign > 0 ? row.elo_low : row.elo_high) = row.elo + kEloPerNat * apart;
    // The bound is one-sided, so its quantile is that of `confidence` on one side.
    if (confidence_ > 0.5)
      row.bound_error = kEloPerNat * std::abs(apart) / normal_quantile(2 * confidence_ - 1);
  }

  const Estimate& estimate_;
  const WinGraph beats_;
  const WinGraph beaten_by_;
  const std::vector<bool> core_;
  double confidence_;
  Ratings& ratings_;
  Vector reach_;  // Strengths; those bounded on the side at work have their bounds here.
};

/// Returns what to add to the pool's zero so that the anchors have their given mean.
double anchor_shift(const Estimate& estimate, const Vector& elo,
                    const std::vector<Anchor>& anchors) {
  double sum = 0;
  int count = 0;
  for (const Anchor& anchor : anchors) {
    const auto member = std::ranges::find(estimate.members, anchor.agent);
    if (member != estimate.members.end()) {
      sum += anchor.elo - elo[at(member - estimate.members.begin())];
      ++count;
    }
  }
  return count == 0 ? 0 : sum / count;
}

/// Returns whether two ratings count as equal: a symmetric fit may leave the last bits apart.
bool same_elo(double a, double b) { return std::abs(a - b) < 1e-7; }

/// Sorts the members, best first, and ranks them; equals share a rank and stand by number.
void sort_members(std::vector<int>& members, Ratings& ratings) {
  const auto row = [&ratings](int agent) -> AgentRating& { return ratings.agents[at(agent)]; };
  std::ranges::stable_sort(members, [&](int i, int j) { return row(i).elo > row(j).elo; });
  const int n = static_cast<int>(members.size());
  for (int place = 0; place < n;) {
    const int first = place;
    while (place < n && same_elo(row(members[at(place)]).elo,
                                 row(members[at(std::max(first, place - 1))]).elo)) {
      row(members[at(place++)]).rank = first + 1;
    }
    std::sort(members.begin() + first, members.begin() + place);
  }
}

/// Sets the tiers. A tier begins with the first agent that is surely worse than the best of the
/// tier above.
void set_tiers(const std::vector<int>& members, double level, Ratings& ratings) {
  int leader = members.front();
  int tier = 1;
  for (const int agent : members) {
    if (agent != leader && los(ratings, leader, agent) > level) {
      leader = agent;
      ++tier;
    }
    ratings.agents[at(agent)].tier = tier;
  }
}

/// Sets ranks, tiers and rank ranges. A range excludes only those ranks for which another agent is
/// surely better or worse.
void rank_component(std::vector<int>& members, double level, Ratings& ratings) {
  sort_members(members, ratings);
  set_tiers(members, level, ratings);
  for (std::size_t place = 0; place < members.size(); ++place) {
    const int agent = members[place];
    AgentRating& own = ratings.agents[at(agent)];
    own.rank_low = 1;
    own.rank_high = static_cast<int>(members.size());
    for (const int other : members) {
      if (ratings.agents[at(other)].elo > own.elo) {
        own.rank_low += los(ratings, other, agent) > level;
      } else {
        own.rank_high -= other != agent && los(ratings, agent, other) > level;
      }
    }
    if (place + 1 < members.size()) own.los_next = los(ratings, agent, members[place + 1]);
  }
}

}  // namespace

WinGraph subgraph(const WinGraph& beats, const std::vector<int>& members) {
  std::vector<int> number(beats.size(), -1);
  for (std::size_t i = 0; i < members.size(); ++i) {
    number[at(members[i])] = static_cast<int>(i);
  }
  // Members are sorted, so the renumbered rows stay sorted.
  WinGraph part(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (const int j : beats[at(members[i])]) {
      if (number[at(j)] >= 0) {
        part[i].push_back(number[at(j)]);
      }
    }
  }
  return part;
}

Estimate make_estimate(const WinGraph& beats, const DealCounts& counts, std::size_t component,
                       double prior) {
  Estimate estimate;
  estimate.members = counts.components[component];
  estimate.strong = strong_components(subgraph(beats, estimate.members));
  if (prior == 0 && std::ranges::max(estimate.strong) > 0) {
    throw std::invalid_argument(
        "some agents won or lost everything against the rest: no finite ratings without a prior; "
        "use one above 0, as 0.5");
  }
  estimate.deals = counts.by_component[component];
  for (const int member : estimate.members)
    estimate.played.push_back(counts.by_agent[at(member)]);
  estimate.strength.resize(estimate.members.size());
  if (estimate.members.size() == 1)
    estimate.covariances = {.model = SquareMatrix(1), .clustered = SquareMatrix(1)};
  return estimate;
}

DealCounts count_deals(const Results& results, const std::vector<int>& sizes,
                       std::vector<std::vector<int>> components) {
  DealCounts counts{std::vector<std::int64_t>(at(results.agents())),
                    std::vector<std::int64_t>(components.size()), std::move(components)};
  std::vector<int> component(at(results.agents()));
  for (std::size_t number = 0; number < counts.components.size(); ++number) {
    for (const int member : counts.components[number])
      component[at(member)] = static_cast<int>(number);
  }
  LineUpMoments line_up;
  std::vector<int> agents;
  std::vector<int> touched;
  // An agent may sit at tables of several sizes; a deal counts once for it.
  const auto add = [&line_up](std::vector<int>& numbers, std::vector<std::int64_t>& deals) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    for (const int number : numbers)
      deals[at(number)] += line_up.deals;
  };
  for (std::uint32_t number = 0; number < results.line_ups(); ++number) {
    results.read_line_up(number, line_up);
    agents.clear();
    touched.clear();
    for (const LineUpMoments::Coordinate& coordinate : line_up.coordinates) {
      if (std::ranges::find(sizes, coordinate.table_size) == sizes.end()) continue;
      agents.push_back(coordinate.agent);
      touched.push_back(component[at(coordinate.agent)]);
    }
    add(agents, counts.by_agent);
    add(touched, counts.by_component);
  }
  return counts;
}

void summarise(const Results& results, const std::vector<int>& sizes, const DealCounts& counts,
               Ratings& ratings) {
  constexpr auto kOneWin = static_cast<double>(kPairWin);
  for (int i = 0; i < results.agents(); ++i) {
    AgentRating& row = ratings.agents[at(i)];
    double score = 0;
    double wins = 0;
    double met = 0;
    double opponents = 0;
    for (const int size : sizes) {
      const AgentTotals& totals = results.agent(size, i);
      row.games += totals.games;
      score += static_cast<double>(totals.score) / kOneWin;
      wins += static_cast<double>(totals.wins) / kOneWin;
      for (int j = 0; j < results.agents(); ++j) {
        if (j != i) {
          const PairTotals& pair = results.pair(size, std::min(i, j), std::max(i, j));
          met += static_cast<double>(pair.games);
          opponents += static_cast<double>(pair.games) * ratings.agents[at(j)].elo;
        }
      }
    }
    row.deals = counts.by_agent[at(i)];
    if (row.games > 0) {
      row.score = score / met;
      row.points = 1 + score / static_cast<double>(row.games);
      row.win_share = wins / static_cast<double>(row.games);
      row.average_opponent = opponents / met;
    }
  }
  for (const int size : sizes) {
    std::int64_t seats = 0;
    for (int i = 0; i < results.agents(); ++i) {
      seats += results.agent(size, i).games;
    }
    ratings.games += seats / size;
  }
  ratings.deals =
      std::accumulate(counts.by_component.begin(), counts.by_component.end(), std::int64_t{0});
}

Vector zero_weights(const std::vector<int>& strong) {
  const std::vector<bool> core = core_members(strong);
  const auto count = static_cast<double>(std::ranges::count(core, true));
  Vector weights(strong.size(), 1 / static_cast<double>(strong.size()));
  for (std::size_t i = 0; count > 0 && i < weights.size(); ++i)
    weights[i] = core[i] ? 1 / count : 0;
  return weights;
}

double pair_weight(int table_size) { return 3.0 / (table_size + 1); }

// met²/Σm² is Kish's effective number of clusters: equal to the deals if all have as many games.
double deals_of_pair(const Results& results, const std::vector<int>& sizes, int i, int j) {
  double deals = 0;
  for (const int size : sizes) {
    const PairTotals& totals = results.pair(size, std::min(i, j), std::max(i, j));
    const auto met = static_cast<double>(totals.games);
    if (totals.games > 0) deals += met * met / static_cast<double>(totals.m_squared);
  }
  return deals;
}

bool is_flat(const Results& results, const std::vector<int>& sizes, int i, int j) {
  constexpr double kFewestDeals = 5;
  constexpr auto kOneWin = static_cast<double>(kPairWin);
  double games = 0;
  double spread = 0;  // about the mean score of a game
  for (const int size : sizes) {
    const PairTotals& totals = results.pair(size, std::min(i, j), std::max(i, j));
    if (totals.games == 0) continue;
    const auto met = static_cast<double>(totals.games);
    const auto squares = static_cast<double>(totals.m_squared);
    // The spread about a common mean score: deals of several games would show more of it for their
    // size alone.
    const double along = static_cast<double>(totals.ym) / kOneWin;
    games += met;
    spread += static_cast<double>(totals.y_squared) / (kOneWin * kOneWin) - along * along / squares;
  }
  return spread < 1e-9 * games && deals_of_pair(results, sizes, i, j) >= kFewestDeals;
}

SquareMatrix support_spread(const Estimate& estimate, const SquareMatrix& hessian,
                            SquareMatrix spread) {
  if (estimate.deals > 1) {
    const auto clusters = static_cast<double>(estimate.deals);
    for (double& cell : spread.cells())
      cell *= clusters / (clusters - 1);
  }
  const std::size_t n = estimate.played.size();
  std::vector<bool> flat(n);
  for (std::size_t i = 0; i < n; ++i) {
    // The data's own spread is trusted only from two deals on, and if it is above rounding.
    flat[i] = estimate.played[i] < 2 || spread(i, i) < 1e-9 * hessian(i, i);
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (hessian(i, j) == 0) continue;  // they did not meet
      if (flat[i] || flat[j] || estimate.strong[i] != estimate.strong[j] ||
          estimate.is_flat(estimate.members[i], estimate.members[j])) {
        const double information = -hessian(i, j);
        spread(i, i) += information;
        spread(j, j) += information;
        spread(i, j) -= information;
        spread(j, i) -= information;
      }
    }
  }
  return spread;
}

void place(const Estimate& estimate, const WinGraph& beats, const FitOptions& options,
           Ratings& ratings) {
  if (ratings.covariance.size() == 0) {
    ratings.covariance = SquareMatrix(ratings.agents.size());
    ratings.model_covariance = SquareMatrix(ratings.agents.size());
  }
  const double zero = dot(zero_weights(estimate.strong), estimate.strength);
  Vector elo;
  for (const double strength : estimate.strength)
    elo.push_back(kEloPerNat * (strength - zero));
  const double shift = anchor_shift(estimate, elo, options.anchors);
  const auto& [model, clustered] = estimate.covariances;
  const std::size_t n = estimate.members.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t agent = at(estimate.members[i]);
    AgentRating& row = ratings.agents[agent];
    row.component = ratings.components;
    row.elo = elo[i] + shift;
    if (estimate.deals > 1 && n > 1) {
      row.se = kEloPerNat * std::sqrt(std::max(0.0, clustered(i, i)));
      const double quantile = interval_quantile(options.confidence, estimate.played[i]);
      row.elo_low = row.elo - quantile * *row.se;
      row.elo_high = row.elo + quantile * *row.se;
    }
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t other = at(estimate.members[j]);
      ratings.covariance(agent, other) = kEloPerNat * kEloPerNat * clustered(i, j);
      ratings.model_covariance(agent, other) = kEloPerNat * kEloPerNat * model(i, j);
    }
  }
  if (estimate.deals > 1) OutsideBounds(estimate, beats, options.confidence, ratings).run();
  ++ratings.components;
}

/// Returns the LOS beyond which one of two members is surely better.
double sure_level(const FitOptions& options, const std::vector<int>& members,
                  const Ratings& ratings) {
  if (!options.simultaneous) return 0.5 + options.confidence / 2;
  return normal_cdf(simultaneous_quantile(ratings.covariance.select(members), options.confidence));
}

void rank(const FitOptions& options, Ratings& ratings) {
  // Agents of different components cannot be compared: each component is ranked alone, the largest
  // first.
  std::vector<std::vector<int>> members(at(ratings.components));
  for (int agent = 0; at(agent) < ratings.agents.size(); ++agent) {
    members[at(ratings.agents[at(agent)].component)].push_back(agent);
  }
  ratings.order.clear();
  for (std::vector<int>& component : members) {
    rank_component(component, sure_level(options, component, ratings), ratings);
    ratings.order.insert(ratings.order.end(), component.begin(), component.end());
  }
}

std::optional<Difference> difference(const Ratings& ratings, int i, int j) {
  const AgentRating& a = ratings.agents[at(i)];
  const AgentRating& b = ratings.agents[at(j)];
  if (a.component != b.component) {
    return std::nullopt;
  }
  const double variance = variance_of_difference(ratings.covariance, at(i), at(j));
  return Difference{a.elo - b.elo, std::sqrt(std::max(0.0, variance))};
}

double los(const Ratings& ratings, int i, int j) {
  const std::optional<Difference> d = difference(ratings, i, j);
  if (!d || same_elo(d->elo, 0)) {
    return 0.5;
  }
  const AgentRating& a = ratings.agents[at(i)];
  const AgentRating& b = ratings.agents[at(j)];
  double error = d->se;
  // The prior alone gives the distance of an agent outside the core, so take the error of its
  // bound.
  if (a.in_core != b.in_core && a.bound_error + b.bound_error > 0)
    error = std::hypot(a.se.value_or(a.bound_error), b.se.value_or(b.bound_error));
  return upper_tail(d->elo / error, std::min(a.deals, b.deals));
}

std::optional<double> games_to_separate(const Ratings& ratings, int i, int j, double confidence) {
  const std::optional<Difference> d = difference(ratings, i, j);
  if (!d || same_elo(d->elo, 0)) {
    return std::nullopt;
  }
  const double variance = d->se * d->se;
  const double model_variance = variance_of_difference(ratings.model_covariance, at(i), at(j));
  // A game between the two adds p(1-p) of information, less what the deals' design takes from it.
  const double p = expected_score(d->elo);
  const double information = p * (1 - p) / (kEloPerNat * kEloPerNat) * model_variance / variance;
  const double quantile = normal_quantile(confidence);
  const double wanted = quantile * quantile / (d->elo * d->elo) - 1 / variance;
  return std::max(0.0, wanted / information);
}

}  // namespace danno::leagues::ratings
