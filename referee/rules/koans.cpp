// The Greed of the koans: five dice to 3 000, scoring dice leave by themselves, only roll or stop.
#include "referee/rules/combinations.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {
namespace {

KeepRules koans_keeps(const Parameters& /*parameters*/) {
  KeepRules rules;
  rules.combinations = {{alike(kOne, 1), 100}, {alike(kFive, 1), 50}};
  for (int face = kOne; face <= kSix; ++face) {
    rules.combinations.push_back({alike(face, 3), hundreds_of_triple(face)});
  }
  rules.singles = kOneOrFive;
  rules.automatic = true;
  return rules;
}

}  // namespace

extern const Definition kKoans;
const Definition kKoans{
    .id = "koans",
    .title = "Greed of the koans",
    .summary = "five dice to 3000, scoring dice leave by themselves, only roll or stop",
    .faces = "123456",
    .dice = 5,
    .ending = Ending::OthersOneTurn,
    .defaults =
        [](int) { return Parameters{.target = 3000, .entry = 300, .bank_below_entry = true}; },
    .keep_rules = koans_keeps,
    .automatic_keeps = true,
};

}  // namespace danno::rules
