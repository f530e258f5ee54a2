#include "referee/embed/solved_values.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "referee/solver/luck.hpp"
#include "referee/solver/solvable.hpp"

namespace danno::referee::embed {

SolvedValues::SolvedValues(std::shared_ptr<const GameRules> rules,
                           std::optional<std::filesystem::path> file, bool solves, int threads)
    : game_rules_(std::move(rules)),
      two_(solver::uncapped_for_two(game_rules_->rule_set().definition(),
                                    game_rules_->rule_set().parameters())) {
  if (const auto why_not = solver::why_not_solved(two_))
    throw std::invalid_argument(std::string(two_.id()) + " is not solved: " + *why_not);
  const std::filesystem::path path = file ? *file : solver::cached_table(two_);
  table_ = solver::load_intact(two_, path);
  if (table_ != nullptr) return;
  if (!solves)
    throw std::invalid_argument("no values of " + std::string(two_.id()) + " in " + path.string());
  static_cast<void>(solver::solve_into(two_, std::max(threads, 1), path));
  table_ = std::make_unique<const solver::ValueTable>(two_, path);
}

}  // namespace danno::referee::embed
