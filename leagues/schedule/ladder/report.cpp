#include "leagues/schedule/ladder/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "leagues/base/utc.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/schedule/ladder/season.hpp"

namespace danno::leagues::schedule::ladder {

using base::Json;

namespace {
std::string show_error(double elo) { return fmt::format("{:.0f}", elo); }
}  // namespace

report::LeagueStatus LadderReport::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const LadderTerms terms = read_terms(league.settings);
  const auto now = base::utc_now();
  report::LeagueStatus status;
  report::OutputTable table;
  bool complete = true;
  for (const store::StoredDivision& division : league.divisions) {
    const LadderSeason season = read_season(store, league, division);
    const NextRound next = season.next_round(terms, now);
    const std::uint64_t games = season.deals() * static_cast<std::uint64_t>(division.seats);
    const bool ended = season.has_ended(terms);
    complete = complete && ended;
    const std::string& values = season.values();
    table.rows.emplace_back();
    table.add({.json = "rules", .heading = "rules", .is_text = true}, division.definition->id);
    table.add({.json = "values"}, values.empty() ? Json() : Json(values));
    table.add({.json = "rounds", .heading = "rounds", .show = report::count}, season.rounds());
    table.add({.json = "deals"}, season.deals());
    table.add({.json = "games", .heading = "games", .show = report::count}, games);
    table.add({.json = "decided", .heading = "orders decided", .show = report::whole_percent},
              next.decided);
    table.add({.json = "error", .heading = "widest ±", .show = show_error}, next.error);
    table.add({.json = "end", .heading = "ends by"}, ended ? Json(season.last().end) : Json());
  }
  status.cells = report::to_cells(table);
  status.json = {
      {"league", league.name}, {"complete", complete}, {"divisions", report::to_json(table)}};
  status.headline = fmt::format("{}: {}", league.name, complete ? "complete" : "in progress");
  if (!complete) status.lines = {"", "'danno league run FILE' plays the next round"};
  return status;
}

void LadderReport::complete(const store::Reader& store, const store::StoredLeague& league,
                            const store::StoredDivision& division,
                            report::DivisionTable& table) const {
  const auto field = static_cast<int>(league.agents.size());
  std::map<store::Id, report::RankRange> ranks;
  for (const store::StoredAgent& agent : league.agents)
    ranks.emplace(agent.id, report::RankRange{1, field});
  const LadderSeason season = read_rounds(store, league, division);
  for (const auto& [better, worse] : season.claims()) {
    if (!ranks.contains(better) || !ranks.contains(worse)) continue;
    --ranks[better].high;
    ++ranks[worse].low;
  }
  for (report::TableRow& row : table.rows) {
    const auto agent = std::ranges::find(league.agents, row.name, &store::StoredAgent::shown_name);
    if (agent != league.agents.end()) row.decided = ranks.at(agent->id);
  }
}

}  // namespace danno::leagues::schedule::ladder
