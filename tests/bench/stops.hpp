// When the agent `stops` stops, in one place for the agent and for the policy that is solved.
#pragma once

namespace danno::bench {

struct Stops {
  int threshold = 300;  ///< Points of a turn.
  int dice = 6;         ///< With so many dice or more left it rolls on; 6: never.

  [[nodiscard]] bool operator()(int points, int next_dice) const {
    return points >= threshold && next_dice < dice;
  }
};

}  // namespace danno::bench
