// Whole solved turns in which throws are looked up.
//
// The cells of a table hold the game between turns; values inside a turn are solved again from
// them. A turn solved alone is equal to the last bit to one solved beside seven others.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "referee/solver/turn.hpp"
#include "referee/solver/turn_boundary.hpp"

namespace danno::solver {

/// Value of Standing::other in an escalating end; Standing::mover is then the number of levels that
/// the mover lacks.
inline constexpr int kLastTurns = -1;

/// A turn to solve.
struct Question {
  Standing standing;
  int taken_over = 0;  ///< Levels that a newcomer took over; 0 if they make no difference.

  friend auto operator<=>(const Question&, const Question&) = default;
};

/// The mover's chance before every throw, by level and then dice.
struct SolvedTurn {
  int top = 0;
  std::vector<double> free;
  std::vector<double> unproven;  ///< Empty, like `attempt`, in rules without attempts.
  std::vector<double> attempt;

  void resize(int highest, int dice, bool attempts);
  /// Returns the size in numbers of eight bytes.
  [[nodiscard]] std::size_t size() const { return free.size() + unproven.size() + attempt.size(); }
};

struct QuestionHash {
  std::size_t operator()(const Question& question) const;
};

/// The kind of a question. Those of one kind may be solved together, except for last turns.
struct TurnKind {
  int top = 0;
  bool last_turns = false;
  bool taken_over = false;

  friend auto operator<=>(const TurnKind&, const TurnKind&) = default;
};
[[nodiscard]] TurnKind turn_kind(const TurnBoundaryValues& boundary, const Question& question);
[[nodiscard]] bool solved_together(const TurnBoundaryValues& boundary, const Question& a,
                                   const Question& b);

/// Returns the SolvedTurn::size of the question's turn.
[[nodiscard]] std::size_t turn_size(const TurnBoundaryValues& boundary, const Question& question);

/// Solves up to kLanes questions for which solved_together() is true. `solver` is a workspace.
[[nodiscard]] std::vector<SolvedTurn> solve_turns(const TurnBoundaryValues& boundary,
                                                  std::span<const Question> questions,
                                                  TurnSolver& solver);

/// Solved turns by question. Results of find() and add() stay valid until clear().
class SolvedTurns {
 public:
  [[nodiscard]] const SolvedTurn* find(const Question& question) const;
  const SolvedTurn& add(const Question& question, SolvedTurn turn);
  void clear();
  /// Returns the sum of SolvedTurn::size.
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::unordered_map<Question, SolvedTurn, QuestionHash> turns_;
  std::size_t size_ = 0;
};

}  // namespace danno::solver
