#include "referee/embed/game_batch.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "referee/embed/observation.hpp"
#include "referee/record/sha256.hpp"

namespace danno::referee::embed {
namespace {

using rules::Action;
using rules::at;
using rules::Phase;
using rules::Position;
using solver::Judgement;

/// A stream is left after so many throws; its numbers suffice for twice as many.
constexpr std::uint64_t kMostThrows = std::uint64_t{1} << 34U;
constexpr double kNoRegret = std::numeric_limits<double>::quiet_NaN();

/// Draws the seat that begins.
int draw_first(record::DiceStream& dice, std::uint64_t game, int seats) {
  const int round = static_cast<int>(game & 0x7FFFFFFFU);
  for (int attempt = 0;; ++attempt) {
    const rules::Dice thrown = dice.start(attempt, round, 1);
    int face = 0;
    while (thrown.count(face) == 0)
      ++face;
    if (face < rules::kFaces / seats * seats) return face % seats;
  }
}

void apply(const rules::RuleSet& rules, EmbeddedGame& game, const Judgement& judgement) {
  record::apply_decision(rules, game.position, judgement.action,
                         find_option(game, judgement.option));
}

std::string legal_actions(const GameRules& rules, const EmbeddedGame& game) {
  std::vector<std::uint8_t> mask(at(rules.actions()));
  write_mask(rules, game.position, game.options.all(), mask.data());
  std::string list;
  for (std::size_t action = 0; action < mask.size(); ++action) {
    if (mask[action] == 0) continue;
    list.append(list.empty() ? "" : ", ").append(std::to_string(action));
  }
  return list.empty() ? "none, because the game is over" : list;
}

}  // namespace

rules::Option find_option(const EmbeddedGame& game, std::size_t option) {
  return game.position.phase == Phase::Choose ? game.options[option] : rules::Option();
}

Judgement to_decision(const EmbeddedGame& game, std::int64_t action) {
  const bool is_even = action % 2 == 0;
  if (game.position.phase == Phase::Offer) return {0, is_even ? Action::Accept : Action::Decline};
  return {static_cast<std::size_t>(action / 2), is_even ? Action::Roll : Action::Bank};
}

std::array<double, rules::kMaxSeats> rewards(const rules::RuleSet& rules,
                                             const Position& position) {
  const auto places = rules::places(rules, position);
  std::array<double, rules::kMaxSeats> all{};
  for (int seat = 0; seat < position.seats; ++seat) {
    const auto equal =
        std::count(places.begin(), places.begin() + position.seats, places[at(seat)]);
    const double mean_place = places[at(seat)] + static_cast<double>(equal - 1) / 2;
    all[at(seat)] = 1 - 2 * (mean_place - 1) / (position.seats - 1);
  }
  return all;
}

GameBatch::GameBatch(std::shared_ptr<const GameRules> rules,
                     std::shared_ptr<const SolvedValues> values, std::size_t count,
                     std::string_view policies, Autoreset autoreset, std::uint64_t seed,
                     const solver::SolvedTurns* shared)
    : rules_(std::move(rules)), policy_lines_(policies), autoreset_(autoreset) {
  record::start_ciphers();
  bool is_callers = false;
  for (int seat = 0; seat < rules_->seats(); ++seat) {
    const std::string_view line = policies.substr(0, policies.find('\n'));
    policies.remove_prefix(std::min(line.size() + 1, policies.size()));
    policies_[at(seat)] = parse_policy(rules_->rule_set(), line);
    const PolicyKind kind = policies_[at(seat)].kind;
    if (kind == PolicyKind::Optimal && values == nullptr)
      throw std::invalid_argument("the policy 'optimal' needs the exact values");
    if (kind != PolicyKind::Caller || is_callers) continue;
    is_callers = true;
    learner_ = seat;
  }
  if (!policies.empty()) throw std::invalid_argument("more policies than seats");
  if (!is_callers) throw std::invalid_argument("no seat is left for the caller");
  judge_ = std::make_unique<Judge>(rules_, std::move(values), shared);
  games_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    games_.push_back(make_game(seed + i));
    begin_seed(games_.back());
  }
}

record::Key GameBatch::make_key(std::uint64_t seed, std::uint32_t stream) const {
  const record::Seed text{"danno games " + std::to_string(seed)};
  return record::deal_key(text, record::key_rules(rules_->rule_set()), {}, stream);
}

void GameBatch::list_game_options(EmbeddedGame& game) const {
  if (game.position.phase == Phase::Choose)
    rules::list_options(rules_->rule_set(), game.position, game.options);
  else
    game.options.clear();
}

/// Throws the dice of the game. Where they are no deal's, the throws of all seats follow each other
/// in the stream of one: none is left out, which takes a third of the time.
rules::Dice GameBatch::draw_dice(EmbeddedGame& game) {
  const Position& position = game.position;
  if (game.is_deal) {
    return game.dice.roll(position.mover, position.turns[position.mover], position.roll,
                          position.turn.dice);
  }
  constexpr std::uint64_t kOfTurn = 8;
  const std::uint64_t number = game.next_throw++;
  return game.dice.roll(0, static_cast<std::uint32_t>(number / kOfTurn),
                        static_cast<std::uint32_t>(number % kOfTurn), position.turn.dice);
}

EmbeddedGame GameBatch::make_game(std::uint64_t seed, std::uint32_t stream) const {
  EmbeddedGame game(make_key(seed, stream));
  game.place.seed = seed;
  return game;
}

/// Begins the game of `game.place`.
void GameBatch::begin_at_place(EmbeddedGame& game) {
  const GamePlace& place = game.place;
  const int first = draw_first(game.dice, place.number, rules_->seats());
  game.position = rules::start_game(rules_->rule_set(), first);
  game.options.clear();
  game.actions.clear();
  game.is_led = false;
  game.is_deal = false;
  game.next_throw = place.first_throw;
  game.random = place.seed ^ (place.number * 0xD1342543DE82EF95U);
  static_cast<void>(draw_below(game.random, 2));
  advance(game);
}

/// Begins the next game in which the caller is asked.
void GameBatch::begin_next(EmbeddedGame& game) {
  GamePlace& place = game.place;
  do {
    ++place.number;
    place.first_throw = game.next_throw;
    const bool is_new_stream = place.first_throw >= kMostThrows;
    if (is_new_stream) ++place.stream;
    if (is_new_stream) place.first_throw = 0;
    if (is_new_stream || game.is_deal)
      game.dice = record::DiceStream(make_key(place.seed, place.stream));
    begin_at_place(game);
  } while (game.position.phase == Phase::Over);
}

/// Begins the first game of its seed in which the caller is asked.
void GameBatch::begin_seed(EmbeddedGame& game) {
  begin_at_place(game);
  if (game.position.phase == Phase::Over) begin_next(game);
}

/// Plays on to a question of the caller or to the end.
void GameBatch::advance(EmbeddedGame& game) {
  const rules::RuleSet& rules = rules_->rule_set();
  for (;;) {
    if (game.position.phase == Phase::Over) break;
    if (game.position.phase == Phase::Throw) {
      static_cast<void>(rules::throw_dice(rules, game.position, draw_dice(game)));
      continue;
    }
    list_game_options(game);
    const Policy& policy = policies_[game.position.mover];
    if (policy.kind == PolicyKind::Caller) return;
    apply(rules, game, judge_->judge(policy, game.position, game.options.all(), game.random));
  }
  game.options.clear();
}

bool GameBatch::is_legal(const EmbeddedGame& game, std::int64_t action) const {
  if (action < 0 || action >= rules_->actions()) return false;
  const auto option = static_cast<std::size_t>(action / 2);
  if (game.position.phase == Phase::Offer) return option == at(rules_->options());
  if (game.position.phase != Phase::Choose || option >= game.options.size()) return false;
  return action % 2 == 0 ? game.options[option].may_roll : game.options[option].may_bank;
}

void GameBatch::check(std::size_t number, std::int64_t action) const {
  const EmbeddedGame& game = games_[number];
  if (is_legal(game, action)) return;
  const std::string of_game = games_.size() == 1 ? "" : " in game " + std::to_string(number);
  throw std::invalid_argument("the action " + std::to_string(action) + of_game +
                              " is illegal; legal are " + legal_actions(*rules_, game));
}

/// Takes a legal action and plays on.
void GameBatch::play(EmbeddedGame& game, std::int64_t action) {
  apply(rules_->rule_set(), game, to_decision(game, action));
  game.actions.push_back(static_cast<std::uint16_t>(action));
  advance(game);
}

/// Returns what the action loses against the best one.
double GameBatch::compute_cost(const EmbeddedGame& game, std::int64_t action) {
  solver::Evaluator* const evaluator = judge_->evaluator();
  if (evaluator == nullptr || rules_->seats() != 2) return kNoRegret;
  double best = 0;
  double chosen = 0;
  const Judgement taken = to_decision(game, action);
  const rules::Dice keep = find_option(game, taken.option).keep;
  for (const solver::Choice& choice : evaluator->choices(game.position)) {
    best = std::max(best, choice.chance);
    if (choice.action == taken.action && choice.option.keep == keep) chosen = choice.chance;
  }
  return best - chosen;
}

void GameBatch::reset(const std::uint8_t* which, const std::uint64_t* seeds,
                      const danno_arrays& arrays) {
  for (std::size_t i = 0; i < games_.size(); ++i) {
    EmbeddedGame& game = games_[i];
    if (which == nullptr || which[i] != 0) {
      if (seeds != nullptr) {
        game = make_game(seeds[i]);
        begin_seed(game);
      } else {
        begin_next(game);
      }
    }
    write_row(i, arrays);
    if (arrays.rewards != nullptr) arrays.rewards[i] = 0;
    if (arrays.terminated != nullptr) arrays.terminated[i] = 0;
    if (arrays.regrets != nullptr) arrays.regrets[i] = kNoRegret;
  }
}

bool GameBatch::begins_anew(const EmbeddedGame& game) const {
  return autoreset_ == Autoreset::NextStep && game.position.phase == Phase::Over;
}

void GameBatch::check_all(const std::int64_t* actions) const {
  for (std::size_t i = 0; i < games_.size(); ++i) {
    if (games_[i].is_led) throw std::invalid_argument("a game is led step by step; reset it first");
    if (!begins_anew(games_[i])) check(i, actions[i]);
  }
}

void GameBatch::step(const std::int64_t* actions, const danno_arrays& arrays) {
  check_all(actions);
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const auto [reward, is_end] = step_game(i, actions[i], arrays);
    write_row(i, arrays);
    if (arrays.rewards != nullptr) arrays.rewards[i] = reward;
    if (arrays.terminated != nullptr) arrays.terminated[i] = is_end ? 1 : 0;
  }
}

GameBatch::StepResult GameBatch::step_game(std::size_t number, std::int64_t action,
                                           const danno_arrays& arrays) {
  EmbeddedGame& game = games_[number];
  if (begins_anew(game)) {
    begin_next(game);
    if (arrays.regrets != nullptr) arrays.regrets[number] = kNoRegret;
    return {};
  }
  if (arrays.regrets != nullptr) arrays.regrets[number] = compute_cost(game, action);
  play(game, action);
  if (game.position.phase != Phase::Over) return {};
  const StepResult result{rewards(rules_->rule_set(), game.position)[at(learner_)], true};
  if (autoreset_ == Autoreset::SameStep) end_same_step(number, arrays);
  return result;
}

/// Begins the next game in the step that ended one.
void GameBatch::end_same_step(std::size_t number, const danno_arrays& arrays) {
  EmbeddedGame& game = games_[number];
  if (arrays.final_observations != nullptr) {
    write_observation(*rules_, game.position, {}, learner_,
                      arrays.final_observations + number * at(observation_size(*rules_)));
  }
  begin_next(game);
}

void GameBatch::write_row(std::size_t number, const danno_arrays& arrays) const {
  const EmbeddedGame& game = games_[number];
  const bool is_over = game.position.phase == Phase::Over;
  if (arrays.observations != nullptr) {
    write_observation(*rules_, game.position, game.options.all(),
                      is_over ? learner_ : game.position.mover,
                      arrays.observations + number * at(observation_size(*rules_)));
  }
  if (arrays.masks != nullptr) {
    write_mask(*rules_, game.position, game.options.all(),
               arrays.masks + number * at(rules_->actions()));
  }
  if (arrays.movers != nullptr) arrays.movers[number] = is_over ? -1 : game.position.mover;
}

}  // namespace danno::referee::embed
