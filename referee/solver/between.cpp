#include "referee/solver/between.hpp"

#include <algorithm>
#include <cassert>

#include "referee/solver/at.hpp"

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
  newcomers = rules.definition().attempt && parameters.newcomer_accepts;
  const std::size_t lefts = at(dice) - 1;
  offered_ = at(seats) * at(seats);
  last_ = offered_ + (offers ? at(seats) * triangle(seats - 1) * lefts : 0);
  switch (rules.definition().ending) {
    case Ending::AtOnce:
      size_ = last_;
      break;
    case Ending::OthersOneTurn:
      size_ = last_ + at(reach + 2) * at(dice);
      break;
    case Ending::UntilNoneBeats:
      last_offered_ = last_ + at(reach + 1);
      last_newcomer_ = last_offered_ + (triangle(reach + 1) + at(reach + 1) * at(reach)) * lefts;
      size_ = last_newcomer_ + (newcomers ? at(reach + 1) * at(entry) * lefts : 0);
      break;
  }
}

std::size_t Layout::fresh(Standing standing) const {
  return at(standing.mover) * at(seats) + at(standing.other);
}

std::size_t Layout::offered(Standing standing, int level, int left) const {
  const int most = levels_of(standing.other);
  assert(offers && level >= 1 && level <= most && left >= 1 && left < dice);
  const std::size_t rows = at(seats) * triangle(most) + at(standing.mover) * at(most);
  return offered_ + (rows + at(level) - 1) * (at(dice) - 1) + at(left) - 1;
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

bool Between::passes(int mover, int left) const {
  return layout_->offers && left > 0 && (mover > 0 || rules_->parameters().newcomer_accepts);
}

double Between::bank(Standing standing, int level, int left) const {
  const int total = levels_of(standing.mover) + level;
  if (total < layout_->closing) {
    const Standing after{standing.other, total + 1};
    return 1 - (passes(after.mover, left) ? offered(after, level, left) : fresh(after));
  }
  if (rules_->definition().ending == Ending::AtOnce) return 1;
  const int need = total - levels_of(standing.other);
  if (!passes(standing.other, left)) return 1 - last_fresh(need);
  return 1 - last_offered(need, level, left, standing.other == 0);
}

double Between::last_bank(int need, int level, int left) const {
  const rules::Definition& definition = rules_->definition();
  if (level < need) return 0;
  if (definition.ending == Ending::UntilNoneBeats) {
    if (level == need) return 0;
    const int lead = level - need;
    return 1 - (left > 0 ? last_offered(lead, level, left, false) : last_fresh(lead));
  }
  if (level > need) return 1;
  return definition.no_bank_at_tie ? -1 : 0.5;
}

double Between::lock(Standing standing, int level) const {
  const int total = levels_of(standing.mover) + level;
  return total >= layout_->closing ? 1 : fresh({total + 1, standing.other});
}

double Between::offered(Standing standing, int level, int left) const {
  return cells_[layout_->offered(standing, level, left)];
}

double Between::last_fresh(int need) const {
  const int reach = layout_->reach;
  if (rules_->definition().ending == Ending::UntilNoneBeats)
    return cells_[layout_->last_fresh(std::min(need, reach))];
  return need > reach ? 0 : cells_[layout_->last_throw(reach - need, layout_->dice)];
}

double Between::last_offered(int need, int level, int left, bool newcomer) const {
  const int reach = layout_->reach;
  if (rules_->definition().ending == Ending::OthersOneTurn) {
    const int reached = std::min(reach - need + level, reach + 1);
    if (reached < 0) return 0;
    return std::max(cells_[layout_->last_throw(reached, left)], last_fresh(need));
  }
  const int lack = need - level;
  need = std::min(need, reach);
  if (newcomer && lack >= 0 && lack < layout_->entry)
    return cells_[layout_->last_newcomer(need, lack, left)];
  level = std::min(need - lack, need + reach);
  return level < 1 ? last_fresh(need) : cells_[layout_->last_offered(need, level, left)];
}

}  // namespace danno::solver
