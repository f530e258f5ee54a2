#include "leagues/schedule/encounters.hpp"

#include <algorithm>
#include <cassert>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/score_sheet.hpp"
#include "leagues/ratings/tally.hpp"

namespace danno::leagues::schedule {

PlayedDeal played_deal(const referee::play::DealResult& deal) {
  PlayedDeal played{{}, ratings::decided_alike(deal)};
  for (const referee::record::GameRecord& game : deal.games) {
    // A game that both forfeited gives nobody any points.
    if (ratings::forfeited_seats(game).size() == 2) continue;
    played.points.at(game.agent_at[0]) += ratings::half_points(game.places[0], game.places[1]);
    played.points.at(game.agent_at[1]) += ratings::half_points(game.places[1], game.places[0]);
  }
  return played;
}

void PlayedDeals::add(int one, int other, std::uint64_t deal, const PlayedDeal& played) {
  assert(one < other);
  auto& deals = deals_[{one, other}];
  if (deals.size() <= deal) deals.resize(deal + 1);
  deals[deal] = played;
}

std::optional<PlayedDeal> PlayedDeals::find(int one, int other, std::uint64_t deal) const {
  const auto found = deals_.find({one, other});
  if (found == deals_.end() || deal >= found->second.size()) return std::nullopt;
  return found->second[deal];
}

std::int64_t Encounter::entrant_points(int entrant) const {
  assert(entrant == entrants[0] || entrant == entrants[1]);
  return points.at(entrant == entrants[0] ? 0 : 1);
}

std::optional<int> Encounter::winner() const {
  if (points[0] == points[1]) return std::nullopt;
  return entrants.at(points[0] > points[1] ? 0 : 1);
}

Encounter EncounterScheduler::add(int round, int one, int other, std::uint64_t deals,
                                  std::uint64_t extra) {
  // Two agents that meet again continue their line-up's deals, so no dice come twice.
  const auto [low, high] = std::minmax(one, other);
  std::uint64_t& next = ends_[{low, high}];
  Encounter encounter{round, {low, high}, next, next + deals, {}, true};
  const std::uint64_t last = encounter.end + extra;
  bool alike = true;
  for (std::uint64_t deal = encounter.first; deal < encounter.end; ++deal) {
    const auto played = played_.find(low, high, deal);
    encounter.finished = encounter.finished && played;
    for (std::size_t i = 0; played && i < encounter.points.size(); ++i)
      encounter.points.at(i) += played->points.at(i);
    alike = alike && played && played->alike;
    // Sudden death goes on while the points are equal. Copies that decide alike would be equal for
    // ever.
    const bool are_copies = alike && encounter.end - encounter.first >= kCopies;
    const bool is_last = deal + 1 == encounter.end && encounter.finished && !are_copies;
    if (is_last && encounter.end < last && encounter.points[0] == encounter.points[1] &&
        encounter.points[0] > 0)
      ++encounter.end;
  }
  next = encounter.end;
  return encounter;
}

}  // namespace danno::leagues::schedule
