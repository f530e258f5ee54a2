// Deals without agents: what a game comes to is a fixed function of its deal and seating.
#pragma once

#include <bit>

#include "referee/play/line_up.hpp"

namespace danno::leagues {

/// The agent that wins a game, by the others' forfeits: a fixed mixture, the first agent more
/// often.
inline int winning_agent(std::uint64_t deal, int seating, int agents) {
  const std::uint64_t mixed =
      (deal * 2654435761U + static_cast<std::uint64_t>(seating) * 40503U) % 97;
  return mixed < 50 ? 0 : static_cast<int>(mixed % static_cast<std::uint64_t>(agents));
}

inline referee::record::GameRecord fake_game(std::uint64_t deal, int seating, int agents,
                                             referee::record::AgentSet absent) {
  referee::record::GameRecord game;
  game.seats = static_cast<std::uint8_t>(agents);
  game.seating = static_cast<std::uint8_t>(seating);
  const auto order = referee::play::seating_order(agents, deal, seating);
  const int winner = winning_agent(deal, seating, agents);
  int left = agents - absent.size();
  for (std::size_t seat = 0; seat < order.size(); ++seat) {
    game.agent_at[seat] = static_cast<std::uint8_t>(order[seat]);
    const bool out = absent.has(order[seat]);
    if (out) game.absent.add(seat);
    game.places[seat] = static_cast<std::uint8_t>(order[seat] == winner && !out ? 1 : 2);
    game.totals[seat] = static_cast<rules::Points>(deal);
    if (out || order[seat] == winner || left < 2) continue;
    game.events.push_back(referee::record::event_of_forfeit(static_cast<int>(seat)));
    --left;
  }
  return game;
}

/// Deals [begin, end) of a line-up without faults.
inline referee::play::Batch fake_deals(const referee::play::LineUp& line_up, std::uint64_t begin,
                                       std::uint64_t end, referee::record::AgentSet absent) {
  const auto agents = static_cast<int>(line_up.agents.size());
  referee::play::Batch batch;
  batch.effort.resize(line_up.agents.size(), {std::chrono::nanoseconds(end - begin)});
  for (std::uint64_t deal = begin; deal < end; ++deal) {
    referee::play::DealResult& result = batch.deals.emplace_back();
    result.deal = deal;
    for (int seating = 0; seating < agents; ++seating)
      result.games.push_back(fake_game(deal, seating, agents, absent));
  }
  return batch;
}

}  // namespace danno::leagues
