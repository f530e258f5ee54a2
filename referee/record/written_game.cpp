// The lines of a written game; docs/rules.md explains them.
//
//   rules ID
//   | LINE                               the rules themselves, unless they are bundled
//   players NAME NAME [NAME]
//   set PARAMETER VALUE                  before the first roll, like the next two
//   score NAME POINTS [in|out]
//   first NAME
//   NAME DICE [keep DICE] roll|bank
//   NAME DICE bust|wins
//   NAME accept|decline|forfeit
//   # a comment, also at the end of a line
//
// Words are separated by blanks and tabs.

#include "referee/record/written_game.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstddef>

#include "referee/rules/rule_text.hpp"

namespace danno::referee::record {
namespace {

using rules::Definition;
using Kind = WrittenEvent::Kind;
using Words = std::vector<std::string_view>;

struct KindWord {
  Kind kind;
  std::string_view word;
};
constexpr std::array<KindWord, 4> kRollWords{
    {{Kind::Roll, "roll"}, {Kind::Bank, "bank"}, {Kind::Bust, "bust"}, {Kind::Wins, "wins"}}};
constexpr std::array<KindWord, 3> kShortWords{
    {{Kind::Accept, "accept"}, {Kind::Decline, "decline"}, {Kind::Forfeit, "forfeit"}}};

template <class KindWords>
std::optional<Kind> find_kind(const KindWords& words, std::string_view word) {
  const auto found = std::ranges::find(words, word, &KindWord::word);
  if (found == words.end()) return std::nullopt;
  return found->kind;
}

template <class KindWords>
std::string_view find_word(const KindWords& words, Kind kind) {
  const auto found = std::ranges::find(words, kind, &KindWord::kind);
  assert(found != words.end());
  return found->word;
}

/// A word of the text, fit for a terminal: control and non-ASCII bytes escaped, and cut short.
std::string quoted(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  std::string text;
  for (const char c : word.substr(0, kLongest)) {
    if (c >= ' ' && c <= '~')
      text += c;
    else
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return "'" + text + (word.size() > kLongest ? "…'" : "'");
}

bool printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

/// The words of a line; a word that begins with `#` begins a comment.
Words split(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  Words words;
  std::size_t begin = line.find_first_not_of(kBlanks);
  while (begin != std::string_view::npos && line[begin] != '#') {
    const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

/// Reads line by line. Every take_ function gives a message where its line cannot be read.
class Parser {
 public:
  explicit Parser(const Definition* house) : house_(house) {}

  /// A line of the rules, without its mark; `is_last` of them.
  std::optional<std::string> take_rule_line(std::string_view line, bool is_last) {
    if (house_id_.empty() || game_.definition != nullptr)
      return "'|' begins a line of rules; expected these after 'rules ID', of no bundled rule set";
    rule_text_.append(line).append("\n");
    if (!is_last) return std::nullopt;
    const auto found = rules::find_definition(house_id_, rule_text_);
    if (const auto* const problem = std::get_if<std::string>(&found)) {
      return printable(*problem) ? *problem : "the rules of the game cannot be read";
    }
    game_.definition = std::get<const Definition*>(found);
    // A rule file that the user gave must not contradict the rules in the game.
    if (house_ == nullptr || house_ == game_.definition || house_->id != game_.definition->id)
      return std::nullopt;
    return fmt::format("the game has other rules of {} than the file given",
                       quoted(std::string_view(house_id_)));
  }

  std::optional<std::string> take(const Words& words) {
    if (game_.definition == nullptr) return take_rules(words);
    if (game_.players.empty()) return take_players(words);
    const std::string_view word = words.front();
    const bool sets_up = word == "set" || word == "score" || word == "first";
    if (!sets_up || reads_as_event(words)) return take_event(words);
    if (!game_.events.empty())
      return fmt::format("'{}' stands after the first roll; expected before it", word);
    if (word == "set") return take_set(words);
    return word == "score" ? take_score(words) : take_first(words);
  }

  [[nodiscard]] std::optional<std::string> missing() const {
    if (game_.definition == nullptr) return "the text ends; expected 'rules ID'";
    if (game_.players.empty()) return "the text ends; expected 'players NAME NAME…'";
    return std::nullopt;
  }

  /// Sets the number of the line to be read, and whether a line of rules comes after it.
  void at_line(int line, bool rules_follow) {
    line_ = line;
    rules_follow_ = rules_follow;
  }
  WrittenGame take_game() { return std::move(game_); }

 private:
  std::optional<std::string> take_rules(const Words& words) {
    if (words.front() != "rules" || words.size() != 2)
      return fmt::format("expected 'rules ID' first, got {}", quoted(words.front()));
    if (!house_id_.empty()) return "'rules' is given twice; expected its lines after '| '";
    game_.definition = rules::find_definition(words[1]);
    if (game_.definition != nullptr) return std::nullopt;
    // The next lines hold the rules; take_rule_line() finishes the definition.
    if (rules_follow_) {
      house_id_ = words[1];
      return std::nullopt;
    }
    if (house_ != nullptr && house_->id == words[1]) {
      game_.definition = house_;
      return std::nullopt;
    }
    std::vector<std::string_view> ids;
    for (const Definition* definition : rules::all_definitions())
      ids.push_back(definition->id);
    return fmt::format("no rule set {}; expected {}", quoted(words[1]), fmt::join(ids, ", "));
  }

  std::optional<std::string> take_players(const Words& words) {
    if (words.front() != "players")
      return fmt::format("expected 'players NAME NAME…' after 'rules', got {}",
                         quoted(words.front()));
    std::vector<std::string> players;
    for (const std::string_view name : Words(words.begin() + 1, words.end())) {
      if (!read_name(name))
        return fmt::format(
            "{} is not a name; expected letters, digits and . _ @ # -, beginning with "
            "a letter or digit, and other bytes as %C3",
            quoted(name));
      if (std::ranges::find(players, name) != players.end())
        return fmt::format("two players are named {}; expected different names", quoted(name));
      players.emplace_back(name);
    }
    if (players.size() < 2 || players.size() > rules::kMaxSeats)
      return fmt::format("{} players; expected 2 to {}", players.size(), rules::kMaxSeats);
    game_.players = std::move(players);
    game_.parameters = game_.definition->defaults(static_cast<int>(game_.players.size()));
    return std::nullopt;
  }

  std::optional<std::string> take_set(const Words& words) {
    if (words.size() != 3) return "expected 'set PARAMETER VALUE'";
    if (std::ranges::find(parameters_set_, words[1]) != parameters_set_.end())
      return fmt::format("{} is set twice; expected once", quoted(words[1]));
    parameters_set_.emplace_back(words[1]);
    const auto wrong =
        rules::set_parameter(*game_.definition, game_.parameters, words[1], words[2]);
    if (!wrong) return std::nullopt;
    // The message quotes both words as they stand, so it is used only if they may go to a terminal.
    const bool printable = quoted(words[1]) == fmt::format("'{}'", words[1]) &&
                           quoted(words[2]) == fmt::format("'{}'", words[2]);
    return printable ? *wrong
                     : fmt::format("{} {} cannot be set", quoted(words[1]), quoted(words[2]));
  }

  std::optional<std::string> take_score(const Words& words) {
    if (words.size() < 3 || words.size() > 4) return "expected 'score NAME POINTS [in|out]'";
    const auto seat = find_seat(words[1]);
    if (!seat) return no_player(words[1]);
    const auto points = rules::parse_points(*game_.definition, words[2]);
    if (!points)
      return fmt::format("{} is not a score; expected points at or above 0{}", quoted(words[2]),
                         game_.definition->unit == 2 ? ", halves as .5" : ", whole");
    WrittenScore score{*seat, *points, true};
    if (words.size() == 4) {
      if (words[3] != "in" && words[3] != "out")
        return fmt::format("{} after the points; expected 'in' or 'out'", quoted(words[3]));
      score.in_game = words[3] == "in";
    }
    if (!score.in_game && score.points != 0) return "'out' with points; expected 'out' with 0 only";
    if (std::ranges::find(game_.scores, *seat, &WrittenScore::seat) != game_.scores.end())
      return fmt::format("the score of '{}' is given twice; expected once", words[1]);
    game_.scores.push_back(score);
    return std::nullopt;
  }

  std::optional<std::string> take_first(const Words& words) {
    if (words.size() != 2) return "expected 'first NAME'";
    if (first_given_) return "'first' is given twice; expected once";
    const auto seat = find_seat(words[1]);
    if (!seat) return no_player(words[1]);
    first_given_ = true;
    game_.first = *seat;
    return std::nullopt;
  }

  std::optional<std::string> take_event(const Words& words) {
    const auto seat = find_seat(words[0]);
    if (!seat && words[0] == "rules" && words.size() == 2)
      return "'rules' begins a second game; expected one game; put each into a file of its own";
    if (!seat) return no_player(words[0]);
    WrittenEvent event;
    event.seat = *seat;
    event.line = line_;
    if (words.size() == 2) {
      const auto kind = find_kind(kShortWords, words[1]);
      if (!kind) return after_name(words);
      event.kind = *kind;
    } else {
      if (const auto wrong = read_roll(words, event)) return wrong;
    }
    game_.events.push_back(std::move(event));
    return std::nullopt;
  }

  std::optional<std::string> read_roll(const Words& words, WrittenEvent& event) const {
    if (words.size() < 2 || !all_faces(words[1])) return after_name(words);
    event.dice = words[1];
    const bool keeps = words.size() == 5 && words[2] == "keep";
    const auto kind = find_kind(kRollWords, words.back());
    if ((!keeps && words.size() != 3) || !kind)
      return fmt::format(
          "{} cannot be read; expected [keep DICE] roll, [keep DICE] bank, bust or "
          "wins after the dice",
          quoted(words[2]));
    event.kind = *kind;
    if (!keeps) return std::nullopt;
    if (!all_faces(words[3])) return no_faces(words[3]);
    if (*kind != Kind::Roll && *kind != Kind::Bank)
      return fmt::format("'{}' after a keep; expected roll or bank", words[4]);
    event.keep = words[3];
    return std::nullopt;
  }

  /// Returns whether the line is an event. A player may have the name of a set-up word; then the
  /// other words decide.
  [[nodiscard]] bool reads_as_event(const Words& words) const {
    if (!find_seat(words.front()) || words.size() < 2) return false;
    if (words.size() == 2) return find_kind(kShortWords, words[1]) && !find_seat(words[1]);
    return all_faces(words[1]) && (words[2] == "keep" || find_kind(kRollWords, words[2]));
  }

  [[nodiscard]] std::optional<int> find_seat(std::string_view name) const {
    const auto found = std::ranges::find(game_.players, name);
    if (found == game_.players.end()) return std::nullopt;
    return static_cast<int>(found - game_.players.begin());
  }

  [[nodiscard]] bool all_faces(std::string_view word) const {
    return word.find_first_not_of(game_.definition->faces) == std::string_view::npos;
  }

  [[nodiscard]] std::string no_player(std::string_view word) const {
    return fmt::format("no player {}; expected {}", quoted(word), fmt::join(game_.players, ", "));
  }

  [[nodiscard]] std::string no_faces(std::string_view word) const {
    return fmt::format("{} are not dice of {}; expected the faces {}", quoted(word),
                       game_.definition->id, game_.definition->faces);
  }

  [[nodiscard]] std::string after_name(const Words& words) const {
    if (words.size() > 2) return no_faces(words[1]);
    if (words.size() == 2 && all_faces(words[1]))
      return fmt::format(
          "nothing after the dice {}; expected [keep DICE] roll, [keep DICE] bank, "
          "bust or wins",
          quoted(words[1]));
    return fmt::format(
        "{} after the name; expected dice and what was done, accept, decline or "
        "forfeit",
        words.size() < 2 ? "nothing" : quoted(words[1]));
  }

  const Definition* house_ = nullptr;
  bool rules_follow_ = false;
  std::string house_id_;   ///< The id of rules that follow.
  std::string rule_text_;  ///< Those read so far.
  WrittenGame game_;
  std::vector<std::string> parameters_set_;
  bool first_given_ = false;
  int line_ = 0;
};

/// Returns the text behind the bar of a line of rules.
std::string_view rule_in(std::string_view line) {
  line.remove_prefix(line.starts_with("| ") ? 2 : 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::variant<WrittenGame, LineProblem> parse_written_game(std::string_view text,
                                                          const Definition* house) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    text.remove_prefix(kByteOrderMark.size());
  Parser parser(house);
  int line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    // The last line of rules is known by the line after it, which has no bar.
    const bool rules_follow = text.starts_with('|');
    if (whole.starts_with('|')) {
      if (auto wrong = parser.take_rule_line(rule_in(whole), !rules_follow))
        return LineProblem{line, *std::move(wrong)};
      continue;
    }
    const Words words = split(whole);
    if (words.empty()) continue;
    parser.at_line(line, rules_follow);
    if (auto wrong = parser.take(words)) return LineProblem{line, *std::move(wrong)};
  }
  if (auto wrong = parser.missing()) return LineProblem{std::max(line, 1), *std::move(wrong)};
  return parser.take_game();
}

std::string written_name(std::string_view name) {
  constexpr std::string_view kFirst =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::string_view kMarks = "._@#-";
  std::string written;
  for (const char c : name) {
    const bool is_mark = !written.empty() && kMarks.find(c) != std::string_view::npos;
    if (is_mark || kFirst.find(c) != std::string_view::npos)
      written += c;
    else
      written += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return written;
}

std::vector<std::string> written_names(std::span<const std::string> by_seat) {
  std::vector<std::string> names;
  for (std::size_t seat = 0; seat < by_seat.size(); ++seat) {
    // Two names may become equal when they are written; the seat then tells them apart.
    std::string name = written_name(by_seat[seat]);
    while (std::ranges::find(names, name) != names.end())
      name += fmt::format("#{}", seat + 1);
    names.push_back(std::move(name));
  }
  return names;
}

std::optional<std::string> read_name(std::string_view written) {
  std::string name;
  for (std::size_t at = 0; at < written.size(); ++at) {
    if (written[at] != '%') {
      name += written[at];
      continue;
    }
    const std::string_view digits = written.substr(at + 1, 2);
    unsigned char byte = 0;
    (void)std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    name += static_cast<char>(byte);
    at += digits.size();
  }
  // A name has one written form only; others, such as %41 for A, are refused.
  return !name.empty() && written_name(name) == written ? std::optional(name) : std::nullopt;
}

std::vector<std::string> player_names(const WrittenGame& game) {
  std::vector<std::string> names;
  for (const std::string& written : game.players)
    names.push_back(*read_name(written));
  return names;
}

std::string print_written_game(const WrittenGame& game) {
  const Definition& definition = *game.definition;
  std::string text = fmt::format("rules {}\n", definition.id);
  for (std::string_view rest = definition.text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    text += end == 0 ? "|\n" : fmt::format("| {}\n", rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  text += fmt::format("players {}\n", fmt::join(game.players, " "));
  const auto defaults = rules::list_parameters(
      definition, definition.defaults(static_cast<int>(game.players.size())));
  const auto parameters = rules::list_parameters(definition, game.parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].wire != defaults[i].wire)
      text += fmt::format("set {} {}\n", parameters[i].name, parameters[i].value);
  }
  for (const WrittenScore& score : game.scores) {
    text +=
        fmt::format("score {} {}{}\n", game.players[static_cast<std::size_t>(score.seat)],
                    rules::format_points(definition, score.points), score.in_game ? "" : " out");
  }
  if (game.first != 0)
    text += fmt::format("first {}\n", game.players[static_cast<std::size_t>(game.first)]);
  for (const WrittenEvent& event : game.events)
    text += print_event(game, event) + "\n";
  return text;
}

std::string print_event(const WrittenGame& game, const WrittenEvent& event) {
  const std::string& name = game.players[static_cast<std::size_t>(event.seat)];
  if (event.dice.empty()) return fmt::format("{} {}", name, find_word(kShortWords, event.kind));
  return fmt::format("{} {}{} {}", name, event.dice, event.keep ? " keep " + *event.keep : "",
                     find_word(kRollWords, event.kind));
}

WrittenEvent written_throw(const Definition& definition, int seat, rules::Dice dice,
                           rules::Thrown thrown) {
  assert(thrown != rules::Thrown::Choice);
  WrittenEvent event;
  event.seat = seat;
  event.dice = rules::to_string(dice, definition.faces);
  event.kind = thrown == rules::Thrown::Bust  ? Kind::Bust
               : thrown == rules::Thrown::Win ? Kind::Wins
                                              : Kind::Roll;
  return event;
}

bool names_keep(const Definition& definition, rules::Action action) {
  if (definition.automatic_keeps) return false;
  return action == rules::Action::Roll ||
         (action == rules::Action::Bank && !definition.bank_takes_all);
}

WrittenEvent written_choice(const Definition& definition, int seat, rules::Dice dice,
                            rules::Dice keep, rules::Action action) {
  assert(action == rules::Action::Roll || action == rules::Action::Bank);
  WrittenEvent event;
  event.seat = seat;
  event.dice = rules::to_string(dice, definition.faces);
  event.kind = action == rules::Action::Roll ? Kind::Roll : Kind::Bank;
  if (names_keep(definition, action)) event.keep = rules::to_string(keep, definition.faces);
  return event;
}

}  // namespace danno::referee::record
