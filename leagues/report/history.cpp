#include "leagues/report/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "leagues/base/json.hpp"
#include "leagues/ratings/deal_sums.hpp"
#include "leagues/report/division_ratings.hpp"
#include "leagues/report/json.hpp"

namespace danno::leagues::report {

using base::Json;
namespace {

/// The ratings that stood at the end of a stage.
struct StepRatings {
  std::int64_t number;
  ratings::Ratings ratings;
};

/// The end of each round's deals by line-up, with the number of the round's stage.
using RoundEnds = std::map<store::Id, std::map<std::uint64_t, std::int64_t>>;

RoundEnds round_ends(const store::Reader& store, const store::StoredDivision& division) {
  const std::vector<store::StoredRound> rounds = store.rounds(division);
  const auto last = static_cast<std::int64_t>(rounds.size());
  // A long season would need a fit for each of its rounds: several rounds make a stage.
  const std::int64_t step = (last + kMostRoundStages - 1) / kMostRoundStages;
  RoundEnds ends;
  for (std::int64_t number = 0; const store::StoredRound& round : rounds) {
    const std::int64_t stage = std::min(last, (number++ / step + 1) * step);
    for (const Json& table : round.plan.at("tables"))
      ends[table.at(0).get<store::Id>()][table.at(2).get<std::uint64_t>()] = stage;
  }
  return ends;
}

/// Returns the function that gives a block its stage; 0 for deals that no round has.
store::Reader::BlockStage block_stage(const store::Reader& store,
                                      const store::StoredDivision& division, HistoryStep step) {
  if (step == HistoryStep::Days)
    return [](const store::StoredBlock& block) { return block.day().time_since_epoch().count(); };
  return [ends = round_ends(store, division)](const store::StoredBlock& block) -> std::int64_t {
    const auto own = ends.find(block.line_up);
    if (own == ends.end()) return 0;
    // A block belongs to the round whose deals of the line-up it begins in.
    const auto end = own->second.upper_bound(block.first);
    return end == own->second.end() ? 0 : end->second;
  };
}

/// Reads every deal once and fits after each stage.
std::vector<StepRatings> rate_stages(const store::Reader& store,
                                     const store::StoredDivision& division,
                                     const RatedAgents& rated, const ratings::RatingModel& model,
                                     HistoryStep step) {
  std::vector<StepRatings> stages;
  ratings::Results results(rated.size(), model.needs);
  std::optional<std::int64_t> current;
  const auto end_stage = [&] {
    if (current) stages.push_back({*current, rate_league(results, model).ratings});
  };
  store.visit_deals_by(division, block_stage(store, division, step),
                       [&](std::int64_t stage, const store::StoredLineUp& line_up,
                           const referee::play::DealResult& deal) {
                         if (current != stage) end_stage();
                         current = stage;
                         if (!ratings::is_advised(division.advice, deal.deal))
                           ratings::rate_deal(results, rated.numbered(line_up), deal);
                       });
  end_stage();
  return stages;
}

HistoryPoint step_in_order(const StepRatings& rated, const std::vector<int>& order) {
  HistoryPoint stage{rated.number, rated.ratings.games, {}};
  for (const int agent : order) {
    const ratings::AgentRating& rating = rated.ratings.agents[static_cast<std::size_t>(agent)];
    stage.agents.push_back(rating.games == 0 ? std::nullopt : std::optional(rating));
  }
  return stage;
}

RatingHistory compute_history(const store::Reader& store, const store::StoredLeague& league,
                              const store::StoredDivision& division, HistoryStep step) {
  RatingHistory history;
  history.definition = division.definition;
  history.seats = division.seats;
  history.step = step;
  const RatedAgents rated = find_rated_agents(store, league, division, store.line_ups(division));
  const auto stages = rate_stages(store, division, rated, *league.rating, step);
  if (stages.empty()) return history;
  const std::vector<int>& order = stages.back().ratings.order;
  const std::vector<std::string> names = rated.names(league);
  for (const int agent : order)
    history.names.push_back(names[static_cast<std::size_t>(agent)]);
  for (const StepRatings& stage : stages)
    history.stages.push_back(step_in_order(stage, order));
  return history;
}

Json numbers(const HistoryPoint& stage, std::optional<double> EloInterval::*number) {
  Json json = Json::array();
  for (const auto& agent : stage.agents) {
    json.push_back(rounded_or_null(agent ? elo_interval(*agent).reliable().*number : std::nullopt));
  }
  return json;
}

}  // namespace

std::vector<RatingHistory> compute_histories(const store::Reader& store, HistoryStep step) {
  const store::StoredLeague league = store.league();
  std::vector<RatingHistory> histories;
  for (const store::StoredDivision& division : league.divisions)
    histories.push_back(compute_history(store, league, division, step));
  return histories;
}

std::string history_json(const std::string& league, const std::vector<RatingHistory>& histories) {
  Json divisions = Json::array();
  for (const RatingHistory& history : histories) {
    Json days = Json::array();
    for (const HistoryPoint& day : history.stages)
      days.push_back({{"day", show_day(day.day())},
                      {"games", day.games},
                      {"elo", numbers(day, &EloInterval::elo)},
                      {"elo_low", numbers(day, &EloInterval::low)},
                      {"elo_high", numbers(day, &EloInterval::high)}});
    divisions.push_back({{"rules", history.definition->id},
                         {"seats", history.seats},
                         {"agents", history.names},
                         {"days", days}});
  }
  return base::dump({{"league", league}, {"divisions", divisions}}) + "\n";
}

std::string show_day(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace danno::leagues::report
