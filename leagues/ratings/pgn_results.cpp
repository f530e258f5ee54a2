#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "leagues/ratings/results_file.hpp"

namespace danno::leagues::ratings {
namespace {

struct Tag {
  std::string name;
  std::string value;
};

/// Reads a line such as [White "ada"], with \" and \\ in the value; returns nothing if it has
/// another form. A quote ends the value only before the bracket: many programs write inner quotes
/// as they are.
std::optional<Tag> read_tag(std::string_view line) {
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const auto skip_blanks = [&](std::size_t at) {
    return std::min(line.find_first_not_of(" \t", at), line.size());
  };
  std::size_t at = skip_blanks(0);
  if (line.substr(at, 1) != "[") return std::nullopt;
  at = skip_blanks(at + 1);
  Tag tag;
  for (; at < line.size() && is_letter(line[at]); ++at)
    tag.name += line[at];
  at = skip_blanks(at);
  if (tag.name.empty() || line.substr(at, 1) != "\"") return std::nullopt;
  for (++at; at < line.size(); ++at) {
    if (line[at] == '"' && line.substr(skip_blanks(at + 1), 1) == "]") return tag;
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    tag.value += line[at];
  }
  return std::nullopt;
}

/// Reads tags and skips moves. A game ends at its first line of moves, or at a tag that it already
/// has.
class PgnResults : public ResultForm {
 public:
  bool next(Lines& lines, WrittenResult& game) override {
    while (read_tags(lines)) {
      const std::string& result = require("Result");
      game.players = {require("White"), require("Black")};
      if (result == "*") {
        ++unfinished_;
        continue;
      }
      if (result != "1-0" && result != "0-1" && result != "1/2-1/2")
        throw ResultProblem(
            begin_, fmt::format("[Result \"{}\"]; expected 1-0, 0-1, 1/2-1/2 or *", result));
      game.places = {result == "0-1" ? 2 : 1, result == "1-0" ? 2 : 1};
      game.deal = find_deal(game.players);
      return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t unfinished() const override { return unfinished_; }

 private:
  /// Reads on to the tags of the next game; false at the end.
  bool read_tags(Lines& lines) {
    tags_.clear();
    while (lines.next()) {
      std::optional<Tag> tag = read_tag(lines.text());
      if (in_comment_) {
        hides_game_ = hides_game_ || (tag && tag->name == "Result");
        skip_moves(lines);
      } else if (!tag) {
        if (!tags_.empty() && !lines.is_blank() && !lines.text().starts_with('%')) {
          lines.unread();
          return true;
        }
        skip_moves(lines);
      } else if (tags_.contains(tag->name)) {  // a game without moves
        lines.unread();
        return true;
      } else {
        if (tags_.empty()) begin_ = lines.number();
        tags_.emplace(std::move(tag->name), std::move(tag->value));
      }
    }
    if (in_comment_ && hides_game_) fail_in_comment();
    return !tags_.empty();
  }

  /// Reports a comment that lacks its end: the games in it would be lost.
  [[noreturn]] void fail_in_comment() const {
    throw ResultProblem(comment_,
                        "a comment that does not end before the next game; expected a '}'");
  }

  /// Skips a line of moves, and follows comments, which may hold what looks like a tag.
  void skip_moves(const Lines& lines) {
    const std::string& line = lines.text();
    if (!in_comment_ && line.starts_with('%')) return;
    for (const char c : line) {
      if (!in_comment_ && c == ';') return;
      if (c == '{' && in_comment_ && hides_game_) fail_in_comment();
      if (c == '{' && !std::exchange(in_comment_, true)) comment_ = lines.number();
      if (c == '}') hides_game_ = false;
      if (c == '}') in_comment_ = false;
    }
  }

  [[nodiscard]] const std::string& require(const char* tag) const {
    const auto found = tags_.find(tag);
    if (found == tags_.end() || found->second.empty() || found->second == "?")
      throw ResultProblem(
          begin_, fmt::format("a game without [{}]; expected [White], [Black] and [Result]", tag));
    return found->second;
  }

  /// A game waits for the one with changed colours.
  std::optional<std::string> find_deal(const std::vector<std::string>& players) {
    const auto round = tags_.find("Round");
    if (round == tags_.end() || round->second == "?" || round->second == "-") return std::nullopt;
    const auto pair_key = [&](const std::string& white, const std::string& black) {
      return std::vector{tags_["Event"], round->second, white, black};
    };
    const auto waiting = waiting_.find(pair_key(players[1], players[0]));
    if (waiting != waiting_.end()) {
      std::string deal = std::move(waiting->second);
      waiting_.erase(waiting);
      return deal;
    }
    return waiting_[pair_key(players[0], players[1])] = std::to_string(++deals_);
  }

  std::map<std::string, std::string> tags_;
  std::size_t begin_ = 0;  // line of their first
  bool in_comment_ = false;
  std::size_t comment_ = 0;  // line where the last one begins
  bool hides_game_ = false;  // by a game's tags in the comment
  std::size_t unfinished_ = 0;
  std::map<std::vector<std::string>, std::string> waiting_;
  std::size_t deals_ = 0;
};

}  // namespace

bool is_pgn_tag(std::string_view line) { return read_tag(line).has_value(); }

std::unique_ptr<ResultForm> pgn_results() { return std::make_unique<PgnResults>(); }

}  // namespace danno::leagues::ratings
