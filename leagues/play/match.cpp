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
  if (match.deals == 0) match.first_game = deal.games.front();
  ++match.deals;
  match.alike = match.alike && scores::decided_alike(deal);
  match.games += deal.games.size();
  for (const referee::record::GameRecord& game : deal.games)
    match.decisions += referee::record::count_decisions(game);
  scores::add_deal(match.tallies, agents, deal);
  scores::rate_deal(match.results, agents, deal);
}

}  // namespace

MatchResult::MatchResult(std::size_t agents)
    : tallies(agents), results(static_cast<int>(agents)), cpu(agents) {}

MatchResult play_match(const referee::play::LineUp& line_up, std::uint64_t deals,
                       const RunOptions& options, std::span<const Observer> observers,
                       const scores::SolvedGame* values) {
  MatchResult match(line_up.agents.size());
  std::vector<int> agents(line_up.agents.size());
  std::iota(agents.begin(), agents.end(), 0);
  std::vector<referee::play::DealResult> to_adjust;
  std::vector<Observer> all{[&](const Played& played) {
    for (const referee::play::DealResult& deal : played.deals) {
      add(match, agents, deal);
      if (values != nullptr) to_adjust.push_back(deal);
    }
    for (std::size_t agent = 0; agent < agents.size(); ++agent)
      match.cpu[agent] += played.cpu[agent];
  }};
  all.insert(all.end(), observers.begin(), observers.end());
  const auto start = std::chrono::steady_clock::now();
  match.end = run(once({{always(line_up), deals}}), options, all);
  match.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (values == nullptr) return match;
  scores::AdjustedResults adjusted(static_cast<int>(agents.size()));
  if (!to_adjust.empty())
    adjusted.add_line_up(agents, scores::luck_of(to_adjust, *line_up.rules, *values));
  match.adjusted = adjusted.results();
  return match;
}

}  // namespace danno::leagues::play
