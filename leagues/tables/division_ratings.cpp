#include "leagues/tables/division_ratings.hpp"

#include "leagues/scores/rated_deal.hpp"
#include "leagues/tables/league_ratings.hpp"
#include "leagues/tables/rated_agents.hpp"

namespace danno::leagues::tables {

DivisionRatings rate_division(const store::Reader& store, const store::StoredLeague& league,
                              const store::StoredDivision& division) {
  const RatedAgents rated = find_rated_agents(store, league, division, store.line_ups(division));
  ratings::Results results(rated.size(), league.rating->needs);
  (void)store.visit_deals(
      division, [&](const store::StoredLineUp& line_up, const referee::play::DealResult& deal) {
        if (!scores::is_advised(division.advice, deal.deal))
          scores::rate_deal(results, rated.numbered(line_up), deal);
      });
  return {rated.names(league), rate_league(results, *league.rating).ratings};
}

}  // namespace danno::leagues::tables
