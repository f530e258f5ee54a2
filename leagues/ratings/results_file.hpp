// Reads results of games: NDJSON with one game per line, PGN, or CSV.
//
//   {"deal":"d1","players":["a","b","c"],"places":[1,2,2]}
//
// `places` may be by name: {"a":1,"b":2,"c":2}. `deal` (a string or an integer) is optional: a game
// without one is a deal of its own. The games of a deal may be anywhere in its file. Other keys and
// blank lines are ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/ratings/results.hpp"

namespace danno::leagues::ratings {

/// A game as written in its file. Nothing is checked except that it can be parsed.
struct WrittenResult {
  std::optional<std::string> deal;  ///< Empty if the game is a deal of its own.
  std::vector<std::string> players;
  std::vector<int> places;  ///< One for each player.
};

/// The most bytes of a line: a file without line ends fills no memory.
inline constexpr std::size_t kMaxLineSize = std::size_t{1} << 20;

/// The lines of a file, without line ends and a UTF-8 byte order mark.
class Lines {
 public:
  explicit Lines(std::istream& in) : in_(in) {}

  /// Moves to the next line; returns false at the end. Throws std::ios_base::failure if the file
  /// cannot be read, and std::invalid_argument if the line is too long.
  bool next();
  /// Makes the next call of next() return this line again.
  void unread() { unread_ = true; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is_blank() const;
  /// Returns whether the line is the last one and has no line end, as half a line has.
  [[nodiscard]] bool lacks_line_end() const { return lacks_line_end_; }
  [[nodiscard]] std::size_t number() const { return number_; }  ///< Counted from 1.

 private:
  std::istream& in_;
  std::vector<char> buffer_ = std::vector<char>(kMaxLineSize + 1);
  std::string text_;
  std::size_t number_ = 0;
  bool unread_ = false;
  bool lacks_line_end_ = false;
};

/// A problem of a game that begins at another line than the one read last.
class ResultProblem : public std::invalid_argument {
 public:
  ResultProblem(std::size_t line, const std::string& what)
      : std::invalid_argument(what), line_(line) {}
  [[nodiscard]] std::size_t line() const { return line_; }

 private:
  std::size_t line_;
};

class ResultForm {
 public:
  ResultForm() = default;
  ResultForm(const ResultForm&) = delete;
  ResultForm& operator=(const ResultForm&) = delete;
  virtual ~ResultForm() = default;

  /// Reads the next game into an empty one; returns false at the end. If a line is not a game,
  /// throws std::invalid_argument without a place, or ResultProblem.
  virtual bool next(Lines& lines, WrittenResult& game) = 0;
  /// Returns the number of games without a result that were left out so far.
  [[nodiscard]] virtual std::size_t unfinished() const { return 0; }
  /// Returns whether half a line at the end, which a kill or a full disk left, was skipped.
  [[nodiscard]] virtual bool skipped_torn_line() const { return false; }
};

/// NDJSON, with one object per line.
[[nodiscard]] std::unique_ptr<ResultForm> json_results();

/// PGN: the tags White, Black and Result; moves are ignored. A game and the next one of the same
/// two players with changed colours and equal Event and Round are a deal, because cutechess and
/// fastchess play each opening twice.
[[nodiscard]] std::unique_ptr<ResultForm> pgn_results();
[[nodiscard]] bool is_pgn_tag(std::string_view line);

/// CSV (RFC 4180, without line ends in fields; also with ; or tabs). The first line names the
/// columns white, black, score or a, b, winner, and optionally deal, in any order and among others.
[[nodiscard]] std::unique_ptr<ResultForm> csv_results();

/// Games as written in a file. Agents are numbered in the order of their names.
struct RecordedGames : GameList {
  std::vector<std::string> names;
  std::vector<std::size_t> order;  ///< Games, deal by deal.
  std::vector<std::size_t> deals;  ///< Ends of the deals, as indices into `order`.
  std::size_t unfinished = 0;      ///< Games without a result, which were left out.
  bool skipped_torn_line = false;  ///< Half a line at the end was left out.
};

/// Reads files as one collection. A deal is in one file: the same name in another is another deal.
class ResultsReader {
 public:
  /// Adds a file called `name`. Throws std::invalid_argument "NAME:LINE: what is wrong" at the
  /// first line that is no game, or if none is. Throws std::runtime_error if it cannot be read.
  /// Returns whether half a line at the end was left out.
  bool add(std::istream& in, const std::string& name);
  /// Returns the games of all files; call it once.
  [[nodiscard]] RecordedGames finish();

 private:
  RecordedGames games_;
  Interner agents_;
  std::vector<std::uint32_t> deal_of_;  // by game
  std::uint32_t deals_ = 0;
};

/// Reads one file.
RecordedGames read_results(std::istream& in, const std::string& name);

/// Returns the results that a model needs.
Results make_results(const RecordedGames& games, Needs needs = Needs::Sums);

}  // namespace danno::leagues::ratings
