// The games of a deal, as those who rate them see it.
#pragma once

#include <cstdint>
#include <vector>

#include "referee/record/record.hpp"

namespace danno::referee::play {

/// The games in which agents are sent what `odds` would decide.
enum class Advice { Off, FirstGame, Always };

/// All games of one deal, one for each seating.
struct DealResult {
  std::uint64_t deal = 0;
  std::vector<record::GameRecord> games;
};

}  // namespace danno::referee::play
