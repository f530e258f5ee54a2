#include "leagues/play/match.hpp"

#include <numeric>
#include <utility>
#include <vector>

#include "leagues/scores/adjusted_results.hpp"
#include "leagues/scores/game_luck.hpp"
#include "leagues/scores/luck_sums.hpp"
#include "leagues/scores/rated_deal.hpp"

namespace danno::leagues::play {
namespace {

void add(MatchResult& match, std::span<const int> agents, const referee::play::DealResult& deal) {
  if (match.deals == 0) match.first_game = deal.games.front();
  ++match.deals;
  match.games += deal.games.size();
  for (const referee::record::GameRecord& game : deal.games)
    match.decisions += referee::record::count_decisions(game);
  scores::add_deal(match.tallies, agents, deal);
  scores::rate_deal(match.results, agents, deal);
}

/// The luck in the deals, computed for many games at a time.
scores::LuckSums luck_of(std::span<const referee::play::DealResult> deals,
                         const rules::RuleSet& rules, const scores::SolvedGame& values) {
  const auto agents = static_cast<std::size_t>(rules.seats());
  scores::LuckOfGames luck(*values.table, rules);
  scores::LuckSums sums(agents);
  for (std::size_t begin = 0, end = 0; begin < deals.size(); begin = end) {
    std::vector<const referee::record::GameRecord*> games;
    for (std::size_t throws = 0; end < deals.size() && throws < luck.throws_at_a_time(); ++end) {
      for (const referee::record::GameRecord& game : deals[end].games) {
        throws += luck.throws_of(game);
        games.push_back(&game);
      }
    }
    sums.add(*scores::sum_luck(deals.subspan(begin, end - begin), luck.compute(games), agents));
  }
  return sums;
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
  if (!to_adjust.empty()) adjusted.add_line_up(agents, luck_of(to_adjust, *line_up.rules, *values));
  match.adjusted = adjusted.results();
  return match;
}

}  // namespace danno::leagues::play
