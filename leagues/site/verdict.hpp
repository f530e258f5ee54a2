// Explains how a game was decided, in figures that add up as shown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leagues/archive/game_view.hpp"

namespace danno::leagues::site {

/// A change of the first agent's winning chance, in percent as shown. The first part is the chance
/// at the start, the others are changes; parts that round to 0 are left out.
struct VerdictPart {
  enum class Kind { Start, Dice, Errors, Forfeit, Cap } kind = Kind::Start;
  std::size_t agent = 0;  ///< The agent, for Errors and Forfeit.
  double percent = 0;     ///< Has one decimal; all parts together sum to the end exactly.
};
[[nodiscard]] std::vector<VerdictPart> verdict_of(const archive::GameView& game);
/// Returns the chance at the end, in percent: 0, 50 or 100 if the game is over.
[[nodiscard]] double verdict_end(const archive::GameView& game);

/// What the winners' chances gained in their games, in percent as shown: by the dice and by
/// decisions.
struct Gains {
  double dice = 0;
  double play = 0;
};
/// `winners` has the only winner of each game. Returns nullopt if a game has no chances.
[[nodiscard]] std::optional<Gains> winners_gains(const std::vector<archive::GameView>& games,
                                                 const std::vector<std::size_t>& winners);

/// How well an agent played a game.
struct PlayedWell {
  std::size_t decisions = 0;  ///< Decisions with more than one choice.
  std::size_t mistakes = 0;   ///< Decisions that gave away more than kMistake.
  double lost = 0;            ///< The winning chance that they gave away, 0 to 1 and above.
};
[[nodiscard]] PlayedWell play_of(const archive::GameView& game, std::size_t agent);

}  // namespace danno::leagues::site
