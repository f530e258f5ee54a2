#include "referee/solver/throws.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace danno::solver {
namespace {

using rules::Dice;
using rules::Keep;
using rules::RuleSet;

/// Finds the options of throws and numbers the slots that they lead to.
class ThrowReader {
 public:
  ThrowReader(const RuleSet& rules, ThrowTable& table) : rules_(rules), table_(table) {}

  Throws read_free(int dice) {
    return read(dice, [&](Dice thrown) { return free_transitions(thrown); });
  }
  Throws read_unproven(int dice) {
    return read(dice, [&](Dice thrown) { return unproven_transitions(thrown); });
  }
  Throws read_attempt(int dice) {
    return read(dice, [&](Dice thrown) { return attempt_transitions(thrown); });
  }

 private:
  template <class FindTransitions>
  Throws read(int dice, FindTransitions find_transitions) {
    Throws throws;
    // Throws with the same transitions become one branch, with the sum of their chances.
    std::map<std::vector<Transition>, int> ways_by_transitions;
    int all = 0;
    int bust = 0;
    int win = 0;
    rules::for_each_roll(dice, [&](Dice thrown) {
      const int ways = rules::ways(thrown);
      all += ways;
      if (rules_.wins_at_once(thrown)) {
        win += ways;
        return;
      }
      const std::vector<Transition> transitions = find_transitions(thrown);
      (transitions.empty() ? bust : ways_by_transitions[transitions]) += ways;
    });
    throws.bust = static_cast<double>(bust) / all;
    throws.win = static_cast<double>(win) / all;
    for (const auto& [transitions, ways] : ways_by_transitions) {
      throws.branches.push_back({static_cast<double>(ways) / all,
                                 static_cast<std::uint32_t>(throws.transitions.size()),
                                 static_cast<std::uint32_t>(transitions.size())});
      throws.transitions.insert(throws.transitions.end(), transitions.begin(), transitions.end());
    }
    return throws;
  }

  Transition transition(const Keep& keep, Slot slot) {
    const auto known = std::ranges::find(table_.slots, slot);
    const auto index = known - table_.slots.begin();
    if (known == table_.slots.end()) table_.slots.push_back(slot);
    return {static_cast<std::uint16_t>(keep.points / table_.step),
            static_cast<std::uint16_t>(index)};
  }

  Slot make_slot(Dice thrown, const Keep& keep, bool bankable) const {
    const int left = thrown.size() - keep.size;
    const bool ends = keep.hot && rules_.definition().hot == rules::Hot::Ends;
    Slot slot;
    slot.left = static_cast<std::uint8_t>(left);
    slot.next = static_cast<std::uint8_t>(ends ? 0 : keep.hot ? rules_.dice() : left);
    slot.continuation = bankable ? Continuation::RollOrBank : Continuation::Roll;
    if (slot.next == 0 && bankable)
      slot.continuation = ends ? Continuation::End : Continuation::Bank;
    if (!ends && rules_.locks(keep.dice)) slot.continuation = Continuation::Lock;
    // The number of dice left matters only for a bank.
    if (slot.continuation == Continuation::Roll) slot.left = 0;
    return slot;
  }

  bool bankable(Dice thrown, const Keep& keep) const {
    const rules::Definition& definition = rules_.definition();
    if (definition.bank_takes_all && rules_.keep_table().all_scoring(thrown) != &keep) return false;
    if (definition.hot != rules::Hot::MustRoll || !keep.hot) return true;
    return rules_.parameters().six_alike_ends_turn && rules::is_six_alike(keep.dice);
  }

  std::vector<Transition> free_transitions(Dice thrown) {
    std::vector<Transition> transitions;
    for (const Keep& keep : rules_.keep_table().keeps(thrown)) {
      const Slot slot = make_slot(thrown, keep, bankable(thrown, keep));
      // Keeping all dice is no option where it allows neither a roll nor a bank.
      if (slot.next > 0 || slot.continuation != Continuation::Roll)
        transitions.push_back(transition(keep, slot));
    }
    return sorted(std::move(transitions));
  }

  std::vector<Transition> unproven_transitions(Dice thrown) {
    std::vector<Transition> transitions;
    for (const Keep& keep : rules_.keep_table().keeps(thrown)) {
      Slot slot = make_slot(thrown, keep, bankable(thrown, keep));
      if (!keep.one_or_five) slot = {Continuation::Unproven, 0, slot.next};
      if (slot.next > 0 || slot.continuation == Continuation::Bank)
        transitions.push_back(transition(keep, slot));
    }
    return sorted(std::move(transitions));
  }

  std::vector<Transition> attempt_transitions(Dice thrown) {
    const rules::KeepTable& table = rules_.keep_table();
    const Keep* const best = table.all_scoring(thrown);
    if (best == nullptr || !best->one_or_five) return {};
    const auto proven_later = [&](const Keep& keep) {
      const int left = thrown.size() - keep.size;
      // An automatic keep of the last die brings fresh dice, as a hot one does.
      const bool fresh = rules_.parameters().choose_attempt ? keep.hot : left == 0;
      const int next = fresh ? rules_.dice() : left;
      return Slot{Continuation::Unproven, 0, static_cast<std::uint8_t>(next)};
    };
    std::vector<Transition> transitions;
    if (!rules_.parameters().choose_attempt) return {transition(*best, proven_later(*best))};
    for (const Keep& keep : table.keeps(thrown)) {
      const Slot slot = proven_later(keep);
      if (slot.next > 0) transitions.push_back(transition(keep, slot));
    }
    return sorted(std::move(transitions));
  }

  static std::vector<Transition> sorted(std::vector<Transition> transitions) {
    std::ranges::sort(transitions);
    transitions.erase(std::unique(transitions.begin(), transitions.end()), transitions.end());
    return transitions;
  }

  const RuleSet& rules_;
  ThrowTable& table_;
};

template <class Visit>
void for_each_keep(const RuleSet& rules, Visit visit) {
  for (int dice = 1; dice <= rules.dice(); ++dice) {
    rules::for_each_roll(dice, [&](Dice thrown) {
      if (rules.wins_at_once(thrown)) return;
      for (const Keep& keep : rules.keep_table().keeps(thrown))
        visit(keep);
    });
  }
}

void set_places(std::size_t slots, Throws& throws) {
  for (const Transition& transition : throws.transitions)
    throws.places.push_back(static_cast<std::uint32_t>(transition.gain * slots + transition.slot));
}

}  // namespace

ThrowTable::ThrowTable(const RuleSet& rules) {
  rules::Points largest = 0;
  const rules::Definition& definition = rules.definition();
  // A level is the greatest common divisor of everything that changes points. Few levels make small
  // tables.
  step = std::gcd(definition.first_throw_bust,
                  definition.busts.in_a_row > 0 ? definition.busts.penalty : 0);
  for_each_keep(rules, [&](const Keep& keep) {
    step = std::gcd(step, keep.points);
    largest = std::max(largest, keep.points);
  });
  step = std::max(step, 1);  // of a game that every throw wins it is 0
  max_gain = largest / step;
  ThrowReader reader(rules, *this);
  for (std::size_t dice = 1; dice <= static_cast<std::size_t>(rules.dice()); ++dice) {
    free[dice] = reader.read_free(static_cast<int>(dice));
    if (!rules.definition().attempt) continue;
    unproven[dice] = reader.read_unproven(static_cast<int>(dice));
    attempt[dice] = reader.read_attempt(static_cast<int>(dice));
  }
  for (ByDice* const state : {&free, &unproven, &attempt})
    std::ranges::for_each(*state, [&](Throws& throws) { set_places(slots.size(), throws); });
}

}  // namespace danno::solver
