#include "referee/record/explanation.hpp"

#include <algorithm>
#include <cassert>

#include "referee/solver/luck.hpp"

namespace danno::referee::record {
namespace {

using rules::Position;
using solver::Choice;

bool is_chosen(const Step& step, const Choice& choice) {
  return choice.action == step.action &&
         (step.kind == Step::Kind::Offer || choice.option.keep == step.option.keep);
}

ExplainedStep explain_decision(solver::Evaluator& evaluator, const Step& step,
                               const Position& before) {
  const auto& choices = evaluator.choices(before);
  const auto best = std::ranges::max_element(choices, {}, &Choice::chance);
  const auto chosen =
      std::ranges::find_if(choices, [&](const Choice& choice) { return is_chosen(step, choice); });
  assert(chosen != choices.end() && "the step is legal");
  ExplainedStep explained;
  explained.before = best->chance;
  explained.after = chosen->chance;
  explained.cost = best->chance - chosen->chance;
  explained.choices = choices.size();
  explained.best = *best;
  return explained;
}

}  // namespace

ExplainedStep explain(solver::Evaluator& evaluator, const Step& step, const Position& before) {
  if (step.kind == Step::Kind::Choice || step.kind == Step::Kind::Offer)
    return explain_decision(evaluator, step, before);
  ExplainedStep explained;
  explained.before = evaluator.winning_chance(before, step.seat);
  if (step.kind == Step::Kind::Throw) {
    // A throw moves the expectation; everything else that changes a chance is a decision or a
    // forfeit.
    explained.luck = solver::luck_of_throw(evaluator, before, 1 - step.seat, step.thrown);
    explained.after = explained.before + explained.luck;
  } else {
    // A forfeit costs the seat its whole chance.
    explained.cost = explained.before;
  }
  return explained;
}

Accountant::Accountant(solver::Evaluator& evaluator, const Position& first)
    : evaluator_(evaluator) {
  assert(first.seats == 2);
  account_.start = account_.result = evaluator.winning_chance(first, 0);
}

ExplainedStep Accountant::add(const Step& step, const Position& before, const Position& after) {
  const ExplainedStep explained = explain(evaluator_, step, before);
  account_.luck += step.seat == 0 ? explained.luck : -explained.luck;
  account_.lost[static_cast<std::size_t>(step.seat)] += explained.cost;
  account_.result = evaluator_.winning_chance(after, 0);
  // A cap of turns compares the totals, whatever the chances were. This jump is neither luck nor
  // skill.
  if (after.capped) {
    const double uncapped = step.seat == 0 ? explained.after : 1 - explained.after;
    account_.cut = account_.result - uncapped;
  }
  return explained;
}

}  // namespace danno::referee::record
