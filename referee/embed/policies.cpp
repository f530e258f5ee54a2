#include "referee/embed/policies.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "referee/solver/luck.hpp"

namespace danno::referee::embed {
namespace {

using rules::Action;
using rules::Option;
using rules::Points;
using rules::Position;
using solver::Judgement;

using Offered = std::span<const Option>;

/// The threshold of `hold`, in half points as shown, as in agents/hold.
int default_half_points(const rules::RuleSet& rules) {
  const rules::Definition& definition = rules.definition();
  if (!definition.is_bundled()) return rules.parameters().target * 2 / definition.unit / 20;
  if (rules.id() == "true-greed") return 6;
  if (rules.id() == "dollar") return 600;
  if (rules.id() == "koans") return 500;
  if (rules.id() == "tyghe") return 1200;
  return 1000;
}

/// Returns whether a bank of the option is legal and recorded.
bool bank_counts(const rules::RuleSet& rules, const Position& position, const Option& option) {
  if (!option.may_bank) return false;
  return position.is_in(position.mover) ||
         position.turn.points + option.points >= rules.parameters().entry;
}

Judgement roll_first(Offered options) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].may_roll) return {i, Action::Roll};
  }
  return {0, Action::Bank};
}

Judgement judge_timid(const rules::RuleSet& rules, const Position& position, Offered options) {
  if (options.empty()) return {0, Action::Decline};
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (bank_counts(rules, position, options[i])) return {i, Action::Bank};
  }
  return roll_first(options);
}

Points goal_of_hold(const rules::RuleSet& rules, const Position& position, Points hold_at) {
  const Points total = position.totals[position.mover];
  if (position.closer) return best_other_total(position) - total + 1;
  const Points end = rules.parameters().target + (rules.parameters().over_target ? 1 : 0);
  return std::min(hold_at, end - total);
}

bool hold_accepts(const rules::RuleSet& rules, const Position& position, Points hold_at) {
  if (!position.is_in(position.mover)) return false;
  std::int64_t all = 1;
  std::int64_t fail = 1;
  for (int die = 0; die < position.offer.dice; ++die) {
    all *= 3;
    fail *= 2;
  }
  return std::int64_t{position.offer.points} * (all - fail) * 2 >=
         goal_of_hold(rules, position, hold_at) * all;
}

Judgement judge_hold(const rules::RuleSet& rules, const Position& position, Offered options,
                     Points hold_at) {
  if (options.empty())
    return {0, hold_accepts(rules, position, hold_at) ? Action::Accept : Action::Decline};
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!bank_counts(rules, position, options[i])) continue;
    if (position.turn.points + options[i].points >= goal_of_hold(rules, position, hold_at))
      return {i, Action::Bank};
    break;
  }
  return roll_first(options);
}

Judgement judge_random(Offered options, std::uint64_t& random) {
  if (options.empty()) return {0, draw_below(random, 2) == 0 ? Action::Accept : Action::Decline};
  int decisions = 0;
  for (const Option& option : options)
    decisions += int{option.may_roll} + int{option.may_bank};
  int left = draw_below(random, decisions);
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].may_roll && left-- == 0) return {i, Action::Roll};
    if (options[i].may_bank && left-- == 0) return {i, Action::Bank};
  }
  throw std::logic_error("a question without a decision");
}

/// A decision with the sum of its chances over the rivals.
struct RankedDecision {
  Judgement judgement;
  rules::Dice keep;
  double chance = 0;
};

std::vector<RankedDecision> list_candidates(Offered options) {
  if (options.empty()) return {{{0, Action::Accept}, {}}, {{0, Action::Decline}, {}}};
  std::vector<RankedDecision> candidates;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].may_bank) candidates.push_back({{i, Action::Bank}, options[i].keep});
    if (options[i].may_roll) candidates.push_back({{i, Action::Roll}, options[i].keep});
  }
  return candidates;
}

Policy parse_hold(const rules::RuleSet& rules, std::string_view rest) {
  const rules::Definition& definition = rules.definition();
  Policy hold{PolicyKind::Hold, default_half_points(rules) * definition.unit / 2};
  if (rest.empty()) return hold;
  constexpr std::string_view kAt = " --at ";
  const auto points = rest.starts_with(kAt)
                          ? rules::parse_points(definition, rest.substr(kAt.size()))
                          : std::nullopt;
  if (!points) {
    throw std::invalid_argument("the policy 'hold" + std::string(rest.substr(0, 60)) +
                                "'; expected hold or hold --at N with " +
                                rules::describe_points(definition, 0));
  }
  hold.hold_at = *points;
  return hold;
}

}  // namespace

Policy parse_policy(const rules::RuleSet& rules, std::string_view text) {
  constexpr std::string_view kHold = "hold";
  if (text.empty()) return {};
  if (text.starts_with(kHold)) return parse_hold(rules, text.substr(kHold.size()));
  if (text == "timid") return {PolicyKind::Timid};
  if (text == "random") return {PolicyKind::Random};
  if (text == "odds") return {PolicyKind::Odds};
  if (text == "optimal") return {PolicyKind::Optimal};
  throw std::invalid_argument("no policy '" + std::string(text.substr(0, 60)) +
                              "'; expected hold, timid, random, odds or optimal");
}

int draw_below(std::uint64_t& state, int n) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  z ^= z >> 31U;
  return static_cast<int>(z % static_cast<std::uint64_t>(n));
}

Judge::Judge(std::shared_ptr<const GameRules> rules, std::shared_ptr<const SolvedValues> values,
             const solver::SolvedTurns* shared)
    : rules_(std::move(rules)), values_(std::move(values)) {
  if (values_) evaluator_.emplace(values_->table(), shared);
}

Judgement Judge::judge(const Policy& policy, const Position& position, Offered options,
                       std::uint64_t& random) {
  const rules::RuleSet& rules = rules_->rule_set();
  switch (policy.kind) {
    case PolicyKind::Hold:
      return judge_hold(rules, position, options, policy.hold_at);
    case PolicyKind::Timid:
      return judge_timid(rules, position, options);
    case PolicyKind::Random:
      return judge_random(options, random);
    case PolicyKind::Odds:
      if (!odds_) odds_.emplace(rules);
      return odds_->judge(position, options);
    case PolicyKind::Optimal:
      return judge_optimal(position, options);
    case PolicyKind::Caller:
      break;
  }
  throw std::invalid_argument("no policy; expected hold, timid, random, odds or optimal");
}

Judgement Judge::judge_optimal(const Position& position, Offered options) {
  if (!evaluator_) throw std::invalid_argument("the policy 'optimal' needs the exact values");
  std::vector<RankedDecision> candidates = list_candidates(options);
  for (const int rival : solver::list_rivals(position)) {
    for (const solver::Choice& choice : evaluator_->choices(solver::against(position, rival))) {
      for (RankedDecision& candidate : candidates) {
        if (candidate.judgement.action == choice.action && candidate.keep == choice.option.keep)
          candidate.chance += choice.chance;
      }
    }
  }
  return std::ranges::max_element(candidates, {}, &RankedDecision::chance)->judgement;
}

}  // namespace danno::referee::embed
