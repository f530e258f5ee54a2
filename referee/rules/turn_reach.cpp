#include "referee/rules/turn_reach.hpp"

#include <compare>
#include <vector>

#include "referee/rules/keeps.hpp"
#include "referee/rules/position.hpp"

namespace danno::rules {
namespace {

/// The parts of a position that decide the rest of a turn.
struct TurnState {
  Points points = 0;
  int dice = 0;
  bool is_first = false;
  bool attempt = false;
  bool unproven = false;

  friend auto operator<=>(const TurnState&, const TurnState&) = default;
};

/// Visits every state of a turn that can be reached from its begin.
class TurnSearch {
 public:
  TurnSearch(const RuleSet& rules, Points most) : rules_(rules), most_(most) {
    add(begin_of_turn());
    while (!open_.empty()) {
      const Position position = open_.back();
      open_.pop_back();
      for_each_roll(position.turn.dice, [&](Dice roll) { follow(position, roll); });
    }
  }

  [[nodiscard]] const std::set<TurnState>& states() const { return seen_; }

 private:
  [[nodiscard]] Position begin_of_turn() const {
    Position position = start_game(rules_, 0);
    for (int seat = 0; seat < rules_.seats(); ++seat)
      set_score(position, seat, 0, true);
    return position;
  }

  void add(const Position& position) {
    const Turn& turn = position.turn;
    if (position.phase != Phase::Throw || turn.points > most_) return;
    const TurnState state{turn.points, turn.dice, position.roll == 0, turn.attempt, turn.unproven};
    if (seen_.insert(state).second) open_.push_back(position);
  }

  void follow(Position position, Dice roll) {
    const Thrown thrown = throw_dice(rules_, position, roll);
    if (thrown == Thrown::Attempt || thrown == Thrown::Bonus) add(position);
    if (thrown != Thrown::Choice) return;
    Options options;
    list_options(rules_, position, options);
    for (const Option& option : options) {
      if (option.may_roll) add(rolled(position, option));
      if (option.may_bank && rules_.definition().passes_on) add(taken_over(position, option));
    }
  }

  /// Returns the position with one throw behind it, because more of them change nothing.
  [[nodiscard]] Position rolled(Position position, const Option& option) const {
    keep_and_roll(rules_, position, option);
    position.roll = 1;
    return position;
  }

  /// Returns the position after the next seat has accepted what a bank leaves, if it leaves an
  /// offer.
  [[nodiscard]] Position taken_over(Position position, const Option& option) const {
    keep_and_bank(rules_, position, option);
    if (position.phase != Phase::Offer) return position;
    accept_offer(rules_, position);
    position.totals = {};
    position.turns = {};
    position.closer.reset();
    return position;
  }

  const RuleSet& rules_;
  Points most_;
  std::set<TurnState> seen_;
  std::vector<Position> open_;
};

}  // namespace

std::set<Points> reachable_turn_points(const RuleSet& rules, int dice, Points most) {
  std::set<Points> points;
  const TurnSearch search(rules, most);
  for (const TurnState& state : search.states()) {
    if (state.dice == dice) points.insert(state.points);
  }
  return points;
}

}  // namespace danno::rules
