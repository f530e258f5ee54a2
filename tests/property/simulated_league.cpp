#include "tests/property/simulated_league.hpp"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "leagues/ratings/head_to_head.hpp"
#include "leagues/ratings/ratings.hpp"
#include "tests/property/league_truth.hpp"
#include "tests/property/simulated_tables.hpp"

namespace danno::leagues {
namespace {

/// Returns the true strengths, in Elo.
std::vector<double> true_elos(const LeagueDesign& design) {
  constexpr double kNeverWins = -50'000;
  std::vector<double> elos;
  for (int i = 0; i < design.agents; ++i)
    elos.push_back(design.spread * (static_cast<double>(i) / (design.agents - 1) - 0.5));
  elos.insert(elos.end(), static_cast<std::size_t>(design.broken), kNeverWins);
  return elos;
}

std::vector<int> drawn_line_up(const LeagueDesign& design, Chance& chance) {
  std::vector<int> agents(static_cast<std::size_t>(design.agents + design.broken));
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

void Residues::add(double z) {
  within.add(std::abs(z) <= 1.96);
  squares += z * z;
}

double Residues::deviation() const {
  return std::sqrt(squares / static_cast<double>(within.cases));
}

LeagueRates simulate_leagues(const LeagueDesign& design, int leagues, std::uint64_t seed) {
  Chance chance(seed);
  const std::vector<double> truth = true_elos(design);
  std::vector<double> strengths;
  for (const double elo : truth)
    strengths.push_back(elo / ratings::kEloPerNat);
  LeagueRates rates;
  for (int league = 0; league < leagues; ++league) {
    std::vector<MirroredDeal> deals;
    ratings::Results results(static_cast<int>(truth.size()));
    for (int deal = 0; deal < design.deals; ++deal) {
      deals.push_back(
          mirrored_deal(drawn_line_up(design, chance), strengths, design.shared_luck, chance));
      add_deal(results, deals.back());
    }
    const ratings::Ratings ratings = ratings::fit(results);
    judge_rows(ratings, truth, rates);
    const ratings::Residuals residuals(results, ratings);
    for (int i = 0; i < static_cast<int>(truth.size()); ++i) {
      for (int j = 0; j < i; ++j) {
        judge_pair(ratings, i, j, truth, rates);
        if (const auto residual = residuals.of(i, j)) rates.head_to_head.add(*residual);
      }
    }
  }
  return rates;
}

}  // namespace danno::leagues
