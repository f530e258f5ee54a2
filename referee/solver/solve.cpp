#include "referee/solver/solve.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "referee/solver/parallel_for.hpp"
#include "referee/solver/turn_setup.hpp"

namespace danno::solver {
namespace {

using rules::Ending;
using rules::RuleSet;

/// One worker's place to solve a two-cycle in: the turns of eight standings, and those of the same
/// standings with the other seat to move.
struct WorkerScratch {
  WorkerScratch(const RuleSet& rules, const ThrowTable& table)
      : turn(rules, table), answer(rules, table) {}

  TurnSolver turn;
  TurnSolver answer;
};

Lanes complement(const Lanes& chance) {
  Lanes result;
  for (int lane = 0; lane < kLanes; ++lane)
    result[lane] = 1 - chance[lane];
  return result;
}

double distance(const Lanes& a, const Lanes& b) {
  double most = 0;
  for (int lane = 0; lane < kLanes; ++lane)
    most = std::max(most, std::abs(a[lane] - b[lane]));
  return most;
}

/// Solves all cells by backward induction, as solve.hpp describes. Three kinds of cycles are left:
/// two busts on end, a lead that changes hands in last turns, and penalties that lower totals. All
/// are solved as fixed points. Neller and Presser (Optimal Play of the Dice Game Pig, 2004) solve a
/// similar game by value iteration.
class Solver {
 public:
  Solver(const RuleSet& rules, const ThrowTable& table, Solution& solution, int threads,
         const Watch& watch)
      : rules_(rules),
        layout_(solution.layout),
        cells_(solution.cells),
        boundary_(rules, layout_, cells_),
        threads_(threads),
        watch_(watch) {
    for (int i = 0; i < threads; ++i)
      scratch_.emplace_back(rules, table);
  }

  void solve_last_turns() {
    if (rules_.definition().ending == Ending::AtOnce) return;
    if (layout_.by_need)
      solve_needs();
    else
      solve_only_last();
  }

  void solve_standings() {
    if (layout_.penalty > 0) return solve_rounds();
    for_each_standing("standings solved", [&](WorkerScratch& scratch, const Standings& standings) {
      solve_cycle(scratch, standings);
    });
  }

  [[nodiscard]] std::uint64_t states() const { return states_; }

 private:
  void store(std::size_t cell, double value) { cells_[cell] = value; }

  void report_progress(std::string_view what, std::size_t done) const {
    watch_(what, done, at(layout_.seats) * at(layout_.seats + 1) / 2);
  }

  /// Calls solve_some(scratch, standings) for all standings in the order of falling sums of totals,
  /// eight of one sum at a time. The other seat of each standing has the higher total.
  void for_each_standing(
      std::string_view what,
      const std::function<void(WorkerScratch& scratch, const Standings& standings)>& solve_some) {
    const int most = layout_.seats - 1;
    std::size_t done = 0;
    for (int sum = 2 * most; sum >= 0; --sum) {
      const int first = std::max(0, sum - most);
      const int count = sum / 2 - first + 1;
      const auto solve_task = [&](int worker, int task) {
        Standings standings;
        for (int lane = 0; lane < kLanes; ++lane) {
          // Lanes that are left over repeat the last standing of the sum.
          const int index = first + std::min(task * kLanes + lane, count - 1);
          standings[at(lane)] = {index, sum - index};
        }
        solve_some(scratch_[at(worker)], standings);
      };
      parallel_for(threads_, (count + kLanes - 1) / kLanes, solve_task,
                   [&] { report_progress(what, done); });
      done += at(count);
    }
  }

  /// A penalty leads back to lower totals, so all standings are solved in rounds until none moves.
  void solve_rounds() {
    constexpr int kMostRounds = 200;
    constexpr double kStill = 1e-12;
    std::fill(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(layout_.last_begin()),
              0.5);
    for (int round = 1; round <= kMostRounds; ++round) {
      // A round uses the values that it has just stored (Gauss-Seidel), which takes fewer rounds.
      moved_ = 0;
      for_each_standing("standings solved, round " + std::to_string(round),
                        [&](WorkerScratch& scratch, const Standings& standings) {
                          solve_counts(scratch.turn, standings, round == 1);
                        });
      if (moved_ <= kStill) return;
    }
    throw std::runtime_error("the penalties of busts did not converge");
  }

  /// Solves the turns of both seats of each standing, for all counts of busts. A bust raises a
  /// count, so the highest ones come first.
  void solve_counts(TurnSolver& turn, const Standings& standings, bool count) {
    for (int busts = 2 * (layout_.counts - 1); busts >= 0; --busts) {
      for (int mover = std::max(0, busts - layout_.counts + 1);
           mover <= std::min(busts, layout_.counts - 1); ++mover) {
        Standings firsts;
        Standings seconds;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const auto [low, high, unused_low, unused_high] = standings[lane];
          firsts[lane] = {low, high, mover, busts - mover};
          seconds[lane] = {high, low, mover, busts - mover};
        }
        solve_posed(turn, firsts, count);
        solve_posed(turn, seconds, count);
      }
    }
  }

  void solve_posed(TurnSolver& turn, const Standings& standings, bool count) {
    Lanes bust;
    Lanes pass;
    for (int lane = 0; lane < kLanes; ++lane) {
      bust[lane] = boundary_.bust(standings[at(lane)]);
      pass[lane] = boundary_.pass(standings[at(lane)]);
    }
    set_up_turn(boundary_, standings, turn);
    turn.solve(bust, pass);
    double moved = 0;
    read_cells(boundary_, standings, bust, turn, [&](std::size_t cell, double value) {
      moved = std::max(moved, std::abs(value - cells_[cell]));
      store(cell, value);
    });
    if (count) count_states(turn, kLanes);
    // Threads raise the common maximum without a lock.
    double most = moved_;
    while (moved > most && !moved_.compare_exchange_weak(most, moved)) {
    }
  }

  void count_states(const TurnSolver& turn, int turns) {
    const int kinds = rules_.definition().attempt ? 2 : 1;
    states_ += at(turn.top() + 1) * at(layout_.dice) * at(turns * kinds);
  }

  void solve_only_last() {
    TurnSolver& turn = scratch_[0].turn;
    set_up_only_last_turn(boundary_, turn);
    turn.solve(Lanes());
    read_only_last(boundary_, turn, [&](auto cell, double value) { store(cell, value); });
    count_states(turn, 1);
  }

  /// Solves the last turns. Taking the lead poses the same question to the opponent with another
  /// `need`. This is a contraction, so all needs are solved together by fixed-point iteration.
  void solve_needs() {
    constexpr int kMostRounds = 100'000;  // many where nearly every turn takes over the lead
    constexpr double kStill = 1e-15;      // rounding alone may move a value by 2e-16 for ever
    std::vector<double> next(cells_.begin() + static_cast<std::ptrdiff_t>(layout_.last_begin()),
                             cells_.end());
    for (int round = 0; round < kMostRounds; ++round) {
      for_each_last([&](int first, TurnSolver& turn) {
        read_last(boundary_, first, turn, [&](std::size_t cell, double value) {
          next[cell - layout_.last_begin()] = value;
        });
      });
      // All new values come from the old ones (Jacobi), so the order of the threads does not
      // matter.
      if (replace_last(next) > kStill) continue;
      for_each_last([&](int first, TurnSolver& turn) {
        read_last_newcomers(boundary_, first, turn,
                            [&](std::size_t cell, double value) { store(cell, value); });
        count_states(turn, kLanes);
      });
      return;
    }
    throw std::runtime_error("the last turns did not converge");
  }

  void for_each_last(const std::function<void(int first, TurnSolver& turn)>& solved) {
    const int tasks = layout_.reach / kLanes + 1;
    const auto solve_task = [&](int worker, int task) {
      TurnSolver& turn = scratch_[at(worker)].turn;
      const int first = (tasks - 1 - task) * kLanes;
      set_up_last_turn(boundary_, first, turn);
      turn.solve(Lanes());
      if (rules_.definition().attempt) turn.solve_attempts(Lanes());
      solved(first, turn);
    };
    parallel_for(threads_, tasks, solve_task, [&] { report_progress("standings solved", 0); });
  }

  /// Replaces the cells of the last turns. Returns the largest change of a cell.
  double replace_last(const std::vector<double>& next) {
    double moved = 0;
    double* const last = cells_.data() + layout_.last_begin();
    for (std::size_t i = 0; i < next.size(); ++i) {
      moved = std::max(moved, std::abs(next[i] - last[i]));
      last[i] = next[i];
    }
    return moved;
  }

  /// Returns the value of a game that no player ends: max_turns ends it, and the higher total wins.
  static double worth_without_end(Standing standing) {
    const int lead = total_levels(standing.mover) - total_levels(standing.other);
    return lead == 0 ? 0.5 : lead > 0 ? 1 : 0;
  }

  /// Returns a first value from the solved neighbours; a wrong guess costs only time. If it may be
  /// impossible to bank, any value would be a fixed point. Such games get the value of a game
  /// without end.
  [[nodiscard]] double guess(Standing standing) const {
    if (layout_.exact || (standing.mover == 0 && standing.other == 0))
      return worth_without_end(standing);
    if (standing.mover + 1 >= layout_.seats || standing.other + 1 >= layout_.seats) return 0.5;
    const Standing more{standing.mover + 1, standing.other};
    const Standing less{standing.mover, standing.other + 1};
    const Standing both{standing.mover + 1, standing.other + 1};
    return std::clamp(boundary_.fresh(more) + boundary_.fresh(less) - boundary_.fresh(both), 0.,
                      1.);
  }

  /// Solves each standing together with the same standing in which the other seat is to move.
  ///
  /// The value w of the answering seat's fresh turn determines what a bust is worth to the mover.
  /// The mover's fresh turn then determines what a bust is worth to the answering seat, and so a
  /// new w. The cells belong to the fixed point of this function. Its slope is the chance that both
  /// bust.
  ///
  /// Value iteration (Bellman, 1957) alone would shrink the error by the slope in each step.
  /// Newton's method with the slope of the last two steps, the secant method, needs a few steps.
  void solve_cycle(WorkerScratch& scratch, const Standings& standings) {
    constexpr int kMostSteps = 200;
    constexpr double kClose = 2e-15;
    Standings answers;
    Lanes value;
    for (int lane = 0; lane < kLanes; ++lane) {
      answers[at(lane)] = {standings[at(lane)].other, standings[at(lane)].mover};
      value[lane] = guess(answers[at(lane)]);
    }
    set_up_turn(boundary_, standings, scratch.turn);
    set_up_turn(boundary_, answers, scratch.answer);
    Lanes slope;
    slope.lane.fill(0.1);
    Lanes value_before;
    Lanes result_before;
    for (int step = 0; step < kMostSteps; ++step) {
      const Lanes bust = complement(value);
      scratch.turn.solve(bust);
      const Lanes bust_of_answer = complement(scratch.turn.start(0));
      scratch.answer.solve(bust_of_answer);
      const Lanes result = scratch.answer.start(0);
      if (distance(result, value) <= kClose) {
        const auto keep = [&](std::size_t cell, double solved) { store(cell, solved); };
        read_cells(boundary_, standings, bust, scratch.turn, keep);
        read_cells(boundary_, answers, bust_of_answer, scratch.answer, keep);
        count_states(scratch.turn, kLanes);
        count_states(scratch.answer, kLanes);
        return;
      }
      for (int lane = 0; lane < kLanes; ++lane) {
        const double moved = value[lane] - value_before[lane];
        if (step > 0 && std::abs(moved) > 1e-10)
          slope[lane] = std::clamp((result[lane] - result_before[lane]) / moved, 0., 0.99);
        value_before[lane] = value[lane];
        result_before[lane] = result[lane];
        value[lane] += (result[lane] - value[lane]) / (1 - slope[lane]);
      }
    }
    throw std::runtime_error("a cycle of busts did not converge");
  }

  const RuleSet& rules_;
  const Layout& layout_;
  std::vector<double>& cells_;
  TurnBoundaryValues boundary_;
  int threads_;
  const Watch& watch_;
  std::vector<WorkerScratch> scratch_;
  std::atomic<std::uint64_t> states_ = 0;
  std::atomic<double> moved_ = 0;  ///< How far a cell moved at most in this round.
};

/// The largest residual of one worker, kept apart from the others'.
struct alignas(64) Worst {
  double value = 0;
};

}  // namespace

Solution solve(const RuleSet& rules, int threads, const Watch& watch) {
  assert(threads >= 1);
  const ThrowTable table(rules);
  Solution solution{lay_out(rules, table), {}, 0};
  solution.cells.resize(solution.layout.size());
  Solver solver(rules, table, solution, threads, watch);
  solver.solve_last_turns();
  solver.solve_standings();
  solution.states = solver.states();
  return solution;
}

double residual(const TurnBoundaryValues& boundary, const ThrowTable& table, int threads,
                const Watch& watch) {
  const Layout& layout = boundary.layout();
  std::vector<Worst> worst(at(threads));
  std::vector<TurnSolver> turns(at(threads), TurnSolver(boundary.rules(), table));
  const auto check = [&](int worker) {
    return [&, worker](std::size_t cell, double value) {
      double& most = worst[at(worker)].value;
      most = std::max(most, std::abs(value - boundary.cell(cell)));
    };
  };
  const Lanes lost;
  const rules::Definition& definition = boundary.rules().definition();
  if (definition.ending == Ending::OthersOneTurn && !layout.by_need) {
    set_up_only_last_turn(boundary, turns[0]);
    turns[0].solve(lost);
    read_only_last(boundary, turns[0], check(0));
  }
  // A task is one total of the mover, eight totals of the other seat, and one pair of counts of
  // busts.
  const int lanes_a_seat = (layout.seats + kLanes - 1) / kLanes;
  const int counts = layout.counts * layout.counts;
  const int tasks = layout.seats * lanes_a_seat * counts;
  std::atomic<std::uint64_t> done = 0;
  const auto report_progress = [&] {
    watch("standings checked", done * kLanes, at(tasks) * kLanes);
  };
  if (layout.by_need) {
    const auto check_last = [&](int worker, int task) {
      TurnSolver& turn = turns[at(worker)];
      set_up_last_turn(boundary, task * kLanes, turn);
      turn.solve(lost);
      if (definition.attempt) turn.solve_attempts(lost);
      read_last(boundary, task * kLanes, turn, check(worker));
      read_last_newcomers(boundary, task * kLanes, turn, check(worker));
    };
    parallel_for(threads, layout.reach / kLanes + 1, check_last, report_progress);
  }
  const auto check_standings = [&](int worker, int task) {
    TurnSolver& turn = turns[at(worker)];
    Standings standings;
    Lanes bust;
    Lanes pass;
    const int totals = task / counts;
    const int busts = task % counts;
    for (int lane = 0; lane < kLanes; ++lane) {
      const int other = std::min(totals % lanes_a_seat * kLanes + lane, layout.seats - 1);
      const Standing standing{totals / lanes_a_seat, other, busts / layout.counts,
                              busts % layout.counts};
      standings[at(lane)] = standing;
      bust[lane] = boundary.bust(standing);
      pass[lane] = boundary.pass(standing);
    }
    set_up_turn(boundary, standings, turn);
    turn.solve(bust, pass);
    read_cells(boundary, standings, bust, turn, check(worker));
    ++done;
  };
  parallel_for(threads, tasks, check_standings, report_progress);
  double most = 0;
  for (const Worst& of_worker : worst)
    most = std::max(most, of_worker.value);
  return most;
}

}  // namespace danno::solver
