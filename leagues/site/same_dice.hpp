// The games of a deal side by side, turn by turn: what each player did with the same dice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/site/deal.hpp"
#include "leagues/site/game_rows.hpp"

namespace danno::leagues::site {

/// One turn of a chair (a seat) in all games.
struct SharedTurn {
  int seat = 0;
  int turn = 1;
  std::vector<std::vector<GameRow>> rows;  ///< Rows by game; empty if the game was over before.
  bool differs = false;  ///< The players threw the same dice and decided differently.
};

/// Returns the turns in the order of play; the chair that begins comes first.
[[nodiscard]] std::vector<SharedTurn> shared_turns(const std::vector<archive::GameView>& games);

/// Adds the view under its heading. All games of the deal must have the same dice.
void add_same_dice(Element main, const ShownDeal& deal);

}  // namespace danno::leagues::site
