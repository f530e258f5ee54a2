// $GREED: six letter dice to 5 000; ebony `E` and emerald `e` are different faces, all six set
// aside must be rolled again, a bank takes every scoring die, no stopping at a tie.
#include <array>

#include "referee/rules/combinations.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {
namespace {

enum Face { Dollar, G, R, Ebony, Emerald, D };

constexpr std::array<std::string_view, 2> kDollarOptions{"six_alike_ends_turn", "bank_below_entry"};

KeepRules dollar_keeps(const Parameters& /*parameters*/) {
  KeepRules rules;
  rules.combinations = {
      {alike(D, 1), 100},       {alike(G, 1), 50},   {alike(Dollar, 3), 600},
      {alike(G, 3), 500},       {alike(R, 3), 400},  {alike(Ebony, 3), 300},
      {alike(Emerald, 3), 300}, {alike(D, 4), 1000}, {run(Dollar, D), 1000},
  };
  for (int face = Dollar; face <= D; ++face)
    rules.combinations.push_back({alike(face, 6), 5000});
  rules.singles = (1U << G) | (1U << D);
  return rules;
}

}  // namespace

extern const Definition kDollar;
const Definition kDollar{
    .id = "dollar",
    .title = "$GREED",
    .summary =
        "six letter dice $ G R E e D to 5000, all six set aside forces a roll, no stopping at a "
        "tie",
    .faces = "$GREeD",
    .dice = 6,
    .ending = Ending::OthersOneTurn,
    .options = kDollarOptions,
    .defaults = [](int) { return Parameters{.target = 5000, .entry = 500}; },
    .keep_rules = dollar_keeps,
    .bank_takes_all = true,
    .hot_must_roll = true,
    .no_bank_at_tie = true,
    .start_by_score = true,
};

}  // namespace danno::rules
