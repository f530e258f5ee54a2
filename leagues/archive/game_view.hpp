// A game step by step as it is shown anywhere: what fell, what was done with it, what it changed.
// From a stored or a written game, of any number of seats; of two also the winning chances.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "leagues/archive/export.hpp"
#include "leagues/scores/solved_game.hpp"
#include "referee/record/audit.hpp"
#include "referee/record/explanation.hpp"

namespace danno::leagues::archive {

/// What the winning chances of games under some rules are looked up in, or why there are none.
/// Keeps what it solved: one a thread, and one for many games.
class Chances {
 public:
  explicit Chances(const rules::RuleSet& rules, solver::Watch watch = solver::unwatched);

  /// Null where there are none.
  [[nodiscard]] solver::Evaluator* evaluator() { return evaluator_ ? &*evaluator_ : nullptr; }
  /// One line, with the command that makes them where one does; empty where there are chances.
  [[nodiscard]] const std::string& why_none() const { return why_none_; }
  [[nodiscard]] const solver::Watch& watch() const { return watch_; }

 private:
  solver::Watch watch_;
  std::unique_ptr<const scores::SolvedGame> solved_;
  std::optional<solver::Evaluator> evaluator_;
  std::string why_none_;
};

/// A throw, a decision or a forfeit, of the seat `made.seat`. Points in units.
struct ViewedStep {
  referee::record::Step made = {};
  rules::Position before = {};
  rules::Position after = {};
  int turn = 0;             ///< Of the seat, from 1.
  int roll = 0;             ///< Throws of the turn so far, with this one; 0 before the first.
  rules::Dice kept = {};    ///< Also where the rules keep by themselves.
  rules::Points worth = 0;  ///< Of what was kept.
  int next_dice = 0;  ///< The seat throws so many next; 0 where its turn is over or it decides.
  /// None where there are no chances.
  std::optional<referee::record::ExplainedStep> explained = {};
  /// What else the seat might have done, the best first; at most kAlternatives.
  std::vector<solver::Choice> alternatives = {};

  [[nodiscard]] bool is_decision() const;
  /// Of a decision, in winning chance: at least 0, and 0 where there are no chances.
  [[nodiscard]] double cost() const;
};
inline constexpr std::size_t kAlternatives = 3;

/// Without chances.
[[nodiscard]] ViewedStep view_step(const rules::RuleSet& rules, const referee::record::Step& made,
                                   const rules::Position& before, const rules::Position& after);
/// What else there was to decide.
[[nodiscard]] std::vector<solver::Choice> best_others(solver::Evaluator& evaluator,
                                                      const ViewedStep& step);

/// Arrays go by seat.
struct GameView {
  std::string id = {};  ///< to_string(GameId); empty for a written game.
  std::shared_ptr<const rules::RuleSet> rules = {};
  std::vector<std::string> players = {};   ///< As they are called: a bot's words.
  std::vector<std::size_t> agent_at = {};  ///< Indices in the line-up.
  int first = 0;
  std::vector<ViewedStep> steps = {};
  rules::Position end = {};      ///< After the last step.
  std::vector<int> places = {};  ///< From 1; of a game that is not over the standing.
  std::vector<referee::record::Fault> faults = {};
  std::optional<referee::record::Account> account = {};  ///< None where there are no chances.
  std::string left_out = {};                             ///< Then: why, in one line.

  [[nodiscard]] int seats() const { return static_cast<int>(players.size()); }
  [[nodiscard]] bool is_over() const { return end.phase == rules::Phase::Over; }
  /// The first seat's result less what the dice gave it; none where there are no chances.
  [[nodiscard]] std::optional<double> adjusted() const;
};

/// `chances` are those of the game's rules. Throws std::runtime_error where the record is not
/// legal.
[[nodiscard]] GameView view_game(const StoredGame& game, Chances& chances);

/// The same of a written game, or its first line that is not legal.
[[nodiscard]] std::variant<GameView, referee::record::LineProblem> view_game(
    const referee::record::WrittenGame& game, Chances& chances);

}  // namespace danno::leagues::archive
