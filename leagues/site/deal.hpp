// The page of a deal: its games step by step, and side by side on the same dice; and that of a
// match around one of its deals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "leagues/ratings/match_rating.hpp"
#include "leagues/ratings/tally.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/site/html.hpp"
#include "leagues/site/page.hpp"

namespace danno::leagues::site {

/// A change of the first agent's winning chance, in percent as shown. The first part is the chance
/// at the start, the others are changes; parts that round to 0 are left out.
struct VerdictPart {
  enum class Kind { Start, Dice, Errors, Forfeit, Cap } kind = Kind::Start;
  std::size_t agent = 0;  ///< The agent, for Errors and Forfeit.
  double percent = 0;     ///< Has one decimal; all parts together sum to the end exactly.
};
[[nodiscard]] std::vector<VerdictPart> game_verdict(const report::GameView& game);
/// Returns the chance at the end, in percent: 0, 50 or 100 if the game is over.
[[nodiscard]] double verdict_end(const report::GameView& game);

/// The quality of an agent's decisions in a game.
struct DecisionStats {
  std::size_t decisions = 0;  ///< Decisions with more than one choice.
  std::size_t mistakes = 0;   ///< Decisions that gave away more than kMistake.
  double lost = 0;            ///< The winning chance that they gave away, 0 to 1 and above.
};
[[nodiscard]] DecisionStats decision_stats(const report::GameView& game, std::size_t agent);

/// The amount of detail shown of agents' faults: nothing, the kind, or also the referee's
/// description.
enum class FaultDetail { None, Kinds, Details };

/// A deal as its page shows it. Names are unescaped words of bots; paths are relative to the page.
struct PageDeal {
  std::string division = {};  ///< The division, such as "koans".
  /// The line-up; each agent keeps its colour in every game.
  std::vector<std::string> agents = {};
  std::vector<report::GameView> games = {};  ///< The games, sorted by seating; at least one.
  /// True if several games all have the same dice; they are then also shown side by side.
  bool same_dice = false;
  std::size_t opens = 0;  ///< The index of the game that is shown first.
  std::string why = {};   ///< Why it was chosen, such as "hold's costliest decision"; may be empty.
  std::string commitment = {};  ///< The commitment to the seed of the dice; may be empty.
  std::string seed = {};        ///< The seed if it is published; otherwise empty.
  std::vector<std::string> agent_pages = {};  ///< Paths by agent; if empty, there are no links.
  /// The file of each game in the written form; empty if there is none.
  std::vector<std::string> written = {};
  std::string as_json = {};  ///< The file of all games, one a line; empty: no such file.
  FaultDetail faults = FaultDetail::Kinds;
};

/// The loss of winning chance above which a decision is a mistake.
inline constexpr double kMistake = 0.02;

/// Returns the games of one stored deal, by seating, without a choice. `chances` must be those of
/// the games' rules.
[[nodiscard]] PageDeal make_page_deal(const std::vector<report::StoredGame>& games,
                                      report::Chances& chances);
/// Returns a written game.
[[nodiscard]] PageDeal make_page_deal(report::GameView game);

/// Returns a title such as "hold – timid".
[[nodiscard]] std::string deal_title(const PageDeal& deal);
/// Returns a description such as "hold 53 : 48.5 timid, true-greed" for the game shown first.
[[nodiscard]] std::string deal_description(const PageDeal& deal);

/// Fills the page's <main>. Steps have the ids a1, a2, … in the first game and b1, … in the second,
/// numbered as in 'danno explain'; addresses that end in #b96 open there.
void add_deal(Element main, const PageDeal& deal);

/// Adds the same below headings of others.
void add_games(Element main, const PageDeal& deal);

/// Returns the deal as a self-contained page; print_single_file() prints it.
[[nodiscard]] Page deal_page(const PageDeal& deal);

/// The played match; lists are by agent of the line-up. Names are unescaped words of bots.
struct MatchSummary {
  std::string rules;
  std::vector<std::string> agents;
  std::uint64_t deals = 0;
  std::uint64_t games = 0;
  std::vector<ratings::AgentTally> tallies;
  /// Empty if not rated, because questions carried advice.
  std::vector<ratings::MatchRating> raw = {};
  /// Ratings without the luck of the dice; empty if not known.
  std::vector<ratings::MatchRating> adjusted = {};
  std::string verdict = {};  ///< A sentence; may be empty.
};

/// Returns the page; `deal` must be one of the match's.
[[nodiscard]] Page match_page(const MatchSummary& match, const PageDeal& deal);

}  // namespace danno::leagues::site
