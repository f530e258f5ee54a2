// The forms that a file of results may have, each read game by game.
#pragma once

#include <cstddef>
#include <istream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::ratings {

/// A game as its file tells it. Nothing is checked but that it can be read.
struct WrittenResult {
  std::optional<std::string> deal;  ///< None: a deal of its own.
  std::vector<std::string> players;
  std::vector<int> places;  ///< As many.
};

/// The lines of a file, without their ends and a UTF-8 byte order mark.
class Lines {
 public:
  explicit Lines(std::istream& in) : in_(in) {}

  /// Moves to the next line; false at the end. Throws std::ios_base::failure if it cannot be read.
  bool next();
  /// Gives this line once more at the next call of next().
  void keep() { kept_ = true; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is_blank() const;
  [[nodiscard]] std::size_t number() const { return number_; }  ///< From 1.

 private:
  std::istream& in_;
  std::string text_;
  std::size_t number_ = 0;
  bool kept_ = false;
};

/// What is wrong with a game that begins at another line than the one that was read last.
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

  /// Reads the next game into an empty one; false at the end. Throws std::invalid_argument, without
  /// a place, at a line that is no game, or ResultProblem.
  virtual bool next(Lines& lines, WrittenResult& game) = 0;
  /// Games without a result that were left out so far.
  [[nodiscard]] virtual std::size_t unfinished() const { return 0; }
};

/// NDJSON, an object a line.
[[nodiscard]] std::unique_ptr<ResultForm> json_results();

/// PGN: the tags White, Black and Result; moves are ignored. A game and the next one of the same
/// two with changed colours, Event and Round are a deal: so cutechess and fastchess play an opening
/// twice.
[[nodiscard]] std::unique_ptr<ResultForm> pgn_results();
[[nodiscard]] bool is_pgn_tag(std::string_view line);

/// CSV (RFC 4180, without line ends in fields; also with ; or tabs). Its first line names the
/// columns white, black, score or a, b, winner, and perhaps deal, in any order among others.
[[nodiscard]] std::unique_ptr<ResultForm> csv_results();

}  // namespace danno::leagues::ratings
