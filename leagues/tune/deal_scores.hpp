// What a candidate's deals are worth in a race.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leagues/scores/game_luck.hpp"
#include "leagues/tune/race.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::tune {

/// Returns the scores of the line-up's agent `candidate`; without luck if `luck` is null.
[[nodiscard]] std::vector<DealScore> scores_of(std::span<const referee::play::DealResult> deals,
                                               std::size_t candidate, scores::LuckOfGames* luck);

}  // namespace danno::leagues::tune
