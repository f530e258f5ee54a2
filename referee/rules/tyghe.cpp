// Tyghe's Greed: six dice; the unkept dice and the whole turn score pass on to the next player.
#include <array>

#include "referee/rules/combinations.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {
namespace {

constexpr std::array<std::string_view, 3> kTygheOptions{"break_triples", "newcomer_accepts",
                                                        "bank_below_entry"};

bool breaks_a_triple(Dice roll, Dice keep) {
  for (const int face : {kOne, kFive}) {
    const int kept = keep.count(face);
    if (roll.count(face) >= 3 && kept > 0 && kept < 3) return true;
  }
  return false;
}

KeepRules tyghe_keeps(const Parameters& parameters) {
  KeepRules rules;
  rules.combinations = {
      {alike(kOne, 1), 100},   {alike(kFive, 1), 50},   {run(kOne, kFive), 1000},
      {run(kTwo, kSix), 1000}, {run(kOne, kSix), 2000},
  };
  for (int face = kOne; face <= kSix; ++face) {
    const Points triple = hundreds_of_triple(face);
    for (int n = 3; n <= kMaxDice; ++n)
      rules.combinations.push_back({alike(face, n), triple << (n - 3)});
  }
  rules.singles = kOneOrFive;
  if (!parameters.break_triples) {
    rules.legal = [](Dice roll, Dice keep) { return !breaks_a_triple(roll, keep); };
  }
  return rules;
}

}  // namespace

extern const Definition kTyghe;
const Definition kTyghe{
    .id = "tyghe",
    .title = "Tyghe's Greed",
    .summary = "six dice, the unkept dice and the whole turn score pass on to the next player",
    .faces = "123456",
    .dice = 6,
    .ending = Ending::OthersOneTurn,
    .options = kTygheOptions,
    .defaults =
        [](int seats) {
          return Parameters{
              .target = seats == 2 ? 10'000 : 20'000, .entry = 500, .over_target = true};
        },
    .keep_rules = tyghe_keeps,
    .passes_on = true,
    .inherited_enters = true,
};

}  // namespace danno::rules
