#include "leagues/scores/rated_deal.hpp"

#include <algorithm>

#include <array>
#include <cstddef>
#include <vector>

namespace danno::leagues::scores {

void rate_deal(ratings::Results& results, std::span<const int> agents,
               const referee::play::DealResult& deal) {
  struct Rated {
    std::array<int, rules::kMaxSeats> players{};
    std::array<int, rules::kMaxSeats> places{};
    std::size_t size = 0;
  };
  std::vector<Rated> rated;
  for (const referee::record::GameRecord& game : deal.games) {
    Rated& one = rated.emplace_back();
    for (std::size_t seat = 0; seat < game.seats; ++seat) {
      const int agent = agents[game.agent_at[seat]];
      if (agent == kNotRated) continue;
      one.players[one.size] = agent;
      one.places[one.size++] = game.places[seat];
    }
    if (one.size < 2) rated.pop_back();
  }
  if (rated.empty()) return;
  std::vector<ratings::RankedGame> games;
  for (const Rated& one : rated) {
    games.push_back(
        {std::span(one.players).first(one.size), std::span(one.places).first(one.size), {}});
  }
  results.add_deal(games);
}

bool decided_alike(const referee::play::DealResult& deal) {
  return std::ranges::all_of(deal.games, [&](const referee::record::GameRecord& game) {
    return game.events == deal.games.front().events;
  });
}

bool is_advised(referee::play::Advice advice, std::uint64_t deal) {
  return advice == referee::play::Advice::Always ||
         (advice == referee::play::Advice::FirstGame && deal == 0);
}

}  // namespace danno::leagues::scores
