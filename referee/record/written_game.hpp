// A game as people write it at a table: one line a roll. Reading and writing; whether the game is
// legal is audit.hpp's matter.
//
//   rules official
//   players ann bob
//   ann 44441 keep 44441 roll   # who, dice, keep, then roll or bank
//
// docs/rules.md has the whole form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::referee::record {

/// What is wrong with a line; the message is one line, without place and without full stop.
struct LineProblem {
  int line = 0;  ///< From 1.
  std::string message;
};

/// A line after the set-up. Dice stand as written, in any order and number, but of known faces.
struct WrittenEvent {
  enum class Kind { Roll, Bank, Bust, Wins, Accept, Decline, Forfeit };
  Kind kind = Kind::Roll;
  int seat = 0;
  std::string dice;                 ///< Roll, Bank, Bust, Wins.
  std::optional<std::string> keep;  ///< Roll, Bank: where the player chose it.
  int line = 0;                     ///< Of the text it was read from; 0: of none.
};

/// A total that a seat begins with.
struct WrittenScore {
  int seat = 0;
  rules::Points points = 0;
  bool in_game = true;
};

struct WrittenGame {
  const rules::Definition* definition = nullptr;
  rules::Parameters parameters;
  std::vector<std::string> players;  ///< In seat order, as written_name() writes them.
  std::vector<WrittenScore> scores;
  int first = 0;  ///< Seat.
  std::vector<WrittenEvent> events;
};

/// The game, or the first line that cannot be read. Takes LF and CRLF, a UTF-8 byte order mark,
/// tabs, blank lines and comments.
[[nodiscard]] std::variant<WrittenGame, LineProblem> parse_written_game(std::string_view text);

/// The name as it stands in a written game: [A-Za-z0-9][A-Za-z0-9._@#-]*, with every other byte as
/// %C3 (RFC 3986, but for the set of plain bytes). Different names stay different.
[[nodiscard]] std::string written_name(std::string_view name);
/// The name that `written` stands for, which may hold any bytes; none if written_name() would write
/// no name so.
[[nodiscard]] std::optional<std::string> read_name(std::string_view written);
/// Returns the names that the players of `game` stand for, by seat.
[[nodiscard]] std::vector<std::string> player_names(const WrittenGame& game);

/// The whole game; parse_written_game reads it back. Parameters at their defaults are left out.
[[nodiscard]] std::string print_written_game(const WrittenGame& game);

/// One event's line, without its end.
[[nodiscard]] std::string print_event(const WrittenGame& game, const WrittenEvent& event);

/// The line for a throw that left its player no choice; `thrown` is not Thrown::Choice.
[[nodiscard]] WrittenEvent written_throw(const rules::Definition& definition, int seat,
                                         rules::Dice dice, rules::Thrown thrown);
/// The line for a decision; `action` is Roll or Bank. The keep stands where the rules let choose
/// it.
[[nodiscard]] WrittenEvent written_choice(const rules::Definition& definition, int seat,
                                          rules::Dice dice, rules::Dice keep, rules::Action action);

}  // namespace danno::referee::record
