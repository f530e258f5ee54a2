#include "referee/rules/rule_draft.hpp"

#include <strings.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "referee/rules/rule_text.hpp"

namespace danno::rules {
namespace {

using Names = std::span<const std::string_view>;

constexpr int kMostTurns = 1'000'000;
constexpr int kMostBusts = 100;
constexpr std::size_t kMostId = 64;
constexpr std::size_t kMostTitle = 200;

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string joined(Names names) {
  std::string text;
  for (const std::string_view name : names)
    text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

std::string describe_kind(const RuleValue& value) {
  constexpr std::array<std::string_view, 7> kKinds{"a value of another kind",
                                                   "a boolean",
                                                   "a whole number",
                                                   "a number",
                                                   "a string",
                                                   "a list",
                                                   "a table"};
  return std::string(kKinds.at(value.index()));
}

/// A number as parse_points takes it.
std::string written(std::int64_t number) { return std::to_string(number); }
std::string written(double number) {
  const double whole = std::floor(number);
  if (std::abs(number) < 1e12 && number - whole == 0.5 && number > 0)
    return std::to_string(static_cast<std::int64_t>(whole)) + ".5";
  if (std::abs(number) < 1e12 && number == whole)
    return std::to_string(static_cast<std::int64_t>(number));
  return "?";
}

/// Makes a definition of a draft, key by key.
class Maker {
 public:
  Maker(const RuleDraft& draft, std::vector<RuleProblem>& problems)
      : draft_(draft), problems_(problems) {}

  Definition make() {
    // All points are read in units, so the unit is read first.
    set_.unit = flag("game", "half_points", false) ? 2 : 1;
    make_head();
    make_turn();
    make_game();
    make_scores();
    // Keys are tested against each other only if each of them is valid by itself.
    if (problems_.empty()) check_playable();
    if (problems_.empty() && set_.summary.empty()) set_.summary = summary();
    set_.text = print_rules(set_);
    return std::move(set_);
  }

 private:
  // --- values ------------------------------------------------------------------------------------

  const RuleValue* find(std::string_view section, std::string_view key) const {
    const auto found = draft_.values.find({std::string(section), std::string(key)});
    return found == draft_.values.end() ? nullptr : &found->second;
  }
  void complain(std::string_view section, std::string_view key, const std::string& message) {
    problems_.push_back({std::string(section), std::string(key), message});
  }
  void expect(std::string_view section, std::string_view key, const std::string& found,
              std::string_view expected) {
    complain(section, key, in_quotes(key) + " is " + found + "; expected " + std::string(expected));
  }

  bool flag(std::string_view section, std::string_view key, bool otherwise) {
    const RuleValue* const value = find(section, key);
    if (value == nullptr) return otherwise;
    if (const bool* const on = std::get_if<bool>(value)) return *on;
    expect(section, key, describe_kind(*value), "true or false");
    return otherwise;
  }

  int whole(std::string_view section, std::string_view key, int least, int most, int otherwise) {
    const RuleValue* const value = find(section, key);
    if (value == nullptr) return otherwise;
    const auto* const number = std::get_if<std::int64_t>(value);
    if (number != nullptr && *number >= least && *number <= most) return static_cast<int>(*number);
    expect(section, key, number != nullptr ? std::to_string(*number) : describe_kind(*value),
           "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return otherwise;
  }

  std::string text(std::string_view section, std::string_view key, std::string_view otherwise) {
    const RuleValue* const value = find(section, key);
    if (value == nullptr) return std::string(otherwise);
    if (const auto* const found = std::get_if<std::string>(value)) return *found;
    expect(section, key, describe_kind(*value), "a string");
    return std::string(otherwise);
  }

  std::size_t choice(std::string_view section, std::string_view key, Names names,
                     std::size_t otherwise) {
    const RuleValue* const value = find(section, key);
    if (value == nullptr) return otherwise;
    const auto* const found = std::get_if<std::string>(value);
    const auto at = found == nullptr ? names.end() : std::ranges::find(names, *found);
    if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    expect(section, key, found == nullptr ? describe_kind(*value) : in_quotes(*found),
           joined(names));
    return otherwise;
  }

  std::vector<std::string> words(std::string_view section, std::string_view key) {
    const RuleValue* const value = find(section, key);
    if (value == nullptr) return {};
    if (const auto* const list = std::get_if<std::vector<std::string>>(value)) return *list;
    expect(section, key, describe_kind(*value), "a list of patterns, as in [\"123456\"]");
    return {};
  }

  /// Reads points from a number. `named` is how messages name it.
  template <class Value>
  Points read_points(std::string_view section, std::string_view key, const std::string& named,
                     const Value& value, Points least) {
    std::string digits;
    if (const auto* const number = std::get_if<std::int64_t>(&value)) digits = written(*number);
    if (const auto* const number = std::get_if<double>(&value)) digits = written(*number);
    const auto points = parse_points(set_, digits);
    if (points && *points >= least) return *points;
    complain(section, key,
             named + " is " +
                 (digits == "?"    ? "no such number"
                  : digits.empty() ? "not a number"
                                   : digits) +
                 "; expected " + describe_points(set_, least));
    return least;
  }

  Points points(std::string_view section, std::string_view key, Points least, Points otherwise) {
    const RuleValue* const value = find(section, key);
    return value == nullptr ? otherwise : read_points(section, key, in_quotes(key), *value, least);
  }

  // --- the sections

  void make_head() {
    set_.id = text("rules", "id", "");
    check_id();
    set_.title = text("rules", "title", set_.id);
    set_.summary = text("rules", "summary", "");
    for (const std::string_view key : {"title", "summary"}) {
      const std::string& line = key == "title" ? set_.title : set_.summary;
      const bool control = std::ranges::any_of(
          line, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
      if (control)
        complain("rules", key, in_quotes(key) + " has a control character; expected a line");
      if (line.size() > kMostTitle)
        expect("rules", key, std::to_string(line.size()) + " bytes long",
               "at most " + std::to_string(kMostTitle));
    }
    if (set_.title.empty() && !set_.id.empty())
      expect("rules", "title", "empty", "what people call the game");
    set_.dice = whole("rules", "dice", 1, kMaxDice, kMaxDice);
    set_.faces = text("rules", "faces", "123456");
    check_faces();
  }

  void check_id() {
    constexpr std::string_view kExpected =
        "letters, digits, '_' and '-' after a letter or digit, at most 64";
    if (find("rules", "id") == nullptr) {
      complain("rules", "", "no 'id' in [rules]; expected a name, as in id = \"farkle\"");
      return;
    }
    const auto plain = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    const std::string& id = set_.id;
    const bool well =
        !id.empty() && id.size() <= kMostId && plain(id.front()) &&
        std::ranges::all_of(id, [&](char c) { return plain(c) || c == '_' || c == '-'; });
    // The site has a folder for each rule set; these names belong to its other folders and to a
    // command.
    const auto is_taken = [&](const char* name) { return ::strcasecmp(id.c_str(), name) == 0; };
    if (!well && std::holds_alternative<std::string>(*find("rules", "id")))
      expect("rules", "id", in_quotes(id), kExpected);
    else if (is_taken("check") || is_taken("agents") || is_taken("rules"))
      expect("rules", "id", in_quotes(id), "another name, because commands and sites use this one");
  }

  void check_faces() {
    const std::string& faces = set_.faces;
    std::string problem;
    std::set<char> seen;
    for (const char c : faces) {
      if (c <= ' ' || c > '~' || c == '#')
        problem = "a character that is not printable ASCII, a blank or '#'";
      else if (!seen.insert(c).second)
        problem = std::string("'") + c + "' twice";
    }
    if (faces.size() != kFaces) problem = std::to_string(faces.size()) + " characters";
    if (!problem.empty()) {
      complain("rules", "faces",
               "'faces' has " + problem + "; expected six different characters, as in \"123456\"");
      set_.faces = "123456";
      faces_well_ = false;
    }
  }

  void make_turn() {
    set_.automatic_keeps = choice("turn", "keeps", kKeeps, 0) == 1;
    set_.bank_takes_all = choice("turn", "bank", kBanks, 0) == 1;
    set_.hot = static_cast<Hot>(choice("turn", "hot", kHots, 0));
    set_.usual.dead_dice = flag("turn", "dead_dice", false);
    set_.usual.break_triples = flag("turn", "break_triples", true);
    for (const char c : text("turn", "every_keep", "")) {
      const auto face = set_.faces.find(c);
      if (face != std::string::npos) {
        set_.every_keep |= 1U << face;
      } else if (faces_well_) {
        expect("turn", "every_keep", "of a face " + in_quotes({&c, 1}), "faces of " + set_.faces);
        break;
      }
    }
    set_.minimum_bank = points("turn", "minimum_bank", 0, 0);
    const std::size_t offer = choice("turn", "offer", kOffers, 0);
    set_.passes_on = offer > 0;
    set_.attempt = offer == 2;
    set_.inherited_enters = set_.passes_on && !set_.attempt;
    make_busts();
    set_.first_throw_bust = points("turn", "first_throw_bust", 0, 0);
  }

  void make_busts() {
    const RuleValue* const value = find("turn", "busts");
    if (value == nullptr) return;
    const auto* const table = std::get_if<RuleTable>(value);
    if (table == nullptr) {
      expect("turn", "busts", describe_kind(*value), "{ in_a_row = 3, penalty = 1000 }");
      return;
    }
    for (const auto& [key, scalar] : *table)
      make_bust(key, scalar);
  }

  void make_bust(const std::string& key, const RuleScalar& scalar) {
    if (key == "in_a_row") {
      const auto* const number = std::get_if<std::int64_t>(&scalar);
      if (number != nullptr && *number >= 0 && *number <= kMostBusts)
        set_.busts.in_a_row = static_cast<int>(*number);
      else
        complain(
            "turn", "busts",
            "'in_a_row' of busts is not a whole number from 0 to " + std::to_string(kMostBusts));
    } else if (key == "penalty") {
      set_.busts.penalty = read_points("turn", "busts", "'penalty' of busts", scalar, 0);
    } else if (key == "below_zero") {
      const bool* const on = std::get_if<bool>(&scalar);
      if (on != nullptr)
        set_.busts.below_zero = *on;
      else
        complain("turn", "busts", "'below_zero' of busts is not true or false");
    } else {
      complain("turn", "busts",
               "unknown key " + in_quotes(key) + " in busts; expected " + joined(kBustKeys));
    }
  }

  void make_game() {
    make_targets();
    set_.usual.over_target = flag("game", "over_target", false);
    set_.exact = flag("game", "exact", false);
    set_.usual.entry = points("game", "entry", 0, 0);
    set_.usual.bank_below_entry = choice("game", "below_entry", kBelowEntry, 0) == 1;
    set_.ending = static_cast<Ending>(choice("game", "ending", kEndings, 1));
    set_.no_bank_at_tie = !flag("game", "tie_banks", true);
    set_.first_to_reach_wins = choice("game", "equal", kEquals, 0) == 1;
    set_.start_by_score = choice("game", "start", kStarts, 0) == 1;
    set_.usual.max_turns = whole("game", "max_turns", 1, kMostTurns, 1000);
  }

  void make_targets() {
    const RuleValue* const value = find("game", "target");
    if (value == nullptr) {
      complain("game", "", "no 'target' in [game]; expected points, as in target = 10000");
      return;
    }
    const auto* const table = std::get_if<RuleTable>(value);
    if (table == nullptr) {
      set_.targets.fill(points("game", "target", 1, 1));
      return;
    }
    std::array<Points, kMaxSeats + 1> targets{};
    for (const auto& [key, scalar] : *table) {
      const bool seats = key.size() == 1 && key[0] >= '2' && key[0] <= '0' + kMaxSeats;
      if (!seats) {
        complain("game", "target",
                 "'target' has a key " + in_quotes(key) + "; expected seats, 2 to " +
                     std::to_string(kMaxSeats));
        return;
      }
      targets.at(static_cast<std::size_t>(key[0] - '0')) =
          read_points("game", "target", "'target' of " + key + " seats", scalar, 1);
    }
    if (targets[2] == 0) {
      complain(
          "game", "target",
          "'target' has no value for 2 seats; expected a table as in { 2 = 10000, 3 = 20000 }");
    }
    // A number of seats without a target of its own takes that of fewer seats.
    for (std::size_t seats = 2; seats < targets.size(); ++seats)
      set_.targets.at(seats) =
          targets.at(seats) > 0 ? targets.at(seats) : set_.targets.at(seats - 1);
  }

  void make_scores() {
    const PatternDice dice{set_.faces, set_.dice, set_.unit};
    std::vector<Score> scores;
    for (const auto& [pattern, value] : draft_.scores) {
      if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        scores.push_back({pattern, written(*number)});
      } else if (const auto* const half = std::get_if<double>(&value)) {
        scores.push_back({pattern, written(*half)});
      } else if (const auto* const expression = std::get_if<std::string>(&value)) {
        scores.push_back({pattern, *expression});
      } else {
        complain("score", pattern,
                 "the points of " + in_quotes(pattern) + " are " + describe_kind(value) +
                     "; expected a number or an expression, as in \"100 * a\"");
      }
    }
    if (draft_.scores.empty())
      complain("score", "", "no patterns in [score]; expected at least one, as in \"1\" = 100");
    const std::vector<std::string> locks = words("turn", "locks");
    const std::vector<std::string> wins = words("turn", "wins");
    if (!faces_well_ || !check_letters(scores, locks, wins)) return;
    set_.combinations = expand_scores(scores, dice, problems_);
    set_.locks = expand_patterns(locks, dice, "locks", problems_);
    set_.wins = expand_patterns(wins, dice, "wins", problems_);
    for (const Dice win : set_.wins) {
      if (win.size() == set_.dice) continue;
      complain("turn", "wins",
               "'wins' has a pattern of " + std::to_string(win.size()) + " dice; expected " +
                   std::to_string(set_.dice) + ", a full throw");
      break;
    }
  }

  /// A face may be a letter a to f only where no pattern uses letters.
  bool check_letters(const std::vector<Score>& scores, const std::vector<std::string>& locks,
                     const std::vector<std::string>& wins) {
    const auto letter =
        std::ranges::find_if(set_.faces, [](char c) { return c >= 'a' && c <= 'f'; });
    if (letter == set_.faces.end()) return true;
    const auto foreign = [&](const std::string& pattern) {
      return pattern.find_first_not_of(set_.faces) != std::string::npos;
    };
    const bool clear =
        std::ranges::none_of(scores,
                             [&](const Score& score) {
                               return foreign(score.pattern) || !parse_points(set_, score.points);
                             }) &&
        std::ranges::none_of(locks, foreign) && std::ranges::none_of(wins, foreign);
    if (clear) return true;
    complain("rules", "faces",
             std::string("'faces' has the letter '") + *letter +
                 "', which stands for any face in patterns; expected characters "
                 "other than a to f, or patterns of faces only");
    return false;
  }

  // --- contradictions

  void forbid(bool both, std::string_view key, std::string_view section, std::string_view other_key,
              std::string_view other_section, const std::string& message) {
    if (both)
      problems_.push_back({std::string(section), std::string(key), message,
                           std::string(other_section), std::string(other_key)});
  }

  void check_playable() {
    forbid(set_.automatic_keeps && set_.every_keep != 0, "every_keep", "turn", "keeps", "turn",
           "'every_keep' demands a choice, and keeps = \"all\" leaves none; expected one of them");
    forbid(set_.automatic_keeps && set_.usual.dead_dice, "dead_dice", "turn", "keeps", "turn",
           "'dead_dice' is a choice, and keeps = \"all\" leaves none; expected one of them");
    forbid(
        set_.exact && set_.usual.over_target, "exact", "game", "over_target", "game",
        "'exact' forbids to pass the target, and 'over_target' demands it; expected one of them");
    forbid(set_.hot == Hot::Ends && set_.attempt, "hot", "turn", "offer", "turn",
           "hot = \"ends\" banks where offer = \"attempt\" forbids a bank; expected one of them");
    if (!problems_.empty()) return;
    // A game that asks nobody anything cannot be played.
    if (!leaves_choice(set_.keep_rules(set_.usual), set_.dice))
      complain("score", "",
               std::string("every full throw is a bust") +
                   (set_.wins.empty() ? "" : " or wins at once") +
                   "; expected patterns that a throw can show");
    else if (set_.start_by_score && all_score_alike(set_.keep_rules(set_.usual), set_.dice))
      complain(
          "game", "start",
          "'start' is 'highest-score', but all full throws score alike, so nobody would begin; "
          "expected highest-die");
  }

  [[nodiscard]] std::string summary() const {
    constexpr std::array<std::string_view, kMaxDice + 1> kNumbers{"no",   "one",  "two", "three",
                                                                  "four", "five", "six"};
    std::string text(kNumbers.at(static_cast<std::size_t>(set_.dice)));
    text += set_.dice == 1 ? " die to " : " dice to ";
    text += format_points(set_, set_.targets[2]);
    if (set_.usual.entry > 0) text += ", " + format_points(set_, set_.usual.entry) + " to enter";
    if (set_.automatic_keeps) text += ", only roll or bank";
    if (set_.passes_on) text += ", unkept dice pass on";
    if (set_.busts.in_a_row > 0 && set_.busts.penalty > 0) {
      text += ", " + std::to_string(set_.busts.in_a_row) + " busts in a row cost " +
              format_points(set_, set_.busts.penalty);
    }
    if (set_.exact) text += ", the target exactly";
    return text;
  }

  const RuleDraft& draft_;
  std::vector<RuleProblem>& problems_;
  Definition set_;
  bool faces_well_ = true;
};
}  // namespace

std::span<const std::string_view> rule_keys(std::string_view section) {
  if (section == "rules") return kRulesKeys;
  if (section == "turn") return kTurnKeys;
  if (section == "game") return kGameKeys;
  return {};
}

Definition make_definition(const RuleDraft& draft, std::vector<RuleProblem>& problems) {
  return Maker(draft, problems).make();
}

}  // namespace danno::rules
