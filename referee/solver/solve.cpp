#include "referee/solver/solve.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "referee/solver/at.hpp"
#include "referee/solver/pose.hpp"
#include "referee/solver/share_out.hpp"

namespace danno::solver {
namespace {

using rules::Ending;
using rules::RuleSet;

/// The fewest levels that one turn exceeds with a chance of at most kOutOfReach, if the mover wants
/// nothing else.
int find_reach(const RuleSet& rules, const ThrowTable& table) {
  if (rules.definition().ending == Ending::AtOnce) return 0;
  TurnSolver turn(rules, table);
  turn.records_from = {};
  for (int most = 512;; most *= 2) {
    turn.resize(most + 1);
    for (int level = 0; level <= most + 1; ++level) {
      for (int left = 0; left < rules.dice(); ++left)
        turn.bank(level, left).lane.fill(level > most ? 1 : 0);
    }
    turn.solve(Lanes());
    if (turn.free(0, rules.dice())[0] > kOutOfReach) continue;
    int need = most;
    while (turn.free(most - need + 1, rules.dice())[0] <= kOutOfReach)
      --need;
    return need;
  }
}

/// One worker's place to solve a two-cycle in: the turns of eight standings, and those of the same
/// standings with the other seat to move.
struct Desk {
  Desk(const RuleSet& rules, const ThrowTable& table) : turn(rules, table), answer(rules, table) {}

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

class Solver {
 public:
  Solver(const RuleSet& rules, const ThrowTable& table, Solution& solution, int threads,
         const Watch& watch)
      : rules_(rules),
        layout_(solution.layout),
        cells_(solution.cells),
        between_(rules, layout_, cells_),
        threads_(threads),
        watch_(watch) {
    for (int i = 0; i < threads; ++i)
      desks_.emplace_back(rules, table);
  }

  void solve_last_turns() {
    switch (rules_.definition().ending) {
      case Ending::AtOnce:
        return;
      case Ending::OthersOneTurn:
        solve_only_last();
        return;
      case Ending::UntilNoneBeats:
        solve_escalation();
        return;
    }
  }

  void solve_standings() {
    const int most = layout_.seats - 1;
    std::size_t done = 0;
    for (int sum = 2 * most; sum >= 0; --sum) {
      const int first = std::max(0, sum - most);
      const int count = sum / 2 - first + 1;
      const auto solve_task = [&](int worker, int task) {
        Standings standings;
        for (int lane = 0; lane < kLanes; ++lane) {
          const int index = first + std::min(task * kLanes + lane, count - 1);
          standings[at(lane)] = {index, sum - index};
        }
        solve_cycle(desks_[at(worker)], standings);
      };
      share_out(threads_, (count + kLanes - 1) / kLanes, solve_task, [&] { tell(done); });
      done += at(count);
    }
  }

  [[nodiscard]] std::uint64_t states() const { return states_; }

 private:
  void store(std::size_t cell, double value) { cells_[cell] = value; }

  void tell(std::size_t done) const {
    watch_("standings solved", done, at(layout_.seats) * at(layout_.seats + 1) / 2);
  }

  void count_states(const TurnSolver& turn, int turns) {
    const int kinds = rules_.definition().attempt ? 2 : 1;
    states_ += at(turn.top() + 1) * at(layout_.dice) * at(turns * kinds);
  }

  void solve_only_last() {
    TurnSolver& turn = desks_[0].turn;
    pose_only_last(between_, turn);
    turn.solve(Lanes());
    read_only_last(between_, turn, [&](auto cell, double value) { store(cell, value); });
    count_states(turn, 1);
  }

  /// Who takes over the lead hands the same question back with another need: a contraction, solved
  /// by iteration over all needs at once.
  void solve_escalation() {
    constexpr int kMostRounds = 1000;
    constexpr double kStill = 2e-16;
    std::vector<double> next(cells_.begin() + static_cast<std::ptrdiff_t>(layout_.last_begin()),
                             cells_.end());
    for (int round = 0; round < kMostRounds; ++round) {
      for_each_last([&](int first, TurnSolver& turn) {
        read_last(between_, first, turn, [&](std::size_t cell, double value) {
          next[cell - layout_.last_begin()] = value;
        });
      });
      if (replace_last(next) > kStill) continue;
      for_each_last([&](int first, TurnSolver& turn) {
        read_last_newcomers(between_, first, turn,
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
      TurnSolver& turn = desks_[at(worker)].turn;
      const int first = (tasks - 1 - task) * kLanes;
      pose_last(between_, first, turn);
      turn.solve(Lanes());
      turn.solve_attempts(Lanes());
      solved(first, turn);
    };
    share_out(threads_, tasks, solve_task, [&] { tell(0); });
  }

  /// How far the farthest cell moves.
  double replace_last(const std::vector<double>& next) {
    double moved = 0;
    double* const last = cells_.data() + layout_.last_begin();
    for (std::size_t i = 0; i < next.size(); ++i) {
      moved = std::max(moved, std::abs(next[i] - last[i]));
      last[i] = next[i];
    }
    return moved;
  }

  /// From the solved neighbours; nothing is lost where it is wrong but time.
  [[nodiscard]] double guess(Standing standing) const {
    if (standing.mover + 1 >= layout_.seats || standing.other + 1 >= layout_.seats) return 0.5;
    const Standing more{standing.mover + 1, standing.other};
    const Standing less{standing.mover, standing.other + 1};
    const Standing both{standing.mover + 1, standing.other + 1};
    return std::clamp(between_.fresh(more) + between_.fresh(less) - between_.fresh(both), 0., 1.);
  }

  /// The value w of the answering seat's fresh turn is a fixed point of two turns on end: Newton's
  /// method, the slope (the chance that both bust) taken from the last two steps.
  void solve_cycle(Desk& desk, const Standings& standings) {
    constexpr int kMostSteps = 200;
    constexpr double kClose = 2e-15;
    Standings answers;
    Lanes value;
    for (int lane = 0; lane < kLanes; ++lane) {
      answers[at(lane)] = {standings[at(lane)].other, standings[at(lane)].mover};
      value[lane] = guess(answers[at(lane)]);
    }
    pose(between_, standings, desk.turn);
    pose(between_, answers, desk.answer);
    Lanes slope;
    slope.lane.fill(0.1);
    Lanes value_before;
    Lanes result_before;
    for (int step = 0; step < kMostSteps; ++step) {
      const Lanes bust = complement(value);
      desk.turn.solve(bust);
      const Lanes bust_of_answer = complement(desk.turn.free(0, layout_.dice));
      desk.answer.solve(bust_of_answer);
      const Lanes result = desk.answer.free(0, layout_.dice);
      if (distance(result, value) <= kClose) {
        const auto keep = [&](std::size_t cell, double solved) { store(cell, solved); };
        read_cells(between_, standings, bust, desk.turn, keep);
        read_cells(between_, answers, bust_of_answer, desk.answer, keep);
        count_states(desk.turn, kLanes);
        count_states(desk.answer, kLanes);
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
  Between between_;
  int threads_;
  const Watch& watch_;
  std::vector<Desk> desks_;
  std::atomic<std::uint64_t> states_ = 0;
};

/// The largest residual of one worker, kept apart from the others'.
struct alignas(64) Worst {
  double value = 0;
};

}  // namespace

std::optional<std::string> why_not_solved(const RuleSet& rules) {
  const rules::Parameters& parameters = rules.parameters();
  constexpr int kTurns = 1000;
  constexpr std::size_t kMostCells = std::size_t{1} << 29;
  if (!rules.definition().is_bundled()) return "only the bundled rule sets are solved";
  if (rules.seats() != 2) return "only games of two are solved";
  if (parameters.max_turns < kTurns)
    return "max_turns is " + std::to_string(parameters.max_turns) +
           "; games are solved as if it did not count: set at least " + std::to_string(kTurns);
  if (parameters.entry > parameters.target)
    return "the target is below the entry, " +
           rules::show_points(rules.definition(), parameters.entry) + "; set at least that";
  if (rules.definition().passes_on && parameters.bank_below_entry)
    return "bank_below_entry makes offers that go round for ever; such a game is not solved";
  const ThrowTable table(rules);
  const int closing = parameters.target / table.step + 1;
  // Room for the offers grows with the cube of the target.
  constexpr int kMostClosing = 3000;
  if (closing > kMostClosing || lay_out(rules, table).size() > kMostCells)
    return "the target is too high; the table would take more than 4 GiB";
  return std::nullopt;
}

Layout lay_out(const RuleSet& rules, const ThrowTable& table) {
  return {rules, table, find_reach(rules, table)};
}

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

double residual(const Between& between, const ThrowTable& table, int threads, const Watch& watch) {
  const Layout& layout = between.layout();
  std::vector<Worst> worst(at(threads));
  std::vector<TurnSolver> turns(at(threads), TurnSolver(between.rules(), table));
  const auto check = [&](int worker) {
    return [&, worker](std::size_t cell, double value) {
      double& most = worst[at(worker)].value;
      most = std::max(most, std::abs(value - between.cell(cell)));
    };
  };
  const Lanes lost;
  if (between.rules().definition().ending == Ending::OthersOneTurn) {
    pose_only_last(between, turns[0]);
    turns[0].solve(lost);
    read_only_last(between, turns[0], check(0));
  }
  const int lanes_a_seat = (layout.seats + kLanes - 1) / kLanes;
  const int tasks = layout.seats * lanes_a_seat;
  std::atomic<std::uint64_t> done = 0;
  const auto tell = [&] { watch("standings checked", done * kLanes, at(tasks) * kLanes); };
  if (between.rules().definition().ending == Ending::UntilNoneBeats) {
    const auto check_last = [&](int worker, int task) {
      TurnSolver& turn = turns[at(worker)];
      pose_last(between, task * kLanes, turn);
      turn.solve(lost);
      turn.solve_attempts(lost);
      read_last(between, task * kLanes, turn, check(worker));
      read_last_newcomers(between, task * kLanes, turn, check(worker));
    };
    share_out(threads, layout.reach / kLanes + 1, check_last, tell);
  }
  const auto check_standings = [&](int worker, int task) {
    TurnSolver& turn = turns[at(worker)];
    Standings standings;
    Lanes bust;
    for (int lane = 0; lane < kLanes; ++lane) {
      const int other = std::min(task % lanes_a_seat * kLanes + lane, layout.seats - 1);
      standings[at(lane)] = {task / lanes_a_seat, other};
      bust[lane] = 1 - between.fresh({other, task / lanes_a_seat});
    }
    pose(between, standings, turn);
    turn.solve(bust);
    read_cells(between, standings, bust, turn, check(worker));
    ++done;
  };
  share_out(threads, tasks, check_standings, tell);
  double most = 0;
  for (const Worst& of_worker : worst)
    most = std::max(most, of_worker.value);
  return most;
}

}  // namespace danno::solver
