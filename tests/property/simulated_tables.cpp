#include "tests/property/simulated_tables.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "leagues/ratings/numbers.hpp"
#include "leagues/ratings/score_sheet.hpp"

namespace danno::leagues {
namespace {

double gumbel_of_normal(double z) {
  const double u = std::clamp(0.5 * std::erfc(-z / std::numbers::sqrt2), 1e-300, 1 - 1e-16);
  return -std::log(-std::log(u));
}

std::vector<int> rank_places(const std::vector<double>& performance) {
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
      tables[game].luck.push_back(z);
    }
    tables[game].places = rank_places(performance);
  }
  return tables;
}

MirroredDeal mirrored_deal(const std::vector<int>& agents, std::span<const double> strengths,
                           double shared_luck, Chance& chance) {
  std::vector<double> of_agents;
  for (const int agent : agents)
    of_agents.push_back(strengths[static_cast<std::size_t>(agent)]);
  MirroredDeal deal{agents, {}, {}, {}, {}};
  for (const TableResult& table : mirrored_tables(of_agents, shared_luck, chance)) {
    std::vector<int>& players = deal.players.emplace_back();
    for (const std::size_t index : table.players)
      players.push_back(agents[index]);
    deal.places.push_back(table.places);
    deal.normal_luck.push_back(table.luck);
  }
  return deal;
}

void know_luck(MirroredDeal& deal, std::span<const double> strengths, double share,
               Chance& chance) {
  constexpr double kNormalPerLogistic = 1 / 1.702;
  const auto normal = [](double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); };
  const std::size_t seats = deal.agents.size();
  const double certainty = std::sqrt(share / (1 - share));
  deal.luck.assign(ratings::pair_count(seats), 0);
  for (std::size_t game = 0; game < deal.players.size(); ++game) {
    std::vector<double> seen(seats);  // standard normal, by agent of the deal
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const auto at = std::ranges::find(deal.agents, deal.players[game][seat]);
      seen[static_cast<std::size_t>(at - deal.agents.begin())] =
          std::sqrt(share) * deal.normal_luck[game][seat] + std::sqrt(1 - share) * chance.normal();
    }
    for (std::size_t a = 0, pair = 0; a < seats; ++a) {
      for (std::size_t b = a + 1; b < seats; ++b, ++pair) {
        const double ahead =
            kNormalPerLogistic * (strengths[static_cast<std::size_t>(deal.agents[a])] -
                                  strengths[static_cast<std::size_t>(deal.agents[b])]);
        // The mean of normal(c w + a sqrt(1 + c^2)) over a standard normal w is normal(a).
        const double luck = certainty * (seen[a] - seen[b]) / std::numbers::sqrt2;
        deal.luck[pair] +=
            normal(luck + ahead * std::sqrt(1 + certainty * certainty)) - normal(ahead);
      }
    }
  }
}

void add_deal(ratings::LuckSums& sums, const MirroredDeal& deal) {
  const std::size_t seats = deal.agents.size();
  const std::size_t pairs = deal.luck.size();
  std::vector<std::int64_t> numbers(2 * pairs);
  for (std::size_t game = 0; game < deal.players.size(); ++game) {
    std::vector<int> place(seats);  // by agent of the deal
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const auto at = std::ranges::find(deal.agents, deal.players[game][seat]);
      place[static_cast<std::size_t>(at - deal.agents.begin())] = deal.places[game][seat];
    }
    for (std::size_t a = 0, pair = 0; a < seats; ++a) {
      for (std::size_t b = a + 1; b < seats; ++b, ++pair)
        numbers[pair] += ratings::half_points(place[a], place[b]) - 1;
    }
  }
  for (std::size_t pair = 0; pair < pairs; ++pair)
    numbers[pairs + pair] = std::llround(deal.luck[pair] * static_cast<double>(ratings::kPairWin));
  sums.games = static_cast<std::int64_t>(deal.players.size());
  ratings::LuckSums::Half& half = sums.halves.at(static_cast<std::size_t>(sums.deals() % 2));
  ++half.deals;
  for (std::size_t i = 0, product = 0; i < numbers.size(); ++i) {
    half.sums[i] += numbers[i];
    for (std::size_t j = 0; j <= i; ++j, ++product)
      half.products[product] += ratings::Int128{numbers[i]} * numbers[j];
  }
}

void add_deal(ratings::Results& results, const MirroredDeal& deal) {
  std::vector<ratings::RankedGame> games;
  for (std::size_t game = 0; game < deal.players.size(); ++game)
    games.push_back({.players = deal.players[game], .places = deal.places[game]});
  results.add_deal(games);
}

}  // namespace danno::leagues
