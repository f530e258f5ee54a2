// A game as rows of a table: a throw and the decision about it share a row.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "leagues/archive/game_view.hpp"

namespace danno::leagues::site {

/// A row. `done` is null for a throw that left no choice; `thrown` is null for an answer to an
/// offer or a forfeit.
struct GameRow {
  std::size_t number = 0;  ///< The number of its last step, from 1.
  const archive::ViewedStep* thrown = nullptr;
  const archive::ViewedStep* done = nullptr;

  [[nodiscard]] const archive::ViewedStep& first() const { return thrown ? *thrown : *done; }
  [[nodiscard]] const archive::ViewedStep& last() const { return done ? *done : *thrown; }
  [[nodiscard]] double cost() const { return last().cost(); }
};

/// Returns the rows, which are valid as long as the view.
[[nodiscard]] std::vector<GameRow> rows_of(const archive::GameView& game);

/// Returns the places of each player's 15 costliest mistakes: a long game has hundreds, and pages
/// of agents lead to their ten.
[[nodiscard]] std::set<std::size_t> costliest_mistakes(const std::vector<GameRow>& rows);

/// Returns the agent of the row's seat, as an index in the line-up.
[[nodiscard]] std::size_t agent_of(const archive::GameView& game, const GameRow& row);

/// Returns the first agent's winning chance after the step. The view must have chances.
[[nodiscard]] double chance_of_first(const archive::GameView& game,
                                     const archive::ViewedStep& step);

/// Returns the id of a step's row, such as "b96".
[[nodiscard]] std::string step_id(std::size_t game, std::size_t number);

/// Returns what was done, such as "keeps 111 for 3, banks 7", "rolls 3" or "takes over 300".
[[nodiscard]] std::string say(const archive::GameView& game, const GameRow& row);

/// Returns the same without dice and points: "rolls", "banks", "busts".
[[nodiscard]] std::string say_briefly(const GameRow& row);

/// Returns what the standing omits, such as "not in yet; 16 locked; last turns, 3,000 to beat".
[[nodiscard]] std::string say_state(const archive::GameView& game, const GameRow& row);

/// A face of a throw, and whether it was kept.
struct ShownDie {
  char face = ' ';
  bool kept = false;
};
/// Returns the dice sorted by face; among equal faces, kept ones first.
[[nodiscard]] std::vector<ShownDie> dice_of(const archive::GameView& game, const GameRow& row);

}  // namespace danno::leagues::site
