// The game between turns: the stored values of a solved game, and what a bank is worth in it.
//
// Points are levels (ThrowTable::step units). A seat is an index: 0 is out of the game, 1 + t is in
// the game with t levels. The cells are one array of doubles, each the winning chance of the seat
// about to move; a tie counts half:
//   fresh(m, o)            nothing on offer, no last turns; m is the mover, o the other seat
//   offered(m, o, p, d)    p levels and d dice are on offer, which the other seat has just banked
//   last turns             by need: the levels that the mover lacks to the closer's total
// Needs above `reach` count as `reach`, which one turn does not bring, but for throws that win at
// once. That is the only cap; kOutOfReach in solvable.hpp defines it.
#pragma once

#include <compare>
#include <cstddef>
#include <span>

#include "referee/solver/throws.hpp"

namespace danno::solver {

/// A standing of the two seats, as indices, with their busts in a row where those have a price.
struct Standing {
  int mover = 0;
  int other = 0;
  int mover_busts = 0;
  int other_busts = 0;

  friend auto operator<=>(const Standing&, const Standing&) = default;
};

/// The places of all cells, determined by the rule set and the reach.
class Layout {
 public:
  Layout(const rules::RuleSet& rules, const ThrowTable& table, int reach);

  [[nodiscard]] std::size_t fresh(Standing standing) const;
  [[nodiscard]] std::size_t offered(Standing standing, int level, int left) const;
  /// The cell before a last throw, for last turns that are not by_need: `level` is 0 to reach + 1,
  /// towards a need of reach.
  [[nodiscard]] std::size_t last_throw(int level, int dice) const;
  /// The cell of a new last turn, for last turns by_need: `need` is 0 to reach. In
  /// last_offered(), `level` is 1 to need + reach.
  [[nodiscard]] std::size_t last_fresh(int need) const;
  [[nodiscard]] std::size_t last_offered(int need, int level, int left) const;
  /// The same for a mover who is out of the game and lacks `lack` < entry levels of its own.
  [[nodiscard]] std::size_t last_newcomer(int need, int lack, int left) const;

  [[nodiscard]] std::size_t size() const { return size_; }
  /// The first cell of the last_* section, which goes to size().
  [[nodiscard]] std::size_t last_begin() const { return last_; }

  int closing = 0;  ///< The lowest total that triggers the end.
  int entry = 0;    ///< The lowest first bank.
  int seats = 0;    ///< Number of indices of a seat: closing + 1.
  int reach = 0;
  int dice = 0;
  bool offers = false;
  bool newcomers = false;  ///< True if own points must reach the entry after an accepted offer.
  int least = 0;           ///< The lowest level of every bank.
  int bonus = 0;           ///< The levels of a first throw without a keep; 0 if it is a bust.
  bool exact = false;      ///< True if a bank above `most_total` is a bust.
  int most_total = 0;      ///< The highest total of an exact game; below `closing`: it has no end.
  bool wins = false;       ///< True if a throw may win at once, however far one is behind.
  int counts = 1;          ///< The number of counts of busts in a row that a seat can have.
  int penalty = 0;         ///< The levels that the bust after the highest count costs.
  /// True if a last turn is solved for each need. Else one solved turn serves all needs, because
  /// only the difference between level and need counts.
  bool by_need = false;

 private:
  std::size_t offered_ = 0;
  std::size_t last_ = 0;
  std::size_t last_offered_ = 0;
  std::size_t last_newcomer_ = 0;
  std::size_t size_ = 0;
};

/// Reads the cells. `rules`, `layout` and `cells` must outlive the object.
class TurnBoundaryValues {
 public:
  TurnBoundaryValues(const rules::RuleSet& rules, const Layout& layout,
                     std::span<const double> cells)
      : rules_(&rules), layout_(&layout), cells_(cells) {}

  [[nodiscard]] const rules::RuleSet& rules() const { return *rules_; }
  [[nodiscard]] const Layout& layout() const { return *layout_; }

  /// Returns what a bank of `level` is worth to a mover who is in the game or enters with it.
  [[nodiscard]] double bank(Standing standing, int level, int left) const;
  /// Writes that for 0, 1, … dice left. Prefetches the values of some levels further up, because a
  /// caller that reads all levels finds each far from the one before.
  void read_banks(Standing standing, int level, std::span<double> values) const;
  /// The same in the last turns, if the mover lacks `need` levels.
  [[nodiscard]] double last_bank(int need, int level, int left) const;
  /// The same for a bank that the end of the turn forces, even one that only ties.
  [[nodiscard]] double last_end(int need, int level) const;
  /// Returns what a bust is worth to the mover.
  [[nodiscard]] double bust(Standing standing) const;
  /// Returns what the end of a turn without a bust that records nothing is worth to the mover.
  [[nodiscard]] double pass(Standing standing) const;
  /// Returns what rolling on with `level` points locked is worth.
  [[nodiscard]] double lock(Standing standing, int level) const;

  [[nodiscard]] double cell(std::size_t index) const { return cells_[index]; }
  [[nodiscard]] double fresh(Standing standing) const { return cells_[layout_->fresh(standing)]; }
  [[nodiscard]] double offered(Standing standing, int level, int left) const;
  [[nodiscard]] double last_fresh(int need) const;
  /// `newcomer` means that the mover is not in the game.
  [[nodiscard]] double last_offered(int need, int level, int left, bool newcomer) const;

 private:
  [[nodiscard]] bool passes(int mover, int left) const;
  [[nodiscard]] double tie() const;

  const rules::RuleSet* rules_;
  const Layout* layout_;
  std::span<const double> cells_;
};

/// Returns the levels that a seat with this index has banked.
[[nodiscard]] constexpr int total_levels(int index) { return index == 0 ? 0 : index - 1; }

}  // namespace danno::solver
