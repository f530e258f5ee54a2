// The page of a deal: its games played again, and beside each other on the same dice.
#pragma once

#include <string>
#include <vector>

#include "leagues/archive/game_view.hpp"
#include "leagues/site/html.hpp"
#include "leagues/site/page.hpp"

namespace danno::leagues::site {

/// How much of agents' faults is shown: nothing, the kind, or also the referee's sentence.
enum class ShownFaults { None, Kinds, Details };

/// A deal and all that its page says; names are bots' words, paths lead from the page.
struct ShownDeal {
  std::string division = {};             ///< "koans".
  std::vector<std::string> agents = {};  ///< Of the line-up; each keeps its colour in every game.
  std::vector<archive::GameView> games = {};  ///< At least one, by seating.
  bool same_dice = false;       ///< In all of several games: they stand side by side, too.
  std::size_t opens = 0;        ///< The game that is seen first.
  std::string why = {};         ///< Why it was chosen: "hold's costliest decision"; may be empty.
  std::string commitment = {};  ///< To the seed of the dice; may be empty.
  std::string seed = {};        ///< Only if it is published; else empty.
  std::vector<std::string> agent_pages = {};  ///< By agent; empty: no links.
  std::vector<std::string> written = {};  ///< By game: its file in the written form; empty: none.
  ShownFaults faults = ShownFaults::Kinds;
};

/// A mistake is a decision that gives away more than this of the winning chance.
inline constexpr double kMistake = 0.02;

/// Of the games of one stored deal, by seating; nothing is chosen yet. `chances` are those of their
/// rules.
[[nodiscard]] ShownDeal shown_deal(const std::vector<archive::StoredGame>& games,
                                   archive::Chances& chances);
/// A written game.
[[nodiscard]] ShownDeal shown_deal(archive::GameView game);

/// "hold – timid"
[[nodiscard]] std::string deal_title(const ShownDeal& deal);
/// "hold 53 : 48.5 timid, true-greed", of the game that opens.
[[nodiscard]] std::string deal_description(const ShownDeal& deal);

/// Fills the page's <main>. Steps have the ids a1, a2, … in the first game, b1, … in the second,
/// numbered as 'danno explain' does; addresses that end in #b96 open there.
void add_deal(Element main, const ShownDeal& deal);

/// The same below headings of others.
void add_games(Element main, const ShownDeal& deal);

/// The deal as one file that needs no other; print_single_file() writes it.
[[nodiscard]] Page deal_page(const ShownDeal& deal);

}  // namespace danno::leagues::site
