#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "leagues/ratings/results_file.hpp"

namespace danno::leagues::ratings {
namespace {

constexpr const char* kExpected = "expected the columns white,black,score or a,b,winner";

std::string lower(std::string_view text) {
  std::string low;
  for (const char c : text)
    low += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return low;
}

constexpr std::string_view kBlanks = " ";

void skip_blanks(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
}

/// Takes a field between quotes, and the blanks behind it. A quote inside is written twice.
std::string take_quoted(std::string_view& line, char separator) {
  std::string field;
  while (true) {
    line.remove_prefix(1);
    const std::size_t quote = line.find('"');
    if (quote == std::string_view::npos)
      throw std::invalid_argument("a quote that does not end in its line");
    field += line.substr(0, quote);
    line.remove_prefix(quote + 1);
    if (!line.starts_with('"')) break;
    field += '"';
  }
  skip_blanks(line);
  if (!line.empty() && line.front() != separator)
    throw std::invalid_argument(fmt::format("'{}' is followed by '{}'; expected a '{}'", field,
                                            line.substr(0, 10), separator));
  return field;
}

/// Takes a field without quotes, up to the separator, without blanks behind it.
std::string take_plain(std::string_view& line, char separator) {
  std::string field(line.substr(0, line.find(separator)));
  line.remove_prefix(field.size());
  field.erase(field.find_last_not_of(kBlanks) + 1);
  return field;
}

/// The fields of a line; blanks around them do not count.
std::vector<std::string> split_fields(std::string_view line, char separator) {
  std::vector<std::string> fields;
  while (true) {
    skip_blanks(line);
    fields.push_back(line.starts_with('"') ? take_quoted(line, separator)
                                           : take_plain(line, separator));
    if (line.empty()) return fields;
    line.remove_prefix(1);
  }
}

/// The places of the first and the second.
std::vector<int> to_places(int better) {
  return better == 0 ? std::vector{1, 1} : better > 0 ? std::vector{1, 2} : std::vector{2, 1};
}

/// Reads the score of white. Tables are written by people and programs, so the usual notations of a
/// draw are known.
std::vector<int> places_of_score(const std::string& score) {
  struct Word {
    std::string_view text;
    int better;
  };
  constexpr std::array<Word, 14> kWords{{{"1", 1},
                                         {"1.0", 1},
                                         {"1-0", 1},
                                         {"0", -1},
                                         {"0.0", -1},
                                         {"0-1", -1},
                                         {"0.5", 0},
                                         {".5", 0},
                                         {"0,5", 0},
                                         {"½", 0},
                                         {"½-½", 0},
                                         {"1/2", 0},
                                         {"1/2-1/2", 0},
                                         {"0.5-0.5", 0}}};
  const auto found = std::ranges::find(kWords, score, &Word::text);
  if (found == kWords.end())
    throw std::invalid_argument(
        fmt::format("score '{}'; expected that of white: 1, 0.5 or 0", score));
  return to_places(found->better);
}

/// Returns the places by the winner, which is a name or the column of one.
std::vector<int> places_of_winner(const std::vector<std::string>& players,
                                  const std::string& winner) {
  const std::string word = lower(winner);
  if (winner == players[0]) return to_places(1);
  if (winner == players[1]) return to_places(-1);
  if (word == "a") return to_places(1);
  if (word == "b") return to_places(-1);
  if (word == "draw" || word == "tie") return to_places(0);
  throw std::invalid_argument(
      fmt::format("winner '{}'; expected '{}', '{}' or draw", winner, players[0], players[1]));
}

class CsvResults : public ResultForm {
 public:
  bool next(Lines& lines, WrittenResult& game) override {
    if (!next_row(lines)) return false;
    // The first line that is not blank names the columns.
    if (columns_ == 0) {
      read_header(lines.text());
      if (!next_row(lines)) return false;
    }
    const std::vector<std::string> fields = split_fields(lines.text(), separator_);
    if (fields.size() != columns_)
      throw std::invalid_argument(
          fmt::format("{} fields; expected {} as in the first line", fields.size(), columns_));
    game.players = {fields[first_], fields[second_]};
    game.places = has_score_ ? places_of_score(fields[result_])
                             : places_of_winner(game.players, fields[result_]);
    if (deal_ && !fields[*deal_].empty()) game.deal = fields[*deal_];
    return true;
  }

 private:
  /// Moves to the next line that is not blank; false at the end.
  static bool next_row(Lines& lines) {
    bool more = lines.next();
    while (more && lines.is_blank())
      more = lines.next();
    return more;
  }

  void read_header(const std::string& line) {
    // The last one of these that occurs in the heading separates all lines.
    for (const char c : {';', '\t', ','}) {
      if (line.find(c) != std::string::npos) separator_ = c;
    }
    std::vector<std::string> names = split_fields(line, separator_);
    columns_ = names.size();
    std::ranges::transform(names, names.begin(), lower);
    const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
      const auto found = std::ranges::find(names, name);
      if (found == names.end()) return std::nullopt;
      if (std::find(found + 1, names.end(), name) != names.end())
        throw std::invalid_argument(
            fmt::format("the column {} is given twice; expected it once", name));
      return static_cast<std::size_t>(found - names.begin());
    };
    // One column of white, black and score chooses this form, so that messages name what it lacks.
    has_score_ = find("white") || find("black") || find("score");
    std::vector<std::string_view> missing;
    const auto require = [&](std::string_view name) {
      const auto found = find(name);
      if (!found) missing.push_back(name);
      return found.value_or(0);
    };
    first_ = require(has_score_ ? "white" : "a");
    second_ = require(has_score_ ? "black" : "b");
    result_ = require(has_score_ ? "score" : "winner");
    deal_ = find("deal");
    if (!missing.empty())
      throw std::invalid_argument(fmt::format("no column {} among {}; {}", fmt::join(missing, ", "),
                                              fmt::join(names, ","), kExpected));
  }

  char separator_ = ',';
  std::size_t columns_ = 0;  // 0: the first line was not read
  bool has_score_ = false;   // else the winner's name
  std::size_t first_ = 0;
  std::size_t second_ = 0;
  std::size_t result_ = 0;
  std::optional<std::size_t> deal_;
};

}  // namespace

std::unique_ptr<ResultForm> csv_results() { return std::make_unique<CsvResults>(); }

}  // namespace danno::leagues::ratings
