#include "leagues/formats/ladder/history.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::formats::ladder {
namespace {

constexpr double kTwoSided = 1.959963984540054;  // 95 %

/// Returns half of the widest 95 % interval. Agents outside the core have none; empty if all are.
std::optional<double> widest_error(const ratings::Ratings& ratings) {
  std::optional<double> widest;
  for (std::size_t i = 0; i < ratings.agents.size(); ++i) {
    if (!ratings.agents[i].in_core) continue;
    widest = std::max(widest.value_or(0), kTwoSided * std::sqrt(ratings.covariance(i, i)));
  }
  return widest;
}

/// Drops deals beyond `most`.
void cut(std::vector<store::RoundTable>& tables, std::uint64_t most) {
  for (store::RoundTable& table : tables) {
    table.deals = std::min(table.deals, most);
    most -= table.deals;
  }
  std::erase_if(tables, [](const store::RoundTable& table) { return table.deals == 0; });
}

LadderHistory with_rounds(const store::Reader& store, const store::StoredLeague& league,
                          const store::StoredDivision& division,
                          std::unique_ptr<const scores::SolvedGame> values) {
  LadderHistory season(division, std::move(values));
  for (const store::StoredRound& round : store.rounds(division))
    season.begin(read_round(round), round.begun);
  season.set_field(league.agents);
  return season;
}

}  // namespace

LadderHistory::LadderHistory(const store::StoredDivision& division,
                             std::unique_ptr<const scores::SolvedGame> values)
    : division_(division), results_(division, std::move(values)) {}

void LadderHistory::set_field(const std::vector<store::StoredAgent>& agents) {
  field_.clear();
  authors_.clear();
  numbers_.clear();
  for (const store::StoredAgent& agent : agents) {
    numbers_.emplace(agent.id, static_cast<int>(field_.size()));
    field_.push_back(agent.id);
    authors_.push_back(agent.author);
  }
  arrive(field_);
}

/// Agents that came together are in the order in which they were stored.
void LadderHistory::arrive(const std::vector<store::Id>& agents) {
  std::vector<store::Id> by_id = agents;
  std::ranges::sort(by_id);
  for (const store::Id id : by_id)
    arrival_.try_emplace(id, arrival_.size());
  if (starters_ == 0) starters_ = arrival_.size();
}

void LadderHistory::begin(const Round& round, std::chrono::sys_seconds at) {
  if (rounds_++ == 0) began_ = at;
  arrive(round.agents);
  claims_.insert(round.decided.begin(), round.decided.end());
  last_ = round;
}

std::uint64_t LadderHistory::deals() const {
  return static_cast<std::uint64_t>(results_.results(numbers_).deals());
}

std::uint64_t LadderHistory::games() const {
  return deals() * static_cast<std::uint64_t>(division_.seats);
}

bool LadderHistory::has_ended(const LadderTerms& terms) const {
  return !last_.end.empty() && last_.terms == terms && last_.agents == field_;
}

bool LadderHistory::has_newcomers(const ratings::Ratings& ratings) const {
  return std::ranges::any_of(numbers_, [&](const auto& agent) {
    const auto& [id, number] = agent;
    return arrival_.at(id) >= starters_ &&
           ratings.agents[static_cast<std::size_t>(number)].deals < kFirstDeals;
  });
}

LadderProgress LadderHistory::look_ahead(const LadderTerms& terms,
                                         std::chrono::sys_seconds now) const {
  const ratings::Results results = results_.results(numbers_);
  const ratings::Ratings ratings =
      results_.has_values() ? rate_adjusted(results) : ratings::fit(results);
  std::vector<std::size_t> arrival;
  for (const store::Id id : field_)
    arrival.push_back(arrival_.at(id));

  LadderProgress progress;
  std::vector<DecidedPair> decided = decided_before();
  const auto found = find_decided_pairs(results, ratings, {arrival, starters_}, count_claims());
  for (const DecidedPair& pair : find_new_pairs(decided, found, field_.size())) {
    decided.push_back(pair);
    progress.claims.push_back({id_of(pair.better), id_of(pair.worse)});
  }
  const auto n = static_cast<double>(field_.size());
  progress.decided = n < 2 ? 1 : static_cast<double>(decided.size()) / (n * (n - 1) / 2);
  const bool all_compared = std::ranges::all_of(
      ratings.agents, [](const auto& agent) { return agent.deals >= kFirstDeals; });
  if (all_compared) progress.error = widest_error(ratings);
  progress.end = reached_end(progress, terms.until, all_compared, now);
  const bool newcomers = has_newcomers(ratings);  // their first deals come whatever is reached
  if (!progress.end.empty() && !newcomers) return progress;

  std::optional<std::uint64_t> most;
  if (!progress.end.empty()) {
    most = 0;
  } else if (terms.until.games) {
    const auto seats = static_cast<std::uint64_t>(division_.seats);
    most = (*terms.until.games - games() + seats - 1) / seats;
  }
  const std::span<const std::string> authors(authors_);
  const auto tables = plan_round({.results = results,
                                  .ratings = ratings,
                                  .decided = decided,
                                  .authors = terms.apart ? authors : authors.first(0),
                                  .arrival = arrival,
                                  .seats = division_.seats,
                                  .focus = terms.focus,
                                  .most_deals = most});
  for (const PlannedTable& table : tables) {
    store::RoundTable& chosen = progress.tables.emplace_back(store::RoundTable{{}, table.deals});
    for (const int agent : table.agents)
      chosen.agents.push_back(id_of(agent));
  }
  if (most && !newcomers) cut(progress.tables, *most);
  if (!progress.tables.empty()) progress.end.clear();
  return progress;
}

std::vector<std::size_t> LadderHistory::count_claims() const {
  std::vector<std::size_t> counts(arrival_.size());
  for (const auto& [better, worse] : claims_)
    ++counts[group_of(arrival_.at(better), arrival_.at(worse), starters_)];
  return counts;
}

std::vector<DecidedPair> LadderHistory::decided_before() const {
  std::vector<DecidedPair> decided;
  for (const auto& [better, worse] : claims_) {
    const auto a = numbers_.find(better);
    const auto b = numbers_.find(worse);
    if (a != numbers_.end() && b != numbers_.end()) decided.push_back({a->second, b->second});
  }
  return decided;
}

std::string LadderHistory::reached_end(const LadderProgress& progress, const StopCriteria& until,
                                       bool all_compared, std::chrono::sys_seconds now) const {
  if (until.games && games() >= *until.games) return "games";
  if (until.hours && rounds_ > 0 &&
      std::chrono::duration<double, std::ratio<3600>>(now - began_).count() >= *until.hours)
    return "hours";
  if (until.error && progress.error && *progress.error <= *until.error) return "error";
  if (until.decided && all_compared && progress.decided >= *until.decided) return "decided";
  return "";
}

LadderHistory read_rounds(const store::Reader& store, const store::StoredLeague& league,
                          const store::StoredDivision& division) {
  return with_rounds(store, league, division, nullptr);
}

LadderHistory read_history(const store::Reader& store, const store::StoredLeague& league,
                           const store::StoredDivision& division) {
  LadderHistory season = with_rounds(store, league, division, find_season_values(store, division));
  (void)store.visit_blocks(
      store.line_ups(division),
      [&](const store::StoredLineUp& line_up, const store::StoredBlock& block) {
        season.results().add(store, line_up, block);
      },
      season.results().luck_basis());
  return season;
}

}  // namespace danno::leagues::formats::ladder
