#include "leagues/scores/game_luck.hpp"

#include <stdexcept>

#include "referee/solver/luck.hpp"

namespace danno::leagues::scores {

GameLuck game_luck(solver::Evaluator& evaluator, const rules::RuleSet& rules,
                   const referee::record::GameRecord& record) {
  GameLuck luck;
  const auto add = [&](const referee::record::Step& step, const rules::Position& before,
                       const rules::Position&) {
    if (step.kind != referee::record::Step::Kind::Throw) return;
    auto& own = luck.own[record.agent_at[static_cast<std::size_t>(step.seat)]];
    for (int rival = 0; rival < record.seats; ++rival) {
      if (rival == step.seat) continue;
      own[record.agent_at[static_cast<std::size_t>(rival)]] +=
          solver::luck_of_throw(evaluator, before, rival, step.thrown);
    }
  };
  if (const auto problem = referee::record::replay(rules, record, add))
    throw std::runtime_error("a stored game is not legal: " + *problem);
  return luck;
}

}  // namespace danno::leagues::scores
