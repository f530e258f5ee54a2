// One game that people play, with bots or without.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "leagues/play/people.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::play {

/// The people take their seats before the agents that sit there; one question is open at a time,
/// and each carries advice.
void seat(std::span<const std::string> people, referee::play::LineUp& line_up);

/// The dice of game `number`, by a drawn seed if `seed` is empty; who begins is thrown for. The
/// line-up is complete.
void settle_dice(referee::play::LineUp& line_up, const std::string& seed, std::uint64_t number);

/// Plays it: `ask` asks the people, the line-up's on_step sees what happens. Nothing if it was
/// stopped.
[[nodiscard]] std::optional<referee::record::GameRecord> play_game(
    const referee::play::LineUp& line_up, std::uint64_t number, AskPerson ask);

}  // namespace danno::leagues::play
