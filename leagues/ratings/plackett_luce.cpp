// Plackett-Luce, the second opinion: a ranking is a sequence of choices of the best of those left.
//
// Ties after Davidson and Luce, as R's PlackettLuce has them (Turner, van Etten, Firth, Kosmidis,
// Computational Statistics 35, 2020): a choice may take a group of d at once; its worth is the
// geometric mean times δ_d, and every order d of tie that occurs has its δ_d. The prior is theirs
// too: each agent won and lost `prior` comparisons with a ghost of strength 0. Errors are clustered
// by deal.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <tuple>

#include "leagues/ratings/numerics.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/standings.hpp"
#include "leagues/ratings/win_graph.hpp"

namespace danno::leagues::ratings {
namespace {

/// A ranking: agents from best to worst, and where each group of equals ends.
struct Ranking {
  std::vector<int> agents;
  std::vector<std::size_t> ends;

  bool operator==(const Ranking&) const = default;
  bool operator<(const Ranking& other) const {
    return std::tie(agents, ends) < std::tie(other.agents, other.ends);
  }
};

using RankedDeal = std::vector<Ranking>;

Ranking make_ranking(const RankedGame& game) {
  // Equals stand by number, so that one result has one ranking.
  std::vector<std::size_t> seats(game.players.size());
  std::iota(seats.begin(), seats.end(), std::size_t{0});
  std::ranges::sort(seats, {}, [&game](std::size_t seat) {
    return std::pair(game.places[seat], game.players[seat]);
  });
  Ranking ranking;
  for (std::size_t k = 0; k < seats.size(); ++k) {
    ranking.agents.push_back(game.players[seats[k]]);
    if (k + 1 == seats.size() || game.places[seats[k]] != game.places[seats[k + 1]]) {
      ranking.ends.push_back(k + 1);
    }
  }
  return ranking;
}

/// Returns the deals in an order of their own, so that sums of floating point never depend on the
/// file's.
std::vector<RankedDeal> rank_deals(const PlayedGames& games, const FitOptions& options) {
  std::vector<RankedDeal> deals;
  std::size_t place = 0;
  for (const std::size_t end : games.deals) {
    RankedDeal deal;
    // Games of other table sizes are left out; a deal without any game left is no cluster.
    for (; place < end; ++place) {
      const RankedGame game = games.game(place);
      const auto size = static_cast<int>(game.players.size());
      if (options.table_size.value_or(size) == size) {
        deal.push_back(make_ranking(game));
      }
    }
    if (!deal.empty()) {
      std::sort(deal.begin(), deal.end());
      deals.push_back(std::move(deal));
    }
  }
  std::sort(deals.begin(), deals.end());
  return deals;
}

/// Strengths of the members of one component, then log δ of every order of tie above one.
struct Model {
  std::vector<int> member;  // By agent: its number here, or -1.
  std::size_t members = 0;
  std::vector<int> orders;  // Orders of tie that occur, rising, 1 first.

  std::size_t size() const { return members + orders.size() - 1; }
  std::size_t delta(std::size_t order) const { return members + order - 1; }
};

/// The number of the ghost, whose strength is 0, among parameters.
constexpr auto kGhost = static_cast<std::size_t>(-1);

/// One choice: a group out of those left, as parameters or kGhost.
struct Selection {
  std::vector<std::size_t> left;
  std::size_t group;  // The first so many of `left` were chosen.
};

/// Log-likelihood, its gradient and its negative Hessian; the last two where wanted.
struct Curve {
  double value = 0;
  Vector gradient;
  SquareMatrix hessian;
};

/// The possible outcomes of one choice: each a sparse vector of statistics.
class Outcomes {
 public:
  Outcomes(const Model& model, const Selection& choice) : model_(model), choice_(choice) {
    for (std::size_t order = 0; order < model.orders.size(); ++order) {
      const auto size = static_cast<std::size_t>(model.orders[order]);
      if (size <= choice.left.size()) {
        group_.clear();
        enumerate(order, size, 0);
      }
    }
  }

  /// Adds the choice, `weight` times.
  void add(const Vector& parameters, double weight, bool curvature, Curve& curve) {
    // The gradient is the statistics of the choice less their mean over all outcomes, and the
    // Hessian is their covariance.
    const double log_sum = weigh(parameters);
    const Outcome& chosen = all_[chosen_];
    curve.value += weight * (chosen.log_worth - log_sum);
    for (const auto& [parameter, share] : chosen.statistics) {
      curve.gradient[parameter] += weight * share;
    }
    mean_.assign(parameters.size(), 0.0);
    for (const Outcome& outcome : all_) {
      const double chance = std::exp(outcome.log_worth - log_sum);
      for (const auto& [parameter, share] : outcome.statistics) {
        curve.gradient[parameter] -= weight * chance * share;
        mean_[parameter] += chance * share;
        for (const auto& [other, other_share] : outcome.statistics) {
          if (curvature) {
            curve.hessian(parameter, other) += weight * chance * share * other_share;
          }
        }
      }
    }
    // The means are subtracted once all outcomes are added: covariance is the mean of products less
    // the product of means.
    if (curvature) {
      subtract_means(weight, curve);
    }
  }

 private:
  struct Outcome {
    std::vector<std::pair<std::size_t, double>> statistics;
    double log_worth = 0;
  };

  /// Sets the worth of every outcome; returns the logarithm of their sum.
  double weigh(const Vector& parameters) {
    // The largest worth is divided out, so that exp() cannot overflow.
    double most = -HUGE_VAL;
    for (Outcome& outcome : all_) {
      outcome.log_worth = 0;
      for (const auto& [parameter, share] : outcome.statistics) {
        outcome.log_worth += share * parameters[parameter];
      }
      most = std::max(most, outcome.log_worth);
    }
    double sum = 0;
    for (const Outcome& outcome : all_) {
      sum += std::exp(outcome.log_worth - most);
    }
    return most + std::log(sum);
  }

  /// Adds all groups of `size` that continue `group_` with elements of `left` from index `from` on.
  void enumerate(std::size_t order, std::size_t size, std::size_t from) {
    constexpr std::size_t kMost = 100'000;
    if (group_.size() == size) {
      if (all_.size() == kMost) {
        throw std::invalid_argument(
            "these ties have too many outcomes for Plackett-Luce; rate by bradley-terry");
      }
      // The chosen group stands first in `left`, so its last index is one less than its size.
      if (size == choice_.group && group_.back() + 1 == size) {
        chosen_ = all_.size();
      }
      Outcome& outcome = all_.emplace_back();
      for (const std::size_t k : group_) {
        if (choice_.left[k] != kGhost) {
          outcome.statistics.emplace_back(choice_.left[k], 1 / static_cast<double>(size));
        }
      }
      if (order > 0) {
        outcome.statistics.emplace_back(model_.delta(order), 1.0);
      }
      return;
    }
    for (std::size_t k = from; k < choice_.left.size(); ++k) {
      group_.push_back(k);
      enumerate(order, size, k + 1);
      group_.pop_back();
    }
  }

  /// Subtracts the products of the means, only for parameters that occur in this choice.
  void subtract_means(double weight, Curve& curve) {
    touched_.clear();
    for (std::size_t parameter = 0; parameter < mean_.size(); ++parameter) {
      if (mean_[parameter] != 0) {
        touched_.push_back(parameter);
      }
    }
    for (const std::size_t i : touched_) {
      for (const std::size_t j : touched_) {
        curve.hessian(i, j) -= weight * mean_[j] * mean_[i];
      }
    }
  }

  const Model& model_;
  const Selection& choice_;
  std::vector<Outcome> all_;
  std::size_t chosen_ = 0;
  std::vector<std::size_t> group_;
  std::vector<double> mean_;
  std::vector<std::size_t> touched_;
};

/// Splits a ranking into its choices. A last agent alone is no choice.
void add_ranking(const Model& model, const Ranking& ranking, const Vector& parameters,
                 bool curvature, Curve& curve) {
  std::size_t begin = 0;
  for (const std::size_t end : ranking.ends) {
    if (ranking.agents.size() - begin < 2) {
      break;
    }
    Selection choice{{}, end - begin};
    for (std::size_t k = begin; k < ranking.agents.size(); ++k) {
      choice.left.push_back(at(model.member[at(ranking.agents[k])]));
    }
    Outcomes(model, choice).add(parameters, 1, curvature, curve);
    begin = end;
  }
}

/// Returns whether a ranking is of the model's component; all agents of a game are of one.
bool concerns(const Model& model, const Ranking& ranking) {
  return model.member[at(ranking.agents.front())] >= 0;
}

/// Returns the curve of all rankings of the component, without the prior.
Curve data_curve(const Model& model, const std::vector<RankedDeal>& deals, const Vector& parameters,
                 bool curvature) {
  Curve curve{0, Vector(model.size()), SquareMatrix(curvature ? model.size() : 0)};
  for (const RankedDeal& deal : deals) {
    for (const Ranking& ranking : deal) {
      if (concerns(model, ranking)) {
        add_ranking(model, ranking, parameters, curvature, curve);
      }
    }
  }
  return curve;
}

/// Adds the comparisons with the ghost, or holds the mean of the strengths if there is no prior.
void add_prior(const Model& model, const Vector& parameters, double prior, Curve& curve) {
  for (std::size_t member = 0; prior > 0 && member < model.members; ++member) {
    const Selection won{{member, kGhost}, 1};
    const Selection lost{{kGhost, member}, 1};
    Outcomes(model, won).add(parameters, prior, true, curve);
    Outcomes(model, lost).add(parameters, prior, true, curve);
  }
  if (prior == 0) hold_mean(curve.hessian, model.members);
}

/// Returns the parameters of the highest likelihood.
Vector fit_parameters(const Model& model, const std::vector<RankedDeal>& deals, double prior) {
  Vector parameters(model.size());
  const auto step = [&](const Vector& position) {
    Curve curve = data_curve(model, deals, position, true);
    add_prior(model, position, prior, curve);
    return solve(curve.hessian, curve.gradient);
  };
  // A weak prior leaves the mean of the strengths to rounding, and no rating depends on it.
  if (maximise(parameters, step, model.members)) return parameters;
  // A tie's parameter grows without end where all that could end in such a tie did.
  throw std::invalid_argument(
      "the Plackett-Luce fit has no finite maximum: too few games ended without a tie; rate by "
      "bradley-terry");
}

/// Adds that each agent beat or tied those of its group and those behind.
void add_arrows(const Ranking& ranking, std::vector<std::set<int>>& beats) {
  std::size_t begin = 0;
  for (const std::size_t end : ranking.ends) {
    for (std::size_t a = begin; a < end; ++a) {
      for (std::size_t b = begin; b < ranking.agents.size(); ++b) {
        if (a != b) beats[at(ranking.agents[a])].insert(ranking.agents[b]);
      }
    }
    begin = end;
  }
}

/// Returns the graph of who beat or tied whom in any game.
WinGraph make_win_graph(const std::vector<RankedDeal>& deals, std::size_t agents) {
  std::vector<std::set<int>> beats(agents);
  for (const RankedDeal& deal : deals) {
    for (const Ranking& ranking : deal)
      add_arrows(ranking, beats);
  }
  WinGraph graph(agents);
  for (std::size_t agent = 0; agent < agents; ++agent) {
    graph[agent].assign(beats[agent].begin(), beats[agent].end());
  }
  return graph;
}

/// Numbers the members and finds the orders of tie that occur among them.
Model make_model(const std::vector<RankedDeal>& deals, const std::vector<int>& members,
                 std::size_t agents) {
  Model model{std::vector<int>(agents, -1), members.size(), {}};
  for (std::size_t number = 0; number < members.size(); ++number) {
    model.member[at(members[number])] = static_cast<int>(number);
  }
  std::set<int> orders{1};
  for (const RankedDeal& deal : deals) {
    for (const Ranking& ranking : deal) {
      std::size_t begin = 0;
      for (const std::size_t end : ranking.ends) {
        if (concerns(model, ranking)) {
          orders.insert(static_cast<int>(end - begin));
        }
        begin = end;
      }
    }
  }
  model.orders.assign(orders.begin(), orders.end());
  return model;
}

/// Adds the score (the gradient of the log-likelihood) of a deal; returns the members who played.
std::set<std::size_t> add_score(const Model& model, const RankedDeal& deal,
                                const Vector& parameters, Curve& score) {
  std::set<std::size_t> played;
  for (const Ranking& ranking : deal) {
    if (!concerns(model, ranking)) continue;
    add_ranking(model, ranking, parameters, false, score);
    for (const int agent : ranking.agents)
      played.insert(at(model.member[at(agent)]));
  }
  return played;
}

/// Returns the spread of the deals' scores.
SquareMatrix compute_spread(const Model& model, const std::vector<RankedDeal>& deals,
                            const Vector& parameters) {
  SquareMatrix spread(model.size());
  Curve score{0, Vector(model.size()), {}};
  for (const RankedDeal& deal : deals) {
    // A deal is one cluster: its scores are added up before they are squared.
    std::set<std::size_t> touched = add_score(model, deal, parameters, score);
    // The parameters of ties belong to every deal. Only touched rows are added and cleared, because
    // few agents meet in a deal.
    for (std::size_t delta = model.members; delta < model.size(); ++delta)
      touched.insert(delta);
    for (const std::size_t i : touched) {
      for (const std::size_t j : touched)
        spread(i, j) += score.gradient[i] * score.gradient[j];
    }
    for (const std::size_t i : touched)
      score.gradient[i] = 0;
  }
  return spread;
}

/// Sets the covariances as the sandwich of the curvature, prior included, and the spread of the
/// deals. The parameters of ties are fitted together with the strengths, then left out.
void add_errors(const Model& model, const std::vector<RankedDeal>& deals, const Vector& parameters,
                double prior, Estimate& estimate) {
  Curve curve = data_curve(model, deals, parameters, true);
  const SquareMatrix spread =
      support_spread(estimate, curve.hessian, compute_spread(model, deals, parameters));
  add_prior(model, parameters, prior, curve);
  estimate.covariances = multiply_sandwich(curve.hessian, spread, zero_weights(estimate.strong));
}

/// Sets the mean rating of the opponents; it depends on the strengths of this model.
void add_average_opponents(const std::vector<RankedDeal>& deals, Ratings& ratings) {
  std::vector<double> sum(ratings.agents.size());
  std::vector<double> met(ratings.agents.size());
  for (const RankedDeal& deal : deals) {
    for (const Ranking& ranking : deal) {
      double total = 0;
      for (const int agent : ranking.agents) {
        total += ratings.agents[at(agent)].elo;
      }
      for (const int agent : ranking.agents) {
        sum[at(agent)] += total - ratings.agents[at(agent)].elo;
        met[at(agent)] += static_cast<double>(ranking.agents.size() - 1);
      }
    }
  }
  for (std::size_t i = 0; i < sum.size(); ++i) {
    ratings.agents[i].average_opponent = met[i] > 0 ? sum[i] / met[i] : 0;
  }
}

/// Fits one weak component.
Estimate fit_component(const Results& results, const FitOptions& options,
                       const std::vector<RankedDeal>& deals, const WinGraph& beats,
                       const DealCounts& counts, std::size_t number) {
  Estimate estimate = make_estimate(beats, counts, number, options.prior);
  const std::size_t n = estimate.members.size();
  if (n == 1) return estimate;
  estimate.is_flat = [&results, sizes = table_sizes(results, options)](int i, int j) {
    return is_flat(results, sizes, i, j);
  };
  const Model model = make_model(deals, estimate.members, beats.size());
  const Vector parameters = fit_parameters(model, deals, options.prior);
  std::copy_n(parameters.begin(), n, estimate.strength.begin());
  add_errors(model, deals, parameters, options.prior, estimate);
  estimate.log_likelihood = [model, &deals, parameters](const OneSide& side, double shift) {
    constexpr double kForSure = 300;
    // Rankings of several cannot be split into pairs, so those beyond are shifted, too.
    const auto value = [&](double by) {
      Vector shifted = parameters;
      for (std::size_t i = 0; i < side.members.size(); ++i) {
        shifted[i] = side.strength[i];
        if (side.members[i] || side.beyond[i]) shifted[i] += by;
      }
      return data_curve(model, deals, shifted, false).value;
    };
    return value(shift) - value(side.sign * kForSure);
  };
  return estimate;
}

Ratings fit_rankings(const Results& results, const FitOptions& options) {
  const std::vector<RankedDeal> deals = rank_deals(results.played(), options);
  const WinGraph beats = make_win_graph(deals, at(results.agents()));
  const std::vector<int> sizes = table_sizes(results, options);
  const DealCounts counts = count_deals(results, sizes, weak_components(beats));
  Ratings ratings;
  ratings.agents.resize(at(results.agents()));
  for (std::size_t number = 0; number < counts.components.size(); ++number)
    place(fit_component(results, options, deals, beats, counts, number), beats, options, ratings);
  summarise(results, sizes, counts, ratings);
  add_average_opponents(deals, ratings);
  rank(options, ratings);
  return ratings;
}

}  // namespace

const RatingModel kPlackettLuce{
    .id = "plackett-luce", .title = "Plackett-Luce", .needs = Needs::Games, .fit = fit_rankings};

}  // namespace danno::leagues::ratings
