// Turns solved whole, to look throws up in.
//
// The cells of a table hold the game between turns; what lies inside a turn is solved again from
// them. A turn is the same to the last bit alone and beside seven others.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "referee/solver/between.hpp"
#include "referee/solver/turn.hpp"

namespace danno::solver {

/// The other seat of a question in an escalating end; its mover is so many levels short.
inline constexpr int kLastTurns = -1;

/// A turn to solve.
struct Question {
  Standing standing;
  int taken_over = 0;  ///< Levels of a newcomer; 0 where they make no difference.

  friend auto operator<=>(const Question&, const Question&) = default;
};

/// Before every throw: the mover's chance, by level and then dice.
struct SolvedTurn {
  int top = 0;
  std::vector<double> free;
  std::vector<double> unproven;  ///< This and `attempt` are empty in rules without attempts.
  std::vector<double> attempt;

  void reserve(int highest, int dice, bool attempts);
  /// In numbers of eight bytes.
  [[nodiscard]] std::size_t size() const { return free.size() + unproven.size() + attempt.size(); }
};

struct QuestionHash {
  std::size_t operator()(const Question& question) const;
};

/// Questions of one kind may be solved together, but those of last turns.
struct TurnKind {
  int top = 0;
  bool last_turns = false;
  bool taken_over = false;

  friend auto operator<=>(const TurnKind&, const TurnKind&) = default;
};
[[nodiscard]] TurnKind kind_of(const Between& between, const Question& question);
[[nodiscard]] bool solved_together(const Between& between, const Question& a, const Question& b);

/// SolvedTurn::size.
[[nodiscard]] std::size_t size_of(const Between& between, const Question& question);

/// Solves one question, or up to kLanes that are solved_together. `solver` is a workspace.
[[nodiscard]] std::vector<SolvedTurn> solve_turns(const Between& between,
                                                  std::span<const Question> questions,
                                                  TurnSolver& solver);

/// Turns by question. What find and add return stays until clear.
class SolvedTurns {
 public:
  [[nodiscard]] const SolvedTurn* find(const Question& question) const;
  const SolvedTurn& add(const Question& question, SolvedTurn turn);
  void clear();
  /// The sum of SolvedTurn::size.
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::unordered_map<Question, SolvedTurn, QuestionHash> turns_;
  std::size_t size_ = 0;
};

}  // namespace danno::solver
