// A position as the numbers that a learner sees. sdk/python/danno.py makes the same of a question.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "referee/embed/game_rules.hpp"
#include "referee/rules/position.hpp"

namespace danno::referee::embed {

/// The numbers that stand before those of the options.
inline constexpr int kHeadSize = 43;
/// Observations lie between minus this and this.
inline constexpr float kObservationLimit = 8;

[[nodiscard]] inline int observation_size(const GameRules& rules) {
  return kHeadSize + 2 * rules.options();
}

/// Returns the names of the numbers, in their order. Other seats count clockwise from the own one;
/// the numbers of seats that the game has not are 0. Points are divided by the target, dice by
/// those of a full throw.
[[nodiscard]] std::vector<std::string> observation_names(const GameRules& rules);

/// Writes the observation of `seat`; `options` are those of phase Choose, else none. The turn and
/// the options are written for the seat that is asked, and are 0 for others. `row` has
/// observation_size() numbers.
void write_observation(const GameRules& rules, const rules::Position& position,
                       std::span<const rules::Option> options, int seat, float* row);

/// Writes 1 for each action that the mover may take, else 0; `row` has GameRules::actions() bytes.
void write_mask(const GameRules& rules, const rules::Position& position,
                std::span<const rules::Option> options, std::uint8_t* row);

}  // namespace danno::referee::embed
