#include "tests/property/simulated_tables.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace danno::leagues {
namespace {

double gumbel_of_normal(double z) {
  const double u = std::clamp(0.5 * std::erfc(-z / std::numbers::sqrt2), 1e-300, 1 - 1e-16);
  return -std::log(-std::log(u));
}

std::vector<int> places_of(const std::vector<double>& performance) {
  std::vector<int> places;
  for (const double own : performance) {
    places.push_back(1 + static_cast<int>(std::ranges::count_if(
                             performance, [own](double other) { return other > own; })));
  }
  return places;
}

}  // namespace

double Chance::uniform() { return (static_cast<double>(random_() >> 11U) + 0.5) * 0x1p-53; }

double Chance::normal() {
  return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
}

std::size_t Chance::below(std::size_t n) {
  return static_cast<std::size_t>(uniform() * static_cast<double>(n));
}

std::vector<TableResult> mirrored_tables(std::span<const double> strengths, double shared_luck,
                                         Chance& chance) {
  const std::size_t seats = strengths.size();
  std::vector<double> luck(seats);
  std::ranges::generate(luck, [&chance] { return chance.normal(); });
  std::vector<TableResult> tables(seats);
  for (std::size_t game = 0; game < seats; ++game) {
    std::vector<double> performance;
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const std::size_t player = (seat + game) % seats;
      tables[game].players.push_back(player);
      const double z =
          std::sqrt(shared_luck) * luck[seat] + std::sqrt(1 - shared_luck) * chance.normal();
      performance.push_back(strengths[player] + gumbel_of_normal(z));
    }
    tables[game].places = places_of(performance);
  }
  return tables;
}

MirroredDeal mirrored_deal(const std::vector<int>& agents, std::span<const double> strengths,
                           double shared_luck, Chance& chance) {
  std::vector<double> of_agents;
  for (const int agent : agents)
    of_agents.push_back(strengths[static_cast<std::size_t>(agent)]);
  MirroredDeal deal{agents, {}, {}};
  for (const TableResult& table : mirrored_tables(of_agents, shared_luck, chance)) {
    std::vector<int>& players = deal.players.emplace_back();
    for (const std::size_t index : table.players)
      players.push_back(agents[index]);
    deal.places.push_back(table.places);
  }
  return deal;
}

void add_deal(ratings::Results& results, const MirroredDeal& deal) {
  std::vector<ratings::RankedGame> games;
  for (std::size_t game = 0; game < deal.players.size(); ++game)
    games.push_back({.players = deal.players[game], .places = deal.places[game]});
  results.add_deal(games);
}

}  // namespace danno::leagues
