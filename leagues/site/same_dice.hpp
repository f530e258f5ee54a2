// The games of a deal turn by turn beside each other: what each player did with the same dice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/site/deal.hpp"
#include "leagues/site/game_rows.hpp"

namespace danno::leagues::site {

/// A turn of a chair, that is seat: its rows, by game; empty where the game was over before.
struct SharedTurn {
  int seat = 0;
  int turn = 1;
  std::vector<std::vector<GameRow>> rows;  ///< By game.
  bool differs = false;  ///< The players threw the same dice and did not do the same with them.
};

/// In the order of play; the chair that begins comes first.
[[nodiscard]] std::vector<SharedTurn> shared_turns(const std::vector<archive::GameView>& games);

/// The view, under its heading; of deals with the same dice in all games.
void add_same_dice(Element main, const ShownDeal& deal);

}  // namespace danno::leagues::site
