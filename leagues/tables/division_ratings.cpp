#include "leagues/tables/division_ratings.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "leagues/ratings/match_rating.hpp"
#include "leagues/scores/rated_deal.hpp"
#include "leagues/tables/adjusted_deals.hpp"
#include "leagues/tables/league_ratings.hpp"

namespace danno::leagues::tables {

AdjustedRatings rate_adjusted(const store::Reader& store, const store::StoredDivision& division,
                              const scores::SolvedGame& solved, const RatedAgents& rated,
                              std::vector<store::StoredLineUp> line_ups,
                              const solver::Watch& watch) {
  AdjustedDeals deals(store, division, solved, rated, watch);
  (void)store.visit_blocks(
      line_ups,
      [&](const store::StoredLineUp& line_up, const store::StoredBlock& block) {
        deals.add(line_up, block);
      },
      deals.basis());
  deals.end_line_up();
  line_ups = {};
  AdjustedRatings adjusted{ratings::fit_adjusted(deals.results().results()), {}};
  for (int agent = 0; agent < rated.size(); ++agent)
    adjusted.luck.push_back(deals.results().luck(agent));
  return adjusted;
}

RatedBy choose_rating(store::RankBy rank_by, const AdjustedRatings* adjusted) {
  if (rank_by == store::RankBy::Raw || adjusted == nullptr) return RatedBy::Raw;
  const bool of_all = std::ranges::all_of(adjusted->ratings.agents,
                                          [](const auto& agent) { return agent.games > 0; });
  return of_all ? RatedBy::Adjusted : RatedBy::Raw;
}

DivisionRatings rate_division(const store::Reader& store, const store::StoredLeague& league,
                              const store::StoredDivision& division, const solver::Watch& watch) {
  std::vector<store::StoredLineUp> line_ups = store.line_ups(division);
  const RatedAgents rated = find_rated_agents(store, league, division, line_ups);
  if (league.rank_by != store::RankBy::Raw) {
    const scores::SolvedOrNot found =
        scores::find_solved(*division.definition, division.parameters, watch);
    if (const auto* const solved = std::get_if<std::unique_ptr<const scores::SolvedGame>>(&found)) {
      AdjustedRatings adjusted =
          rate_adjusted(store, division, **solved, rated, std::move(line_ups), watch);
      if (choose_rating(league.rank_by, &adjusted) == RatedBy::Adjusted)
        return {rated.names(league), std::move(adjusted.ratings)};
    }
  }
  ratings::Results results(rated.size(), league.rating->needs);
  (void)store.visit_deals(
      division, [&](const store::StoredLineUp& line_up, const referee::play::DealResult& deal) {
        if (!scores::is_advised(division.advice, deal.deal))
          scores::rate_deal(results, rated.numbered(line_up), deal);
      });
  return {rated.names(league), rate_league(results, *league.rating).ratings};
}

}  // namespace danno::leagues::tables
