// How a game was decided, in figures that add up as they are shown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leagues/archive/game_view.hpp"

namespace danno::leagues::site {

/// What moved the first agent's winning chance, in percent, as shown: the first part is where it
/// stood at the start, the others what changed it; what rounds to nothing is left out.
struct VerdictPart {
  enum class Kind { Start, Dice, Errors, Forfeit, Cap } kind = Kind::Start;
  std::size_t agent = 0;  ///< Errors and Forfeit: whose.
  double percent = 0;     ///< With one decimal; all of them sum to the end to the last digit.
};
[[nodiscard]] std::vector<VerdictPart> verdict_of(const archive::GameView& game);
/// Where they lead, in percent: 0, 50 or 100 of a game that is over.
[[nodiscard]] double verdict_end(const archive::GameView& game);

/// How well an agent played a game.
struct PlayedWell {
  std::size_t decisions = 0;  ///< With more than one choice.
  std::size_t mistakes = 0;   ///< That gave away more than kMistake.
  double accuracy = 0;        ///< 0 to 100, the mean over decisions; 0 where there were none.
};
[[nodiscard]] PlayedWell play_of(const archive::GameView& game, std::size_t agent);

}  // namespace danno::leagues::site
