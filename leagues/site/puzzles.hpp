// "What would you do?": decisions of a league that agents got wrong, each with its solution. What
// is right follows from the solved values; where there are none, from the policy `odds`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "leagues/report/review.hpp"
#include "referee/record/record.hpp"
#include "referee/solver/coach.hpp"

namespace danno::leagues::site {

struct PageLeague;

struct PuzzleChoice {
  solver::Choice choice;  ///< Its chance is known if the puzzle is solved.
  double cost = 0;        ///< What it gives away in winning chance; 0 if that is not known.
  bool is_best = false;
  bool by_odds = false;
  bool by_agent = false;
};

struct Puzzle {
  report::Mistake made;               ///< Without chances if the rules are not solved.
  double weight = 0;                  ///< Its cost in winning chance, otherwise in average points.
  int row = 0;                        ///< The agent that decided, as a row of the table.
  std::vector<std::string> names;     ///< The agents, in the order of the line-up.
  std::vector<std::size_t> agent_at;  ///< Their seats, as in GameView.
  std::vector<PuzzleChoice> choices = {};  ///< At most kMostChoices, in the order of the rules.
  std::size_t legal_choices = 0;
  std::string reason = {};
  const rules::Definition* definition = nullptr;
  rules::Points target = 0;
  std::string page = {};  ///< The path of the game's page; empty if it has none.

  [[nodiscard]] bool is_solved() const { return made.viewed.explained.has_value(); }
};

/// The largest number of choices that a puzzle shows: the best ones, and those that were made.
inline constexpr std::size_t kMostChoices = 4;
/// The largest number of puzzles of a site: nine times the five of a day.
inline constexpr std::size_t kMostPuzzles = 45;
/// The largest number of a division's games that are compared with `odds`, without values.
inline constexpr std::int64_t kMostCompared = 400;

/// Finds a division's puzzles.
class PuzzleFinder {
 public:
  /// `rules` must outlive the object.
  PuzzleFinder(const rules::RuleSet& rules, std::size_t agents);

  /// Adds a decision; an agent's come in the order in which they are wanted. Of those that are
  /// alike, the costliest stays.
  void add(Puzzle candidate);
  /// Adds the decisions of a game that `odds` would have made otherwise; `rows` are the agents of
  /// the line-up.
  void compare(const report::GameId& id, const referee::record::GameRecord& record,
               std::span<const int> rows, const std::vector<std::string>& names);

  /// Returns at most kMostPuzzles, agent after agent. `evaluator` is null without values.
  /// Few teach the same.
  [[nodiscard]] std::vector<Puzzle> puzzles(solver::Evaluator* evaluator);

 private:
  [[nodiscard]] solver::Choice best_choice(const Puzzle& puzzle) const;
  void solve(Puzzle& puzzle, solver::Evaluator* evaluator) const;

  const rules::RuleSet& rules_;
  solver::Coach coach_;
  std::vector<std::vector<Puzzle>> by_row_;
};

/// Returns the puzzles of a site from those of its divisions, from plain to subtle: of solved
/// divisions if there are some, whose game has a page if games have pages. Above five, their
/// number is a multiple of five.
[[nodiscard]] std::vector<Puzzle> choose_puzzles(const PageLeague& league);

}  // namespace danno::leagues::site
