// Computes the luck of many games at once.
//
// The solver evaluates throws of two agents fastest in large batches. The games are replayed in
// parallel into one long row of throws, each game at its own place. At last each game adds up its
// own part in the order of its throws, so that threads cannot change a sum.
#include "leagues/ratings/game_luck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "referee/solver/luck.hpp"
#include "referee/solver/share_out.hpp"

namespace danno::leagues::ratings {
namespace {

using referee::record::GameRecord;
using referee::record::Step;

/// Sums of another meaning get another one.
constexpr int kLuckVersion = 1;

/// Games that one task plays again.
constexpr std::size_t kTask = 64;

/// A throw of `agent` as one against `rival`, both as indices in the line-up.
struct Pair {
  std::uint8_t agent = 0;
  std::uint8_t rival = 0;
};

/// GatheredThrows of games, side by side; every game has a place for each throw that it may have.
struct GatheredThrows {
  explicit GatheredThrows(std::size_t size) : of_two(size), pairs(size) {}

  solver::PackedThrows of_two;
  std::vector<Pair> pairs;
};

/// Writes the game's throws, in the order they fell, from `place` on.
void gather(const rules::RuleSet& rules, const GameRecord& game, std::size_t place,
            GatheredThrows& throws) {
  std::vector<solver::ThrowOfTwo> of_two;
  const auto add = [&](const Step& step, const rules::Position& before, const rules::Position&) {
    // A game of several agents counts as one of two against each rival, because only two-player
    // games are solved.
    if (step.kind != Step::Kind::Throw) return;
    for (int rival = 0; rival < game.seats; ++rival) {
      if (rival == step.seat) continue;
      throws.pairs[place + of_two.size()] = {game.agent_at[static_cast<std::size_t>(step.seat)],
                                             game.agent_at[static_cast<std::size_t>(rival)]};
      of_two.push_back(solver::throw_of_two(before, rival, step.thrown));
    }
  };
  if (const auto problem = referee::record::replay(rules, game, add))
    throw std::runtime_error("a stored game is not legal: " + *problem);
  throws.of_two.put(place, of_two);
}

GameLuck sum(const GatheredThrows& throws, std::size_t begin, std::size_t end) {
  GameLuck luck;
  for (std::size_t i = begin; i < end; ++i)
    luck.own[throws.pairs[i].agent][throws.pairs[i].rival] += throws.of_two.luck(i);
  return luck;
}

}  // namespace

LuckOfGames::LuckOfGames(const solver::ValueTable& table, const rules::RuleSet& rules, int threads)
    : rules_(rules), threads_(threads), luck_(table, threads_) {}

std::size_t LuckOfGames::count_throws(const GameRecord& game) const {
  return referee::record::count_throws(game) * (game.seats - 1U);
}

std::vector<GameLuck> LuckOfGames::compute(std::span<const GameRecord* const> games) {
  std::vector<std::size_t> places{0};
  for (const GameRecord* const game : games)
    places.push_back(places.back() + count_throws(*game));
  GatheredThrows throws(places.back());
  const auto in_slices = [&](const auto& work) {
    solver::share_out(threads_, static_cast<int>((games.size() + kTask - 1) / kTask),
                      [&](int, int task) {
                        const std::size_t begin = static_cast<std::size_t>(task) * kTask;
                        for (std::size_t i = begin; i < std::min(begin + kTask, games.size()); ++i)
                          work(i);
                      });
  };
  in_slices([&](std::size_t i) { gather(rules_, *games[i], places[i], throws); });
  luck_.compute(throws.of_two);
  std::vector<GameLuck> lucks;
  for (std::size_t i = 0; i < games.size(); ++i)
    lucks.push_back(sum(throws, places[i], places[i + 1]));
  return lucks;
}

std::vector<double> luck_of_deals(LuckOfGames& luck,
                                  std::span<const referee::play::DealResult> deals,
                                  std::size_t agent) {
  std::vector<const GameRecord*> games;
  for (const referee::play::DealResult& deal : deals) {
    for (const GameRecord& game : deal.games)
      games.push_back(&game);
  }
  std::vector<double> lucks;
  const std::vector<GameLuck> of_games = luck.compute(games);
  auto of_game = of_games.begin();
  for (const referee::play::DealResult& deal : deals) {
    double sum = 0;
    for (const GameRecord& game : deal.games) {
      // The luck of a game is the mean over the rivals, and that of a deal is the mean over its
      // games.
      double against_all = 0;
      for (std::size_t other = 0; other < game.seats; ++other) {
        if (other != agent) against_all += of_game->of_pair(agent, other);
      }
      sum += against_all / (game.seats - 1);
      ++of_game;
    }
    lucks.push_back(sum / static_cast<double>(deal.games.size()));
  }
  return lucks;
}

LuckSums compute_luck(std::span<const referee::play::DealResult> deals, const rules::RuleSet& rules,
                      const SolvedGame& values) {
  const auto agents = static_cast<std::size_t>(rules.seats());
  LuckOfGames luck(*values.table, rules);
  LuckSums sums(agents);
  // Whole deals are taken until their throws fill a batch of the solver, which bounds the memory.
  for (std::size_t begin = 0, end = 0; begin < deals.size(); begin = end) {
    std::vector<const referee::record::GameRecord*> games;
    for (std::size_t throws = 0; end < deals.size() && throws < luck.throws_at_a_time(); ++end) {
      for (const referee::record::GameRecord& game : deals[end].games) {
        throws += luck.count_throws(game);
        games.push_back(&game);
      }
    }
    sums.add(*sum_luck(deals.subspan(begin, end - begin), luck.compute(games), agents));
  }
  return sums;
}

// Stored sums are valid only for this table and this encoding.
std::string luck_basis(const SolvedGame& solved) {
  return fmt::format("{}-{}", solved.name(), kLuckVersion);
}

}  // namespace danno::leagues::ratings
