#include "referee/rules/description.hpp"

#include <algorithm>
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
      return "the target makes a score to beat; a player that beats it gives all others one more "
             "turn, until none does";
  }
  return {};
}

std::string join(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words)
    text.append(text.empty() ? "" : between).append(word);
  return text;
}

/// "a 1 or a 5".
std::string any_of_faces(const Definition& definition, unsigned faces) {
  std::vector<std::string> names;
  for (std::size_t face = 0; face < kFaces; ++face) {
    if (((faces >> face) & 1U) != 0) names.push_back(std::string("a ") + definition.faces[face]);
  }
  return join(names, " or ");
}

unsigned singles(const Definition& definition) {
  return definition.keep_rules(definition.defaults(2)).singles;
}

bool are_six_alike(const std::vector<Dice>& wins) {
  return wins.size() == kFaces && std::ranges::all_of(wins, is_six_alike);
}

/// "111111, 222222 and 4 more".
std::string listed(const Definition& definition, const std::vector<Dice>& patterns) {
  constexpr std::size_t kMostListed = 6;
  std::vector<std::string> names;
  for (const Dice dice : patterns) {
    if (names.size() < kMostListed) names.push_back(to_string(dice, definition.faces));
  }
  const std::size_t more = patterns.size() - names.size();
  const std::string list = join(names, ", ");
  return more == 0 ? list : list + " and " + std::to_string(more) + " more";
}

/// Adds sentences on keeping dice and on what a roll does to a turn.
void add_keeps(const Definition& set, std::vector<std::string>& out) {
  if (set.automatic_keeps)
    out.emplace_back("all scoring dice are kept automatically; a player can only roll or bank");
  if (set.bank_takes_all) out.emplace_back("a bank takes every scoring die of the last roll");
  switch (set.hot) {
    case Hot::MayRoll:
      out.emplace_back("when all thrown dice score, a full set may be rolled");
      break;
    case Hot::MustRoll:
      out.emplace_back(set.dice == kMaxDice
                           ? "all six dice set aside must be rolled again"
                           : "when all thrown dice score and are kept, a full set must be rolled");
      break;
    case Hot::Ends:
      out.emplace_back("when all thrown dice score and are kept, the turn ends and is banked");
      break;
  }
  if (set.every_keep != 0) {
    const bool apart = are_six_alike(set.wins);
    out.push_back("every keep holds " + any_of_faces(set, set.every_keep) +
                  (apart ? ", six alike apart" : ""));
  }
  if (set.is_bundled()) return;  // there they are parameters
  if (set.usual.dead_dice)
    out.emplace_back("dice that score nothing may be kept beside scoring ones");
  if (!set.usual.break_triples && singles(set) != 0) {
    out.push_back("of three or more dice that show " + any_of_faces(set, singles(set)) +
                  ", at least three are kept or none");
  }
}

void add_banks(const Definition& set, std::vector<std::string>& out) {
  const Parameters usual = set.defaults(2);
  const std::string entry = format_points(set, usual.entry);
  if (usual.entry > 0)
    out.push_back(usual.bank_below_entry
                      ? "until a player has banked " + entry + " points at once, a bank records 0"
                      : "the first bank of a player must be worth " + entry + " points");
  if (set.minimum_bank > 0)
    out.push_back("every bank is at least " + format_points(set, set.minimum_bank));
}

void add_busts(const Definition& set, std::vector<std::string>& out) {
  if (set.first_throw_bust > 0)
    out.push_back("a first throw in which nothing may be kept scores " +
                  format_points(set, set.first_throw_bust) + ", and a full set is rolled again");
  const auto& [in_a_row, penalty, below_zero] = set.busts;
  if (in_a_row == 0 || penalty == 0) return;
  const std::string busts =
      in_a_row == 1 ? "each bust costs " : std::to_string(in_a_row) + " busts in a row cost ";
  out.push_back(busts + format_points(set, penalty));
  out.emplace_back(below_zero ? "a total may fall below 0" : "no total falls below 0");
}

/// The dice that lock a turn's score or win the game.
void add_patterns(const Definition& set, std::vector<std::string>& out) {
  const bool straight = set.locks.size() == 1 && set.locks[0].packed() == 0x111111U;
  if (!set.locks.empty())
    out.push_back((straight ? "a straight" : "a keep with " + listed(set, set.locks)) +
                  " locks the turn score: a bust then books it");
  if (are_six_alike(set.wins)) {
    out.emplace_back("six alike win the game at once");
  } else if (!set.wins.empty()) {
    out.push_back("a full throw of " + listed(set, set.wins) + " wins the game at once");
  }
}

void add_offers(const Definition& set, std::vector<std::string>& out) {
  if (!set.passes_on) return;
  out.emplace_back("a bank with dice left offers them and the whole turn score to the next player");
  if (set.attempt) {
    const auto faces = singles(set);
    const bool common = faces == 0b010001U && set.faces == "123456";
    const std::string proof = common ? "a 1 or 5" : any_of_faces(set, faces);
    const std::string other = common ? "another 1 or 5" : "another one";
    out.push_back("an accepted offer must show " + proof +
                  "; its best dice are kept automatically, and " + other +
                  " must be kept before a bank");
  }
  out.emplace_back(set.inherited_enters ? "inherited points count to the entry"
                                        : "inherited points do not count to the entry");
}

void add_game(const Definition& set, std::vector<std::string>& out) {
  if (set.no_bank_at_tie) out.emplace_back("in the last turns no bank may equal the highest total");
  out.push_back(ending(set.ending));
  if (set.exact) out.emplace_back("a bank that passes the target is a bust");
  if (set.first_to_reach_wins)
    out.emplace_back("of equal totals, the first to reach them is ahead");
  if (set.is_bundled()) return;
  if (set.start_by_score) out.emplace_back("the player that scores most with a full throw begins");
}

}  // namespace

std::vector<std::string> describe_rules(const Definition& definition) {
  std::vector<std::string> sentences;
  add_keeps(definition, sentences);
  add_banks(definition, sentences);
  add_busts(definition, sentences);
  add_patterns(definition, sentences);
  add_offers(definition, sentences);
  add_game(definition, sentences);
  return sentences;
}

std::string describe_bank(const RuleSet& rules, const Position& position, Points turn) {
  const Definition& definition = rules.definition();
  const int seat = position.mover;
  if (passes_target(rules, position, turn))
    return "passes " + format_points(definition, rules.parameters().target) + ": a bust";
  if (turn < definition.minimum_bank)
    return "records 0: every bank needs " + format_points(definition, definition.minimum_bank);
  const Points banked = recorded(rules, position, seat, turn, position.turn.inherited);
  if (turn > 0 && banked == 0)
    return "records 0: the first bank needs " + format_points(definition, rules.parameters().entry);
  if (!position.closer) return {};
  return position.totals[at(seat)] + banked < best_other_total(position) ? "loses: your last turn"
                                                                         : "";
}

}  // namespace danno::rules
