#include "referee/solver/coach.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "referee/rules/keeps.hpp"

namespace danno::solver {
namespace {

using rules::Action;
using rules::Option;
using rules::Points;
using rules::Position;
using rules::RuleSet;

bool is_offer(Action action) { return action == Action::Accept || action == Action::Decline; }

std::string count_dice(int dice) { return std::to_string(dice) + (dice == 1 ? " die" : " dice"); }

/// Returns a chance such as "16 %".
std::string format_chance(double chance) {
  const long percent = std::lround(100 * chance);
  if (percent == 0 && chance > 0) return "less than 1 %";
  return std::to_string(percent) + " %";
}

/// The sentences about one position.
class Words {
 public:
  Words(const RuleSet& rules, const Position& position, const Coach& coach)
      : rules_(rules), position_(position), coach_(coach) {}

  [[nodiscard]] std::string reason_to_roll(const Choice& bank, const Choice& roll) const {
    const Points total = total_after(bank);
    if (total == own()) return "This bank records nothing. " + roll_words(roll) + ".";
    if (position_.closer) {
      const std::string ends = "A bank ends the game at " + format(total) + ", ";
      if (total < highest_other()) return ends + "and " + format(highest_other()) + " is to beat.";
      if (total == highest_other() && !has_followers()) return ends + "a tie, which counts half.";
      return bank_words(bank) + roll_words(roll) + ".";
    }
    const auto [banked, rolled] =
        std::pair(coach_.worth(position_, bank), coach_.worth(position_, roll));
    if (!banked || !rolled) return bank_words(bank) + roll_words(roll) + ".";
    if (*rolled <= *banked)
      return roll_words(roll) + ", and on points alone a bank is worth more" +
             versus(*banked, *rolled) + ". But " + standing() + " calls for risk.";
    return roll_words(roll) + ", but is worth more than a bank" + versus(*rolled, *banked) + ".";
  }

  [[nodiscard]] std::string reason_to_bank(const Choice& roll, const Choice& bank) const {
    const Points total = total_after(bank);
    const bool leads = total > highest_other();
    if (leads && ends_at_once(total)) return "A bank makes " + format(total) + " and wins at once.";
    const auto [banked, rolled] =
        std::pair(coach_.worth(position_, bank), coach_.worth(position_, roll));
    if (!banked || !rolled) return bank_words(bank) + roll_words(roll) + ".";
    if (*banked < *rolled)
      return roll_words(roll) + ", yet on points alone is worth more than a bank" +
             versus(*rolled, *banked) + ". But " + standing() + " calls for safety.";
    return roll_words(roll) + at_risk(roll) + ", so a bank is worth more" +
           versus(*banked, *rolled) + ".";
  }

  /// The action is the same, the dice differ.
  [[nodiscard]] std::string reason_to_keep(const Choice& made, const Choice& best) const {
    if (best.action == Action::Bank)
      return "Banking " + keep(best) + " records " + format(total_after(best) - own()) + " points" +
             left_for_next(best) + "; banking " + keep(made) + " records " +
             format(total_after(made) - own()) + left_for_next(made) + ".";
    const auto leaves = [&](const Choice& roll) {
      return "eeping " + keep(roll) + " leaves " + count_dice(roll.option.next_dice) +
             " to roll, which " + (roll.option.next_dice == 1 ? "busts" : "bust") + " in " +
             format_chance(bust(roll)) + " of throws";
    };
    return "K" + leaves(best) + "; k" + leaves(made) +
           by_points(coach_.worth(position_, best), coach_.worth(position_, made)) + ".";
  }

  [[nodiscard]] std::string reason_about_offer(const Choice& made, const Choice& best) const {
    const int dice = position_.offer.dice;
    const bool accepts = best.action == Action::Accept;
    const std::string thrown =
        "Throwing " + count_dice(dice) + " for the offer busts in " +
        format_chance(bust_chance(rules_, dice, rules_.definition().attempt)) + " of throws";
    const auto [good, bad] =
        std::pair(coach_.worth(position_, best), coach_.worth(position_, made));
    if (!good || !bad) return thrown + "; " + format(highest_other()) + " is to beat.";
    const std::string_view other = accepts ? "a turn of one's own" : "the offer";
    if (*good > *bad)
      return thrown + "; " + (accepts ? "the offer" : "a turn of one's own") + " is worth more" +
             versus(*good, *bad) + ".";
    return thrown + ". On points alone " + std::string(other) + " is worth more" +
           versus(*bad, *good) + ", but " + standing() + " speaks against it.";
  }

 private:
  [[nodiscard]] std::string format(Points points) const {
    std::string text = format_points(rules_.definition(), points);
    const std::size_t whole = std::min(text.find('.'), text.size());
    for (std::size_t at = whole; at > 3 + (points < 0 ? 1U : 0U); at -= 3)
      text.insert(at - 3, 1, ',');
    return text;
  }
  /// Formats an average: with one decimal where points come in halves.
  [[nodiscard]] std::string format_average(double units) const {
    const int unit = rules_.definition().unit;
    if (unit == 1) return format(static_cast<Points>(std::lround(units)));
    const long tenths = std::lround(10 * units / unit);
    return std::to_string(tenths / 10) + "." + std::to_string(std::abs(tenths % 10));
  }

  [[nodiscard]] std::string keep(const Choice& choice) const {
    return rules::to_string(choice.option.keep, rules_.faces());
  }
  [[nodiscard]] Points own() const { return position_.totals[position_.mover]; }
  [[nodiscard]] Points total_after(const Choice& bank) const {
    const rules::Turn& turn = position_.turn;
    return own() + recorded(rules_, position_, position_.mover, turn.points + bank.option.points,
                            turn.inherited);
  }
  [[nodiscard]] Points highest_other() const { return best_other_total(position_); }

  /// Returns whether another seat has a turn after a bank in the last turns.
  [[nodiscard]] bool has_followers() const {
    if (rules_.definition().ending == rules::Ending::UntilNoneBeats) return true;
    for (int seat = (position_.mover + 1) % position_.seats; seat != *position_.closer;
         seat = (seat + 1) % position_.seats) {
      if (!position_.is_out(seat)) return true;
    }
    return false;
  }
  [[nodiscard]] bool ends_at_once(Points total) const {
    if (position_.closer) return !has_followers();
    return rules_.definition().ending == rules::Ending::AtOnce && rules_.reaches_target(total);
  }

  [[nodiscard]] double bust(const Choice& roll) const {
    return bust_chance(rules_, roll.option.next_dice, false);
  }
  /// Returns what a bank that ends the game, or nearly does, leads to.
  [[nodiscard]] std::string bank_words(const Choice& bank) const {
    const Points total = total_after(bank);
    if (position_.closer && total == highest_other() && !has_followers())
      return "A bank ties at " + format(total) + ", which counts half. ";
    const std::string makes = "A bank makes " + format(total);
    if (!position_.closer && !rules_.reaches_target(total))
      return makes + " of " + format(rules_.parameters().target) + ". ";
    if (total <= highest_other()) return makes + " against " + format(highest_other()) + ". ";
    const double beaten = 1 - coach_.odds().chance_of_bank(position_, bank.option);
    return makes + " the total to beat, and it is beaten in " + format_chance(beaten) +
           " of cases. ";
  }
  [[nodiscard]] std::string roll_words(const Choice& roll) const {
    return "Rolling " + count_dice(roll.option.next_dice) + " busts in " +
           format_chance(bust(roll)) + " of throws";
  }
  [[nodiscard]] std::string at_risk(const Choice& roll) const {
    const bool locks = rules_.locks(roll.option.keep);
    const Points points =
        locks ? 0 : position_.turn.points + roll.option.points - position_.turn.locked;
    return points > 0 ? " and then loses " + format(points) + " points" : "";
  }

  /// Returns averages such as ", 412 points on average against 350". A newcomer's include what its
  /// entry is worth and are not shown.
  [[nodiscard]] std::string versus(double more, double less) const {
    if (!position_.is_in(position_.mover)) return "";
    return ", " + format_average(more) + " points on average against " + format_average(less);
  }
  [[nodiscard]] std::string by_points(std::optional<double> best,
                                      std::optional<double> made) const {
    if (!best || !made || !position_.is_in(position_.mover)) return "";
    if (*best > *made)
      return ". That is worth " + format_average(*best) + " points on average, not " +
             format_average(*made);
    return ". On points alone the other keep is worth as much, but not with " + standing();
  }

  /// Returns words such as "2,400 against 1,400 of 3,000".
  [[nodiscard]] std::string standing() const {
    return format(own()) + " against " + format(highest_other()) + " of " +
           format(rules_.parameters().target);
  }

  [[nodiscard]] std::string left_for_next(const Choice& bank) const {
    const int left = position_.thrown.size() - bank.option.keep.size();
    if (!rules_.definition().passes_on || left == 0) return "";
    return " and offers " + count_dice(left);
  }

  const RuleSet& rules_;
  const Position& position_;
  const Coach& coach_;
};

}  // namespace

bool is_same(const Choice& one, const Choice& other) {
  return one.action == other.action &&
         (is_offer(one.action) || one.option.keep == other.option.keep);
}

double bust_chance(const RuleSet& rules, int dice, bool attempt) {
  int busts = 0;
  rules::for_each_roll(dice, [&](rules::Dice roll) {
    const rules::Keep* const all = rules.keep_table().all_scoring(roll);
    if (all == nullptr || (attempt && !all->one_or_five)) busts += rules::ways(roll);
  });
  return busts / std::pow(rules::kFaces, dice);
}

std::vector<Choice> Coach::choices(const Position& position) const {
  if (position.phase == rules::Phase::Offer) return {{Action::Accept, {}}, {Action::Decline, {}}};
  rules::Options options;
  list_options(*rules_, position, options);
  std::vector<Choice> all;
  for (const Option& option : options) {
    if (option.may_bank) all.push_back({Action::Bank, option});
    if (option.may_roll) all.push_back({Action::Roll, option});
  }
  return all;
}

Choice Coach::odds_choice(const Position& position) const {
  rules::Options options;
  if (position.phase == rules::Phase::Choose) list_options(*rules_, position, options);
  const Judgement judged = odds_.judge(position, options.all());
  return {judged.action, is_offer(judged.action) ? Option() : options[judged.option]};
}

std::optional<double> Coach::worth(const Position& position, const Choice& choice) const {
  rules::Options options;
  if (position.phase == rules::Phase::Choose) list_options(*rules_, position, options);
  const auto option = std::ranges::find(options.all(), choice.option.keep, &Option::keep);
  return odds_.expected_points(
      position, options.all(),
      {static_cast<std::size_t>(option - options.all().begin()), choice.action});
}

std::string Coach::reason(const Position& position, const Choice& made, const Choice& best) const {
  const Words words(*rules_, position, *this);
  if (is_offer(best.action)) return words.reason_about_offer(made, best);
  if (best.action == made.action) return words.reason_to_keep(made, best);
  return best.action == Action::Roll ? words.reason_to_roll(made, best)
                                     : words.reason_to_bank(made, best);
}

}  // namespace danno::solver
