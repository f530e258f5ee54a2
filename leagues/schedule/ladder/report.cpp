#include "leagues/schedule/ladder/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "leagues/base/count.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/schedule/ladder/season.hpp"

namespace danno::leagues::schedule::ladder {

using base::Json;
using base::show_count;

report::LeagueStatus LadderReport::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const LadderTerms terms = read_terms(league.settings);
  const auto now = base::utc_now();
  report::LeagueStatus status;
  status.cells.headings = {"rules", "rounds", "games", "orders decided", "widest ±", "ends by"};
  Json divisions = Json::array();
  bool complete = true;
  for (const store::StoredDivision& division : league.divisions) {
    const LadderSeason season = read_season(store, league, division);
    const NextRound next = season.next_round(terms, now);
    const std::uint64_t games = season.deals() * static_cast<std::uint64_t>(division.seats);
    const bool ended = season.has_ended(terms);
    complete = complete && ended;
    divisions.push_back(
        {{"rules", division.definition->id},
         {"values", season.values().empty() ? Json(nullptr) : Json(season.values())},
         {"rounds", season.rounds()},
         {"deals", season.deals()},
         {"games", games},
         {"decided", next.decided},
         {"error", next.error ? Json(*next.error) : Json(nullptr)},
         {"end", ended ? Json(season.last().end) : Json(nullptr)}});
    status.cells.rows.push_back({std::string(division.definition->id), show_count(season.rounds()),
                                 show_count(games), fmt::format("{:.0f} %", 100 * next.decided),
                                 next.error ? fmt::format("{:.0f}", *next.error) : "-",
                                 ended ? season.last().end : "-"});
  }
  status.json = {{"league", league.name}, {"complete", complete}, {"divisions", divisions}};
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
