#include "referee/solver/luck.hpp"

#include <algorithm>
#include <cassert>

namespace danno::solver {
namespace {

using rules::Action;
using rules::Position;
using rules::RuleSet;

void apply(const RuleSet& rules, Position& position, const Played& played) {
  switch (played.action) {
    case Action::Accept:
      return accept_offer(rules, position);
    case Action::Decline:
      return decline_offer(rules, position);
    case Action::Roll:
    case Action::Bank:
      break;
  }
  rules::Options options;
  list_options(rules, position, options);
  const auto option = std::ranges::find(options.all(), played.keep, &rules::Option::keep);
  assert(option != options.all().end() && "events are legal");
  played.action == Action::Bank ? keep_and_bank(rules, position, *option)
                                : keep_and_roll(rules, position, *option);
}

}  // namespace

Account account(Evaluator& evaluator, const RuleSet& rules, Position position,
                std::span<const Event> events) {
  Account account;
  account.start = account.result = evaluator.winning_chance(position, 0);
  for (const Event& event : events) {
    const std::size_t mover = position.mover;
    const Played* const played = std::get_if<Played>(&event);
    if (played != nullptr) {
      apply(rules, position, *played);
    } else {
      throw_dice(rules, position, std::get<rules::Dice>(event));
    }
    const double after = evaluator.winning_chance(position, 0);
    const double gained = after - account.result;
    if (played == nullptr) {
      account.luck += gained;
    } else {
      account.lost[mover] += mover == 0 ? -gained : gained;
    }
    account.result = after;
  }
  return account;
}

}  // namespace danno::solver
