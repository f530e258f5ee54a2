#include "leagues/formats/rated_league.hpp"

#include <fmt/format.h>

#include <utility>

#include "leagues/tables/block_luck.hpp"
#include "leagues/tables/json.hpp"

namespace danno::leagues::formats {

tables::LeagueTable rate_league(const store::Reader& store, const solver::Watch& watch,
                                PublishedJson* published) {
  tables::LeagueTable table = tables::compute_table(store, watch);
  if (published != nullptr && tables::take_other_values(table, published->text)) {
    published->notes.emplace_back(
        "table.json was made with other solved values than are here; its adjusted ratings, and "
        "ranks "
        "by them, were not compared");
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

std::vector<DivisionPages> rated_divisions(tables::LeagueTable table,
                                           const store::StoredLeague& league) {
  std::vector<DivisionPages> divisions;
  for (std::size_t i = 0; i < table.divisions.size(); ++i)
    divisions.push_back({{league.divisions[i]}, std::move(table.divisions[i])});
  return divisions;
}

void RatedReport::prepare_tables(store::Publisher& store, const solver::Watch& watch) const {
  tables::keep_luck(store, watch);
}

tables::LeagueTable RatedReport::compute(const store::Reader& store, const solver::Watch& watch,
                                         PublishedJson* published) const {
  tables::LeagueTable table = rate_league(store, watch, published);
  const store::StoredLeague league = store.league();
  for (std::size_t i = 0; i < league.divisions.size(); ++i)
    complete(store, league, league.divisions[i], table.divisions[i]);
  return table;
}

plan::ShownTables RatedReport::tables(const store::Reader& store, const solver::Watch& watch,
                                      PublishedJson* published) const {
  const tables::LeagueTable table = compute(store, watch, published);
  plan::ShownTables shown{table.digests, tables::table_files(table), {}};
  for (const tables::DivisionTable& division : table.divisions)
    add_sheets(table, division, shown.sheets);
  return shown;
}

LeaguePages RatedReport::pages(const store::Reader& store, const solver::Watch& watch) const {
  tables::LeagueTable table = compute(store, watch);
  std::string json = tables::table_json(table);
  return {std::move(json), rated_divisions(std::move(table), store.league())};
}

}  // namespace danno::leagues::formats
