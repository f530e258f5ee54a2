#include "leagues/play/match.hpp"

#include <numeric>
#include <utility>
#include <vector>

#include "leagues/scores/adjusted_results.hpp"
#include "leagues/scores/luck_sums.hpp"
#include "leagues/scores/rated_deal.hpp"

namespace danno::leagues::play {
namespace {

void add(MatchResult& match, std::span<const int> agents, const referee::play::DealResult& deal) {
  if (match.deals == match.deals_before) match.first_game = deal.games.front();
  ++match.deals;
  match.alike = match.alike && scores::decided_alike(deal);
  match.games += deal.games.size();
  for (const referee::record::GameRecord& game : deal.games)
    match.decisions += referee::record::count_decisions(game);
  const std::int64_t halves = match.tallies.front().halves;
  scores::add_deal(match.tallies, agents, deal);
  if (agents.size() == 2)
    ++match.cells.at(static_cast<std::size_t>(match.tallies.front().halves - halves));
  scores::rate_deal(match.results, agents, deal);
}

}  // namespace

MatchResult::MatchResult(std::size_t agents)
    : tallies(agents), results(static_cast<int>(agents)), cpu(agents) {}

MatchResult play_match(const referee::play::LineUp& line_up, std::uint64_t deals,
                       const RunOptions& options, std::span<const Observer> observers,
                       const scores::SolvedGame* values, MatchResult before) {
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
  const bool goes_on_without = match.deals_before > 0 && !match.luck;
  if (values == nullptr || goes_on_without) {
    match.luck.reset();  // it is not that of all deals
    match.values.clear();
    return match;
  }
  match.values = values->name();
  scores::AdjustedResults adjusted(static_cast<int>(agents.size()));
  if (!to_adjust.empty()) {
    const scores::LuckSums luck = scores::luck_of(to_adjust, *line_up.rules, *values);
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

}  // namespace danno::leagues::play
