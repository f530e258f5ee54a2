#include "leagues/report/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "leagues/base/json.hpp"
#include "leagues/ratings/deal_sums.hpp"
#include "leagues/report/division_ratings.hpp"
#include "leagues/report/table.hpp"

namespace danno::leagues::report {

using base::Json;
namespace {

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
std::function<std::int64_t(const store::StoredBlock&)> block_stage(
    const store::Reader& store, const store::StoredDivision& division, HistoryStep step) {
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

/// Reads every deal once, by stage, and fits after each stage.
RatingHistory compute_history(const store::Reader& store, const store::StoredLeague& league,
                              const store::StoredDivision& division, HistoryStep step) {
  RatingHistory history{.definition = division.definition, .seats = division.seats, .step = step};
  std::vector<store::StoredLineUp> line_ups = store.line_ups(division);
  const RatedAgents rated = find_rated_agents(store, league, division, line_ups);
  std::ranges::sort(line_ups, {}, &store::StoredLineUp::id);
  const auto block_number = block_stage(store, division, step);
  // Only the rows are sorted; games are read one block at a time.
  std::map<std::int64_t, std::vector<std::pair<const store::StoredLineUp*, store::StoredBlock>>>
      blocks;
  (void)store.visit_blocks(
      line_ups, [&](const store::StoredLineUp& line_up, const store::StoredBlock& block) {
        blocks[block_number(block)].emplace_back(&line_up, block);
      });
  std::vector<ratings::Ratings> fits;
  ratings::Results results(rated.size(), league.rating->needs);
  for (const auto& [stage, in_stage] : blocks) {
    for (const auto& [line_up, block] : in_stage) {
      for (const referee::play::DealResult& deal : store.read_deals(block)) {
        if (!ratings::is_advised(division.advice, deal.deal))
          ratings::rate_deal(results, rated.numbered(*line_up), deal);
      }
    }
    fits.push_back(rate_league(results, *league.rating).ratings);
    history.stages.push_back({stage, fits.back().games, {}});
  }
  if (fits.empty()) return history;
  // Agents stand in the order of the last stage.
  const std::vector<std::string> names = rated.names(league);
  for (const int number : fits.back().order) {
    const auto agent = static_cast<std::size_t>(number);
    history.names.push_back(names[agent]);
    for (std::size_t i = 0; i < fits.size(); ++i) {
      const ratings::AgentRating& rating = fits[i].agents[agent];
      history.stages[i].agents.push_back(rating.games == 0 ? std::nullopt : std::optional(rating));
    }
  }
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
      days.push_back({{"day", format_day(day.day())},
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

std::string format_day(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace danno::leagues::report
