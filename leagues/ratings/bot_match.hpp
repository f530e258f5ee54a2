// A match of a bot that is asked from outside against a bundled policy: the dice, seatings, figures
// and costs of `danno match`, for a page in which a bot is written (WebAssembly).
//
// All games advance together: the caller reads the open questions, answers them all, and so on
// until none is left.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/ratings/match_rating.hpp"
#include "leagues/ratings/tally.hpp"
#include "referee/embed/game_batch.hpp"
#include "referee/solver/solved_turns.hpp"
#include "referee/solver/turn.hpp"

namespace danno::leagues::ratings {

/// A decision of the bot by the exact values.
struct CostlyDecision {
  double cost = 0;    ///< The winning chance that it gave away.
  double chance = 0;  ///< The chance after the best action.
  std::int64_t action = 0;
  std::int64_t best = 0;
  std::vector<std::int32_t> question;  ///< The row of the question.
};

struct BotMatchRating {
  AgentTally tally;
  std::int64_t decisions = 0;  ///< Those of the bot.
  MatchRating raw;
  std::optional<MatchRating> adjusted;  ///< Set where the values are known.
};

/// Whatever is wrong is thrown as std::invalid_argument.
class BotMatch {
 public:
  /// A row is game, seat, number of the question in its game, options; in_game, turn points,
  /// locked, inherited; offered points and dice; closer or -1; forfeited, unproven; both totals;
  /// both busts in a row; the dice by face; and for each option its mask, points, next dice and
  /// whether one may roll (1) or bank (2).
  static constexpr std::size_t kRowHead = 23;
  static constexpr std::size_t kRowOption = 4;

  /// `values` may be null. `before` is a match by the same values, whose solved turns it uses, or
  /// null. `names` are those of the bot and of its opponent, which decide the dice.
  BotMatch(const std::shared_ptr<const referee::embed::GameRules>& rules,
           const std::shared_ptr<const referee::embed::SolvedValues>& values,
           std::array<std::string, 2> names, std::string_view policy, std::string_view seed,
           std::int64_t deals, const BotMatch* before = nullptr);

  /// Returns the number of int32 in a row.
  [[nodiscard]] std::size_t width() const;
  /// Returns the games that wait for the bot, a question each; none when all are over.
  [[nodiscard]] std::span<const std::int64_t> open() const { return open_; }
  /// Writes a row for each open game.
  void write_questions(std::int32_t* rows) const;
  /// Takes an action for each open game, as danno.h numbers them.
  void answer(std::span<const std::int32_t> actions);

  [[nodiscard]] std::int64_t games() const { return std::ssize(luck_); }
  /// Returns the seed of the bot's own randomness in a game, as it stands in GameStart.
  [[nodiscard]] std::uint64_t agent_seed(std::int64_t game) const;

  /// Rates the match. All games must be over.
  [[nodiscard]] BotMatchRating rate() const;
  /// Null without values, and if nothing was given away.
  [[nodiscard]] const CostlyDecision* costliest() const;

 private:
  void write_question(std::int64_t game, std::int32_t* row) const;
  void weigh(std::int64_t game, std::int64_t action);
  void advance(std::vector<std::int64_t> games);
  void solve_turns(std::span<const std::int64_t> games);
  void throw_dice(std::int64_t game);
  [[nodiscard]] std::size_t agent_at(std::int64_t game, int seat) const;

  std::shared_ptr<const referee::embed::GameRules> rules_;
  std::shared_ptr<const referee::embed::SolvedValues> values_;
  std::shared_ptr<solver::SolvedTurns> turns_;
  std::optional<solver::TurnSolver> solver_;  ///< Set with values.
  referee::embed::GameBatch batch_;
  std::array<std::string, 2> names_;
  std::string policy_;
  std::string seed_;
  std::vector<std::int64_t> open_;
  std::vector<std::uint16_t> asked_;         ///< Questions so far, by game.
  std::vector<std::array<double, 2>> luck_;  ///< By game and agent.
  std::int64_t decisions_ = 0;
  std::vector<double> chances_;
  CostlyDecision costliest_;
};

}  // namespace danno::leagues::ratings
