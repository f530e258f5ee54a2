// A match that can go on is kept in a file, match.json, an object:
//
//     rules, rules_hash, changed, agents, limits    the terms; other terms are another match
//     seed, agent_secret                            the dice go on from there
//     deals, decisions, seconds, alike              what was played so far
//     cells     deals in which the first agent got 0, 1, 2, 3 or 4 half points
//     games     games that the first agent won, shared and lost
//     values, luck    the solved values, and the sums of luck in hexadecimal; or "" and null
//
// All figures of a match of two without faults follow from these sums, so the file is small
// whatever was played.
#include "leagues/runner/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/game_luck.hpp"
#include "leagues/store/league.hpp"
#include "referee/record/evidence.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::runner {

namespace {

using base::Json;

/// Returns the terms of a match. It continues only while they are the same.
Json match_terms(const referee::play::LineUp& line_up, std::span<const std::string> hashes) {
  Json agents = Json::array();
  for (std::size_t i = 0; i < hashes.size(); ++i)
    agents.push_back({{"name", line_up.key_names[i]}, {"hash", hashes[i]}});
  const referee::record::KeyRules rules =
      referee::play::rules_in_key(*line_up.rules, line_up.advice);
  Json changed = Json::object();
  for (const auto& [name, value] : rules.changed)
    changed[name] = value;
  return {{"rules", rules.id},
          {"rules_hash", rules.file_hash},
          {"changed", changed},
          {"agents", agents},
          {"limits", store::limits_json(line_up.limits)}};
}

/// Returns the games that the first agent won, shared and lost.
std::array<std::int64_t, 3> count_games(const MatchResult& result) {
  const ratings::AgentTally& own = result.tallies.front();
  const std::int64_t lost = own.places[1];
  const std::int64_t won = result.tallies.back().places[1];
  return {won, own.games - won - lost, lost};
}

/// Makes an agent's tally from the games that it won, shared and lost.
ratings::AgentTally make_tally(std::int64_t deals, const std::array<std::int64_t, 3>& games) {
  const auto [won, shared, lost] = games;
  ratings::AgentTally tally;
  tally.games = tally.pairs = won + shared + lost;
  tally.halves = 2 * won + shared;
  tally.deals = deals;
  tally.places = {won + shared, lost};
  tally.points_60 = 120 * won + 90 * shared + 60 * lost;
  tally.wins_60 = 60 * won + 30 * shared;
  return tally;
}

/// Adds the deals by their half points: 2 of 4 is an even deal, so the squares count from there.
void add_cells(const std::array<std::int64_t, 5>& cells, ratings::Results& results) {
  using ratings::Int128;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const std::int64_t deals = cells.at(cell);
    if (deals == 0) continue;
    const ratings::PairScore score =
        static_cast<std::int64_t>(cell) * deals * (ratings::kPairWin / 2);
    const Int128 apart = (Int128{static_cast<std::int64_t>(cell)} - 2) * (ratings::kPairWin / 2);
    const Int128 square = apart * apart * deals;
    results.add_deals({.players = std::array{0, 1},
                       .deals = deals,
                       .games = 2,
                       .firsts = {},
                       .scores = {&score, 1},
                       .squares = {&square, 1},
                       .products = std::array{square, -square, square}});
  }
}

/// Reads what save_match() wrote. Throws base::Json::exception.
MatchResult result_from_json(const Json& kept) {
  MatchResult result(2);
  result.deals = kept.at("deals").get<std::uint64_t>();
  result.games = 2 * result.deals;
  result.decisions = kept.at("decisions").get<std::uint64_t>();
  result.seconds = kept.at("seconds").get<double>();
  result.alike = kept.at("alike").get<bool>();
  std::int64_t deals = 0;
  for (std::size_t cell = 0; cell < result.cells.size(); ++cell)
    deals += result.cells.at(cell) = kept.at("cells").at(cell).get<std::int64_t>();
  std::array<std::int64_t, 3> games{};
  for (std::size_t i = 0; i < games.size(); ++i)
    games.at(i) = kept.at("games").at(i).get<std::int64_t>();
  // The number of deals follows from each of the sums, so a damaged file shows.
  if (std::cmp_not_equal(deals, result.deals) || games[0] + games[1] + games[2] != 2 * deals)
    throw base::JsonError("its sums do not agree");
  result.tallies.front() = make_tally(deals, games);
  result.tallies.back() = make_tally(deals, {games[2], games[1], games[0]});
  add_cells(result.cells, result.results);
  result.values = kept.at("values").get<std::string>();
  if (const Json& luck = kept.at("luck"); !luck.is_null()) {
    const auto bytes = referee::record::from_hex(luck.get<std::string>());
    if (!bytes) throw base::JsonError("its luck is not hexadecimal");
    result.luck = ratings::decode_luck(*bytes, 2);
    if (!result.luck || result.luck->deals() != deals)
      throw base::JsonError("its luck is not that of its deals");
  }
  return result;
}

/// Counts a deal.
void add(MatchResult& match, std::span<const int> agents, const referee::play::DealResult& deal) {
  if (match.deals == match.deals_before) match.first_game = deal.games.front();
  ++match.deals;
  match.alike = match.alike && ratings::decided_alike(deal);
  match.games += deal.games.size();
  for (const referee::record::GameRecord& game : deal.games)
    match.decisions += referee::record::count_decisions(game);
  const std::int64_t halves = match.tallies.front().halves;
  ratings::add_deal(match.tallies, agents, deal);
  if (agents.size() == 2)
    ++match.cells.at(static_cast<std::size_t>(match.tallies.front().halves - halves));
  ratings::rate_deal(match.results, agents, deal);
}

}  // namespace

std::filesystem::path match_file(const std::filesystem::path& folder) {
  return folder / "match.json";
}

bool is_resumable(const referee::play::LineUp& line_up, const MatchResult& result) {
  return line_up.agents.size() == 2 && line_up.advice == referee::play::Advice::Off &&
         std::ranges::all_of(result.tallies, [](const ratings::AgentTally& tally) {
           return tally.fault_count() == 0;
         });
}

void save_match(const std::filesystem::path& folder, const referee::play::LineUp& line_up,
                std::span<const std::string> hashes, const MatchResult& result) {
  if (!is_resumable(line_up, result)) {
    // An older match must not seem to be this one.
    if (result.deals_before == 0) std::filesystem::remove(match_file(folder));
    return;
  }
  Json kept = match_terms(line_up, hashes);
  kept["seed"] = line_up.seed.text;
  kept["agent_secret"] = line_up.agent_secret.text;
  kept["deals"] = result.deals;
  kept["decisions"] = result.decisions;
  kept["seconds"] = result.seconds;
  kept["alike"] = result.alike;
  kept["cells"] = result.cells;
  kept["games"] = count_games(result);
  kept["values"] = result.values;
  kept["luck"] = result.luck ? Json(referee::record::to_hex(ratings::encode_luck(*result.luck)))
                             : Json(nullptr);
  std::filesystem::create_directories(folder);
  base::write_durable(match_file(folder), base::dump(kept) + "\n");
}

ResumableMatch load_match(const std::filesystem::path& folder, const referee::play::LineUp& line_up,
                          std::span<const std::string> hashes) {
  const std::filesystem::path file = match_file(folder);
  const auto content = base::read_whole(file);
  if (!content)
    throw std::runtime_error(
        fmt::format("no match of these two to continue: there is no '{}'", file.string()));
  try {
    const Json kept = base::parse_json(*content);
    const Json terms = match_terms(line_up, hashes);
    for (const auto& [key, value] : terms.items()) {
      // Deals under other terms cannot be summed with these.
      if (!(kept.at(key) == value))
        throw std::runtime_error(fmt::format("the match in '{}' has other {}: play a new one",
                                             file.string(),
                                             key == "agents"   ? "agents, or they have changed"
                                             : key == "limits" ? "limits"
                                                               : "rules"));
    }
    return {kept.at("seed").get<std::string>(), kept.at("agent_secret").get<std::string>(),
            result_from_json(kept)};
  } catch (const base::Json::exception& error) {
    throw std::runtime_error(fmt::format("'{}' is damaged: {}: play a new one", file.string(),
                                         base::json_problem(error)));
  }
}

void FaultWatch::take(std::size_t agent, const referee::record::Fault& fault) {
  const std::lock_guard lock(mutex_);
  if (ended_by_) return;
  const int count = ++counts_[{agent, fault.kind}];
  if (count == 1) first_(agent, fault);
  // A fault outside of any game means that the agent does not start; once is enough.
  const bool started = fault.evidence->game.has_value();
  if (started && count < kEnough) return;
  ended_by_ = agent;
  referee::play::request_stop();
}

MatchResult::MatchResult(std::size_t agents)
    : tallies(agents), results(static_cast<int>(agents)), cpu(agents) {}

MatchResult play_match(const referee::play::LineUp& line_up, std::uint64_t deals,
                       const RunOptions& options, std::span<const Observer> observers,
                       const ratings::SolvedGame* values, MatchResult before) {
  MatchResult match = std::move(before);
  match.deals_before = match.deals;
  std::vector<int> agents(line_up.agents.size());
  std::iota(agents.begin(), agents.end(), 0);
  std::vector<referee::play::DealResult> to_adjust;
  std::vector<Observer> all{[&](const Played& played) {
    for (const referee::play::DealResult& deal : played.deals) {
      add(match, agents, deal);
      if (values != nullptr) to_adjust.push_back(deal);
    }
    for (std::size_t agent = 0; agent < agents.size(); ++agent)
      match.cpu[agent] += played.effort[agent].cpu;
  }};
  all.insert(all.end(), observers.begin(), observers.end());
  const auto start = std::chrono::steady_clock::now();
  match.end = run(once({{always(line_up), match.deals + deals, match.deals}}), options, all);
  match.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // The deals before may have been played without solved values.
  const bool goes_on_without = match.deals_before > 0 && !match.luck;
  // Luck counts only as a sum over all deals, also those before.
  if (values == nullptr || goes_on_without) {
    match.luck.reset();  // it is not that of all deals
    match.values.clear();
    return match;
  }
  match.values = values->name();
  ratings::AdjustedResults adjusted(static_cast<int>(agents.size()));
  if (!to_adjust.empty()) {
    const ratings::LuckSums luck = ratings::compute_luck(to_adjust, *line_up.rules, *values);
    if (match.luck) {
      match.luck->add(luck);
    } else {
      match.luck = luck;
    }
  }
  if (match.luck) adjusted.add_line_up(agents, *match.luck);
  match.adjusted = adjusted.results();
  return match;
}

}  // namespace danno::leagues::runner
