#include "leagues/formats/ladder/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "leagues/formats/ladder/history.hpp"
#include "leagues/words/shown_count.hpp"
#include "leagues/words/utc.hpp"

namespace danno::leagues::formats::ladder {
namespace {

using files::Json;
using words::show_count;

/// How many of those who play are surely better, and worse, by the season's claims.
struct SeasonRanks {
  int better = 0;
  int worse = 0;
};

}  // namespace

plan::LeagueStatus LadderReport::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const LadderTerms terms = read_terms(league.settings);
  const auto now = words::utc_now();
  plan::LeagueStatus status;
  status.cells.headings = {"rules", "rounds", "games", "orders decided", "widest ±", "ends by"};
  Json divisions = Json::array();
  bool complete = true;
  for (const store::StoredDivision& division : league.divisions) {
    const LadderHistory season = read_history(store, league, division);
    const LadderProgress progress = season.look_ahead(terms, now);
    const bool ended = season.has_ended(terms);
    complete = complete && ended;
    divisions.push_back(
        {{"rules", division.definition->id},
         {"values", season.values().empty() ? Json(nullptr) : Json(season.values())},
         {"rounds", season.rounds()},
         {"deals", season.deals()},
         {"games", season.games()},
         {"decided", progress.decided},
         {"error", progress.error ? Json(*progress.error) : Json(nullptr)},
         {"end", ended ? Json(season.last().end) : Json(nullptr)}});
    status.cells.rows.push_back({std::string(division.definition->id), show_count(season.rounds()),
                                 show_count(season.games()),
                                 fmt::format("{:.0f} %", 100 * progress.decided),
                                 progress.error ? fmt::format("{:.0f}", *progress.error) : "-",
                                 ended ? season.last().end : "-"});
  }
  status.json = {{"league", league.name}, {"complete", complete}, {"divisions", divisions}};
  status.headline = fmt::format("{}: {}", league.name, complete ? "complete" : "in progress");
  if (!complete) status.lines = {"", "'danno league run FILE' plays the next round"};
  return status;
}

void LadderReport::complete(const store::Reader& store, const store::StoredLeague& league,
                            const store::StoredDivision& division,
                            tables::DivisionTable& table) const {
  std::map<store::Id, SeasonRanks> ranks;
  for (const store::StoredAgent& agent : league.agents)
    ranks.emplace(agent.id, SeasonRanks());
  for (const store::StoredRound& round : store.rounds(division)) {
    for (const auto& [better, worse] : read_round(round).decided) {
      if (!ranks.contains(better) || !ranks.contains(worse)) continue;
      ++ranks[better].worse;
      ++ranks[worse].better;
    }
  }
  const auto field = static_cast<int>(ranks.size());
  for (tables::TableRow& row : table.rows) {
    const auto agent = std::ranges::find(league.agents, row.name, &store::StoredAgent::shown_name);
    if (agent == league.agents.end()) continue;
    const SeasonRanks& own = ranks.at(agent->id);
    row.decided = tables::RankRange{own.better + 1, field - own.worse};
  }
}

}  // namespace danno::leagues::formats::ladder
