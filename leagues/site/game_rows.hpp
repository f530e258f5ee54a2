// A game as rows of a table: a throw stands with the decision about it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leagues/archive/game_view.hpp"

namespace danno::leagues::site {

/// One of them may be null: a throw that left no choice; an answer to an offer, or a forfeit.
struct GameRow {
  std::size_t number = 0;  ///< Of its last step, from 1.
  const archive::ViewedStep* thrown = nullptr;
  const archive::ViewedStep* done = nullptr;

  [[nodiscard]] const archive::ViewedStep& first() const { return thrown ? *thrown : *done; }
  [[nodiscard]] const archive::ViewedStep& last() const { return done ? *done : *thrown; }
  [[nodiscard]] double cost() const { return last().cost(); }
};

/// Valid as long as the view.
[[nodiscard]] std::vector<GameRow> rows_of(const archive::GameView& game);

/// The agent of the row's seat, in the line-up.
[[nodiscard]] std::size_t agent_of(const archive::GameView& game, const GameRow& row);

/// The first agent's winning chance after the step; there are chances.
[[nodiscard]] double chance_of_first(const archive::GameView& game,
                                     const archive::ViewedStep& step);

/// The id of a step's row: "b96".
[[nodiscard]] std::string step_id(std::size_t game, std::size_t number);

/// What was done, in words: "keeps 111 for 3, banks 7", "rolls 3", "busts", "takes over 300".
[[nodiscard]] std::string say(const archive::GameView& game, const GameRow& row);

/// The same without dice and points: "rolls", "banks", "busts".
[[nodiscard]] std::string say_briefly(const GameRow& row);

/// What the standing alone does not tell: "not in yet; 16 locked; last turns, 3,000 to beat".
[[nodiscard]] std::string say_state(const archive::GameView& game, const GameRow& row);

/// A face of a throw, and whether it was kept.
struct ShownDie {
  char face = ' ';
  bool kept = false;
};
/// By rising face; of equal ones those kept first.
[[nodiscard]] std::vector<ShownDie> dice_of(const archive::GameView& game, const GameRow& row);

}  // namespace danno::leagues::site
