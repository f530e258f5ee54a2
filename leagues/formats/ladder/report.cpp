#include "leagues/formats/ladder/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "leagues/formats/ladder/history.hpp"
#include "leagues/text/shown_count.hpp"
#include "leagues/text/utc.hpp"

namespace danno::leagues::formats::ladder {
namespace {

using text::Json;
using text::show_count;

/// How many of those who play are surely better, and worse, by the season's claims.
struct SeasonRanks {
  int better = 0;
  int worse = 0;
};

}  // namespace

std::string LadderReport::field(const store::League& league) const {
  return fmt::format("{} agents", league.entrants.size());
}

plan::LeagueStatus LadderReport::status(const store::Store& store) const {
  const store::StoredLeague league = store.league();
  const LadderTerms terms = read_terms(league.settings);
  const auto now = text::utc_now();
  plan::LeagueStatus status;
  status.cells.headings = {"rules", "rounds", "games", "orders decided", "widest ±", "ends by"};
  Json divisions = Json::array();
  bool complete = true;
  for (const store::StoredDivision& division : league.divisions) {
    LadderHistory season = read_history(store, league, division);
    const Outlook outlook = season.look_ahead(terms, now);
    const bool ended = season.has_ended(terms);
    complete = complete && ended;
    const bool known = std::isfinite(outlook.error);
    divisions.push_back(
        {{"rules", division.definition->id},
         {"values", season.values().empty() ? Json(nullptr) : Json(season.values())},
         {"rounds", season.rounds()},
         {"deals", season.deals()},
         {"games", season.games()},
         {"decided", outlook.decided},
         {"error", known ? Json(outlook.error) : Json(nullptr)},
         {"end", ended ? Json(season.last().end) : Json(nullptr)}});
    status.cells.rows.push_back(
        {std::string(division.definition->id), show_count(season.rounds()),
         show_count(season.games()), fmt::format("{:.0f} %", 100 * outlook.decided),
         known ? fmt::format("{:.0f}", outlook.error) : "-", ended ? season.last().end : "-"});
  }
  status.json = {{"league", league.name}, {"complete", complete}, {"divisions", divisions}};
  status.headline = fmt::format("{}: {}", league.name, complete ? "complete" : "goes on");
  if (!complete) status.lines = {"", "'danno league run FILE' plays the next round"};
  return status;
}

void LadderReport::complete(const store::Store& store, const store::StoredLeague& league,
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
