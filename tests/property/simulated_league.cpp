#include "tests/property/simulated_league.hpp"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "leagues/ratings/ratings.hpp"
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

void play_deal(const LeagueDesign& design, const std::vector<double>& strengths, Chance& chance,
               ratings::Results& results) {
  const std::vector<int> line_up = drawn_line_up(design, chance);
  std::vector<double> of_line_up;
  for (const int agent : line_up)
    of_line_up.push_back(strengths[static_cast<std::size_t>(agent)]);
  const auto tables = mirrored_tables(of_line_up, design.shared_luck, chance);
  std::vector<std::vector<int>> players(tables.size());
  std::vector<ratings::RankedGame> games;
  for (std::size_t game = 0; game < tables.size(); ++game) {
    for (const std::size_t index : tables[game].players)
      players[game].push_back(line_up[index]);
    games.push_back({.players = players[game], .places = tables[game].places});
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
