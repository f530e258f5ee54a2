// The luck of stored games, pair by pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "leagues/ratings/luck_sums.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "referee/play/deal_result.hpp"
#include "referee/record/record.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/solver/luck_of_throws.hpp"

namespace danno::leagues::ratings {

/// The throws of some games, game by game. A throw counts once against every rival, because only
/// games of two are solved.
class GameThrows {
 public:
  void begin_game() { begins_.push_back(throws_.size()); }
  /// Adds a step of the game that was begun last, as referee::record::replay() visits it.
  void add(const referee::record::GameRecord& game, const referee::record::Step& step,
           const rules::Position& before);
  /// Adds a whole game. Throws std::runtime_error if its record is not legal.
  void replay(const rules::RuleSet& rules, const referee::record::GameRecord& game);
  void clear();

 private:
  friend class LuckOfGames;
  /// A throw of `agent` as one against `rival`, both as indices in the line-up.
  struct Pair {
    std::uint8_t agent = 0;
    std::uint8_t rival = 0;
  };
  solver::PackedThrows throws_;
  std::vector<Pair> pairs_;          // of the throws
  std::vector<std::size_t> begins_;  // of the games
};

/// Computes the luck of many games; more games at a time cost less each.
class LuckOfGames {
 public:
  /// `rules` are the games'; `table` is for their game of two. Both must outlive the object.
  LuckOfGames(const solver::ValueTable& table, const rules::RuleSet& rules,
              int threads = referee::sandbox::usable_cores());

  /// Returns the luck of each game, computed on all threads. Throws std::runtime_error if a record
  /// is not legal.
  [[nodiscard]] std::vector<GameLuck> compute(
      std::span<const referee::record::GameRecord* const> games);

  /// Adds games that somebody has replayed. Returns the number of throws that wait.
  std::size_t add(const GameThrows& games);
  /// Returns the luck of the added games, in their order, and forgets them.
  [[nodiscard]] std::vector<GameLuck> compute();

  /// Return a game's number of throws, each counted once for every rival, and how many of them are
  /// best computed at a time.
  [[nodiscard]] std::size_t count_throws(const referee::record::GameRecord& game) const;
  [[nodiscard]] std::size_t throws_at_a_time() const { return luck_.at_a_time(); }

 private:
  const rules::RuleSet& rules_;
  int threads_;
  solver::LuckOfThrows luck_;
  solver::PackedThrows throws_;
  std::vector<GameThrows::Pair> pairs_;  // of the throws
  std::vector<std::size_t> begins_;      // of the games
};

/// Returns, by deal, what the dice gave an agent of the line-up against all others, in the mean of
/// its games.
[[nodiscard]] std::vector<double> luck_of_deals(LuckOfGames& luck,
                                                std::span<const referee::play::DealResult> deals,
                                                std::size_t agent);

/// Returns the sums of deals of one line-up with equally many games, by the values of their rules.
/// Luck is computed for many games at a time. Throws std::runtime_error if a record is not legal.
[[nodiscard]] LuckSums compute_luck(std::span<const referee::play::DealResult> deals,
                                    const rules::RuleSet& rules, const SolvedGame& values);

/// Returns the basis of sums: the solved values, and the version of the sums' meaning.
[[nodiscard]] std::string luck_basis(const SolvedGame& solved);

}  // namespace danno::leagues::ratings
