#include "referee/solver/solvable.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/solver/turn_setup.hpp"

namespace danno::solver {
namespace {

using rules::Ending;
using rules::RuleSet;

/// The highest reach that is looked for.
constexpr int kMostReach = 1 << 14;

void want_more_than(int most, const RuleSet& rules, TurnSolver& turn) {
  turn.resize(most + 1);
  for (int level = 0; level <= most + 1; ++level) {
    for (int left = 0; left < rules.dice(); ++left)
      turn.bank(level, left).lane.fill(level > most ? 1 : 0);
    if (rules.definition().hot == rules::Hot::Ends) turn.end(level) = turn.bank(level, 0);
  }
}

/// The fewest levels that one turn brings with a chance of at most kOutOfReach, if the mover wants
/// nothing else; more than kMostReach if there are none up to it. A need of so many cannot even be
/// tied.
int find_reach(const RuleSet& rules, const ThrowTable& table) {
  if (rules.definition().ending == Ending::AtOnce) return 0;
  ThrowTable points = table;  // a throw that wins at once is not about points
  for (Throws& throws : points.free)
    throws.win = 0;
  TurnSolver turn(rules, points);
  turn.plain();
  for (int most = 512; most <= kMostReach; most *= 2) {
    want_more_than(most, rules, turn);
    turn.solve(Lanes());
    // A whole turn still reaches `most` too often, so twice as many levels are tried.
    if (turn.start(0)[0] > kOutOfReach) continue;
    int need = most + 1;  // start(most + 1 - need) is the chance to bring `need` levels
    while (need > 1 && turn.start(most + 2 - need)[0] <= kOutOfReach)
      --need;
    return need;
  }
  return kMostReach + 1;
}

/// The chance that a turn gets through all throws that it may have, if the mover wants nothing
/// else.
double chance_of_most_throws(const RuleSet& rules, const ThrowTable& table) {
  std::array<double, rules::kMaxDice + 1> chance{};
  chance.fill(1);
  for (int thrown = 1; thrown < rules::kMaxThrows; ++thrown) {
    // The k-th round makes chance[dice] the chance to get through k more throws, the next one of
    // `dice`.
    std::array<double, rules::kMaxDice + 1> longer{};
    for (int dice = 1; dice <= rules.dice(); ++dice) {
      const Throws& throws = table.free[at(dice)];
      for (const Branch& branch : throws.branches) {
        double best = 0;
        for (std::uint32_t i = branch.first; i < branch.first + branch.count; ++i) {
          const Slot& slot = table.slots[throws.transitions[i].slot];
          if (slot.next > 0) best = std::max(best, chance[slot.next]);
        }
        longer[at(dice)] += branch.chance * best;
      }
    }
    chance = longer;
  }
  return chance[at(rules.dice())];
}

/// Returns whether TurnBoundaryValues::lock is the value of a lock. It is if a turn continues after
/// the lock as a new turn of a seat with the locked points.
bool locks_are_solved(const RuleSet& rules) {
  const rules::Definition& definition = rules.definition();
  if (definition.locks.empty()) return true;
  bool solved = definition.ending == Ending::AtOnce && definition.hot == rules::Hot::MayRoll &&
                !definition.passes_on && !definition.exact && definition.minimum_bank == 0 &&
                definition.first_throw_bust == 0 &&
                (definition.busts.in_a_row == 0 || definition.busts.penalty == 0);
  for (int dice = 1; dice <= rules.dice(); ++dice) {
    rules::for_each_roll(dice, [&](rules::Dice thrown) {
      if (rules.wins_at_once(thrown)) return;
      for (const rules::Keep& keep : rules.keep_table().keeps(thrown)) {
        const bool bankable =
            !definition.bank_takes_all || rules.keep_table().all_scoring(thrown) == &keep;
        solved = solved && (!rules.locks(keep.dice) || (keep.hot && bankable));
      }
    });
  }
  return solved;
}

/// Why the sizes of a game go beyond what is solved.
std::optional<std::string> why_too_large(const RuleSet& rules, const ThrowTable& table) {
  constexpr std::size_t kMostCells = std::size_t{1} << 29;
  // Room for the offers grows with the cube of the target, and so does the time of every turn.
  constexpr int kMostClosing = 3000;
  constexpr int kMostGain = std::numeric_limits<std::uint16_t>::max();
  const int closing = rules.parameters().target / table.step + 1;
  if (closing > kMostClosing)
    return "the target is too high: " + std::to_string(closing) + " steps of " +
           rules::format_points(rules.definition(), table.step) + " points; at most " +
           std::to_string(kMostClosing) + " are solved";
  if (table.max_gain > kMostGain) return "a keep is worth too much; at most 65535 steps are solved";
  if (chance_of_most_throws(rules, table) > kOutOfReach)
    return "a turn may have all its " + std::to_string(rules::kMaxThrows) +
           " throws, because throws bust too seldom; such a game is not solved";
  const Layout layout = lay_out(rules, table);
  if (layout.reach > kMostReach)
    return "one turn may bring any number of points; such a game is not solved";
  if (layout.size() > kMostCells)
    return "its table would take " + std::to_string(layout.size() >> 27) +
           " GiB; set a lower target: at most 4 GiB are solved";
  return std::nullopt;
}

/// The seconds that eight turns of a standing take, set up and solved once.
double time_of_turns(const TurnBoundaryValues& boundary, Standing standing,
                     const ThrowTable& table) {
  constexpr int kTimes = 8;
  TurnSolver turn(boundary.rules(), table);
  Standings standings;
  standings.fill(standing);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kTimes; ++i) {
    set_up_turn(boundary, standings, turn);
    turn.solve(Lanes());
    if (boundary.rules().definition().attempt) turn.solve_attempts(Lanes());
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return took.count() / kTimes;
}

}  // namespace

std::optional<std::string> why_not_solved(const RuleSet& rules) {
  const rules::Parameters& parameters = rules.parameters();
  const rules::Definition& definition = rules.definition();
  constexpr int kTurns = 1000;
  if (rules.seats() != 2) return "only games of two are solved";
  if (parameters.max_turns < kTurns)
    return "max_turns is " + std::to_string(parameters.max_turns) +
           "; games are solved as if it did not count: set at least " + std::to_string(kTurns);
  if (parameters.entry > parameters.target)
    return "the target is below the entry, " + rules::format_points(definition, parameters.entry) +
           "; set at least that";
  if (definition.passes_on && parameters.bank_below_entry)
    return "bank_below_entry makes offers that go round for ever; such a game is not solved";
  if (definition.busts.in_a_row > 0 && definition.busts.penalty > 0 && definition.busts.below_zero)
    return "totals may fall below 0 without end (below_zero); such a game is not solved";
  if (!locks_are_solved(rules))
    return "locks are solved only for keeps of all dice with which a full set may be rolled, and "
           "without offers, last turns, minimum_bank, first_throw_bust, exact and a penalty of "
           "busts";
  const ThrowTable table(rules);
  return why_too_large(rules, table);
}

Layout lay_out(const RuleSet& rules, const ThrowTable& table) {
  return {rules, table, find_reach(rules, table)};
}

bool is_solved_quickly(const RuleSet& rules) {
  const Layout layout = lay_out(rules, ThrowTable(rules));
  // Penalties are solved in rounds.
  return layout.size() <= (layout.penalty > 0 ? 5'000 : 100'000);
}

SolvingCost estimate(const RuleSet& rules, int threads) {
  // The number of times a turn is solved, including the check: in a cycle of two busts, and in
  // rounds if busts lead back to lower totals (measured, docs/solver.md).
  constexpr double kOfCycle = 4;
  constexpr double kOfRounds = 17;
  const ThrowTable table(rules);
  const Layout layout = lay_out(rules, table);
  const std::vector<double> cells(layout.size(), 0.5);
  const TurnBoundaryValues boundary(rules, layout, cells);
  std::uint64_t levels = 0;
  for (int mover = 0; mover < layout.seats; ++mover) {
    for (int other = 0; other < layout.seats; ++other)
      levels += at(top_level(boundary, {mover, other}) + 1) * at(layout.counts * layout.counts);
  }
  // The time of a level is measured at a standing in the middle and multiplied by all levels.
  const Standing middle{layout.seats / 2, layout.seats / 2};
  const double one =
      time_of_turns(boundary, middle, table) / kLanes / (top_level(boundary, middle) + 1);
  SolvingCost cost;
  cost.states = levels * at(layout.dice) * (rules.definition().attempt ? 2 : 1);
  cost.bytes = layout.size() * sizeof(double);
  cost.seconds = one * static_cast<double>(levels) *
                 ((layout.penalty > 0 ? kOfRounds : kOfCycle) + 1) / threads;
  return cost;
}

}  // namespace danno::solver
