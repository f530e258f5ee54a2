// Many games that are stepped together, with policies inside.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/embed/danno.h"
#include "referee/embed/policies.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/record/record.hpp"
#include "referee/record/written_game.hpp"
#include "referee/rules/position.hpp"
#include "referee/solver/coach.hpp"

namespace danno::referee::embed {

/// The place of a game in its dice: enough to begin it again.
struct GamePlace {
  std::uint64_t seed = 0;
  std::uint64_t number = 0;       ///< The games of this seed before it.
  std::uint32_t stream = 0;       ///< The key's number; a stream is left before it ends.
  std::uint64_t first_throw = 0;  ///< The throw of the stream with which the game begins.
};

/// A game, which is at a question of the caller or over, unless it is led step by step.
struct EmbeddedGame {
  explicit EmbeddedGame(const record::Key& key) : dice(key) {}

  rules::Position position;
  std::uint64_t next_throw = 0;  ///< The stream's next throw; unused with a deal's dice.
  GamePlace place;
  std::uint64_t random = 0;            ///< The state of the policy "random".
  std::vector<std::uint16_t> actions;  ///< The caller's actions since the game began.
  bool is_led = false;                 ///< The caller leads it; it cannot be saved.
  bool is_deal = false;                ///< The dice are those of a deal, by seat, turn and roll.
  rules::Position start;               ///< The first position of a led game.
  std::vector<record::Step> steps;     ///< The steps of a led game.
  rules::Options options;              ///< Of phase Choose.
  record::DiceStream dice;
};

enum class Autoreset : std::uint8_t { NextStep, SameStep, Disabled };

/// Belongs to one thread at a time. Whatever is wrong is thrown as std::invalid_argument.
class GameBatch {
 public:
  /// `policies` has a line for each seat. `shared` is as in Judge.
  GameBatch(std::shared_ptr<const GameRules> rules, std::shared_ptr<const SolvedValues> values,
            std::size_t count, std::string_view policies, Autoreset autoreset, std::uint64_t seed,
            const solver::SolvedTurns* shared = nullptr);

  void reset(const std::uint8_t* which, const std::uint64_t* seeds, const danno_arrays& arrays);
  void step(const std::int64_t* actions, const danno_arrays& arrays);
  /// Returns the saved games; nothing if one is led.
  [[nodiscard]] std::optional<std::string> save() const;
  void load(std::string_view bytes, const danno_arrays& arrays);

  // One game.

  [[nodiscard]] const GameRules& game_rules() const { return *rules_; }
  [[nodiscard]] const EmbeddedGame& game(std::int64_t number) const;
  /// Null without values.
  [[nodiscard]] solver::Evaluator* evaluator() { return judge_->evaluator(); }
  /// Begins a led game; `key` in place of the game's own dice.
  void lead(std::int64_t number, const rules::Position& position,
            const std::optional<record::Key>& key);
  /// Begins a led game of a deal, and returns the seat that begins by the start rolls.
  int lead_deal(std::int64_t number, const record::Key& key);
  /// Throws dice of a led game: `dice`, or its own.
  rules::Thrown throw_dice(std::int64_t number, std::optional<rules::Dice> dice);
  /// Takes an action in a led game.
  void act(std::int64_t number, std::int64_t action);
  /// Puts a seat out of a led game.
  void forfeit(std::int64_t number, std::int32_t seat);
  [[nodiscard]] std::int64_t judge(std::int64_t number, std::string_view policy);
  /// Returns a led game as people write it; `names` are those by seat.
  [[nodiscard]] record::WrittenGame write(std::int64_t number,
                                          std::span<const std::string> names) const;
  /// Returns why the mover may not keep these dice and then roll or bank; empty if it may.
  [[nodiscard]] std::string explain_illegal(std::int64_t number, std::span<const std::string> names,
                                            rules::Dice keep, rules::Action action) const;
  /// Returns why the mover's action `best` is better than `made`.
  [[nodiscard]] std::string explain_better(std::int64_t number, std::int64_t made,
                                           std::int64_t best);
  /// Writes the mover's chance after each action, NaN where it is illegal; returns that before it.
  double compute_chances(std::int64_t number, double* chances);

 private:
  [[nodiscard]] record::Key make_key(std::uint64_t seed, std::uint32_t stream) const;
  void list_game_options(EmbeddedGame& game) const;
  static rules::Dice draw_dice(EmbeddedGame& game);
  [[nodiscard]] EmbeddedGame make_game(std::uint64_t seed, std::uint32_t stream = 0) const;
  void begin_next(EmbeddedGame& game);
  void begin_at_place(EmbeddedGame& game);
  void begin_seed(EmbeddedGame& game);
  void advance(EmbeddedGame& game);
  void play(EmbeddedGame& game, std::int64_t action);
  void check(std::size_t number, std::int64_t action) const;
  void check_all(const std::int64_t* actions) const;
  [[nodiscard]] bool begins_anew(const EmbeddedGame& game) const;
  [[nodiscard]] bool is_legal(const EmbeddedGame& game, std::int64_t action) const;
  [[nodiscard]] double compute_cost(const EmbeddedGame& game, std::int64_t action);
  /// The step gave the learner a reward, and may have ended the game.
  struct StepResult {
    double reward = 0;
    bool is_end = false;
  };
  StepResult step_game(std::size_t number, std::int64_t action, const danno_arrays& arrays);
  void end_same_step(std::size_t number, const danno_arrays& arrays);
  void write_row(std::size_t number, const danno_arrays& arrays) const;
  [[nodiscard]] EmbeddedGame& led_game(std::int64_t number);
  [[nodiscard]] std::string identity() const;
  [[nodiscard]] EmbeddedGame replay(const GamePlace& place, std::span<const std::uint16_t> actions);

  std::shared_ptr<const GameRules> rules_;
  std::unique_ptr<Judge> judge_;
  std::optional<solver::Coach> coach_;  ///< Made when it is first asked.
  std::string policy_lines_;
  std::array<Policy, rules::kMaxSeats> policies_{};
  int learner_ = 0;
  Autoreset autoreset_;
  std::vector<EmbeddedGame> games_;
};

/// Returns the decision of an action of danno.h, which is legal in the game.
[[nodiscard]] solver::Judgement to_decision(const EmbeddedGame& game, std::int64_t action);
/// Returns an option of phase Choose; none in phase Offer.
[[nodiscard]] rules::Option find_option(const EmbeddedGame& game, std::size_t option);

/// Returns what each seat gets by its place: 1 for the first, -1 for the last, equal places share.
[[nodiscard]] std::array<double, rules::kMaxSeats> rewards(const rules::RuleSet& rules,
                                                           const rules::Position& position);

}  // namespace danno::referee::embed
