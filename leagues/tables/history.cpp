#include "leagues/tables/history.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/scores/rated_deal.hpp"
#include "leagues/tables/json.hpp"
#include "leagues/tables/league_ratings.hpp"
#include "leagues/tables/rated_agents.hpp"
#include "leagues/text/json.hpp"

namespace danno::leagues::tables {

using text::Json;
namespace {

/// The ratings that stood at the end of a day.
struct DayRatings {
  std::chrono::sys_days day;
  ratings::Ratings ratings;
};

/// Reads every deal once and fits after each day.
std::vector<DayRatings> rate_days(const store::Store& store, const store::StoredDivision& division,
                                  const RatedAgents& rated, const ratings::RatingModel& model) {
  std::vector<DayRatings> days;
  ratings::Results results(rated.size(), model.needs);
  std::optional<std::chrono::sys_days> current;
  const auto end_day = [&] {
    if (current) days.push_back({*current, rate_league(results, model).ratings});
  };
  store.visit_deals_by_day(division,
                           [&](std::chrono::sys_days day, const store::StoredLineUp& line_up,
                               const referee::play::DealResult& deal) {
                             if (current != day) end_day();
                             current = day;
                             if (!scores::is_advised(division.advice, deal.deal))
                               scores::rate_deal(results, rated.numbered(line_up), deal);
                           });
  end_day();
  return days;
}

RatedDay day_of(const DayRatings& rated, const std::vector<int>& order) {
  RatedDay day{rated.day, rated.ratings.games, {}};
  for (const int agent : order) {
    const ratings::AgentRating& rating = rated.ratings.agents[static_cast<std::size_t>(agent)];
    day.agents.push_back(rating.games == 0 ? std::nullopt : std::optional(rating));
  }
  return day;
}

RatingHistory compute_history(const store::Store& store, const store::StoredLeague& league,
                              const store::StoredDivision& division) {
  RatingHistory history;
  history.definition = division.definition;
  history.seats = division.seats;
  const RatedAgents rated = find_rated_agents(store, league, division, store.line_ups(division));
  const std::vector<DayRatings> days = rate_days(store, division, rated, *league.rating);
  if (days.empty()) return history;
  const std::vector<int>& order = days.back().ratings.order;
  const std::vector<std::string> names = rated.names(league);
  for (const int agent : order)
    history.names.push_back(names[static_cast<std::size_t>(agent)]);
  for (const DayRatings& day : days)
    history.days.push_back(day_of(day, order));
  return history;
}

Json numbers(const RatedDay& day, std::optional<double> (*number)(const ratings::AgentRating&)) {
  Json json = Json::array();
  for (const auto& agent : day.agents) {
    const std::optional<double> value = agent ? number(*agent) : std::nullopt;
    json.push_back(rounded_or_null(value));
  }
  return json;
}

}  // namespace

std::vector<RatingHistory> compute_histories(const store::Store& store) {
  const store::StoredLeague league = store.league();
  std::vector<RatingHistory> histories;
  for (const store::StoredDivision& division : league.divisions)
    histories.push_back(compute_history(store, league, division));
  return histories;
}

std::string history_json(const std::string& league, const std::vector<RatingHistory>& histories) {
  Json divisions = Json::array();
  for (const RatingHistory& history : histories) {
    Json days = Json::array();
    for (RatedDay day : history.days) {
      for (auto& agent : day.agents) {
        if (agent) drop_rough_interval(agent->deals, agent->elo_low, agent->elo_high);
      }
      days.push_back(
          {{"day", show_day(day.day)},
           {"games", day.games},
           {"elo",
            numbers(day, [](const ratings::AgentRating& r) { return std::optional(r.elo); })},
           {"elo_low", numbers(day, [](const ratings::AgentRating& r) { return r.elo_low; })},
           {"elo_high", numbers(day, [](const ratings::AgentRating& r) { return r.elo_high; })}});
    }
    divisions.push_back({{"rules", history.definition->id},
                         {"seats", history.seats},
                         {"agents", history.names},
                         {"days", days}});
  }
  return Json{{"league", league}, {"divisions", divisions}}.dump() + "\n";
}

std::string show_day(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace danno::leagues::tables
