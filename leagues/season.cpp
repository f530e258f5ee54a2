#include "leagues/season.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "leagues/tables/rated_agents.hpp"
#include "leagues/scores/rated_deal.hpp"
#include "leagues/table_json.hpp"

namespace danno::leagues {
namespace {

using nlohmann::ordered_json;
using Day = std::optional<std::chrono::sys_days>;

/// The ratings that stood at the end of that day.
Ratings rate_until(const Store& store, const StoredDivision& division, const RatedAgents& rated,
                   Day last) {
  Results results(rated.size());
  store.visit_days(division, [&](Day day, const StoredLineUp& line_up, const auto& deal) {
    if (day <= last && !is_advised(division.advice, deal.deal))
      rate_deal(results, rated.numbered(line_up), deal);
  });
  return fit(results);
}

Season compute_season(const Store& store, const StoredLeague& league,
                      const StoredDivision& division) {
  Season season;
  season.definition = division.definition;
  season.seats = division.seats;
  std::set<Day> days;
  store.visit_days(division, [&](Day day, const auto&, const auto&) { days.insert(day); });
  const RatedAgents rated = find_rated_agents(store, league, division, store.line_ups(division));
  std::vector<Ratings> ratings;
  for (const Day day : days)
    ratings.push_back(rate_until(store, division, rated, day));
  if (ratings.empty()) return season;

  const std::vector<int>& order = ratings.back().order;
  std::vector<std::string> names;
  for (const StoredAgent& agent : league.agents) {
    if (rated.numbers.contains(agent.id)) names.push_back(agent.shown_name());
  }
  for (const int agent : order)
    season.names.push_back(names[static_cast<std::size_t>(agent)]);
  auto day = days.begin();
  for (const Ratings& until : ratings) {
    SeasonDay& point = season.days.emplace_back();
    point.day = *day++;
    point.games = until.games;
    for (const int agent : order) {
      const AgentRating& rating = until.agents[static_cast<std::size_t>(agent)];
      point.agents.push_back(rating.games == 0 ? std::nullopt : std::optional(rating));
    }
  }
  return season;
}

ordered_json numbers(const SeasonDay& day, std::optional<double> (*number)(const AgentRating&)) {
  ordered_json json = ordered_json::array();
  for (const auto& agent : day.agents) {
    const std::optional<double> value = agent ? number(*agent) : std::nullopt;
    json.push_back(rounded_or_null(value));
  }
  return json;
}

}  // namespace

std::vector<Season> compute_seasons(const Store& store) {
  const StoredLeague league = store.league();
  std::vector<Season> seasons;
  for (const StoredDivision& division : league.divisions)
    seasons.push_back(compute_season(store, league, division));
  return seasons;
}

std::string season_json(const std::string& league, const std::vector<Season>& seasons) {
  ordered_json divisions = ordered_json::array();
  for (const Season& season : seasons) {
    ordered_json days = ordered_json::array();
    for (const SeasonDay& day : season.days) {
      days.push_back(
          {{"day", day.day ? ordered_json(show_day(day.day)) : ordered_json()},
           {"games", day.games},
           {"elo", numbers(day, [](const AgentRating& r) { return std::optional(r.elo); })},
           {"elo_low", numbers(day, [](const AgentRating& r) { return r.elo_low; })},
           {"elo_high", numbers(day, [](const AgentRating& r) { return r.elo_high; })}});
    }
    divisions.push_back({{"rules", season.definition->id},
                         {"seats", season.seats},
                         {"agents", season.names},
                         {"days", days}});
  }
  return ordered_json{{"league", league}, {"divisions", divisions}}.dump() + "\n";
}

std::string show_day(Day day) {
  if (!day) return "earlier";
  const std::chrono::year_month_day date(*day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace danno::leagues
