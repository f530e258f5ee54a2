// A coach's word after a game: the luck of the dice, and what one's own decisions cost.
#pragma once

#include <cstddef>

#include "leagues/archive/export.hpp"

namespace danno::leagues::cli::terminal {

/// To the first `people` seats of a game, on stdout; nothing where the values of the game are not
/// known. The names are fit to be shown.
void show_coach(const archive::StoredGame& game, std::size_t people);

}  // namespace danno::leagues::cli::terminal
