// The parts of a deal's page: the curve and the steps of each game, and all games side by side.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "leagues/report/game_view.hpp"
#include "leagues/site/deal.hpp"

namespace danno::leagues::site {

/// A row. `done` is null for a throw that left no choice; `thrown` is null for an answer to an
/// offer or a forfeit.
struct GameRow {
  std::size_t number = 0;  ///< The number of its last step, from 1.
  const report::ViewedStep* thrown = nullptr;
  const report::ViewedStep* done = nullptr;

  [[nodiscard]] const report::ViewedStep& first() const { return thrown ? *thrown : *done; }
  [[nodiscard]] const report::ViewedStep& last() const { return done ? *done : *thrown; }
  [[nodiscard]] double cost() const { return last().cost(); }
};

/// Returns the rows, which are valid as long as the view.
[[nodiscard]] std::vector<GameRow> game_rows(const report::GameView& game);

/// Returns the places of each player's 15 costliest mistakes: a long game has hundreds, and pages
/// of agents lead to their ten.
[[nodiscard]] std::set<std::size_t> costliest_mistakes(const std::vector<GameRow>& rows);

/// Returns the agent of the row's seat, as an index in the line-up.
[[nodiscard]] std::size_t row_agent(const report::GameView& game, const GameRow& row);

/// Returns the first agent's winning chance after the step. The view must have chances.
[[nodiscard]] double chance_of_first(const report::GameView& game, const report::ViewedStep& step);

/// Returns the id of a step's row, such as "b96".
[[nodiscard]] std::string step_id(std::size_t game, std::size_t number);

/// Returns what was done, such as "keeps 111 for 3, banks 7", "rolls 3" or "takes over 300".
[[nodiscard]] std::string say(const report::GameView& game, const GameRow& row);

/// Returns what the standing omits, such as "not in yet; 16 locked; last turns, 3,000 to beat".
[[nodiscard]] std::string say_state(const rules::Definition& definition,
                                    const rules::Position& before, int seat);

/// A face of a throw, and whether it was kept.
struct DieImage {
  char face = ' ';
  bool kept = false;
};
/// Returns the dice sorted by face; among equal faces, kept ones first.
[[nodiscard]] std::vector<DieImage> row_dice(const report::GameView& game, const GameRow& row);

/// Adds the first agent's winning chance or, if it is not known, every player's total. The SVG has
/// two layers: lines that stretch with the page, and marks that do not, each a link to its step.
void add_curve(Element section, const PageDeal& deal, std::size_t game);

/// Adds all steps of a game, a row per throw. Links lead to the rows' ids.
void add_steps(Element section, const PageDeal& deal, std::size_t game);
/// Returns the places of the rows that add_steps() shows.
[[nodiscard]] std::set<std::size_t> visible_rows(const std::vector<GameRow>& rows);

/// One turn of a chair (a seat) in all games.
struct SharedTurn {
  int seat = 0;
  int turn = 1;
  std::vector<std::vector<GameRow>> rows;  ///< Rows by game; empty if the game was over before.
  bool differs = false;  ///< The players threw the same dice and decided differently.
};
/// Returns the turns in the order of play; the chair that begins comes first.
[[nodiscard]] std::vector<SharedTurn> shared_turns(const std::vector<report::GameView>& games);
/// Adds the games turn by turn under a heading. All of them must have the same dice.
void add_same_dice(Element main, const PageDeal& deal);

}  // namespace danno::leagues::site
