#include "leagues/ratings/tally.hpp"

#include <algorithm>

namespace danno::leagues::ratings {

namespace {

double ratio(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void add_seat(AgentTally& tally, const referee::record::GameRecord& game, std::size_t seat) {
  const std::span places(game.places.data(), game.seats);
  ++tally.games;
  ++tally.places[places[seat] - 1U];
  tally.points_60 += points_60(game, seat);
  if (places[seat] == 1) tally.wins_60 += 60 / std::ranges::count(places, 1);
  for (std::size_t other = 0; other < game.seats; ++other) {
    if (other != seat) tally.meet(places[seat], places[other]);
  }
}

}  // namespace

double AgentTally::points() const { return ratio(points_60, 60 * games); }
double AgentTally::win_share() const { return ratio(wins_60, 60 * games); }

std::int64_t AgentTally::fault_count() const {
  std::int64_t count = 0;
  for (const auto& [kind, n] : faults)
    count += n;
  return count;
}

rules::SeatSet forfeited_seats(const referee::record::GameRecord& game) {
  rules::SeatSet seats = game.absent;
  for (const referee::record::Fault& fault : game.faults)
    seats.add(fault.seat);
  return seats;
}

std::int64_t points_60(const referee::record::GameRecord& game, std::size_t seat) {
  if (forfeited_seats(game).has(seat)) return 0;
  const std::span places(game.places.data(), game.seats);
  const auto sharing = std::ranges::count(places, places[seat]);
  // Places p to p + sharing - 1 earn N + 1 - place each; 60 divides by every number of seats.
  const auto best = game.seats + 1 - places[seat];
  return 60 * best - 30 * (sharing - 1);
}

void add_deal(std::span<AgentTally> tallies, std::span<const int> agents,
              const referee::play::DealResult& deal) {
  for (const int agent : agents)
    ++tallies[static_cast<std::size_t>(agent)].deals;
  for (const referee::record::GameRecord& game : deal.games) {
    const auto tally_at = [&](std::size_t seat) -> AgentTally& {
      return tallies[static_cast<std::size_t>(agents[game.agent_at[seat]])];
    };
    for (std::size_t seat = 0; seat < game.seats; ++seat)
      add_seat(tally_at(seat), game, seat);
    for (const referee::record::Fault& fault : game.faults) {
      AgentTally& tally = tally_at(static_cast<std::size_t>(fault.seat));
      ++tally.faults[fault.kind];
      for (std::size_t seat = 0; seat < game.seats; ++seat) {
        if (static_cast<int>(seat) != fault.seat)
          ++tally.faults_against[agents[game.agent_at[seat]]];
      }
    }
  }
}

}  // namespace danno::leagues::ratings
