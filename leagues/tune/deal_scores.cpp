#include "leagues/tune/deal_scores.hpp"

#include <algorithm>

#include "leagues/ratings/score_sheet.hpp"

namespace danno::leagues::tune {
namespace {

using referee::record::GameRecord;

/// The share of the other agents of a game that this one beat; a shared place is half.
double score_in(const GameRecord& game, std::size_t candidate) {
  std::array<int, rules::kMaxSeats> places{};  // by agent
  for (std::size_t seat = 0; seat < game.seats; ++seat)
    places[game.agent_at[seat]] = game.places[seat];
  double halves = 0;
  for (std::size_t agent = 0; agent < game.seats; ++agent) {
    if (agent != candidate)
      halves += static_cast<double>(ratings::half_points(places[candidate], places[agent]));
  }
  return halves / (2.0 * (game.seats - 1));
}

double luck_in(const scores::GameLuck& luck, std::size_t candidate, std::size_t seats) {
  double sum = 0;
  for (std::size_t agent = 0; agent < seats; ++agent) {
    if (agent != candidate) sum += luck.of_pair(candidate, agent);
  }
  return sum / static_cast<double>(seats - 1);
}

}  // namespace

std::vector<DealScore> scores_of(std::span<const referee::play::DealResult> deals,
                                 std::size_t candidate, scores::LuckOfGames* luck) {
  std::vector<const GameRecord*> games;
  for (const referee::play::DealResult& deal : deals) {
    for (const GameRecord& game : deal.games)
      games.push_back(&game);
  }
  std::vector<scores::GameLuck> lucks(games.size());
  if (luck != nullptr && !games.empty()) lucks = luck->compute(games);
  std::vector<DealScore> scores;
  auto of_game = lucks.begin();
  for (const referee::play::DealResult& deal : deals) {
    const auto count = static_cast<double>(deal.games.size());
    DealScore& score = scores.emplace_back();
    for (const GameRecord& game : deal.games) {
      score.score += score_in(game, candidate) / count;
      score.luck += luck_in(*of_game++, candidate, game.seats) / count;
    }
  }
  return scores;
}

}  // namespace danno::leagues::tune
