#include "referee/rules/duties.hpp"

#include <string_view>

namespace danno::rules {
namespace {

std::string ending(Ending ending) {
  switch (ending) {
    case Ending::AtOnce:
      return "reaching the target ends the game at once";
    case Ending::OthersOneTurn:
      return "once the target is reached, each other player gets one more turn";
    case Ending::UntilNoneBeats:
      return "the target makes a score to beat; whoever beats it gives all others one more turn, "
             "until none does";
  }
  return {};
}

}  // namespace

std::vector<std::string> duties(const Definition& definition) {
  const rules::Parameters usual = definition.defaults(2);
  const std::string entry = rules::show_points(definition, usual.entry);
  const std::string no_less = "the first bank of a player must be worth " + entry + " points";
  const std::string records_0 =
      "until a player has banked " + entry + " points at once, a bank records 0";
  struct Duty {
    bool holds;
    std::string_view sentence;
  };
  const Duty all[] = {
      {definition.automatic_keeps, "all scoring dice leave by themselves; only roll or bank"},
      {definition.bank_takes_all, "a bank takes every scoring die of the last roll"},
      {definition.hot_must_roll, "all six dice set aside must be rolled again"},
      {!definition.hot_must_roll, "when all thrown dice score, a full set may be rolled"},
      {!definition.keep_demand.empty(), definition.keep_demand},
      {usual.entry > 0 && !usual.bank_below_entry, no_less},
      {usual.entry > 0 && usual.bank_below_entry, records_0},
      {definition.straight_locks, "a straight locks the turn score: a bust then books it"},
      {definition.six_alike_wins, "six alike win the game at once"},
      {definition.passes_on,
       "a bank with dice left offers them and the whole turn score to the "
       "next player"},
      {definition.attempt,
       "an accepted offer must show a 1 or 5; it keeps its best by itself, and "
       "another 1 or 5 must be kept before a bank"},
      {definition.passes_on && definition.inherited_enters, "inherited points count to the entry"},
      {definition.passes_on && !definition.inherited_enters,
       "inherited points do not count to the entry"},
      {definition.no_bank_at_tie, "in the last turns no bank may equal the highest total"},
      {true, {}},
      {definition.first_to_reach_wins, "of equal totals, the first to reach them is ahead"},
  };
  std::vector<std::string> sentences;
  for (const Duty& duty : all) {
    if (!duty.holds) continue;
    sentences.push_back(duty.sentence.empty() ? ending(definition.ending)
                                              : std::string(duty.sentence));
  }
  return sentences;
}

}  // namespace danno::rules
