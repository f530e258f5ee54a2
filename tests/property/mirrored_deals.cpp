#include "tests/property/mirrored_deals.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "referee/record/dice_stream.hpp"
#include "referee/solver/luck.hpp"

namespace danno::solver {
namespace {

using rules::Action;
using rules::Phase;
using rules::Position;
using Options = std::span<const rules::Option>;

Judgement roll_most(Options options) {
  std::size_t i = 0;
  while (!options[i].may_roll)
    ++i;
  return {i, Action::Roll};
}

/// The game with `policies` by seat, seat 0 beginning: result and luck of the first seat.
Block play_game(Evaluator& evaluator, std::pair<const Policy&, const Policy&> policies,
                const referee::record::Key& key) {
  const rules::RuleSet& rules = evaluator.rules();
  referee::record::DiceStream dice(key);
  Position position = start_game(rules, 0);
  rules::Options options;
  Block game;
  while (position.phase != Phase::Over) {
    const int mover = position.mover;
    if (position.phase == Phase::Throw) {
      const rules::Dice thrown =
          dice.roll(mover, position.turns[position.mover], position.roll, position.turn.dice);
      const double luck = luck_of_throw(evaluator, position, 1 - mover, thrown);
      game.luck += mover == 0 ? luck : -luck;
      throw_dice(rules, position, thrown);
      continue;
    }
    options.clear();
    if (position.phase == Phase::Choose) list_options(rules, position, options);
    const Policy& policy = mover == 0 ? policies.first : policies.second;
    apply(rules, position, options, policy(position, options.all()));
  }
  game.score = evaluator.winning_chance(position, 0);
  return game;
}

}  // namespace

Policy hold(rules::Points points) {
  return [points](const Position& position, Options options) -> Judgement {
    if (position.phase == Phase::Offer) return {0, Action::Accept};
    for (std::size_t i = 0; i < options.size(); ++i) {
      const bool enough = position.turn.points + options[i].points >= points;
      if (options[i].may_bank && (enough || !options[i].may_roll)) return {i, Action::Bank};
    }
    return roll_most(options);
  };
}

Policy at_random(std::uint64_t seed) {
  return [random = std::mt19937_64(seed)](const Position& position, Options options) mutable {
    if (position.phase == Phase::Offer)
      return Judgement{0, random() % 2 == 0 ? Action::Accept : Action::Decline};
    std::vector<Judgement> all;
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i].may_roll) all.push_back({i, Action::Roll});
      if (options[i].may_bank) all.push_back({i, Action::Bank});
    }
    return all[random() % all.size()];
  };
}

Policy roll_with(const rules::RuleSet& rules, int dice) {
  return [&rules, dice](const Position& position, Options options) -> Judgement {
    if (position.phase == Phase::Offer) return {0, Action::Decline};
    const rules::Option& option = options.front();
    const rules::Points points = position.turn.points + option.points;
    const bool records = recorded(rules, position, position.mover, points, 0) > 0;
    const bool banks = option.may_bank && records && option.next_dice < dice;
    return {0, banks || !option.may_roll ? Action::Bank : Action::Roll};
  };
}

Policy fighting(Policy policy) {
  return [policy = std::move(policy)](const Position& position, Options options) -> Judgement {
    if (!position.closer || position.phase == Phase::Offer) return policy(position, options);
    rules::Points best = 0;
    for (std::size_t seat = 0; seat < position.totals.size(); ++seat)
      best = std::max(best, seat == position.mover ? 0 : position.totals[seat]);
    const rules::Points behind = best - position.totals[position.mover] - position.turn.points;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const bool ahead = options[i].points > behind;
      if (options[i].may_bank && (ahead || !options[i].may_roll)) return {i, Action::Bank};
    }
    return roll_most(options);
  };
}

Policy mean_best(const Odds& odds) {
  return
      [&odds](const Position& position, Options options) { return odds.judge(position, options); };
}

Policy best(Evaluator& evaluator) {
  return [&evaluator](const Position& position, Options options) -> Judgement {
    const Choice choice = evaluator.best_decision(position);
    if (position.phase == Phase::Offer) return {0, choice.action};
    std::size_t i = 0;
    while (options[i].keep != choice.option.keep)
      ++i;
    return {i, choice.action};
  };
}

void apply(const rules::RuleSet& rules, Position& position, const rules::Options& options,
           const Judgement& judgement) {
  switch (judgement.action) {
    case Action::Accept:
      return accept_offer(rules, position);
    case Action::Decline:
      return decline_offer(rules, position);
    case Action::Roll:
      return keep_and_roll(rules, position, options[judgement.option]);
    case Action::Bank:
      return keep_and_bank(rules, position, options[judgement.option]);
  }
}

Block play_block(Evaluator& evaluator, const Policy& policy, const Policy& other,
                 std::uint64_t seed, std::uint64_t deal) {
  static const std::vector<std::string> kNames{"a", "b"};
  const referee::record::Key key = referee::record::deal_key(
      {std::to_string(seed)}, {std::string(evaluator.rules().id())}, kNames, deal);
  const Block one = play_game(evaluator, {policy, other}, key);
  const Block two = play_game(evaluator, {other, policy}, key);
  return {(one.score + 1 - two.score) / 2, (one.luck - two.luck) / 2};
}

ExactChances exact_chances(const rules::RuleSet& rules, const Policy& policy, const Policy& other) {
  return {winning_chance(rules, policy, other), 1 - winning_chance(rules, other, policy)};
}

void BlockSums::add(const Block& block) {
  ++blocks;
  score += block.score;
  luck += block.luck;
  score_squared += block.score * block.score;
  luck_squared += block.luck * block.luck;
  product += block.score * block.luck;
}

double BlockSums::beta() const {
  return (product - score * luck / blocks) / (luck_squared - luck * luck / blocks);
}

double BlockSums::mean(double with_beta) const { return (score - with_beta * luck) / blocks; }

double BlockSums::variance(double with_beta) const {
  const double squares =
      score_squared - 2 * with_beta * product + with_beta * with_beta * luck_squared;
  const double average = mean(with_beta);
  return squares / blocks - average * average;
}

}  // namespace danno::solver
