// The cells of a solved game stand in one array, in this order:
//
//   fresh          mover, other, busts of the mover, busts of the other seat
//   offered        other, mover, level, dice, busts of the mover
//   last turns     by_need:    last_fresh      need
//                              last_offered    need, level up to need + reach, dice
//                              last_newcomer   need, lack, dice
//                  otherwise:  last_throw      level, dice
//
// The last index runs fastest. A game without offers, last turns or newcomers lacks their cells.

#include "referee/solver/turn_boundary.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace danno::solver {
namespace {

using rules::Ending;

/// The least level of at least `points`.
int level_up(rules::Points points, rules::Points step) { return (points + step - 1) / step; }

/// 0 + 1 + … + (n - 1).
std::size_t triangle(int n) { return n <= 0 ? 0 : at(n) * (at(n) - 1) / 2; }

}  // namespace

Layout::Layout(const rules::RuleSet& rules, const ThrowTable& table, int most_need)
    : reach(most_need), dice(rules.dice()) {
  const rules::Parameters& parameters = rules.parameters();
  closing = level_up(parameters.target + (parameters.over_target ? 1 : 0), table.step);
  entry = level_up(parameters.entry, table.step);
  seats = closing + 1;
  offers = rules.definition().passes_on;
  const rules::Definition& definition = rules.definition();
  newcomers = definition.attempt && parameters.newcomer_accepts;
  least = level_up(definition.minimum_bank, table.step);
  bonus = definition.first_throw_bust / table.step;
  exact = definition.exact;
  most_total = parameters.target / table.step;
  wins = !definition.wins.empty();
  if (definition.busts.in_a_row > 0 && definition.busts.penalty > 0) {
    counts = definition.busts.in_a_row;
    penalty = definition.busts.penalty / table.step;
  }
  by_need = definition.ending == Ending::UntilNoneBeats ||
            (definition.ending == Ending::OthersOneTurn &&
             (least > 1 || bonus > 0 || definition.attempt));
  const std::size_t lefts = at(dice) - 1;
  offered_ = at(seats) * at(seats) * at(counts) * at(counts);
  last_ = offered_ + (offers ? at(seats) * triangle(seats - 1) * lefts * at(counts) : 0);
  last_offered_ = last_newcomer_ = size_ = last_;
  if (by_need) {
    last_offered_ = last_ + at(reach + 1);
    last_newcomer_ =
        last_offered_ + (offers ? (triangle(reach + 1) + at(reach + 1) * at(reach)) * lefts : 0);
    size_ = last_newcomer_ + (newcomers ? at(reach + 1) * at(entry) * lefts : 0);
  } else if (definition.ending == Ending::OthersOneTurn) {
    size_ = last_ + at(reach + 2) * at(dice);
  }
}

std::size_t Layout::fresh(Standing standing) const {
  const std::size_t totals = at(standing.mover) * at(seats) + at(standing.other);
  return (totals * at(counts) + at(standing.mover_busts)) * at(counts) + at(standing.other_busts);
}

std::size_t Layout::offered(Standing standing, int level, int left) const {
  const int most = total_levels(standing.other);
  assert(offers && level >= 1 && level <= most && left >= 1 && left < dice);
  // An offer is at most what the other seat has banked, so the rows grow with its total.
  const std::size_t rows = at(seats) * triangle(most) + at(standing.mover) * at(most);
  const std::size_t offer = (rows + at(level) - 1) * (at(dice) - 1) + at(left) - 1;
  return offered_ + offer * at(counts) + at(standing.mover_busts);  // who offers has banked
}

std::size_t Layout::last_throw(int level, int throwing) const {
  return last_ + at(level) * at(dice) + at(throwing) - 1;
}

std::size_t Layout::last_fresh(int need) const { return last_ + at(need); }

std::size_t Layout::last_offered(int need, int level, int left) const {
  const std::size_t rows = triangle(need) + at(need) * at(reach);
  return last_offered_ + (rows + at(level) - 1) * (at(dice) - 1) + at(left) - 1;
}

std::size_t Layout::last_newcomer(int need, int lack, int left) const {
  return last_newcomer_ + (at(need) * at(entry) + at(lack)) * (at(dice) - 1) + at(left) - 1;
}

bool TurnBoundaryValues::passes(int mover, int left) const {
  return layout_->offers && left > 0 && (mover > 0 || rules_->parameters().newcomer_accepts);
}

double TurnBoundaryValues::bank(Standing standing, int level, int left) const {
  const int total = total_levels(standing.mover) + level;
  if (total < layout_->closing) {
    const Standing after{standing.other, total + 1, standing.other_busts, 0};
    return 1 - (passes(after.mover, left) ? offered(after, level, left) : fresh(after));
  }
  // The total reaches the target: the game is won, or the last turns begin.
  if (rules_->definition().ending == Ending::AtOnce) return 1;
  const int need = total - total_levels(standing.other);
  if (!passes(standing.other, left)) return 1 - last_fresh(need);
  return 1 - last_offered(need, level, left, standing.other == 0);
}

void TurnBoundaryValues::read_banks(Standing standing, int level, std::span<double> values) const {
  constexpr int kAhead = 12;
  const int total = total_levels(standing.mover) + level;
  const bool offers = passes(standing.other, static_cast<int>(values.size()) - 1);
  const auto offers_at = [&](int levels) {
    const Standing after{standing.other, total + levels + 1, standing.other_busts, 0};
    return &cells_[layout_->offered(after, level + levels, 1)];
  };
  if (offers && total + kAhead < layout_->closing) __builtin_prefetch(offers_at(kAhead));
  if (!offers || level < 1 || total >= layout_->closing) {
    for (int left = 0; std::cmp_less(left, values.size()); ++left)
      values[at(left)] = bank(standing, level, left);
    return;
  }
  values[0] = bank(standing, level, 0);
  const double* offered = offers_at(0);
  for (double& value : values.subspan(1)) {
    value = 1 - *offered;
    offered += layout_->counts;
  }
}

double TurnBoundaryValues::last_bank(int need, int level, int left) const {
  if (level < need) return 0;
  if (level == need) return rules_->definition().no_bank_at_tie ? kIllegal : tie();
  if (layout_->exact) return 0;
  if (rules_->definition().ending == Ending::OthersOneTurn) return 1;
  const int lead = level - need;
  const bool offers = layout_->offers && left > 0;
  return 1 - (offers ? last_offered(lead, level, left, false) : last_fresh(lead));
}

double TurnBoundaryValues::last_end(int need, int level) const {
  return level == need ? tie() : last_bank(need, level, 0);
}

double TurnBoundaryValues::tie() const {
  return rules_->definition().first_to_reach_wins ? 0 : 0.5;
}

double TurnBoundaryValues::bust(Standing standing) const {
  const auto [mover, other, mover_busts, other_busts] = standing;
  if (layout_->penalty == 0) return 1 - fresh({other, mover});
  if (mover_busts + 1 < layout_->counts)
    return 1 - fresh({other, mover, other_busts, mover_busts + 1});
  // A penalty leaves a seat in the game, with a total of at least 0.
  const int after = mover == 0 ? 0 : std::max(mover - layout_->penalty, 1);
  return 1 - fresh({other, after, other_busts, 0});
}

double TurnBoundaryValues::pass(Standing standing) const {
  return 1 - fresh({standing.other, standing.mover, standing.other_busts, 0});
}

double TurnBoundaryValues::lock(Standing standing, int level) const {
  const int total = total_levels(standing.mover) + level;
  return total >= layout_->closing ? 1 : fresh({total + 1, standing.other});
}

double TurnBoundaryValues::offered(Standing standing, int level, int left) const {
  return cells_[layout_->offered(standing, level, left)];
}

double TurnBoundaryValues::last_fresh(int need) const {
  const int reach = layout_->reach;
  if (rules_->definition().ending == Ending::UntilNoneBeats)
    return cells_[layout_->last_fresh(std::min(need, reach))];
  if (need > reach && !layout_->wins) return 0;
  need = std::min(need, reach);  // what is left is to win at once
  return cells_[layout_->by_need ? layout_->last_fresh(need)
                                 : layout_->last_throw(reach - need, layout_->dice)];
}

double TurnBoundaryValues::last_offered(int need, int level, int left, bool newcomer) const {
  const int reach = layout_->reach;
  if (!layout_->by_need) {
    const int reached = std::min(reach - need + level, reach + 1);
    if (reached < 0 && !layout_->wins) return 0;
    return std::max(cells_[layout_->last_throw(std::max(reached, 0), left)], last_fresh(need));
  }
  // A need beyond `reach` counts as `reach`. The offer shrinks with it, so that the lack stays the
  // same.
  const int lack = need - level;
  need = std::min(need, reach);
  if (newcomer && layout_->newcomers && lack >= 0 && lack < layout_->entry)
    return cells_[layout_->last_newcomer(need, lack, left)];
  level = std::min(need - lack, need + reach);
  return level < 1 ? last_fresh(need) : cells_[layout_->last_offered(need, level, left)];
}

}  // namespace danno::solver
