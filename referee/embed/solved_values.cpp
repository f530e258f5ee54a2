#include "referee/embed/solved_values.hpp"

#include <stdexcept>
#include <utility>

#include "referee/solver/luck.hpp"
#include "referee/solver/solvable.hpp"

namespace danno::referee::embed {

SolvedValues::SolvedValues(std::shared_ptr<const GameRules> rules)
    : game_rules_(std::move(rules)),
      two_(solver::uncapped_for_two(game_rules_->rule_set().definition(),
                                    game_rules_->rule_set().parameters())) {
  if (const auto why_not = solver::why_not_solved(two_))
    throw std::invalid_argument(std::string(two_.id()) + " is not solved: " + *why_not);
}

SolvedValues::SolvedValues(std::shared_ptr<const GameRules> rules, const ValuesSource& source)
    : SolvedValues(std::move(rules)) {
  table_ = find_table(two_, source);
}

SolvedValues::SolvedValues(std::shared_ptr<const GameRules> rules, std::string_view packed)
    : SolvedValues(std::move(rules)) {
  table_ = std::make_unique<const solver::ValueTable>(two_, solver::unpack_table(two_, packed));
}

}  // namespace danno::referee::embed
