// Computes the luck of many games at once.
//
// The solver evaluates throws of two agents fastest in large batches. The games are replayed in
// parallel, here or by somebody who checks them anyway, and their throws form one long row. At last
// each game adds up its own part in the order of its throws, so that threads cannot change a sum.
#include "leagues/ratings/game_luck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <stdexcept>

#include "referee/solver/luck_of_throws.hpp"
#include "referee/solver/parallel_for.hpp"

namespace danno::leagues::ratings {
namespace {

using referee::record::GameRecord;
using referee::record::Step;

/// Sums of another meaning get another one.
constexpr int kLuckVersion = 1;

/// Games that one task plays again.
constexpr std::size_t kTask = 64;

}  // namespace

void GameThrows::add(const GameRecord& game, const Step& step, const rules::Position& before) {
  if (step.kind != Step::Kind::Throw) return;
  for (int rival = 0; rival < game.seats; ++rival) {
    if (rival == step.seat) continue;
    pairs_.push_back({game.agent_at[static_cast<std::size_t>(step.seat)],
                      game.agent_at[static_cast<std::size_t>(rival)]});
    throws_.add(solver::throw_of_two(before, rival, step.thrown));
  }
}

void GameThrows::replay(const rules::RuleSet& rules, const GameRecord& game) {
  begin_game();
  const auto problem = referee::record::replay(
      rules, game, [&](const Step& step, const rules::Position& before, const rules::Position&) {
        add(game, step, before);
      });
  if (problem) throw std::runtime_error("a stored game is not legal: " + *problem);
}

void GameThrows::clear() {
  throws_.clear();
  pairs_.clear();
  begins_.clear();
}

LuckOfGames::LuckOfGames(const solver::ValueTable& table, const rules::RuleSet& rules, int threads)
    : rules_(rules), threads_(threads), luck_(table, threads_) {
  // The last block goes beyond a batch. Without room for it the row would be moved, and take twice
  // the memory meanwhile.
  throws_.reserve(throws_at_a_time() + throws_at_a_time() / 8);
}

std::size_t LuckOfGames::count_throws(const GameRecord& game) const {
  return referee::record::count_throws(game) * (game.seats - 1U);
}

std::vector<GameLuck> LuckOfGames::compute(std::span<const GameRecord* const> games) {
  // Tasks end in any order, so each notes the place of its games among those that were added.
  std::vector<std::size_t> places(games.size());
  std::mutex mutex;
  solver::parallel_for(threads_, static_cast<int>((games.size() + kTask - 1) / kTask),
                       [&](int, int task) {
                         const std::size_t begin = static_cast<std::size_t>(task) * kTask;
                         const std::size_t end = std::min(begin + kTask, games.size());
                         GameThrows throws;
                         for (std::size_t i = begin; i < end; ++i)
                           throws.replay(rules_, *games[i]);
                         const std::scoped_lock lock(mutex);
                         std::iota(&places[begin], &places[begin] + (end - begin), begins_.size());
                         (void)add(throws);
                       });
  const std::vector<GameLuck> added = compute();
  std::vector<GameLuck> lucks;
  for (const std::size_t place : places)
    lucks.push_back(added[place]);
  return lucks;
}

std::size_t LuckOfGames::add(const GameThrows& games) {
  for (const std::size_t begin : games.begins_)
    begins_.push_back(throws_.size() + begin);
  pairs_.insert(pairs_.end(), games.pairs_.begin(), games.pairs_.end());
  throws_.add(games.throws_);
  return throws_.size();
}

std::vector<GameLuck> LuckOfGames::compute() {
  luck_.compute(throws_);
  std::vector<GameLuck> lucks(begins_.size());
  begins_.push_back(throws_.size());
  for (std::size_t game = 0; game < lucks.size(); ++game) {
    for (std::size_t i = begins_[game]; i < begins_[game + 1]; ++i)
      lucks[game].own[pairs_[i].agent][pairs_[i].rival] += throws_.luck(i);
  }
  throws_.clear();
  pairs_.clear();
  begins_.clear();
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
