// Plays one game with people, with or without bots.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "leagues/play/people.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::play {

/// Seats the people before the agents, and sets the line-up to one open question with advice.
void seat(std::span<const std::string> people, referee::play::LineUp& line_up);

/// Sets the dice of game `number`, from a drawn seed if `seed` is empty. The start roll decides who
/// begins. The line-up must be complete.
void settle_dice(referee::play::LineUp& line_up, const std::string& seed, std::uint64_t number);

/// Plays the game. `ask` asks the people, and the line-up's on_step is called for every step.
/// Returns nullopt if the game was stopped.
[[nodiscard]] std::optional<referee::record::GameRecord> play_game(
    const referee::play::LineUp& line_up, std::uint64_t number, AskPerson ask);

}  // namespace danno::leagues::play
