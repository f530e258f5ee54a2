// odds: weighs what the next roll risks against what it brings; the judgement is the solver's.
#include <map>
#include <memory>
#include <string>

#include "agents/position.hpp"
#include "referee/solver/odds.hpp"
#include "sdk/cpp/danno.hpp"

namespace {

using danno::Decision;
using danno::Question;

struct Tables {
  explicit Tables(const danno::v1::GameStart& game)
      : rules(danno::agents::make_rule_set(game)), odds(rules) {}
  danno::rules::RuleSet rules;
  danno::solver::Odds odds;
};

/// The tables of the game's rules, made once for all games with these rules.
const Tables& tables_for(const danno::v1::GameStart& game) {
  static std::map<std::string, std::unique_ptr<const Tables>> known;
  auto& tables = known[danno::agents::rules_key(game)];
  if (!tables) tables = std::make_unique<const Tables>(game);
  return *tables;
}

struct Game {
  explicit Game(const danno::v1::GameStart& game) : tables(&tables_for(game)) {}
  const Tables* tables;
};

Decision decide(const Question& question, Game& game) {
  const danno::rules::RuleSet& rules = game.tables->rules;
  // The options are those of the question, so that their indices are the answer's.
  const auto position = danno::agents::make_position(rules, question.game, question.ask);
  danno::rules::Options options;
  danno::agents::make_options(rules, question.ask, options);
  const auto judgement = game.tables->odds.judge(position, options.all());
  const int option = static_cast<int>(judgement.option);
  switch (judgement.action) {
    case danno::rules::Action::Roll:
      return danno::roll(option);
    case danno::rules::Action::Bank:
      return danno::bank(option);
    case danno::rules::Action::Accept:
      return danno::accept();
    case danno::rules::Action::Decline:
      break;
  }
  return danno::decline();
}

}  // namespace

int main() { return danno::play<Game>(decide, {.name = "odds"}); }
