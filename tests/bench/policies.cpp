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
#include "referee/wire.hpp"

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

class Asked {
 public:
  explicit Asked(const rules::RuleSet& rules) {
    for (int seat = 0; seat < rules.seats(); ++seat) {
      std::string frame;
      referee::append_game_start(frame, rules, 0, seat, 0, 1);
      v1::ToAgent message;
      message.ParseFromString(std::string(payload(frame)));
      starts_.push_back(message.game_start());
    }
  }

  Judgement ask(const Position& position, const Options& options,
                const std::function<Decision(const Question&)>& decide) {
    frame_.clear();
    referee::append_ask(frame_, 0, 0, position, options, std::nullopt);
    const std::string_view bytes = payload(frame_);
    message_.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
    const Decision decision = decide({starts_[position.mover], message_.ask()});
    return {static_cast<std::size_t>(decision.option),
            static_cast<rules::Action>(static_cast<int>(decision.action) - 1)};
  }

 private:
  static std::string_view payload(const std::string& frame) {
    return std::get<referee::Frame>(referee::next_frame(frame)).payload;
  }
  std::vector<v1::GameStart> starts_;
  std::string frame_;
  v1::ToAgent message_;
};

void decide(const rules::RuleSet& rules, Position& position, const Options& options,
            const Judgement& judgement) {
  switch (judgement.action) {
    case rules::Action::Roll:
      return keep_and_roll(rules, position, options[judgement.option]);
    case rules::Action::Bank:
      return keep_and_bank(rules, position, options[judgement.option]);
    case rules::Action::Accept:
      return accept_offer(rules, position);
    case rules::Action::Decline:
      return decline_offer(rules, position);
  }
}

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
    decide(rules, position, options, (position.mover == 0 ? zero : one)(position, options));
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
    Asked asked(rules);
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
