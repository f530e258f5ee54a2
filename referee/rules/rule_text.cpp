#include "referee/rules/rule_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>

namespace danno::rules {
namespace {

constexpr std::array<std::string_view, 5> kRulesKeys{"id", "title", "summary", "dice", "faces"};
constexpr std::array<std::string_view, 12> kTurnKeys{
    "keeps",        "bank",  "hot",   "dead_dice", "break_triples", "every_keep",
    "minimum_bank", "offer", "locks", "wins",      "busts",         "first_throw_bust"};
constexpr std::array<std::string_view, 11> kGameKeys{
    "target",    "over_target", "exact", "entry",       "below_entry", "ending",
    "tie_banks", "equal",       "start", "half_points", "max_turns"};
constexpr std::array<std::string_view, 3> kBustKeys{"in_a_row", "penalty", "below_zero"};

using Names = std::span<const std::string_view>;
constexpr std::array<std::string_view, 2> kKeeps{"choose", "all"};
constexpr std::array<std::string_view, 2> kBanks{"kept", "all"};
constexpr std::array<std::string_view, 3> kHots{"may-roll", "must-roll", "ends"};
constexpr std::array<std::string_view, 3> kOffers{"none", "points-and-dice", "attempt"};
constexpr std::array<std::string_view, 2> kBelowEntry{"illegal", "records-0"};
constexpr std::array<std::string_view, 3> kEndings{"at-once", "others-one-turn",
                                                   "until-none-beats"};
constexpr std::array<std::string_view, 2> kEquals{"share", "first-to-reach"};
constexpr std::array<std::string_view, 2> kStarts{"highest-die", "highest-score"};

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

std::string kind_of(const RuleValue& value) {
  constexpr std::array<std::string_view, 7> kKinds{"a date or a nested list",
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
    set_.unit = flag("game", "half_points", false) ? 2 : 1;
    make_head();
    make_turn();
    make_game();
    make_scores();
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
    expect(section, key, kind_of(*value), "true or false");
    return otherwise;
  }

  int whole(std::string_view section, std::string_view key, int least, int most, int otherwise) {
    const RuleValue* const value = find(section, key);
    if (value == nullptr) return otherwise;
    const auto* const number = std::get_if<std::int64_t>(value);
    if (number != nullptr && *number >= least && *number <= most) return static_cast<int>(*number);
    expect(section, key, number != nullptr ? std::to_string(*number) : kind_of(*value),
           "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return otherwise;
  }

  std::string text(std::string_view section, std::string_view key, std::string_view otherwise) {
    const RuleValue* const value = find(section, key);
    if (value == nullptr) return std::string(otherwise);
    if (const auto* const found = std::get_if<std::string>(value)) return *found;
    expect(section, key, kind_of(*value), "a string");
    return std::string(otherwise);
  }

  std::size_t choice(std::string_view section, std::string_view key, Names names,
                     std::size_t otherwise) {
    const RuleValue* const value = find(section, key);
    if (value == nullptr) return otherwise;
    const auto* const found = std::get_if<std::string>(value);
    const auto at = found == nullptr ? names.end() : std::ranges::find(names, *found);
    if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    expect(section, key, found == nullptr ? kind_of(*value) : in_quotes(*found), joined(names));
    return otherwise;
  }

  std::vector<std::string> words(std::string_view section, std::string_view key) {
    const RuleValue* const value = find(section, key);
    if (value == nullptr) return {};
    if (const auto* const list = std::get_if<std::vector<std::string>>(value)) return *list;
    expect(section, key, kind_of(*value), "a list of patterns, as in [\"123456\"]");
    return {};
  }

  /// Points of a number; `named` says which, for people.
  template <class Value>
  Points points_of(std::string_view section, std::string_view key, const std::string& named,
                   const Value& value, Points least) {
    std::string shown;
    if (const auto* const number = std::get_if<std::int64_t>(&value)) shown = written(*number);
    if (const auto* const number = std::get_if<double>(&value)) shown = written(*number);
    const auto points = parse_points(set_, shown);
    if (points && *points >= least) return *points;
    complain(section, key,
             named + " is " +
                 (shown == "?"    ? "no such number"
                  : shown.empty() ? "no number"
                                  : shown) +
                 "; expected " + (set_.unit == 2 ? "points, halves allowed, " : "whole points ") +
                 "from " + show_points(set_, least) + " to " +
                 std::to_string(kMaxPoints / set_.unit));
    return least;
  }

  Points points(std::string_view section, std::string_view key, Points least, Points otherwise) {
    const RuleValue* const value = find(section, key);
    return value == nullptr ? otherwise : points_of(section, key, in_quotes(key), *value, least);
  }

  // --- the parts
  // -----------------------------------------------------------------------------------

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
        "letters, digits, '.', '_' and '-' after a letter or digit, at most 64";
    if (find("rules", "id") == nullptr) {
      complain("rules", "", "no 'id' in [rules]; expected a name, as in id = \"farkle\"");
      return;
    }
    const auto plain = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    const std::string& id = set_.id;
    const bool well = !id.empty() && id.size() <= kMostId && plain(id.front()) &&
                      std::ranges::all_of(
                          id, [&](char c) { return plain(c) || c == '.' || c == '_' || c == '-'; });
    if (!well && std::holds_alternative<std::string>(*find("rules", "id")))
      expect("rules", "id", in_quotes(id), kExpected);
    else if (id.ends_with(".toml") || id == "check")
      expect("rules", "id", in_quotes(id),
             "another name, which no command takes for something else");
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
      expect("turn", "busts", kind_of(*value), "{ in_a_row = 3, penalty = 1000 }");
      return;
    }
    for (const auto& [key, scalar] : *table) {
      if (key == "in_a_row") {
        const auto* const number = std::get_if<std::int64_t>(&scalar);
        if (number != nullptr && *number >= 0 && *number <= kMostBusts)
          set_.busts.in_a_row = static_cast<int>(*number);
        else
          complain(
              "turn", "busts",
              "'in_a_row' of busts is no whole number from 0 to " + std::to_string(kMostBusts));
      } else if (key == "penalty") {
        set_.busts.penalty = points_of("turn", "busts", "'penalty' of busts", scalar, 0);
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
    std::array<Points, kMaxSeats + 1> told{};
    for (const auto& [key, scalar] : *table) {
      const bool seats = key.size() == 1 && key[0] >= '2' && key[0] <= '0' + kMaxSeats;
      if (!seats) {
        complain("game", "target",
                 "'target' has a key " + in_quotes(key) + "; expected seats, 2 to " +
                     std::to_string(kMaxSeats));
        return;
      }
      told.at(static_cast<std::size_t>(key[0] - '0')) =
          points_of("game", "target", "'target' of " + key + " seats", scalar, 1);
    }
    if (told[2] == 0) {
      complain("game", "target",
               "'target' says nothing of 2 seats; expected a table as in { 2 = 10000, 3 = 20000 }");
    }
    for (std::size_t seats = 2; seats < told.size(); ++seats)
      set_.targets.at(seats) = told.at(seats) > 0 ? told.at(seats) : set_.targets.at(seats - 1);
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
                 "the points of " + in_quotes(pattern) + " are " + kind_of(value) +
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

  // --- what cannot be
  // ------------------------------------------------------------------------------

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
    const KeepTable table(set_.keep_rules(set_.usual));
    bool scores = false;
    for_each_roll(set_.dice, [&](Dice roll) { scores = scores || !table.keeps(roll).empty(); });
    if (!scores)
      complain("score", "", "every full throw is a bust; expected patterns that a throw can show");
  }

  [[nodiscard]] std::string summary() const {
    constexpr std::array<std::string_view, kMaxDice + 1> kNumbers{"no",   "one",  "two", "three",
                                                                  "four", "five", "six"};
    std::string text(kNumbers.at(static_cast<std::size_t>(set_.dice)));
    text += set_.dice == 1 ? " die to " : " dice to ";
    text += show_points(set_, set_.targets[2]);
    if (set_.usual.entry > 0) text += ", " + show_points(set_, set_.usual.entry) + " to enter";
    if (set_.automatic_keeps) text += ", only roll or bank";
    if (set_.passes_on) text += ", unkept dice pass on";
    if (set_.busts.in_a_row > 0 && set_.busts.penalty > 0) {
      text += ", " + std::to_string(set_.busts.in_a_row) + " busts in a row cost " +
              show_points(set_, set_.busts.penalty);
    }
    if (set_.exact) text += ", the target exactly";
    return text;
  }

  const RuleDraft& draft_;
  std::vector<RuleProblem>& problems_;
  Definition set_;
  bool faces_well_ = true;
};

// --- out
// -------------------------------------------------------------------------------------------

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string toml_list(const std::vector<Dice>& patterns, std::string_view faces) {
  std::string out = "[";
  for (const Dice dice : patterns) {
    if (out.size() > 1) out += ", ";
    out += toml_string(to_string(dice, faces));
  }
  return out + "]";
}

std::string_view toml_flag(bool on) { return on ? "true" : "false"; }

std::string toml_target(const Definition& set) {
  const auto& targets = set.targets;
  std::string table;
  for (std::size_t seats = 2; seats < targets.size(); ++seats) {
    if (seats > 2 && targets.at(seats) == targets.at(seats - 1)) continue;
    table.append(table.empty() ? "" : ", ").append(std::to_string(seats)).append(" = ");
    table += show_points(set, targets.at(seats));
  }
  const bool one = table.find(',') == std::string::npos;
  return one ? show_points(set, targets[2]) : "{ " + table + " }";
}

std::string faces_of(unsigned bits, std::string_view faces) {
  std::string text;
  for (std::size_t face = 0; face < kFaces; ++face) {
    if (((bits >> face) & 1U) != 0) text += faces[face];
  }
  return text;
}

/// Lines of the canonical text.
class Printer {
 public:
  void section(std::string_view name) {
    if (!text_.empty()) text_ += "\n";
    text_.append("[").append(name).append("]\n");
  }
  void line(std::string_view key, std::string_view value) {
    text_.append(key).append(" = ").append(value).append("\n");
  }
  void name(std::string_view key, std::string_view value) { line(key, toml_string(value)); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// --- in
// --------------------------------------------------------------------------------------------

/// Reads the plain part of TOML: a value ends with its line.
class TextParser {
 public:
  explicit TextParser(std::string_view text) : text_(text) {}

  /// Nothing where the text is none.
  std::optional<RuleDraft> parse() {
    std::string section;
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      line_ = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      skip();
      if (line_.empty()) continue;
      if (line_.front() == '[') {
        if (line_.back() != ']') return std::nullopt;
        section = line_.substr(1, line_.size() - 2);
        if (section != "score" && rule_keys(section).empty()) return std::nullopt;
        if (!sections_.insert(section).second) return std::nullopt;
      } else if (!take_line(section)) {
        return std::nullopt;
      }
    }
    return std::move(draft_);
  }

 private:
  void skip() { line_.remove_prefix(std::min(line_.find_first_not_of(' '), line_.size())); }
  bool take(char c) {
    skip();
    if (line_.empty() || line_.front() != c) return false;
    line_.remove_prefix(1);
    skip();
    return true;
  }

  bool take_line(const std::string& section) {
    const auto key = take_key();
    if (!key || !take('=')) return false;
    const auto value = take_value();
    if (!value || !line_.empty()) return false;
    if (section == "score") {
      draft_.scores.emplace_back(*key, *value);
      return true;
    }
    const auto keys = rule_keys(section);
    return std::ranges::find(keys, *key) != keys.end() &&
           draft_.values.emplace(std::pair(section, *key), *value).second;
  }

  std::optional<std::string> take_key() {
    skip();
    if (line_.starts_with('"')) return take_string();
    std::size_t size = 0;
    while (size < line_.size() && (std::isalnum(static_cast<unsigned char>(line_[size])) != 0 ||
                                   line_[size] == '_' || line_[size] == '-'))
      ++size;
    if (size == 0) return std::nullopt;
    std::string key(line_.substr(0, size));
    line_.remove_prefix(size);
    return key;
  }

  std::optional<std::string> take_string() {
    if (!line_.starts_with('"')) return std::nullopt;
    std::string text;
    for (std::size_t at = 1; at < line_.size(); ++at) {
      if (line_[at] == '"') {
        line_.remove_prefix(at + 1);
        skip();
        return text;
      }
      if (line_[at] == '\\' && ++at == line_.size()) return std::nullopt;
      text += line_[at];
    }
    return std::nullopt;
  }

  std::optional<RuleScalar> take_scalar() {
    if (line_.starts_with('"')) {
      auto text = take_string();
      return text ? std::optional<RuleScalar>(*std::move(text)) : std::nullopt;
    }
    const std::size_t size = std::min(line_.find_first_of(" ,}]"), line_.size());
    const std::string word(line_.substr(0, size));
    line_.remove_prefix(size);
    skip();
    if (word == "true" || word == "false") return word == "true";
    const std::size_t digits = word.find_first_not_of("0123456789");
    if (word.empty() || digits == 0 || word.size() > 12) return std::nullopt;
    if (digits == std::string::npos) return static_cast<std::int64_t>(std::stoll(word));
    if (word.substr(digits) != ".5") return std::nullopt;
    return static_cast<double>(std::stoll(word)) + 0.5;
  }

  std::optional<RuleValue> take_value() {
    if (take('[')) return take_list();
    if (take('{')) return take_table();
    const auto scalar = take_scalar();
    if (!scalar) return std::nullopt;
    return std::visit([](const auto& value) { return RuleValue(value); }, *scalar);
  }

  std::optional<RuleValue> take_list() {
    std::vector<std::string> list;
    if (take(']')) return list;
    do {
      auto text = take_string();
      if (!text) return std::nullopt;
      list.push_back(*std::move(text));
    } while (take(','));
    return take(']') ? std::optional<RuleValue>(std::move(list)) : std::nullopt;
  }

  std::optional<RuleValue> take_table() {
    RuleTable table;
    do {
      auto key = take_key();
      if (!key || !take('=')) return std::nullopt;
      auto value = take_scalar();
      if (!value) return std::nullopt;
      table.emplace_back(*std::move(key), *std::move(value));
    } while (take(','));
    return take('}') ? std::optional<RuleValue>(std::move(table)) : std::nullopt;
  }

  std::string_view text_;
  std::string_view line_;
  std::set<std::string> sections_;
  RuleDraft draft_;
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

std::string print_rules(const Definition& set) {
  const Parameters& usual = set.usual;
  const auto choice = [](auto names, auto index) { return names[static_cast<std::size_t>(index)]; };
  Printer out;
  out.section("rules");
  out.name("id", set.id);
  out.name("title", set.title);
  out.name("summary", set.summary);
  out.line("dice", std::to_string(set.dice));
  out.name("faces", set.faces);
  out.section("score");
  for (const Combination& combination : set.combinations)
    out.line(toml_string(to_string(combination.dice, set.faces)),
             show_points(set, combination.points));
  out.section("turn");
  out.name("keeps", choice(kKeeps, set.automatic_keeps));
  out.name("bank", choice(kBanks, set.bank_takes_all));
  out.name("hot", choice(kHots, set.hot));
  out.line("dead_dice", toml_flag(usual.dead_dice));
  out.line("break_triples", toml_flag(usual.break_triples));
  out.name("every_keep", faces_of(set.every_keep, set.faces));
  out.line("minimum_bank", show_points(set, set.minimum_bank));
  out.name("offer", choice(kOffers, int{set.passes_on} + int{set.attempt}));
  out.line("locks", toml_list(set.locks, set.faces));
  out.line("wins", toml_list(set.wins, set.faces));
  out.line("busts", "{ in_a_row = " + std::to_string(set.busts.in_a_row) +
                        ", penalty = " + show_points(set, set.busts.penalty) +
                        ", below_zero = " + std::string(toml_flag(set.busts.below_zero)) + " }");
  out.line("first_throw_bust", show_points(set, set.first_throw_bust));
  out.section("game");
  out.line("target", toml_target(set));
  out.line("over_target", toml_flag(usual.over_target));
  out.line("exact", toml_flag(set.exact));
  out.line("entry", show_points(set, usual.entry));
  out.name("below_entry", choice(kBelowEntry, usual.bank_below_entry));
  out.name("ending", choice(kEndings, set.ending));
  out.line("tie_banks", toml_flag(!set.no_bank_at_tie));
  out.name("equal", choice(kEquals, set.first_to_reach_wins));
  out.name("start", choice(kStarts, set.start_by_score));
  out.line("half_points", toml_flag(set.unit == 2));
  out.line("max_turns", std::to_string(usual.max_turns));
  return out.text();
}

std::variant<Definition, std::string> parse_rules(std::string_view text) {
  if (text.size() > kMostRuleText) return "the rules are too long";
  const auto draft = TextParser(text).parse();
  if (!draft) return "the rules cannot be read; expected the text of 'danno rules FILE --toml'";
  std::vector<RuleProblem> problems;
  Definition definition = make_definition(*draft, problems);
  if (!problems.empty()) return problems.front().message;
  return definition;
}

std::variant<const Definition*, std::string> find_definition(std::string_view id,
                                                             std::string_view text) {
  if (text.empty()) {
    const Definition* const bundled = find_definition(id);
    if (bundled != nullptr) return bundled;
    return "no rule set " + in_quotes(id);
  }
  const Definition* const kept = find_kept(text);
  if (kept != nullptr && kept->id == id) return kept;
  auto parsed = parse_rules(text);
  if (const auto* const problem = std::get_if<std::string>(&parsed))
    return "the rules of " + in_quotes(id) + ": " + *problem;
  auto& definition = std::get<Definition>(parsed);
  if (definition.id != id)
    return "the rules of " + in_quotes(id) + " are those of " + in_quotes(definition.id);
  if (find_definition(id) != nullptr) return in_quotes(id) + " is a bundled rule set";
  if (definition.text != text)
    return "the rules of " + in_quotes(id) + " are not in canonical form";
  return &keep_definition(std::move(definition));
}

}  // namespace danno::rules
