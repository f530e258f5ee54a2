// Games that the caller leads step by step.
#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "referee/embed/game_batch.hpp"
#include "referee/record/audit.hpp"

namespace danno::referee::embed {

using rules::Action;
using rules::at;
using rules::Phase;
using rules::Position;
using solver::Judgement;

namespace {

std::int64_t to_action(const GameRules& rules, const Judgement& judgement) {
  switch (judgement.action) {
    case Action::Roll:
      return 2 * static_cast<std::int64_t>(judgement.option);
    case Action::Bank:
      return 2 * static_cast<std::int64_t>(judgement.option) + 1;
    case Action::Accept:
      return 2 * std::int64_t{rules.options()};
    case Action::Decline:
      break;
  }
  return 2 * std::int64_t{rules.options()} + 1;
}

}  // namespace

const EmbeddedGame& GameBatch::game(std::int64_t number) const {
  if (number < 0 || static_cast<std::size_t>(number) >= games_.size()) {
    throw std::invalid_argument("no game " + std::to_string(number) + "; there are " +
                                std::to_string(games_.size()));
  }
  return games_[static_cast<std::size_t>(number)];
}

EmbeddedGame& GameBatch::led_game(std::int64_t number) {
  if (!game(number).is_led)
    throw std::invalid_argument("the game was not begun by danno_game_start");
  return games_[static_cast<std::size_t>(number)];
}

void GameBatch::lead(std::int64_t number, const Position& position,
                     const std::optional<record::Key>& key) {
  static_cast<void>(game(number));
  EmbeddedGame& led = games_[static_cast<std::size_t>(number)];
  if (key) {
    led.dice = record::DiceStream(*key);
  } else if (led.is_deal) {
    led.dice = record::DiceStream(make_key(led.place.seed, led.place.stream));
  }
  led.is_deal = key.has_value();
  led.options.clear();
  led.position = position;
  led.start = position;
  led.steps.clear();
  led.is_led = true;
}

int GameBatch::lead_deal(std::int64_t number, const record::Key& key) {
  record::DiceStream dice(key);
  const rules::RuleSet& rules = rules_->rule_set();
  const int first = rules::roll_for_start(rules, [&](int seat, int round, int count) {
                      return dice.start(seat, round, count);
                    }).first;
  lead(number, rules::start_game(rules, first), key);
  return first;
}

rules::Thrown GameBatch::throw_dice(std::int64_t number, std::optional<rules::Dice> dice) {
  EmbeddedGame& led = led_game(number);
  if (led.position.phase != Phase::Throw)
    throw std::invalid_argument("no dice are to be thrown now");
  const rules::Dice thrown = dice ? *dice : draw_dice(led);
  if (thrown.size() != led.position.turn.dice) {
    throw std::invalid_argument(std::to_string(thrown.size()) + " dice; expected " +
                                std::to_string(led.position.turn.dice));
  }
  record::Step step{.seat = led.position.mover, .thrown = thrown};
  step.outcome = rules::throw_dice(rules_->rule_set(), led.position, thrown);
  led.steps.push_back(step);
  list_game_options(led);
  return step.outcome;
}

void GameBatch::act(std::int64_t number, std::int64_t action) {
  EmbeddedGame& led = led_game(number);
  check(static_cast<std::size_t>(number), action);
  const Judgement taken = to_decision(led, action);
  record::Step step{.seat = led.position.mover, .thrown = led.position.thrown};
  step.kind =
      led.position.phase == Phase::Offer ? record::Step::Kind::Offer : record::Step::Kind::Choice;
  step.option_index = taken.option;
  step.option = find_option(led, taken.option);
  step.action = taken.action;
  record::apply_decision(rules_->rule_set(), led.position, step.action, step.option);
  led.steps.push_back(step);
  list_game_options(led);
}

void GameBatch::forfeit(std::int64_t number, std::int32_t seat) {
  EmbeddedGame& led = led_game(number);
  if (seat < 0 || seat >= rules_->seats() || led.position.phase == Phase::Over ||
      led.position.is_out(seat))
    throw std::invalid_argument("seat " + std::to_string(seat) + " is not in the game");
  rules::forfeit(rules_->rule_set(), led.position, seat);
  led.steps.push_back({.kind = record::Step::Kind::Forfeit, .seat = seat});
  list_game_options(led);
}

std::int64_t GameBatch::judge(std::int64_t number, std::string_view policy) {
  static_cast<void>(game(number));
  EmbeddedGame& asked = games_[static_cast<std::size_t>(number)];
  const Phase phase = asked.position.phase;
  if (phase != Phase::Choose && phase != Phase::Offer)
    throw std::invalid_argument("no decision is to be made now");
  // Games that policies play go on alike, whoever was asked for advice.
  std::uint64_t random = asked.random;
  const Judgement judgement = judge_->judge(parse_policy(rules_->rule_set(), policy),
                                            asked.position, asked.options.all(), random);
  if (asked.is_led) asked.random = random;
  return to_action(*rules_, judgement);
}

std::string GameBatch::explain_better(std::int64_t number, std::int64_t made, std::int64_t best) {
  const EmbeddedGame& asked = game(number);
  const auto to_choice = [&](std::int64_t action) {
    check(static_cast<std::size_t>(number), action);
    const Judgement decision = to_decision(asked, action);
    return solver::Choice{decision.action, find_option(asked, decision.option), 0};
  };
  const solver::Choice made_choice = to_choice(made);
  if (made == best) throw std::invalid_argument("both actions are the same");
  if (!coach_) coach_.emplace(rules_->rule_set());
  return coach_->reason(asked.position, made_choice, to_choice(best));
}

double GameBatch::compute_chances(std::int64_t number, double* chances) {
  const EmbeddedGame& asked = game(number);
  const Position& position = asked.position;
  solver::Evaluator* const evaluator = judge_->evaluator();
  if (evaluator == nullptr) throw std::invalid_argument("the games were made without exact values");
  if (rules_->seats() != 2) throw std::invalid_argument("exact values are for two seats");
  if (chances != nullptr) {
    std::fill_n(chances, rules_->actions(), std::numeric_limits<double>::quiet_NaN());
    if (position.phase == Phase::Choose || position.phase == Phase::Offer) {
      for (const solver::Choice& choice : evaluator->choices(position)) {
        std::size_t option = 0;
        while (option < asked.options.size() && asked.options[option].keep != choice.option.keep)
          ++option;
        chances[to_action(*rules_, {option, choice.action})] = choice.chance;
      }
    }
  }
  return evaluator->winning_chance(position, position.mover);
}

record::WrittenGame GameBatch::write(std::int64_t number,
                                     std::span<const std::string> names) const {
  const EmbeddedGame& led = game(number);
  if (!led.is_led) throw std::invalid_argument("the game was not begun by danno_game_start");
  if (names.size() != at(rules_->seats())) {
    throw std::invalid_argument(std::to_string(names.size()) + " names; expected " +
                                std::to_string(rules_->seats()));
  }
  const rules::RuleSet& rules = rules_->rule_set();
  record::WrittenGame written;
  written.definition = &rules.definition();
  written.parameters = rules.parameters();
  written.players = record::written_names(names);
  written.first = led.start.mover;
  const Position usual = rules::start_game(rules, written.first);
  for (int seat = 0; seat < rules.seats(); ++seat) {
    const rules::Points total = led.start.totals[at(seat)];
    if (total != usual.totals[at(seat)] || led.start.is_in(seat) != usual.is_in(seat))
      written.scores.push_back({seat, total, led.start.is_in(seat)});
  }
  for (const record::Step& step : led.steps) {
    if (auto event = record::written_step(rules.definition(), step))
      written.events.push_back(*std::move(event));
  }
  return written;
}

std::string GameBatch::explain_illegal(std::int64_t number, std::span<const std::string> names,
                                       rules::Dice keep, Action action) const {
  record::WrittenGame written = write(number, names);
  const Position& position = game(number).position;
  if (position.phase != Phase::Choose) throw std::invalid_argument("no dice are to be kept now");
  written.events.push_back(
      record::written_choice(*written.definition, position.mover, position.thrown, keep, action));
  const auto problem = record::audit_game(rules_->rule_set(), written).problem;
  return problem ? problem->message : "";
}

}  // namespace danno::referee::embed
