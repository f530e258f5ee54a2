// hold: keeps the most points, and banks once the turn has reached a threshold.
//
// Before it is in the game its threshold is the entry; near the end it is what is missing to the
// target; in the last turns it is what beats the others. It accepts an offer that is worth half a
// threshold net of the chance of a bust. hold-py is the same in Python, decision by decision.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sdk/cpp/danno.hpp"

namespace danno::agents {

/// Returns half points as shown, such as 7 for "3.5"; nullopt if `text` is not such a number below
/// a million.
inline std::optional<int> parse_half_points(std::string_view text) {
  const std::string_view whole = text.substr(0, text.find('.'));
  const std::string_view fraction = text.substr(whole.size());
  if (whole.empty() || whole.size() > 6) return {};
  if (!fraction.empty() && fraction != ".0" && fraction != ".5") return {};
  int points = 0;
  for (const char digit : whole) {
    if (digit < '0' || digit > '9') return {};
    points = points * 10 + (digit - '0');
  }
  return points * 2 + (fraction == ".5" ? 1 : 0);
}

/// The threshold for each rule set, in half points as shown: of those tried, the one that does best
/// against `odds` (tests/bench/policies.cpp).
inline int default_half_points(std::string_view rules) {
  if (rules == "true-greed") return 6;
  if (rules == "dollar") return 600;
  if (rules == "koans") return 500;
  if (rules == "tyghe") return 1200;
  return 1000;
}

/// The facts about a game's rules that the bot uses.
struct HoldGame {
  explicit HoldGame(const v1::GameStart& game)
      : half_points(game.has_rule_set()
                        ? parameter(game, "target") * 2 / static_cast<int>(game.unit()) / 20
                        : default_half_points(game.rules())),
        end(parameter(game, "target") + parameter(game, "over_target", 0)) {}

  int half_points;  ///< The threshold of the rule set.
  int end;          ///< The total that ends the game.
};

struct Hold {
  std::optional<int> at;  ///< The threshold in half points as shown; if unset, the rule set's own.

  Decision operator()(const Question& question) const {
    return (*this)(question, HoldGame(question.game));
  }

  Decision operator()(const Question& question, const HoldGame& game) const {
    if (question.is_offer()) return takes(question, game) ? accept() : decline();
    for (int option = 0; option < question.options(); ++option) {
      if (!question.bank_counts(option)) continue;
      if (question.turn_points(option) >= goal(question, game)) return bank(option);
      break;
    }
    for (int option = 0; option < question.options(); ++option) {
      if (question.may_roll(option)) return roll(option);
    }
    return bank(0);
  }

 private:
  [[nodiscard]] int goal(const Question& question, const HoldGame& game) const {
    if (question.last_turn()) return question.best_other_total() - question.total() + 1;
    const int threshold =
        at.value_or(game.half_points) * static_cast<int>(question.game.unit()) / 2;
    return std::min(threshold, game.end - question.total());
  }

  /// Returns whether taking over pays, if a die fails with a chance of about 2/3.
  [[nodiscard]] bool takes(const Question& question, const HoldGame& game) const {
    if (!question.is_in()) return false;
    std::int64_t all = 1;
    std::int64_t fail = 1;
    for (std::uint32_t die = 0; die < question.ask.offer_dice(); ++die) {
      all *= 3;
      fail *= 2;
    }
    return std::int64_t{question.ask.offer_points()} * (all - fail) * 2 >=
           goal(question, game) * all;
  }
};

}  // namespace danno::agents
