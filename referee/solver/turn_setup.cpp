#include "referee/solver/turn_setup.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace danno::solver {
namespace {

/// Returns how many different counts of remaining dice a bank distinguishes.
std::size_t lefts(const Layout& layout) {
  return static_cast<std::size_t>(layout.offers ? layout.dice : 1);
}

template <class Visit>
void for_each_bank(const Layout& layout, const TurnSolver& turn, Visit visit) {
  for (int level = 0; level <= turn.top(); ++level) {
    for (int left = 0; std::cmp_less(left, lefts(layout)); ++left)
      visit(level, left);
  }
}

void pose_lane(const TurnBoundaryValues& boundary, Standing standing, int lane, TurnSolver& turn) {
  const Layout& layout = boundary.layout();
  const rules::RuleSet& rules = boundary.rules();
  const auto i = static_cast<std::size_t>(lane);
  const int entry = standing.mover == 0 ? layout.entry : 0;
  // The first level at which a bank passes an exact target.
  const int overshoots =
      layout.exact ? layout.most_total - total_levels(standing.mover) + 1 : turn.top() + 1;
  turn.lock_from[i] = entry;
  turn.passes_from[i] = layout.least;
  turn.records_from[i] = rules.parameters().bank_below_entry ? entry : 0;
  turn.overshoots_from[i] = std::max(overshoots, layout.least);
  turn.end_records_from[i] = std::max(entry, layout.least);
  turn.end_overshoots_from[i] = std::max(overshoots, layout.least);
  std::array<double, rules::kMaxDice> room{};
  const auto banks = std::span(room).first(lefts(layout));
  for (int level = 0; level <= turn.top(); ++level) {
    // Other banks are marked illegal here. TurnSolver::solve() replaces those that are a pass or a
    // bust.
    const bool legal = level > 0 && level >= entry && level >= layout.least && level < overshoots;
    if (legal) {
      boundary.read_banks(standing, level, banks);
    } else {
      std::ranges::fill(banks, kIllegal);
    }
    for (int left = 0; std::cmp_less(left, banks.size()); ++left)
      turn.bank(level, left)[lane] = banks[static_cast<std::size_t>(left)];
    if (rules.definition().hot == rules::Hot::Ends) turn.end(level)[lane] = banks[0];
  }
  if (rules.definition().locks.empty()) return;
  for (int level = 1; level <= turn.top(); ++level)
    turn.locked(level)[lane] = boundary.lock(standing, level);
}

Standing lane_standing(const Standings& standings, int lane) {
  return standings[static_cast<std::size_t>(lane)];
}

void read_offers(const TurnBoundaryValues& boundary, Standing standing, int lane, const Lanes& bust,
                 TurnSolver& turn, const Visit& visit) {
  const Layout& layout = boundary.layout();
  const bool attempts = boundary.rules().definition().attempt;
  const double declined = turn.start(0)[lane];
  for (int level = 1; level <= total_levels(standing.other); ++level) {
    for (int left = 1; left < layout.dice; ++left) {
      // An offer is worth the better of taking and declining it.
      const double accepted =
          (attempts ? turn.attempt(level, left, bust) : turn.free(level, left))[lane];
      visit(layout.offered(standing, level, left), std::max(accepted, declined));
    }
  }
}

/// Reads the values for a mover who is out of the game. Such a mover takes points over, but may
/// bank only when the mover's own points reach the entry.
void read_newcomer(const TurnBoundaryValues& boundary, Standing standing, int lane,
                   const Lanes& bust, TurnSolver& turn, const Visit& visit) {
  const Layout& layout = boundary.layout();
  const double declined = turn.start(0)[lane];
  for (int level = 1; level <= total_levels(standing.other); ++level) {
    std::array<int, kLanes> taken_over{};
    taken_over.fill(level);
    // The forbidden banks depend on the offered points, so some levels are solved again for each
    // offer.
    turn.forbid_banks(taken_over, layout.entry, bust);
    for (int left = 1; left < layout.dice; ++left) {
      const double accepted = turn.attempt(level, left, bust)[lane];
      visit(layout.offered(standing, level, left), std::max(accepted, declined));
    }
    turn.allow_banks(bust);
  }
}

}  // namespace

int top_level(const TurnBoundaryValues& boundary, Standing standing) {
  const Layout& layout = boundary.layout();
  const int own = total_levels(standing.mover);
  int top = std::max({1, layout.least, layout.closing - own + (layout.exact ? 1 : 0)});
  // More points than the other seat can make up in its last turn change nothing.
  if (boundary.rules().definition().ending != rules::Ending::AtOnce && !layout.exact)
    top = std::max(top, layout.reach + total_levels(standing.other) - own + 1);
  if (standing.mover != 0) return top;
  // A newcomer may have to add the entry to all that the other seat can pass on.
  return std::max(top, layout.entry + 1 + (layout.newcomers ? total_levels(standing.other) : 0));
}

int last_top_level(const TurnBoundaryValues& boundary, int first) {
  const Layout& layout = boundary.layout();
  return first + kLanes + std::max({layout.reach, layout.entry, layout.least});
}

void set_up_turn(const TurnBoundaryValues& boundary, const Standings& standings, TurnSolver& turn) {
  int top = 1;
  for (const Standing standing : standings)
    top = std::max(top, top_level(boundary, standing));
  turn.resize(top);
  for (int lane = 0; lane < kLanes; ++lane)
    pose_lane(boundary, standings[static_cast<std::size_t>(lane)], lane, turn);
}

void set_up_last_turn(const TurnBoundaryValues& boundary, int first, TurnSolver& turn) {
  const Layout& layout = boundary.layout();
  turn.resize(last_top_level(boundary, first));
  turn.plain();
  const bool ends = boundary.rules().definition().hot == rules::Hot::Ends;
  for_each_bank(layout, turn, [&](int level, int left) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const int need = first + lane;
      turn.bank(level, left)[lane] =
          level < layout.least ? kIllegal : boundary.last_bank(need, level, left);
      if (left == 0 && ends)
        turn.end(level)[lane] = level < layout.least ? 0 : boundary.last_end(need, level);
    }
  });
}

void set_up_only_last_turn(const TurnBoundaryValues& boundary, TurnSolver& turn) {
  const Layout& layout = boundary.layout();
  turn.resize(layout.reach + 1);
  turn.plain();
  const bool ends = boundary.rules().definition().hot == rules::Hot::Ends;
  for_each_bank(layout, turn, [&](int level, int left) {
    turn.bank(level, left).lane.fill(boundary.last_bank(layout.reach, level, left));
    if (left == 0 && ends) turn.end(level).lane.fill(boundary.last_end(layout.reach, level));
  });
}

void read_cells(const TurnBoundaryValues& boundary, const Standings& standings, const Lanes& bust,
                TurnSolver& turn, const Visit& visit) {
  const Layout& layout = boundary.layout();
  const Lanes declined = turn.start(0);
  for (int lane = 0; lane < kLanes; ++lane)
    visit(layout.fresh(lane_standing(standings, lane)), declined[lane]);
  // An offer is left by a bank, which ends the other seat's busts in a row.
  if (!layout.offers || standings[0].other_busts > 0) return;
  if (boundary.rules().definition().attempt) turn.solve_attempts(bust);
  for (int lane = 0; lane < kLanes; ++lane) {
    const Standing standing = lane_standing(standings, lane);
    const bool newcomer = standing.mover == 0 && layout.newcomers;
    (newcomer ? read_newcomer : read_offers)(boundary, standing, lane, bust, turn, visit);
  }
}

void read_last(const TurnBoundaryValues& boundary, int first, TurnSolver& turn,
               const Visit& visit) {
  const Layout& layout = boundary.layout();
  const bool attempts = boundary.rules().definition().attempt;
  const Lanes declined = turn.start(0);
  const int count = std::min(kLanes, layout.reach + 1 - first);
  for (int lane = 0; lane < count; ++lane)
    visit(layout.last_fresh(first + lane), declined[lane]);
  if (!layout.offers) return;
  for (int level = 1; level <= first + count - 1 + layout.reach; ++level) {
    for (int left = 1; left < layout.dice; ++left) {
      const Lanes accepted = attempts ? turn.attempt(level, left, Lanes()) : turn.free(level, left);
      // A lane has offers of up to its need plus `reach` levels.
      for (int lane = std::max(0, level - layout.reach - first); lane < count; ++lane) {
        visit(layout.last_offered(first + lane, level, left),
              std::max(accepted[lane], declined[lane]));
      }
    }
  }
}

void read_last_newcomers(const TurnBoundaryValues& boundary, int first, TurnSolver& turn,
                         const Visit& visit) {
  const Layout& layout = boundary.layout();
  if (!layout.newcomers) return;
  const int count = std::min(kLanes, layout.reach + 1 - first);
  const Lanes declined = turn.start(0);
  for (int lack = 0; lack < layout.entry; ++lack) {
    // The offer in each lane is the one after which the mover lacks `lack` levels.
    std::array<int, kLanes> offered{};
    for (int lane = 0; lane < kLanes; ++lane)
      offered[static_cast<std::size_t>(lane)] = std::max(0, first + lane - lack);
    turn.forbid_banks(offered, layout.entry, Lanes());
    for (int lane = 0; lane < count; ++lane) {
      const int level = offered[static_cast<std::size_t>(lane)];
      for (int left = 1; left < layout.dice; ++left) {
        visit(layout.last_newcomer(first + lane, lack, left),
              std::max(turn.attempt(level, left, Lanes())[lane], declined[lane]));
      }
    }
    turn.allow_banks(Lanes());
  }
}

void read_only_last(const TurnBoundaryValues& boundary, const TurnSolver& turn,
                    const Visit& visit) {
  const Layout& layout = boundary.layout();
  for (int level = 0; level <= turn.top(); ++level) {
    for (int dice = 1; dice <= layout.dice; ++dice)
      visit(layout.last_throw(level, dice), turn.free(level, dice)[0]);
  }
}

}  // namespace danno::solver
