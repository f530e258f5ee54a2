// Plans the next round of a ladder, and replays all rounds to check them.
//
// A round's plan is a JSON object in the table of rounds of league.db: the agents, the terms, the
// solved values, the deals so far, the new claims, the end and the tables. next_round() computes it
// from stored results alone, apart from the clock. So check_rounds() can compute each round again
// from the deals before it, and compare.
#include "leagues/schedule/ladder/season.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "leagues/ratings/ratings.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::schedule::ladder {
namespace {

using base::Json;
using store::require;

constexpr double kTwoSided = 1.959963984540054;  // 95 %

template <class T>
std::optional<T> read_optional(const Json& json, std::string_view key) {
  if (!json.contains(key)) return std::nullopt;
  return json.at(key).get<T>();
}

/// Returns half of the widest 95 % interval. Agents outside the core have none; empty if all are.
std::optional<double> widest_error(const ratings::Ratings& ratings) {
  std::optional<double> widest;
  for (std::size_t i = 0; i < ratings.agents.size(); ++i) {
    if (!ratings.agents[i].in_core) continue;
    widest = std::max(widest.value_or(0), kTwoSided * std::sqrt(ratings.covariance(i, i)));
  }
  return widest;
}

/// Returns the deals until the games of `until`; nullopt if it has none. Each deal is `seats`
/// games; a part of a deal counts as a deal.
std::optional<std::uint64_t> count_deals_left(const StopCriteria& until, std::uint64_t deals,
                                              std::uint64_t seats) {
  if (!until.games) return std::nullopt;
  return (*until.games - deals * seats + seats - 1) / seats;
}

/// Drops deals beyond `most`.
void cut(std::vector<store::RoundTable>& tables, std::uint64_t most) {
  for (store::RoundTable& table : tables) {
    table.deals = std::min(table.deals, most);
    most -= table.deals;
  }
  std::erase_if(tables, [](const store::RoundTable& table) { return table.deals == 0; });
}

}  // namespace

// --- stored rounds -------------------------------------------------------------------------------

Json to_json(const LadderTerms& terms) {
  Json until = Json::object();
  const auto add = [&](const char* key, const auto& value) {
    if (value) until[key] = *value;
  };
  add("decided", terms.until.decided);
  add("error", terms.until.error);
  add("games", terms.until.games);
  add("hours", terms.until.hours);
  return {{"focus", terms.focus == Focus::Top ? "top" : "all"},
          {"apart", terms.apart},
          {"until", until}};
}

LadderTerms read_terms(const Json& json) {
  const Json& until = json.at("until");
  return {.focus = json.at("focus").get<std::string>() == "top" ? Focus::Top : Focus::All,
          .apart = json.at("apart").get<bool>(),
          .until = {.decided = read_optional<double>(until, "decided"),
                    .error = read_optional<double>(until, "error"),
                    .games = read_optional<std::uint64_t>(until, "games"),
                    .hours = read_optional<double>(until, "hours")}};
}

Round read_round(const store::StoredRound& stored) {
  try {
    Round round;
    round.agents = stored.plan.at("agents").get<std::vector<store::Id>>();
    round.terms = read_terms(stored.plan);
    round.values = stored.plan.at("values").get<std::string>();
    for (const Json& claim : stored.plan.at("decided"))
      round.decided.push_back({claim.at(0).get<store::Id>(), claim.at(1).get<store::Id>()});
    round.end = stored.plan.at("end").get<std::string>();
    for (const Json& table : stored.plan.at("tables"))
      round.tables.push_back({table.at(0).get<store::Id>(), table.at(1).get<std::uint64_t>(),
                              table.at(2).get<std::uint64_t>()});
    return round;
  } catch (const base::Json::exception& error) {
    throw store::Damaged(
        fmt::format("league.db: round {}: {}", stored.id, base::json_problem(error)));
  }
}

// --- the season so far ---------------------------------------------------------------------------

void LadderSeason::set_field(const std::vector<store::StoredAgent>& agents) {
  field_.clear();
  authors_.clear();
  numbers_.clear();
  for (const store::StoredAgent& agent : agents) {
    numbers_.emplace(agent.id, static_cast<int>(field_.size()));
    field_.push_back(agent.id);
    authors_.push_back(agent.author);
  }
  // Agents that joined since the last round arrive now, before the next round is planned.
  arrive(field_);
}

/// Notes the arrival of agents. Those of one round count in the order in which they were stored.
void LadderSeason::arrive(const std::vector<store::Id>& agents) {
  std::vector<store::Id> by_id = agents;
  std::ranges::sort(by_id);
  for (const store::Id id : by_id)
    arrival_.try_emplace(id, arrival_.size());
  // The agents of the first round are the starters.
  if (starters_ == 0) starters_ = arrival_.size();
}

void LadderSeason::begin(const store::StoredRound& round) {
  if (rounds_++ == 0) began_ = round.begun;
  last_ = read_round(round);
  arrive(last_.agents);
  claims_.insert(last_.decided.begin(), last_.decided.end());
}

std::uint64_t LadderSeason::deals() const {
  return static_cast<std::uint64_t>(results_.results(numbers_).deals());
}

bool LadderSeason::has_ended(const LadderTerms& terms) const {
  return !last_.end.empty() && last_.terms == terms && last_.agents == field_;
}

bool LadderSeason::has_newcomers(const ratings::Ratings& ratings) const {
  return std::ranges::any_of(numbers_, [&](const auto& agent) {
    const auto& [id, number] = agent;
    return arrival_.at(id) >= starters_ &&
           ratings.agents[static_cast<std::size_t>(number)].deals < kFirstDeals;
  });
}

std::vector<std::size_t> LadderSeason::count_claims() const {
  std::vector<std::size_t> counts(arrival_.size());
  for (const auto& [better, worse] : claims_)
    ++counts[pair_group(arrival_.at(better), arrival_.at(worse), starters_)];
  return counts;
}

std::vector<DecidedPair> LadderSeason::decided_before() const {
  std::vector<DecidedPair> decided;
  for (const auto& [better, worse] : claims_) {
    const auto a = numbers_.find(better);
    const auto b = numbers_.find(worse);
    if (a != numbers_.end() && b != numbers_.end()) decided.push_back({a->second, b->second});
  }
  return decided;
}

// --- the next round ------------------------------------------------------------------------------

std::vector<store::RoundTable> LadderSeason::name_agents(
    std::span<const PlannedTable> planned) const {
  std::vector<store::RoundTable> tables;
  for (const PlannedTable& table : planned) {
    tables.push_back({{}, table.deals});
    for (const int agent : table.agents)
      tables.back().agents.push_back(agent_id(agent));
  }
  return tables;
}

NextRound LadderSeason::next_round(const LadderTerms& terms, std::chrono::sys_seconds now) const {
  const ratings::Results results = results_.results(numbers_);
  const ratings::Ratings ratings =
      results_.has_values() ? rate_adjusted(results) : ratings::fit(results);
  const auto seats = static_cast<std::uint64_t>(division_.seats);
  const auto deals = static_cast<std::uint64_t>(results.deals());
  std::vector<std::size_t> arrival;
  for (const store::Id id : field_)
    arrival.push_back(arrival_.at(id));

  NextRound next;
  // Decides what these deals decide.
  std::vector<DecidedPair> decided = decided_before();
  Json claims = Json::array();
  const auto found = find_decided_pairs(results, ratings, {arrival, starters_}, count_claims());
  for (const DecidedPair& pair : find_new_pairs(decided, found, field_.size())) {
    decided.push_back(pair);
    // Claims hold ids, as the numbers of agents change with the field.
    claims.push_back(Json::array({agent_id(pair.better), agent_id(pair.worse)}));
  }
  const auto n = static_cast<double>(field_.size());
  next.decided = n < 2 ? 1 : static_cast<double>(decided.size()) / (n * (n - 1) / 2);
  // An error without all agents would look small while newcomers have no interval yet.
  const bool all_compared = std::ranges::all_of(
      ratings.agents, [](const auto& agent) { return agent.deals >= kFirstDeals; });
  if (all_compared) next.error = widest_error(ratings);
  next.end = reached_end(next, terms.until, deals * seats, all_compared, now);

  // Plans the tables. The first deals of newcomers come whatever is reached.
  const bool newcomers = has_newcomers(ratings);
  if (next.end.empty() || newcomers) {
    const auto most = next.end.empty() ? count_deals_left(terms.until, deals, seats) : 0;
    const std::span<const std::string> authors(authors_);
    next.tables = name_agents(plan_round({.results = results,
                                          .ratings = ratings,
                                          .decided = decided,
                                          .authors = terms.apart ? authors : authors.first(0),
                                          .arrival = arrival,
                                          .seats = division_.seats,
                                          .focus = terms.focus,
                                          .most_deals = most}));
    // The first deals of newcomers may exceed the limit, so that each agent gets a rating.
    if (most && !newcomers) cut(next.tables, *most);
    // A round with tables is no end.
    if (!next.tables.empty()) next.end.clear();
  }
  // Writer::add_round() adds the tables, with the ids of their line-ups.
  next.plan = {{"version", kRoundsVersion}, {"agents", Json(field_)}};
  next.plan.update(to_json(terms));
  next.plan["values"] = values();
  next.plan["deals"] = deals;
  next.plan["decided"] = claims;
  next.plan["end"] = next.end;
  return next;
}

std::string LadderSeason::reached_end(const NextRound& next, const StopCriteria& until,
                                      std::uint64_t games, bool all_compared,
                                      std::chrono::sys_seconds now) const {
  if (until.games && games >= *until.games) return "games";
  if (until.hours && rounds_ > 0 &&
      std::chrono::duration<double, std::ratio<3600>>(now - began_).count() >= *until.hours)
    return "hours";
  if (until.error && next.error && *next.error <= *until.error) return "error";
  if (until.decided && all_compared && next.decided >= *until.decided) return "decided";
  return "";
}

// --- reading and checking ------------------------------------------------------------------------

LadderSeason read_rounds(const store::Reader& store, const store::StoredLeague& league,
                         const store::StoredDivision& division,
                         std::unique_ptr<const ratings::SolvedGame> values) {
  // Every stored round is replayed, as claims and arrivals of earlier rounds stay.
  LadderSeason season(division, std::move(values));
  for (const store::StoredRound& round : store.rounds(division))
    season.begin(round);
  season.set_field(league.agents);
  return season;
}

LadderSeason read_season(const store::Reader& store, const store::StoredLeague& league,
                         const store::StoredDivision& division) {
  LadderSeason season = read_rounds(store, league, division, find_season_values(store, division));
  (void)store.visit_blocks(
      store.line_ups(division),
      [&](const store::StoredLineUp& line_up, const store::StoredBlock& block) {
        season.results().add(store, line_up, block);
      },
      season.results().luck_basis());
  return season;
}

namespace {

/// Checks that a round is the one that follows from the deals before it.
void check_round(std::size_t number, const store::StoredRound& stored, const Round& round,
                 const NextRound& expected, const std::map<store::Id, store::StoredLineUp>& all) {
  for (const auto& [key, value] : expected.plan.items()) {
    require(stored.plan.contains(key) && stored.plan.at(key) == value,
            "round {}: '{}' is not what follows from the results before it", number, key);
  }
  require(round.tables.size() == expected.tables.size(), "round {}: {} tables; expected {}", number,
          round.tables.size(), expected.tables.size());
  for (std::size_t i = 0; i < round.tables.size(); ++i) {
    const TableOfRound& table = round.tables[i];
    require(all.at(table.line_up).agents == expected.tables[i].agents &&
                table.end - table.first == expected.tables[i].deals,
            "round {}: table {} is not the one that follows from the results before it", number,
            i + 1);
  }
}

/// Returns the tables of each round with the deals that were played in it: a round that a change
/// of the agents cut short has fewer than it planned, and the line-up's next table begins there.
std::vector<std::vector<TableOfRound>> played_tables(
    const std::vector<store::StoredRound>& rounds,
    const std::map<store::Id, store::StoredLineUp>& line_ups) {
  std::map<store::Id, std::uint64_t> ends;
  for (const auto& [id, line_up] : line_ups)
    // The rounds are walked from the last to the first: a line-up's deals end where its next round
    // began.
    ends.emplace(id, line_up.played);
  std::vector<std::vector<TableOfRound>> played(rounds.size());
  for (std::size_t number = rounds.size(); number-- > 0;) {
    for (const TableOfRound& table : read_round(rounds[number]).tables) {
      const auto end = ends.find(table.line_up);
      require(end != ends.end(), "round {}: no line-up {}", number + 1, table.line_up);
      require(end->second >= table.first && end->second <= table.end,
              "round {}: line-up {} has {} deals then; expected {} to {}", number + 1,
              table.line_up, end->second, table.first, table.end);
      played[number].push_back({table.line_up, table.first, end->second});
      end->second = table.first;
    }
  }
  // Each deal belongs to a round, so deals that were added between rounds show here.
  for (const auto& [line_up, end] : ends)
    require(end == 0, "line-up {}: {} deals are stored that no round has", line_up, end);
  return played;
}

std::vector<store::StoredAgent> find_agents(const Round& round,
                                            std::span<const store::StoredAgent> all) {
  std::vector<store::StoredAgent> agents;
  for (const store::Id id : round.agents) {
    const auto found = std::ranges::find(all, id, &store::StoredAgent::id);
    require(found != all.end(), "agent {} plays, and is not there", id);
    agents.push_back(*found);
  }
  return agents;
}

}  // namespace

void check_rounds(const store::Reader& store, const store::StoredDivision& division) {
  const auto all_agents = store.all_agents();
  const std::vector<store::StoredRound> rounds = store.rounds(division);
  std::map<store::Id, store::StoredLineUp> line_ups;
  for (store::StoredLineUp& line_up : store.all_line_ups(division))
    line_ups.emplace(line_up.id, std::move(line_up));
  const auto played = played_tables(rounds, line_ups);
  LadderSeason season(division, find_season_values(store, division));
  for (std::size_t number = 0; number < rounds.size(); ++number) {
    const Round round = read_round(rounds[number]);
    season.set_field(find_agents(round, all_agents));
    // The time of the round's begin replaces the clock, so that the limit in hours gives the same
    // end.
    check_round(number + 1, rounds[number], round,
                season.next_round(round.terms, rounds[number].begun), line_ups);
    // Now the round's own deals are added: the next round follows from them.
    season.begin(rounds[number]);
    for (const TableOfRound& table : played[number]) {
      const store::StoredLineUp& line_up = line_ups.at(table.line_up);
      const auto add = [&](const store::StoredBlock& block) {
        require(block.first + block.deals <= table.end,
                "round {}: a block of line-up {} is of two rounds", number + 1, line_up.id);
        season.results().add(store, line_up, block);
      };
      store.visit_stored_blocks(line_up, add, table.first, table.end);
    }
  }
}

}  // namespace danno::leagues::schedule::ladder
