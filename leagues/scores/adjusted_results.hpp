// Results with the luck of the dice taken out, beside the raw ones.
//
// The score of a pair in a game becomes Y = X - beta * Lambda. V, and so Lambda, follows from the
// rules alone. beta is cross-fitted: that of a line-up's even deals is the least-squares slope of
// its odd deals, and the other way round, so no deal has a say in its own. Whatever beta is, Y has
// the mean of X (docs/statistics.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "leagues/ratings/results.hpp"
#include "leagues/scores/game_luck.hpp"
#include "leagues/scores/solved_game.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::scores {

/// Fewer deals than this in the other half fit no beta; it is 1 then.
inline constexpr std::uint64_t kFewestToFit = 50;

/// The luck of one agent's own throws, over deals; a deal's is the mean over its games and rivals.
struct LuckTotals {
  std::int64_t deals = 0;
  double sum = 0;
  double squares = 0;

  void add(double luck);
  /// In winning chance.
  [[nodiscard]] double mean() const;
  /// How many standard errors the mean is from 0; empty if there was no luck.
  [[nodiscard]] std::optional<double> z() const;
};

/// Dice or an agent are suspicious beyond so many standard errors.
inline constexpr double kSuspiciousZ = 4;

class AdjustedResults {
 public:
  /// `solved` and `rules`, those that the games were played under, must outlive it.
  AdjustedResults(const SolvedGame& solved, const rules::RuleSet& rules, int agents);

  /// Adds a deal of `agents`, the line-up's as numbers or kNotRated. One line-up's deals follow
  /// each other. Luck is computed for many deals at a time: what is added may wait for finish().
  void add_deal(std::span<const int> agents, referee::play::DealResult deal);
  /// All deals of the line-up are there.
  void close_line_up();
  /// All line-ups are there: closes the last one. What follows is complete from then on.
  void finish();

  [[nodiscard]] const ratings::Results& results() const { return results_; }
  [[nodiscard]] const LuckTotals& luck(int agent) const {
    return luck_[static_cast<std::size_t>(agent)];
  }

 private:
  struct WaitingDeal {
    std::vector<int> agents;
    referee::play::DealResult deal;
    bool closes_line_up = false;
  };
  struct PlayedGame {
    std::array<int, rules::kMaxSeats> place_of{};  // by index in the line-up
    std::size_t luck = 0;                          // of the first pair, in pair_luck_
  };
  struct PlayedDeal {
    std::uint64_t deal = 0;
    std::vector<PlayedGame> games;
  };
  struct Slope {
    double deals = 0, x = 0, luck = 0, x_luck = 0, luck_squared = 0;
    void add(double deal_x, double deal_luck);
    [[nodiscard]] double beta() const;
  };

  void take_waiting();
  void begin_line_up(std::span<const int> agents);
  void take(const WaitingDeal& waiting, std::span<const GameLuck> lucks);
  void rate_line_up();
  [[nodiscard]] double score(const PlayedGame& game, std::size_t a, std::size_t b) const;
  /// Beta by pair, of the deals of that parity.
  [[nodiscard]] std::vector<double> fit_half(std::uint64_t parity) const;
  void add_adjusted(const PlayedDeal& deal, const std::vector<double>& betas);

  const rules::RuleSet& rules_;
  LuckOfGames luck_of_games_;
  ratings::Results results_;
  std::vector<LuckTotals> luck_;
  std::vector<WaitingDeal> waiting_;
  std::size_t waiting_throws_ = 0;

  // Of the line-up being added.
  std::vector<int> rated_;             // numbers of those who are rated
  std::vector<std::size_t> rated_at_;  // where they stand in the line-up
  std::vector<PlayedDeal> deals_;
  std::vector<double> pair_luck_;  // by pair of rated_at_: (0,1), (0,2), …, (1,2), …
};

}  // namespace danno::leagues::scores
