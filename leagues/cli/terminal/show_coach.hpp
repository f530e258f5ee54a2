// A coach's comment after a game: the luck of the dice, and the cost of one's own decisions.
#pragma once

#include <cstddef>

#include "leagues/archive/export.hpp"

namespace danno::leagues::cli::terminal {

/// Shows the comment for the first `people` seats of a game on stdout; shows nothing if the game's
/// values are not known. The names must be safe to show.
void show_coach(const archive::StoredGame& game, std::size_t people);

}  // namespace danno::leagues::cli::terminal
