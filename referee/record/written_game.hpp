// Reads and writes a game as people write it at a table, with one line per roll. audit.hpp checks
// whether the game is legal.
//
//   rules official
//   players ann bob
//   ann 44441 keep 44441 roll   # who, dice, keep, then roll or bank
//
// After the id of a rule set that is not bundled stand its rules: the lines of the canonical text
// (referee/rules/rule_text.hpp), each after "| ".
//
// docs/rules.md has the whole form.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::referee::record {

/// A mistake in a line. The message is one line, without place and without full stop.
struct LineProblem {
  int line = 0;  ///< Counted from 1.
  std::string message;
};

/// A line after the set-up. Dice are as written, in any order and number, but all faces are valid.
struct WrittenEvent {
  enum class Kind { Roll, Bank, Bust, Wins, Accept, Decline, Forfeit };
  Kind kind = Kind::Roll;
  int seat = 0;
  std::string dice;                 ///< Set for Roll, Bank, Bust and Wins.
  std::optional<std::string> keep;  ///< Set for Roll and Bank if the player chose it.
  int line = 0;                     ///< The line of the source text; 0 if there is none.
};

/// A total with which a seat begins.
struct WrittenScore {
  int seat = 0;
  rules::Points points = 0;
  bool in_game = true;
};

struct WrittenGame {
  const rules::Definition* definition = nullptr;
  rules::Parameters parameters;
  std::vector<std::string> players;  ///< The names in seat order, as written_name() writes them.
  std::vector<WrittenScore> scores;
  int first = 0;  ///< The seat that begins.
  std::vector<WrittenEvent> events;
};

/// The game, or the first line that cannot be read. Takes LF and CRLF, a UTF-8 byte order mark,
/// tabs, blank lines and comments.
/// `house` is a rule set from a file by whose id a game may go that does not have its rules.
[[nodiscard]] std::variant<WrittenGame, LineProblem> parse_written_game(
    std::string_view text, const rules::Definition* house = nullptr);

/// Returns the name as it appears in a written game: [A-Za-z0-9][A-Za-z0-9._@#-]*, with every other
/// byte percent-encoded, such as %C3 (RFC 3986, except for the set of plain bytes). Different names
/// stay different.
[[nodiscard]] std::string written_name(std::string_view name);
/// Returns the names by seat as they appear in a written game. They differ, even if `ada@2` is also
/// a name.
[[nodiscard]] std::vector<std::string> written_names(std::span<const std::string> by_seat);
/// Returns the name that `written` encodes, which may hold any bytes; nullopt if written_name()
/// never produces this text.
[[nodiscard]] std::optional<std::string> read_name(std::string_view written);
/// Returns the names that the players of `game` stand for, by seat.
[[nodiscard]] std::vector<std::string> player_names(const WrittenGame& game);

/// Returns the whole game as text that parse_written_game() reads back. Parameters at their
/// defaults are left out.
[[nodiscard]] std::string print_written_game(const WrittenGame& game);

/// Returns the line of one event, without line end.
[[nodiscard]] std::string print_event(const WrittenGame& game, const WrittenEvent& event);

/// Returns the line for a throw that left its player no choice; `thrown` is not Thrown::Choice.
[[nodiscard]] WrittenEvent written_throw(const rules::Definition& definition, int seat,
                                         rules::Dice dice, rules::Thrown thrown);
/// Returns whether a decision names its keep. An offer's decision does not, nor does one without a
/// choice of keeps.
[[nodiscard]] bool names_keep(const rules::Definition& definition, rules::Action action);

/// Returns the line for a decision; `action` is Roll or Bank.
[[nodiscard]] WrittenEvent written_choice(const rules::Definition& definition, int seat,
                                          rules::Dice dice, rules::Dice keep, rules::Action action);

}  // namespace danno::referee::record
