#include "referee/solver/solved_turns.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

#include "referee/solver/turn_setup.hpp"

namespace danno::solver {
namespace {

/// The question of a lane; the last one fills the lanes that are left.
const Question& of_lane(std::span<const Question> questions, int lane) {
  return questions[std::min(at(lane), questions.size() - 1)];
}

/// The values of the ends of a turn without a bank.
struct UnbankedTurn {
  Lanes bust;
  Lanes pass;
};

UnbankedTurn pose_all(const TurnBoundaryValues& boundary, std::span<const Question> questions,
                      TurnSolver& solver) {
  UnbankedTurn ends;
  if (questions.front().standing.other == kLastTurns) {
    set_up_last_turn(boundary, questions.front().standing.mover, solver);
    return ends;
  }
  Standings standings;
  for (int lane = 0; lane < kLanes; ++lane) {
    const Standing standing = of_lane(questions, lane).standing;
    standings[at(lane)] = standing;
    ends.bust[lane] = boundary.bust(standing);
    ends.pass[lane] = boundary.pass(standing);
  }
  set_up_turn(boundary, standings, solver);
  return ends;
}

void forbid_banks(const TurnBoundaryValues& boundary, std::span<const Question> questions,
                  const Lanes& bust, TurnSolver& solver) {
  std::array<int, kLanes> first{};
  for (int lane = 0; lane < kLanes; ++lane)
    first[at(lane)] = of_lane(questions, lane).taken_over;
  solver.forbid_banks(first, boundary.layout().entry, bust);
}

/// Value `i` of each turn.
void read(const Lanes& value, std::vector<SolvedTurn>& turns,
          std::vector<double> SolvedTurn::*values, std::size_t i) {
  for (std::size_t lane = 0; lane < turns.size(); ++lane)
    (turns[lane].*values)[i] = value.lane[lane];
}

}  // namespace

TurnKind turn_kind(const TurnBoundaryValues& boundary, const Question& question) {
  const bool taken_over = question.taken_over > 0;
  if (question.standing.other == kLastTurns) return {question.standing.mover, true, taken_over};
  return {top_level(boundary, question.standing), false, taken_over};
}

bool solved_together(const TurnBoundaryValues& boundary, const Question& a, const Question& b) {
  const TurnKind kind = turn_kind(boundary, a);
  return !kind.last_turns && kind == turn_kind(boundary, b);
}

std::size_t turn_size(const TurnBoundaryValues& boundary, const Question& question) {
  const bool attempts = boundary.rules().definition().attempt;
  const int top = question.standing.other == kLastTurns
                      ? last_top_level(boundary, question.standing.mover)
                      : top_level(boundary, question.standing);
  return at(top + 1) * at(boundary.layout().dice) * (attempts ? 3 : 1);
}

std::vector<SolvedTurn> solve_turns(const TurnBoundaryValues& boundary,
                                    std::span<const Question> questions, TurnSolver& solver) {
  assert(!questions.empty() && questions.size() <= at(kLanes));
  const rules::RuleSet& rules = boundary.rules();
  const bool attempts = rules.definition().attempt;
  const auto [bust, pass] = pose_all(boundary, questions, solver);
  solver.solve(bust, pass);
  // The attempts build on the solved common state, and forbidden banks on both.
  if (attempts) solver.solve_attempts(bust);
  if (questions.front().taken_over > 0) forbid_banks(boundary, questions, bust, solver);
  std::vector<SolvedTurn> turns(questions.size());
  for (SolvedTurn& turn : turns)
    turn.resize(solver.top(), rules.dice(), attempts);
  std::size_t i = 0;
  for (int level = 0; level <= solver.top(); ++level) {
    for (int dice = 1; dice <= rules.dice(); ++dice, ++i) {
      read(solver.free(level, dice), turns, &SolvedTurn::free, i);
      if (!attempts) continue;
      read(solver.unproven(level, dice), turns, &SolvedTurn::unproven, i);
      read(solver.attempt(level, dice, bust), turns, &SolvedTurn::attempt, i);
    }
  }
  return turns;
}

void SolvedTurn::resize(int highest, int dice, bool attempts) {
  top = highest;
  const std::size_t size = at(highest + 1) * at(dice);
  free.resize(size);
  unproven.resize(attempts ? size : 0);
  attempt.resize(attempts ? size : 0);
}

std::size_t QuestionHash::operator()(const Question& question) const {
  // Each part takes less than 20 bits, so without busts no two questions share these 64 bits.
  constexpr int kBits = 20;
  const auto part = [](int number) { return static_cast<std::uint64_t>(number) + 1; };
  const std::uint64_t totals = (part(question.standing.mover) << (2 * kBits)) |
                               (part(question.standing.other) << kBits) | part(question.taken_over);
  const auto busts = static_cast<std::uint64_t>(question.standing.mover_busts) * 128 +
                     static_cast<std::uint64_t>(question.standing.other_busts);
  const std::uint64_t all = totals ^ (busts << (3 * kBits - 10));
  // A size_t has 32 bits where WebAssembly runs.
  return sizeof(std::size_t) >= sizeof all
             ? static_cast<std::size_t>(all)
             : static_cast<std::size_t>((all * 0x9E3779B97F4A7C15U) >> 32U);
}

const SolvedTurn* SolvedTurns::find(const Question& question) const {
  const auto known = turns_.find(question);
  return known == turns_.end() ? nullptr : &known->second;
}

const SolvedTurn& SolvedTurns::add(const Question& question, SolvedTurn turn) {
  const auto [place, is_new] = turns_.emplace(question, std::move(turn));
  if (is_new) size_ += place->second.size();
  return place->second;
}

void SolvedTurns::clear() {
  turns_.clear();
  size_ = 0;
}

}  // namespace danno::solver
