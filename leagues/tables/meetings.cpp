// Who beat whom, as people read it.
#include <fmt/format.h>

#include <cmath>

#include "leagues/tables/json.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::tables {
namespace {

constexpr std::size_t kMostRead = 30;
/// Standard errors that a good table has by chance: of a hundred pairs the largest is about this.
constexpr double kTelling = 3;

std::string show_meeting(const std::optional<ratings::Meeting>& met) {
  if (!met) return "";
  if (met->all_even) return "even";
  std::string text = fmt::format("{:.0f}", 100 * met->score());
  if (met->residual && std::abs(*met->residual) > kTelling)
    text += ' ' + show_signed(*met->residual, 1);
  return text;
}

}  // namespace

TableCells meeting_cells(const DivisionTable& division) {
  const ratings::HeadToHead& meetings = division.head_to_head;
  TableCells cells{{"#", "agent"}, {}};
  if (meetings.size() < 2 || meetings.size() > kMostRead) return cells;
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    cells.headings.push_back(number);
    if (i > 0) cells.spared.insert(cells.spared.begin(), number);
    std::vector<std::string>& row =
        cells.rows.emplace_back(std::vector{number, division.rows[i].name});
    for (std::size_t j = 0; j < meetings.size(); ++j)
      row.push_back(show_meeting(meetings(i, j)));
  }
  return cells;
}

std::string head_to_head_csv(const LeagueTable& table) {
  std::string text = "rules,agent,opponent,games,wins,ties,losses,score,residual\r\n";
  for (const DivisionTable& division : table.divisions) {
    const ratings::HeadToHead& meetings = division.head_to_head;
    for (std::size_t i = 0; i < meetings.size(); ++i) {
      for (std::size_t j = 0; j < meetings.size(); ++j) {
        const std::optional<ratings::Meeting> met = meetings(i, j);
        if (!met) continue;
        text += fmt::format("{},{},{},{},{},{},{},{:.5f},{}\r\n", division.rules,
                            words::escape_csv(division.rows[i].name),
                            words::escape_csv(division.rows[j].name), met->games, met->wins,
                            met->ties, met->losses(), met->score(), csv_or_empty(met->residual));
      }
    }
  }
  return text;
}

std::vector<plan::Note> meeting_notes() {
  return {
      {"a cell: the score in per cent against the agent of that number, 'even' if every deal "
       "was; after it, if beyond 3, how many standard errors that is from what the ratings "
       "expect; table.json and head-to-head.csv have wins, ties, losses and every residual",
       "a cell: the score in %; after it, beyond 3, standard errors from what is expected"}};
}

}  // namespace danno::leagues::tables
