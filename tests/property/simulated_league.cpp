#include "tests/property/simulated_league.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <vector>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues {
namespace {

/// The standard fixes the generator but not its distributions: these are ours, so that a seed
/// means the same everywhere.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}

  double uniform() { return (static_cast<double>(random_() >> 11U) + 0.5) * 0x1p-53; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(uniform() * static_cast<double>(n));
  }

 private:
  std::mt19937_64 random_;
};

double gumbel_of_normal(double z) {
  const double u = std::clamp(0.5 * std::erfc(-z / std::numbers::sqrt2), 1e-300, 1 - 1e-16);
  return -std::log(-std::log(u));
}

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

std::vector<int> places_of(const std::vector<double>& performance) {
  std::vector<int> places;
  for (const double own : performance) {
    places.push_back(1 + static_cast<int>(std::ranges::count_if(
                             performance, [own](double other) { return other > own; })));
  }
  return places;
}

void play_deal(const LeagueDesign& design, const std::vector<double>& strengths, Chance& chance,
               ratings::Results& results) {
  const std::vector<int> line_up = drawn_line_up(design, chance);
  const std::size_t seats = line_up.size();
  std::vector<double> luck(seats);
  std::ranges::generate(luck, [&chance] { return chance.normal(); });
  std::vector<std::vector<int>> players(seats);
  std::vector<std::vector<int>> places(seats);
  std::vector<ratings::RankedGame> games;
  for (std::size_t game = 0; game < seats; ++game) {
    std::vector<double> performance;
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const int agent = line_up[(seat + game) % seats];
      players[game].push_back(agent);
      const double z = std::sqrt(design.shared_luck) * luck[seat] +
                       std::sqrt(1 - design.shared_luck) * chance.normal();
      performance.push_back(strengths[static_cast<std::size_t>(agent)] + gumbel_of_normal(z));
    }
    places[game] = places_of(performance);
    games.push_back({.players = players[game], .places = places[game]});
  }
  results.add_deal(games);
}

}  // namespace

Coverage simulate_coverage(const LeagueDesign& design, int leagues, std::uint64_t seed) {
  Chance chance(seed);
  const std::vector<double> strengths = true_strengths(design.agents);
  Coverage coverage;
  for (int league = 0; league < leagues; ++league) {
    ratings::Results results(design.agents);
    for (int deal = 0; deal < design.deals; ++deal) {
      play_deal(design, strengths, chance, results);
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
