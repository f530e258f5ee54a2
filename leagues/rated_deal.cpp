#include "leagues/rated_deal.hpp"

#include <array>
#include <vector>

namespace danno::leagues {

void rate_deal(Results& results, std::span<const int> agents, const referee::DealResult& deal) {
  using Seats = std::array<int, rules::kMaxSeats>;
  std::vector<Seats> players(deal.games.size());
  std::vector<Seats> places(deal.games.size());
  std::vector<Game> games;
  for (std::size_t i = 0; i < deal.games.size(); ++i) {
    const referee::GameRecord& game = deal.games[i];
    for (std::size_t seat = 0; seat < game.seats; ++seat) {
      players[i][seat] = agents[game.agent_at[seat]];
      places[i][seat] = game.places[seat];
    }
    const std::size_t seats = game.seats;
    games.push_back({std::span(players[i]).first(seats), std::span(places[i]).first(seats), {}});
  }
  results.add_deal(games);
}

bool is_advised(referee::Advice advice, std::uint64_t deal) {
  return advice == referee::Advice::Always || (advice == referee::Advice::FirstGame && deal == 0);
}

}  // namespace danno::leagues
