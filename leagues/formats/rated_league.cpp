#include "leagues/formats/rated_league.hpp"

#include <fmt/format.h>

#include <utility>

namespace danno::leagues::formats {

tables::LeagueTable rate_league(const store::Store& store, const solver::Watch& watch,
                                plan::PublishedJson* published) {
  tables::LeagueTable table = tables::compute_table(store, watch);
  if (published != nullptr && tables::take_other_values(table, published->text)) {
    published->notes.emplace_back(
        "table.json was made with other solved values than are here; its adjusted ratings were "
        "not compared");
  }
  return table;
}

void add_sheets(const tables::LeagueTable& table, const tables::DivisionTable& division,
                std::vector<plan::Sheet>& sheets) {
  constexpr std::size_t kNameColumn = 2;
  constexpr std::size_t kNameColumnOfMeetings = 1;
  sheets.push_back({fmt::format("{}: {}", table.name, division.rules),
                    tables::table_cells(division), kNameColumn, tables::table_notes(division)});
  plan::TableCells meetings = tables::meeting_cells(division);
  if (meetings.rows.empty()) return;
  sheets.push_back({fmt::format("{}: {}, who beat whom", table.name, division.rules),
                    std::move(meetings), kNameColumnOfMeetings, tables::meeting_notes()});
}

}  // namespace danno::leagues::formats
