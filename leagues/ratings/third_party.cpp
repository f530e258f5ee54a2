#include "leagues/ratings/third_party.hpp"

#include <cmath>

#include "leagues/ratings/standings.hpp"

namespace danno::leagues::ratings {
namespace {

constexpr double kWin = static_cast<double>(kPairWin);

}  // namespace

void ThirdPartyEffects::add_seat(const RankedGame& game, std::size_t i, OfPairs& deal,
                                 std::map<int, std::int64_t>& scores) const {
  const std::size_t size = game.players.size();
  const auto elo = [&](std::size_t seat) {
    return ratings_.agents[static_cast<std::size_t>(game.players[seat])].elo;
  };
  std::vector<std::int64_t> surprise(size);
  std::vector<std::int64_t> slope(size);
  std::int64_t all = 0;
  for (std::size_t j = 0; j < size; ++j) {
    if (j == i) continue;
    const double expected = expected_score(elo(i) - elo(j));
    const auto score = static_cast<double>(score_of_places(game.places[i], game.places[j]));
    surprise[j] = std::llround(score - expected * kWin);
    slope[j] = std::llround(expected * (1 - expected) * kWin);
    all += surprise[j];
  }
  const double weight = pair_weight(static_cast<int>(size));
  scores[game.players[i]] += std::llround(weight * static_cast<double>(all));
  for (std::size_t j = 0; size > 2 && j < size; ++j) {
    if (j == i) continue;
    Sums& sums = deal[{game.players[i], game.players[j]}];
    ++sums.games;
    sums.residual += all - surprise[j];
    for (std::size_t third = 0; third < size; ++third) {
      if (third == i || third == j) continue;
      sums.slope[game.players[i]] += slope[third];
      sums.slope[game.players[third]] -= slope[third];
    }
  }
}

void ThirdPartyEffects::add_deal(std::span<const RankedGame> games) {
  OfPairs deal;
  std::map<int, std::int64_t> scores;
  for (const RankedGame& game : games) {
    for (std::size_t seat = 0; seat < game.players.size(); ++seat)
      add_seat(game, seat, deal, scores);
  }
  for (const auto& [pair, sums] : deal) {
    Sums& total = sums_[pair];
    total.games += sums.games;
    total.residual += sums.residual;
    total.squares += Int128{sums.residual} * sums.residual;
    for (const auto& [agent, slope] : sums.slope)
      total.slope[agent] += slope;
    for (const auto& [agent, score] : scores)
      total.with_scores[agent] += Int128{sums.residual} * score;
  }
}

/// Of the residual: of the deals' sums less what the ratings, and so the expectation, took from
/// every deal's scores s: y_d - u's_d with u = C g, C the model's covariance, g the slope.
double ThirdPartyEffects::variance(const Sums& sums) const {
  constexpr double kSquare = kEloPerNat * kEloPerNat;
  double with_own = 0;  // u' of the products with the scores
  double of_ratings = 0;
  for (const auto& [a, slope] : sums.slope) {
    const double g = static_cast<double>(slope) / kWin;
    const auto row = static_cast<std::size_t>(a);
    for (const auto& [b, product] : sums.with_scores)
      with_own += g * ratings_.model_covariance(row, static_cast<std::size_t>(b)) / kSquare *
                  static_cast<double>(product) / (kWin * kWin);
    for (const auto& [b, other] : sums.slope)
      of_ratings += g * ratings_.covariance(row, static_cast<std::size_t>(b)) / kSquare *
                    static_cast<double>(other) / kWin;
  }
  return static_cast<double>(sums.squares) / (kWin * kWin) - 2 * with_own + of_ratings;
}

std::vector<ThirdPartyEffect> ThirdPartyEffects::rows() const {
  std::vector<ThirdPartyEffect> rows;
  for (const auto& [pair, sums] : sums_) {
    const double residual = static_cast<double>(sums.residual) / kWin;
    const double spread = variance(sums);
    rows.push_back({pair.first, pair.second, sums.games, residual / static_cast<double>(sums.games),
                    spread > 1e-6 * static_cast<double>(sums.squares) / (kWin * kWin)
                        ? residual / std::sqrt(spread)
                        : 0});
  }
  return rows;
}

}  // namespace danno::leagues::ratings
