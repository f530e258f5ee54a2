// Makes a league the current one: its agents, divisions and line-ups become rows.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "leagues/base/json.hpp"
#include "leagues/store/database.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/rows.hpp"

namespace danno::leagues::store {

using base::Json;
namespace {

/// Returns the version of an agent with this content, a new one if the content is new.
Id sync_agent(Database& database, const entrants::Entrant& entrant) {
  const std::string name = entrants::agent_names(entrant).own;
  const std::string hash = entrants::content_hash(entrant);
  Query known(database, "SELECT id FROM agent WHERE name = ? AND author = ? AND hash = ?", name,
              entrant.author, hash);
  if (known.next()) return known.number(0);
  Query(database,
        "INSERT INTO agent (name, version, hash, author, command, folder) VALUES (?1, (SELECT "
        "count(*) FROM agent WHERE name = ?1 AND author = ?3) + 1, ?2, ?3, ?4, ?5)",
        name, hash, entrant.author, base::dump(Json(entrant.agent.command)),
        entrant.agent.folder.string())
      .run();
  return database.last_id();
}

/// Returns the division with these rules and settings, a new one if it is not stored.
Id sync_division(Database& database, const DivisionSettings& division, const League& league,
                 int seats) {
  const std::string parameters = base::dump(
      rules_json(*division.definition,
                 seats == league.seats ? division.parameters : division.parameters_for(seats)));
  const std::string id(division.definition->id);
  const auto advice = static_cast<int>(league.advice);
  Query(database,
        "INSERT OR IGNORE INTO division (rules, parameters, seats, mirror, advice) VALUES (?, ?, "
        "?, ?, ?)",
        id, parameters, seats, league.mirror, advice)
      .run();
  return read_number(
      {database,
       "SELECT id FROM division WHERE rules = ? AND parameters = ? AND seats = ? AND mirror "
       "= ? AND advice = ?",
       id, parameters, seats, league.mirror, advice});
}

/// Checks that the folder holds this league. If the plan fixes every game, entrants, rules and seed
/// must also be those that it began with.
void check_same_league(Database& database, const std::string& name, const Json& settings) {
  Query row(database, "SELECT name, settings FROM league");
  if (!row.next()) return;
  if (row.text(0) != name) {
    throw OtherLeague(
        fmt::format("the folder holds the league '{}', and this one is '{}'; --out DIR plays it in "
                    "another folder, name = \"{}\" in the league file continues that one",
                    row.text(0), name, row.text(0)));
  }
  // Only formats that fix every game keep the seed in their settings.
  const Json before = base::parse_json(row.text(1));
  for (const Json* const keeper : {&before, &settings}) {
    if (!keeper->contains("seed") || nlohmann::json(before) == nlohmann::json(settings)) continue;
    throw OtherLeague(fmt::format(
        "a {} keeps the entrants, rules and seed it began with, and this league differs; --out DIR "
        "plays it in another folder",
        keeper->at("format").get<std::string>()));
  }
}

/// Checks that a rule file has the same text as when its games were played.
void check_same_rules(Database& database, const DivisionSettings& division) {
  Query rows(database,
             "SELECT parameters FROM division WHERE rules = ? AND EXISTS (SELECT 1 FROM line_up"
             " JOIN block ON block.line_up = line_up.id WHERE line_up.division = division.id)",
             std::string(division.definition->id));
  while (rows.next()) {
    const Json before = base::parse_json(rows.text(0));
    const std::string text = before.value(kRuleFile, "");
    if (text == division.definition->text) continue;
    throw OtherLeague(fmt::format(
        "the rules of '{}' have changed since games were played by them; --out DIR plays the "
        "league in another folder, another id in the file begins another division",
        division.definition->id));
  }
}

/// Stores the league's agents and returns them by name and author.
std::vector<StoredAgent> sync_agents(Database& database, const League& league) {
  std::map<std::pair<std::string, std::string>, const entrants::Entrant*> entrants;
  for (const entrants::Entrant& entrant : league.entrants)
    entrants.emplace(std::pair(entrants::agent_names(entrant).own, entrant.author), &entrant);
  std::vector<StoredAgent> agents;
  for (const auto& [names, entrant] : entrants)
    agents.push_back({sync_agent(database, *entrant), names.first, 1, names.second});
  return agents;
}

/// Returns the deals, the author limit and the challengers that decide which line-ups are planned.
StoredPlan make_plan(const League& league, std::span<const StoredAgent> agents) {
  StoredPlan plan{static_cast<std::uint64_t>(league.deals), league.max_per_author, {}};
  for (const StoredAgent& agent : agents) {
    if (std::ranges::count(league.challengers, agent.full_name()) > 0)
      plan.challengers.push_back(agent.id);
  }
  return plan;
}

/// Returns whether exactly these line-ups are planned, as plan_line_ups() would leave them. There
/// are many, and mostly nothing has changed.
bool are_planned(Database& database, Id division, std::uint64_t deals,
                 const std::vector<std::vector<Id>>& line_ups) {
  Query rows(database,
             "SELECT agents, place, planned FROM line_up NOT INDEXED"
             " WHERE division = ? AND planned > 0 ORDER BY id",
             division);
  std::size_t place = 0;
  while (rows.next()) {
    const bool same = place < line_ups.size() && std::cmp_equal(rows.number(1), place) &&
                      std::cmp_equal(rows.number(2), deals) &&
                      rows.bytes(0) == fmt::format("[{}]", fmt::join(line_ups[place], ","));
    if (!same) return false;
    ++place;
  }
  return place == line_ups.size();
}

/// Plans these line-ups. Agents stand in the order of their names, so that the league file may list
/// them in any order.
void plan_line_ups(Database& database, Id division, std::uint64_t deals,
                   const std::vector<std::vector<Id>>& line_ups) {
  if (are_planned(database, division, deals, line_ups)) return;
  // Every line-up is withdrawn first; those of the plan come back, with no fewer deals than were
  // played.
  Query(database, "UPDATE line_up SET planned = 0 WHERE division = ? AND planned > 0", division)
      .run();
  int place = 0;
  for (const std::vector<Id>& agents : line_ups) {
    Query(database,
          "INSERT INTO line_up (division, agents, planned, place) VALUES (?1, ?2, ?3, ?4)"
          " ON CONFLICT (division, agents) DO UPDATE SET place = ?4, planned = max(?3,"
          " ifnull((SELECT max(first + deals) FROM block WHERE line_up = line_up.id), 0))",
          division, fmt::format("[{}]", fmt::join(agents, ",")), deals, place++)
        .run();
  }
}

/// Keeps only what is played planned, for a format that plans as it proceeds. Line-ups keep their
/// places, so interruptions do not change the schedule.
void plan_what_is_played(Database& database, Id division, std::span<const StoredAgent> agents) {
  Json playing = Json::array();
  for (const StoredAgent& agent : agents)
    playing.push_back(agent.id);
  Query(database,
        "UPDATE line_up SET planned = CASE WHEN EXISTS (SELECT 1 FROM json_each(agents)"
        " WHERE value NOT IN (SELECT value FROM json_each(?2))) THEN 0"
        " ELSE ifnull((SELECT max(first + deals) FROM block WHERE line_up = line_up.id), 0) END"
        " WHERE division = ?1",
        division, base::dump(playing))
      .run();
}

Json make_settings(const League& league, const StoredLeague& stored,
                   const std::vector<Id>& divisions) {
  std::vector<Id> agents;
  for (const StoredAgent& agent : stored.agents)
    agents.push_back(agent.id);
  Json settings{{"format", league.format},
                {"rank_by", to_string(league.rank_by)},
                {"divisions", divisions},
                {"agents", agents}};
  if (league.rating != &ratings::kBradleyTerry) settings["rating"] = league.rating->id;
  if (!league.has_fixed_games) {
    settings["deals"] = league.deals;
    settings["max_per_author"] = league.max_per_author;
    settings["challengers"] = stored.plan->challengers;
  }
  settings.update(league.format_keys);
  if (league.has_fixed_games) settings["seed"] = Json(league.seed);
  return settings;
}

}  // namespace

void sync_rows(Database& database, const League& league, const PlanLineUps& plan) {
  const bool keeps = league.has_fixed_games;
  StoredLeague stored;
  stored.format = league.format;
  stored.agents = sync_agents(database, league);
  stored.plan = make_plan(league, stored.agents);
  stored.settings = league.format_keys;
  const int fewest = keeps ? 2 : league.seats;
  const int most = keeps ? rules::kMaxSeats : league.seats;
  std::vector<Id> divisions;
  for (const DivisionSettings& division : league.divisions) {
    check_same_rules(database, division);
    for (int seats = fewest; seats <= most; ++seats) {
      divisions.push_back(sync_division(database, division, league, seats));
      if (plan && league.deals > 0) {
        plan_line_ups(database, divisions.back(), *stored.plan->deals, plan(stored, seats));
      } else if (!keeps) {
        plan_what_is_played(database, divisions.back(), stored.agents);
      }
    }
  }
  if (!keeps) {
    Query(database,
          "UPDATE line_up SET planned = 0 WHERE planned > 0 AND division NOT IN"
          " (SELECT value FROM json_each(?))",
          base::dump(Json(divisions)))
        .run();
  }
  const Json settings = make_settings(league, stored, divisions);
  check_same_league(database, league.name, settings);
  database.execute("DELETE FROM league");
  Query(database, "INSERT INTO league (name, settings) VALUES (?, ?)", league.name,
        base::dump(settings))
      .run();
}

}  // namespace danno::leagues::store
