// Deals of two agents whose places a test decides.
#pragma once

#include <vector>

#include "referee/play/deal_result.hpp"

namespace danno::leagues {

/// Makes a deal with a game for each of these places, which are the first agent's, 1 or 2. The
/// agents change seats after each game.
inline referee::play::DealResult make_deal(std::uint64_t deal, const std::vector<int>& places) {
  referee::play::DealResult result{deal, {}};
  for (std::size_t seating = 0; seating < places.size(); ++seating) {
    referee::record::GameRecord& game = result.games.emplace_back();
    game.seating = static_cast<std::uint8_t>(seating);
    const std::size_t own = seating % 2;
    game.agent_at[own] = 0;
    game.agent_at[1 - own] = 1;
    game.places[own] = static_cast<std::uint8_t>(places[seating]);
    game.places[1 - own] = static_cast<std::uint8_t>(3 - places[seating]);
  }
  return result;
}

}  // namespace danno::leagues
