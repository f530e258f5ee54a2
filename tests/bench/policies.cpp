// How the reference policies score against each other, in process: `policies [GAMES]`.
//
// Each pair plays GAMES games (20000 by default) of two seats under each rule set, both seatings in
// turn, with dice from a seeded generator. A win counts 1, an equal place a half.
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "agents/hold/hold.hpp"
#include "agents/random/random.hpp"
#include "agents/timid/timid.hpp"
#include "referee/solver/odds.hpp"
#include "tests/asked.hpp"

namespace {

using namespace danno;
using rules::Options;
using rules::Position;
using solver::Judgement;

using Policy = std::function<Judgement(const Position&, const Options&)>;

struct Named {
  std::string name;
  Policy policy;
};

double play(const rules::RuleSet& rules, const Policy& zero, const Policy& one, int first,
            std::mt19937_64& random) {
  Position position = rules::start_game(rules, first);
  Options options;
  std::uniform_int_distribution<int> face(0, rules::kFaces - 1);
  while (position.phase != rules::Phase::Over) {
    if (position.phase == rules::Phase::Throw) {
      rules::Dice dice;
      for (int i = 0; i < position.turn.dice; ++i)
        dice.add(face(random));
      rules::throw_dice(rules, position, dice);
      continue;
    }
    options.clear();
    if (position.phase == rules::Phase::Choose) list_options(rules, position, options);
    tests::apply(rules, position, options, (position.mover == 0 ? zero : one)(position, options));
  }
  const auto places = rules::places(rules, position);
  return places[0] == places[1] ? 0.5 : places[0] < places[1] ? 1 : 0;
}

double score(const rules::RuleSet& rules, const Policy& a, const Policy& b, int games) {
  std::mt19937_64 random(1);
  double sum = 0;
  for (int game = 0; game < games; ++game)
    sum += play(rules, a, b, game % 2, random);
  return sum / games;
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 20000;
  const std::string only = argc > 2 ? argv[2] : "";
  for (const rules::Definition* const definition : rules::all_definitions()) {
    if (!only.empty() && only != definition->id) continue;
    const rules::RuleSet rules = rules::make_rule_set(*definition, 2);
    const solver::Odds odds(rules);
    tests::Asked asked(rules);
    const Policy odds_policy = [&](const Position& position, const Options& options) {
      return odds.judge(position, options.all());
    };
    const auto wire = [&](auto decision) -> Policy {
      return [&asked, decision](const Position& position, const Options& options) {
        return asked.ask(position, options, decision);
      };
    };
    std::vector<Named> others{{"timid", wire(agents::decide_timid)},
                              {"hold", wire(agents::Hold())}};
    for (int i = 3; i < argc; ++i)
      others.push_back({std::string("hold --at ") + argv[i],
                        wire(agents::Hold{agents::parse_half_points(argv[i])})});
    for (const Named& other : others) {
      const double p = score(rules, odds_policy, other.policy, games);
      fmt::print("{:<12} odds against {:<16} {:.3f} +- {:.3f}\n", definition->id, other.name, p,
                 1.96 * std::sqrt(p * (1 - p) / games));
    }
  }
}
