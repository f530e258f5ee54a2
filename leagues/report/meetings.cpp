// The cross table of who beat whom, for people.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "leagues/base/escape.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/report/table.hpp"

namespace danno::leagues::report {
namespace {

constexpr std::size_t kMostRead = 30;
/// The standard errors that a good table has by chance: of a hundred pairs the largest is about
/// this.
constexpr double kTelling = 3;

std::string format_meeting(const std::optional<ratings::Meeting>& met) {
  if (!met) return "";
  if (met->all_even) return "even";
  std::string text = fmt::format("{:.0f}", 100 * met->score());
  if (met->residual && std::abs(*met->residual) > kTelling)
    text += ' ' + format_signed(*met->residual, 1);
  return text;
}

/// Returns the CSV names of agents that met at least one opponent.
std::vector<std::string> csv_names(const DivisionTable& division) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < division.head_to_head.size(); ++i)
    names.push_back(base::escape_csv(division.rows[i].name));
  return names;
}

void add_fixed(std::string& text, double value, int digits) {
  std::array<char, 64> room{};
  const auto [end, error] = std::to_chars(room.data(), room.data() + room.size(), value,
                                          std::chars_format::fixed, digits);
  text.append(room.data(), end);
}

/// The lines of the agent in this row. There may be a million in all.
void add_csv_lines(std::string& text, const DivisionTable& division,
                   const std::vector<std::string>& names, std::size_t row) {
  for (std::size_t column = 0; column < names.size(); ++column) {
    const std::optional<ratings::Meeting> met = division.head_to_head(row, column);
    if (!met) continue;
    for (const std::string* const word : {&division.rules, &names[row], &names[column]})
      text.append(*word) += ',';
    for (const std::int64_t number : {met->games, met->wins, met->ties, met->losses()}) {
      const fmt::format_int digits(number);
      text.append(digits.data(), digits.size()) += ',';
    }
    add_fixed(text, met->score(), 5);
    text += ',';
    if (met->residual) add_fixed(text, *met->residual, 4);
    text += "\r\n";
  }
}

}  // namespace

TableCells meeting_cells(const DivisionTable& division) {
  const ratings::HeadToHead& meetings = division.head_to_head;
  if (meetings.size() < 2 || meetings.size() > kMostRead) return {};
  OutputTable table;
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    table.rows.emplace_back();
    table.add({.heading = "#"}, i + 1);
    table.add({.heading = "agent", .is_text = true}, division.rows[i].name);
    for (std::size_t j = 0; j < meetings.size(); ++j)
      table.add({.heading = std::to_string(j + 1)}, format_meeting(meetings(i, j)));
  }
  TableCells cells = to_cells(table);
  // A narrow terminal drops the opponents from the last to the second.
  cells.optional_columns.assign(cells.headings.rbegin(), cells.headings.rend() - 3);
  return cells;
}

std::string head_to_head_csv(const LeagueTable& table) {
  std::string text = "rules,agent,opponent,games,wins,ties,losses,score,residual\r\n";
  for (const DivisionTable& division : table.divisions) {
    const std::vector<std::string> names = csv_names(division);
    const std::size_t begin = text.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
      add_csv_lines(text, division, names, i);
      // All agents at once: to grow, a text needs twice its room.
      if (i == 0) text.reserve(text.size() + (text.size() - begin) * names.size() * 9 / 8);
    }
  }
  return text;
}

std::vector<Note> meeting_notes() {
  return {
      {"a cell: the score in per cent against the agent of that number, 'even' if every deal "
       "was; after it, if beyond 3, how many standard errors that is from what the ratings "
       "expect; table.json and head-to-head.csv have wins, ties, losses and every residual",
       "a cell: the score in %; after it, beyond 3, standard errors from what is expected"}};
}

}  // namespace danno::leagues::report
