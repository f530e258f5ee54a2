#include "leagues/ratings/differing_places.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "leagues/ratings/quantiles.hpp"

namespace danno::leagues::ratings {
namespace {

using Member = std::int64_t PlaceShare::Agent::*;
using AgentAt = std::pair<int, int>;  // agent, place

// --- faults --------------------------------------------------------------------------------------

struct Count {
  double faults = 0;
  double decisions = 0;
  void add(double more_faults, double more_decisions) {
    faults += more_faults;
    decisions += more_decisions;
  }
};

class FaultComparison {
 public:
  FaultComparison(std::span<const PlaceShare> shares, PlaceTrait trait)
      : shares_(shares),
        trait_(trait),
        member_(trait == PlaceTrait::Timeouts ? &PlaceShare::Agent::timeouts
                                              : &PlaceShare::Agent::other_faults) {
    for (const PlaceShare& share : shares) {
      const auto decisions = static_cast<double>(share.decisions);
      places_[share.place].decisions += decisions;
      all_.decisions += decisions;
      for (const PlaceShare::Agent& agent : share.agents) {
        const auto faults = static_cast<double>(agent.*member_);
        here_[{agent.agent, share.place}].add(faults, decisions);
        everywhere_[agent.agent].add(faults, decisions);
        places_[share.place].faults += faults;
        all_.faults += faults;
      }
    }
  }

  /// One for each place.
  [[nodiscard]] std::vector<PlaceDifference> differences() const {
    struct Expected {
      double found = 0, expected = 0, all = 0;
    };
    std::map<int, Expected> expected;
    for (const auto& [who, here] : here_) {
      const Count& all = everywhere_.at(who.first);
      if (all.decisions <= here.decisions) continue;  // it played nowhere else
      Expected& place = expected[who.second];
      place.found += here.faults;
      place.expected += all.faults * here.decisions / all.decisions;
      place.all += all.faults;
    }
    const double clustering = dispersion();
    std::vector<PlaceDifference> differences;
    for (const auto& [place, sums] : expected) {
      PlaceDifference& one = differences.emplace_back(about(place));
      if (sums.found <= sums.expected || sums.found > sums.all) continue;
      one.p = boost::math::ibeta(sums.found / clustering, (sums.all - sums.found) / clustering + 1,
                                 sums.expected / sums.all);
    }
    return differences;
  }

 private:
  [[nodiscard]] PlaceDifference about(int place) const {
    const Count& here = places_.at(place);
    PlaceDifference one;
    one.place = place;
    one.trait = trait_;
    one.faults = std::llround(here.faults);
    one.decisions = std::llround(here.decisions);
    one.other_faults = std::llround(all_.faults - here.faults);
    one.other_decisions = std::llround(all_.decisions - here.decisions);
    return one;
  }

  /// How many faults come together: in the games of a deal, which share their dice, and more where
  /// an agent's faults differ between line-ups at one place (Pearson's statistic by its degrees).
  [[nodiscard]] double dispersion() const {
    double games = 1;
    double squares = 0;
    std::map<AgentAt, int> shares;
    for (const PlaceShare& share : shares_) {
      games = std::max(games, static_cast<double>(share.games));
      for (const PlaceShare::Agent& agent : share.agents) {
        const Count& here = here_.at({agent.agent, share.place});
        if (here.faults == 0 || share.decisions == 0) continue;
        const double mean = here.faults * static_cast<double>(share.decisions) / here.decisions;
        squares += std::pow(static_cast<double>(agent.*member_) - mean, 2) / mean;
        ++shares[{agent.agent, share.place}];
      }
    }
    double degrees = 0;
    for (const auto& [who, count] : shares)
      degrees += count - 1;
    return degrees > 0 ? std::max(games, squares / degrees) : games;
  }

  std::span<const PlaceShare> shares_;
  PlaceTrait trait_;
  Member member_;
  std::map<AgentAt, Count> here_;
  std::map<int, Count> everywhere_;  // by agent
  std::map<int, Count> places_;
  Count all_;
};

// --- scores --------------------------------------------------------------------------------------

/// A score of so much more or less in one line-up than the ratings expect is nobody's fault.
constexpr double kMisfit = 0.01;
constexpr double kFewestDeals = 20;  // a spread of fewer is too unreliable

/// An agent in a line-up, at all places.
struct PlayedLineUp {
  double deals = 0, games = 0, score = 0, squares = 0, expected = 0;
  double variance = 0;  // of a deal
  [[nodiscard]] double spread() const { return squares - score * score / deals; }
};

/// An agent's line-ups at a place, or everywhere.
struct Total {
  double deals = 0, residual = 0, variance = 0;
  double squares = 0, products = 0;  // of numbers of deals, for misfit
  double games = 0;                  // of a deal, with each rival
};

class ScoreComparison {
 public:
  explicit ScoreComparison(std::span<const PlaceShare> shares) {
    for (const PlaceShare& share : shares)
      add_entries(share);
    settle_variances();
    for (const auto& [key, entry] : entries_)
      add_everywhere(key.second, entry);
    for (const PlaceShare& share : shares)
      add_here(share);
  }

  /// One for each agent and place.
  [[nodiscard]] std::vector<PlaceDifference> differences() const {
    std::vector<PlaceDifference> differences;
    for (const auto& [who, here] : here_) {
      const Total& all = everywhere_.at(who.first);
      if (here.deals < kFewestDeals || all.deals - here.deals < kFewestDeals) continue;
      const double share = here.deals / all.deals;
      const double chance = here.variance * (1 - 2 * share) + share * share * all.variance;
      const double misfit =
          misfit_ * (here.squares - 2 * share * here.products + share * share * all.squares);
      double known_by = std::min(here.deals, all.deals - here.deals);
      if (misfit > chance / 10) known_by = std::min(known_by, free_line_ups_ + 1);
      if (!(chance > 0) || !(chance + misfit > 0) || known_by < 2) continue;
      const double residual = here.residual - share * all.residual;
      PlaceDifference& one = differences.emplace_back();
      one.place = who.second;
      one.trait = PlaceTrait::Score;
      one.agent = who.first;
      one.deals = std::llround(here.deals);
      one.difference = residual / here.deals / (1 - share) / (2 * all.games);
      one.p = 2 * chance_above(-std::abs(residual) / std::sqrt(chance + misfit),
                               std::llround(known_by));
    }
    return differences;
  }

 private:
  using LineUpAgent = std::pair<int, int>;

  void add_entries(const PlaceShare& share) {
    for (const PlaceShare::Agent& agent : share.agents) {
      PlayedLineUp& entry = entries_[{share.line_up, agent.agent}];
      entry.deals += static_cast<double>(share.deals);
      entry.games = static_cast<double>(share.games * (std::ssize(share.agents) - 1));
      entry.score += agent.score;
      entry.squares += agent.squares;
      entry.expected = agent.expected;
    }
  }

  /// Each line-up has one deal more of the mean spread, because few deals may show too little. What
  /// line-ups are off by, beyond chance, is misfit of the ratings, in the form of DerSimonian and
  /// Laird.
  void settle_variances() {
    double spread = 0;
    double deals = 0;
    for (const auto& [key, entry] : entries_) {
      spread += entry.spread();
      deals += entry.deals - 1;
    }
    if (deals <= 0) return;
    double excess = 0;
    double squares = 0;
    for (auto& [key, entry] : entries_) {
      entry.variance = (entry.spread() + spread / deals) / entry.deals;
      const double residual = entry.score - entry.deals * entry.expected;
      excess += residual * residual - entry.deals * entry.variance;
      squares += entry.deals * entry.deals;
      misfit_ = std::max(misfit_, std::pow(2 * kMisfit * entry.games, 2));
    }
    std::set<int> agents;
    std::set<int> line_ups;
    for (const auto& [key, entry] : entries_) {
      line_ups.insert(key.first);
      agents.insert(key.second);
    }
    const auto all = static_cast<double>(line_ups.size());
    free_line_ups_ = all - static_cast<double>(agents.size()) + 1;
    if (free_line_ups_ > 0) misfit_ = std::max(misfit_, excess / squares * all / free_line_ups_);
  }

  void add_everywhere(int agent, const PlayedLineUp& entry) {
    Total& all = everywhere_[agent];
    all.deals += entry.deals;
    all.residual += entry.score - entry.deals * entry.expected;
    all.variance += entry.deals * entry.variance;
    all.squares += entry.deals * entry.deals;
    all.games = entry.games;
  }

  void add_here(const PlaceShare& share) {
    const auto deals = static_cast<double>(share.deals);
    for (const PlaceShare::Agent& agent : share.agents) {
      const PlayedLineUp& entry = entries_.at({share.line_up, agent.agent});
      Total& here = here_[{agent.agent, share.place}];
      here.deals += deals;
      here.residual += agent.score - deals * entry.expected;
      here.variance += deals * entry.variance;
      here.squares += deals * deals;
      here.products += deals * entry.deals;
    }
  }

  std::map<LineUpAgent, PlayedLineUp> entries_;
  std::map<AgentAt, Total> here_;
  std::map<int, Total> everywhere_;
  double misfit_ = 0;         // the variance of the mean score of a deal between line-ups
  double free_line_ups_ = 0;  // that ratings do not repeat
};

/// The surest of all that can be compared, with its p adjusted for them.
std::optional<PlaceDifference> surest(std::span<const PlaceShare> shares, bool with_scores) {
  std::vector<PlaceDifference> compared;
  for (const PlaceTrait trait : {PlaceTrait::Timeouts, PlaceTrait::OtherFaults})
    std::ranges::copy(FaultComparison(shares, trait).differences(), std::back_inserter(compared));
  if (with_scores)
    std::ranges::copy(ScoreComparison(shares).differences(), std::back_inserter(compared));
  if (compared.empty()) return std::nullopt;
  PlaceDifference least = *std::ranges::min_element(compared, {}, &PlaceDifference::p);
  least.p *= static_cast<double>(compared.size());
  return least;
}

}  // namespace

std::vector<PlaceDifference> differing_places(std::vector<PlaceShare> shares, bool with_scores) {
  std::vector<PlaceDifference> found;
  while (const auto one = surest(shares, with_scores)) {
    if (one->p > kPlaceError) break;
    found.push_back(*one);
    std::erase_if(shares, [&](const PlaceShare& share) { return share.place == one->place; });
  }
  return found;
}

}  // namespace danno::leagues::ratings
