// A game step by step, as every view shows it: the throw, the decision, and their effect. Made from
// a stored or written game of any number of seats; games of two have winning chances, too.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "leagues/ratings/solved_game.hpp"
#include "leagues/report/stored_game.hpp"
#include "referee/record/audit.hpp"
#include "referee/record/explanation.hpp"
#include "referee/record/record.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::leagues::report {

/// "keep 144 roll", "bank", "accept"; "bust", "attempt succeeds", "bonus", "six alike win",
/// "choice" of a throw, "forfeit".
[[nodiscard]] std::string format_played(const rules::Definition& definition,
                                        const referee::record::Step& made);

[[nodiscard]] std::string format_choice(const rules::Definition& definition,
                                        const solver::Choice& choice);

/// Provides the winning chances of games under some rules, or the reason why there are none. It
/// keeps what it solved, so use one per thread for many games.
class Chances {
 public:
  explicit Chances(const rules::RuleSet& rules, solver::Watch watch = solver::unwatched);

  /// Returns null if there are no chances.
  [[nodiscard]] solver::Evaluator* evaluator() { return evaluator_ ? &*evaluator_ : nullptr; }
  /// Returns one line, with the command that makes chances, if any; empty if there are chances.
  [[nodiscard]] const std::string& why_none() const { return why_none_; }
  [[nodiscard]] const solver::Watch& watch() const { return watch_; }

 private:
  solver::Watch watch_;
  std::unique_ptr<const ratings::SolvedGame> solved_;
  std::optional<solver::Evaluator> evaluator_;
  std::string why_none_;
};

/// A throw, a decision or a forfeit of the seat `made.seat`. Points are in units.
struct ViewedStep {
  referee::record::Step made = {};
  rules::Position before = {};
  rules::Position after = {};
  int turn = 0;             ///< The number of the seat's turn, from 1.
  int roll = 0;             ///< Throws in the turn so far, including this one; 0 before the first.
  rules::Dice kept = {};    ///< The dice kept, also if the rules keep them automatically.
  rules::Points worth = 0;  ///< The worth of the kept dice.
  int next_dice = 0;        ///< Dice of the seat's next throw; 0 if its turn is over or it decides.
  /// Empty if there are no chances.
  std::optional<referee::record::ExplainedStep> explained = {};
  /// The seat's other choices, best first; at most kAlternatives.
  std::vector<solver::Choice> alternatives = {};

  [[nodiscard]] bool is_decision() const;
  /// Returns the cost of a decision in winning chance: at least 0, and 0 if there are no chances.
  [[nodiscard]] double cost() const;
};
inline constexpr std::size_t kAlternatives = 3;

/// Returns a step without chances.
[[nodiscard]] ViewedStep view_step(const rules::RuleSet& rules, const referee::record::Step& made,
                                   const rules::Position& before, const rules::Position& after);
/// Returns the other choices of the decision.
[[nodiscard]] std::vector<solver::Choice> best_others(solver::Evaluator& evaluator,
                                                      const ViewedStep& step);

/// A game with all its steps. Vectors are indexed by seat.
struct GameView {
  std::string id = {};  ///< The result of to_string(GameId); empty for a written game.
  std::shared_ptr<const rules::RuleSet> rules = {};
  std::vector<std::string> players = {};   ///< Names, which are unescaped words of bots.
  std::vector<std::size_t> agent_at = {};  ///< Indices in the line-up.
  int first = 0;
  std::vector<ViewedStep> steps = {};
  rules::Position end = {};      ///< The position after the last step.
  std::vector<int> places = {};  ///< Places from 1; if the game is not over, the standing.
  std::vector<referee::record::Fault> faults = {};
  std::optional<referee::record::Account> account = {};  ///< Empty if there are no chances.
  std::string left_out = {};  ///< The reason if there are no chances, in one line.

  [[nodiscard]] int seats() const { return static_cast<int>(players.size()); }
  [[nodiscard]] bool is_over() const { return end.phase == rules::Phase::Over; }
  /// Returns the first seat's result minus what the dice gave it; nullopt if there are no chances.
  [[nodiscard]] std::optional<double> adjusted() const;
};

/// Makes the view; `chances` must be those of the game's rules. Throws std::runtime_error if the
/// record is not legal.
[[nodiscard]] GameView view_game(const StoredGame& game, Chances& chances);

/// Makes the rules of a written game. Games under the same rules can share them.
[[nodiscard]] std::shared_ptr<const rules::RuleSet> written_rules(
    const referee::record::WrittenGame& game);
/// Makes the view of a written game, or returns its first line that is not legal. `rules` and
/// `chances` must be those of the game.
[[nodiscard]] std::variant<GameView, referee::record::LineProblem> view_game(
    const referee::record::WrittenGame& game, std::shared_ptr<const rules::RuleSet> rules,
    Chances& chances);

}  // namespace danno::leagues::report
