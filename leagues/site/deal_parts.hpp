// The parts of a deal's page: the curve and the steps of each game, and all games side by side.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "leagues/site/deal.hpp"
#include "leagues/site/game_rows.hpp"

namespace danno::leagues::site {

/// Adds the first agent's winning chance or, if it is not known, every player's total. The SVG has
/// two layers: lines that stretch with the page, and marks that do not, each a link to its step.
void add_curve(Element section, const ShownDeal& deal, std::size_t game);

/// The number of rows above which only the first ones, the costliest mistakes and the last ones are
/// shown.
inline constexpr std::size_t kMostRows = 300;
/// Adds all steps of a game, a row per throw. Links lead to the rows' ids.
void add_steps(Element section, const ShownDeal& deal, std::size_t game);
/// Returns the places of the rows that add_steps() shows.
[[nodiscard]] std::set<std::size_t> shown_rows(const std::vector<GameRow>& rows);

/// One turn of a chair (a seat) in all games.
struct SharedTurn {
  int seat = 0;
  int turn = 1;
  std::vector<std::vector<GameRow>> rows;  ///< Rows by game; empty if the game was over before.
  bool differs = false;  ///< The players threw the same dice and decided differently.
};
/// Returns the turns in the order of play; the chair that begins comes first.
[[nodiscard]] std::vector<SharedTurn> shared_turns(const std::vector<archive::GameView>& games);
/// Adds the games turn by turn under a heading. All of them must have the same dice.
void add_same_dice(Element main, const ShownDeal& deal);

}  // namespace danno::leagues::site
