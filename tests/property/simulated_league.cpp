#include "tests/property/simulated_league.hpp"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "leagues/ratings/head_to_head.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/third_party.hpp"
#include "tests/property/simulated_tables.hpp"

namespace danno::leagues {
namespace {

std::vector<double> true_strengths(int agents) {
  std::vector<double> strengths;
  for (int i = 0; i < agents; ++i) {  // From -150 to 150 Elo, mean 0.
    strengths.push_back((300.0 * i / (agents - 1) - 150) / ratings::kEloPerNat);
  }
  return strengths;
}

std::vector<int> drawn_line_up(const LeagueDesign& design, Chance& chance) {
  std::vector<int> agents(static_cast<std::size_t>(design.agents));
  for (std::size_t i = 0; i < agents.size(); ++i) {
    agents[i] = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(design.seats); ++i) {
    std::swap(agents[i], agents[i + chance.below(agents.size() - i)]);
  }
  agents.resize(static_cast<std::size_t>(design.seats));
  return agents;
}

}  // namespace

Residues simulate_residuals(const LeagueDesign& design, int leagues, std::uint64_t seed) {
  Chance chance(seed);
  const std::vector<double> strengths = true_strengths(design.agents);
  double pairs = 0;
  double squares = 0;
  double effects = 0;
  double effect_squares = 0;
  for (int league = 0; league < leagues; ++league) {
    std::vector<MirroredDeal> deals;
    ratings::Results results(design.agents);
    for (int deal = 0; deal < design.deals; ++deal) {
      deals.push_back(
          mirrored_deal(drawn_line_up(design, chance), strengths, design.shared_luck, chance));
      add_deal(results, deals.back());
    }
    const ratings::Ratings ratings = ratings::fit(results);
    const ratings::Residuals residuals(results, ratings);
    for (int i = 0; i < design.agents; ++i) {
      for (int j = 0; j < i; ++j) {
        const auto residual = residuals.of(i, j);
        pairs += residual ? 1 : 0;
        squares += residual ? *residual * *residual : 0;
      }
    }
    ratings::ThirdPartyEffects third_parties(ratings);
    for (const MirroredDeal& deal : deals) {
      std::vector<ratings::RankedGame> games;
      for (std::size_t game = 0; game < deal.players.size(); ++game)
        games.push_back({.players = deal.players[game], .places = deal.places[game]});
      third_parties.add_deal(games);
    }
    for (const ratings::ThirdPartyEffect& effect : third_parties.rows()) {
      ++effects;
      effect_squares += effect.z * effect.z;
    }
  }
  return {std::sqrt(squares / pairs), effects > 0 ? std::sqrt(effect_squares / effects) : 0};
}

Coverage simulate_coverage(const LeagueDesign& design, int leagues, std::uint64_t seed) {
  Chance chance(seed);
  const std::vector<double> strengths = true_strengths(design.agents);
  Coverage coverage;
  for (int league = 0; league < leagues; ++league) {
    ratings::Results results(design.agents);
    for (int deal = 0; deal < design.deals; ++deal) {
      add_deal(results,
               mirrored_deal(drawn_line_up(design, chance), strengths, design.shared_luck, chance));
    }
    const ratings::Ratings ratings = ratings::fit(results);
    for (std::size_t i = 0; i < strengths.size(); ++i) {
      const ratings::AgentRating& row = ratings.agents[i];
      const double truth = ratings::kEloPerNat * strengths[i];
      ++coverage.intervals;
      coverage.holding +=
          row.elo_low.value_or(-HUGE_VAL) <= truth && truth <= row.elo_high.value_or(HUGE_VAL);
    }
  }
  return coverage;
}

}  // namespace danno::leagues
