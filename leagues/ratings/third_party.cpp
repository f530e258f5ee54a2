#include "leagues/ratings/third_party.hpp"

#include <cmath>

namespace danno::leagues::ratings {
namespace {

constexpr double kWin = static_cast<double>(kPairWin);

}  // namespace

void ThirdPartyEffects::add_game(const RankedGame& game,
                                 std::map<std::pair<int, int>, Sums>& deal) const {
  const std::size_t size = game.players.size();
  const auto elo = [&](std::size_t seat) {
    return ratings_.agents[static_cast<std::size_t>(game.players[seat])].elo;
  };
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<std::int64_t> surprise(size);
    std::int64_t all = 0;
    for (std::size_t j = 0; j < size; ++j) {
      if (j == i) continue;
      const double expected = 1 / (1 + std::exp((elo(j) - elo(i)) / kEloPerNat));
      const auto score = static_cast<double>(score_of_places(game.places[i], game.places[j]));
      surprise[j] = std::llround(score - expected * kWin);
      all += surprise[j];
    }
    for (std::size_t j = 0; j < size; ++j) {
      if (j == i) continue;
      Sums& sums = deal[{game.players[i], game.players[j]}];
      ++sums.games;
      sums.residual += all - surprise[j];
    }
  }
}

void ThirdPartyEffects::add_deal(std::span<const RankedGame> games) {
  std::map<std::pair<int, int>, Sums> deal;
  for (const RankedGame& game : games) {
    if (game.players.size() > 2) add_game(game, deal);
  }
  for (const auto& [pair, sums] : deal) {
    Sums& total = sums_[pair];
    total.games += sums.games;
    total.residual += sums.residual;
    total.squares += Int128{sums.residual} * sums.residual;
  }
}

std::vector<ThirdPartyEffect> ThirdPartyEffects::rows() const {
  std::vector<ThirdPartyEffect> rows;
  for (const auto& [pair, sums] : sums_) {
    const double residual = static_cast<double>(sums.residual);
    const double error = std::sqrt(static_cast<double>(sums.squares));
    rows.push_back({pair.first, pair.second, sums.games,
                    residual / kWin / static_cast<double>(sums.games),
                    error > 0 ? residual / error : 0});
  }
  return rows;
}

}  // namespace danno::leagues::ratings
