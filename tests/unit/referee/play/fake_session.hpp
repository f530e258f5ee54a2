// Sessions of koans on a machine without processes: options, games and how agents answer.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/play/session.hpp"
#include "tests/unit/fake_machine.hpp"

namespace danno::referee::play {

inline const rules::RuleSet& koans(int seats) {
  static const std::map<int, rules::RuleSet> kRules = [] {
    std::map<int, rules::RuleSet> sets;
    for (int n = 2; n <= 3; ++n)
      sets.emplace(n, rules::make_rule_set(*rules::find_definition("koans"), n));
    return sets;
  }();
  return kRules.at(seats);
}

/// How a session talks to its agents.
struct Mode {
  const char* name;
  int in_flight = 1;
  bool exact_clock = false;
  bool freeze = false;
};

inline const std::vector<Mode> kModes{{"one at a time", 1, false, false},
                                      {"exact clock", 1, true, false},
                                      {"stopped off turn", 1, true, true},
                                      {"many", 64, false, false}};

inline SessionOptions session_options(protocol::FakeMachine& machine,
                                      const std::vector<std::string>& agents, const Mode& mode) {
  SessionOptions order;
  order.rules = &koans(static_cast<int>(agents.size()));
  for (const std::string& agent : agents) {
    const auto name = std::string(1, static_cast<char>('a' + order.agents.size()));
    order.agents.push_back({name, {agent}, "/"});
  }
  order.games_a_deal = agents.size();
  order.limits.freeze = mode.freeze;
  order.in_flight = mode.in_flight;
  order.exact_clock = mode.exact_clock;
  order.machine = &machine;
  return order;
}

/// Every deal with the agents in each order of a round.
inline std::vector<GameSpec> open_games(std::size_t agents, std::uint64_t deals) {
  std::vector<GameSpec> games;
  const std::vector<std::string> names(agents, "agent");
  for (std::uint64_t deal = 0; deal < deals; ++deal) {
    for (std::size_t seating = 0; seating < agents; ++seating) {
      GameSpec& game = games.emplace_back();
      game.deal = deal;
      game.seating = static_cast<std::uint8_t>(seating);
      game.key = record::deal_key({"a seed for tests"}, {"koans"}, names, deal);
      for (std::size_t seat = 0; seat < agents; ++seat)
        game.agent_at[seat] = static_cast<std::uint8_t>((seat + seating) % agents);
      game.first = 0;
    }
  }
  return games;
}

inline std::optional<std::string> what_is_wrong(const rules::RuleSet& rules,
                                                const record::GameRecord& game) {
  return record::replay(rules, game,
                        [](const record::Step&, const rules::Position&, const rules::Position&) {});
}

/// Lets agents use all that they may do, however the game stands.
inline void vary(int /*process*/, const v1::Ask& ask, v1::Answer& answer) {
  const std::uint32_t turn = ask.seq();
  if (ask.offer_dice() > 0) {
    answer.set_action(turn % 2 == 0 ? v1::ACCEPT : v1::DECLINE);
    return;
  }
  answer.set_option(turn % static_cast<std::uint32_t>(ask.may_size()));
  const std::uint32_t may = ask.may(static_cast<int>(answer.option()));
  const bool rolls = may == 3 ? turn % 3 != 0 : may == 1;
  answer.set_action(rolls ? v1::ROLL : v1::BANK);
}

}  // namespace danno::referee::play
