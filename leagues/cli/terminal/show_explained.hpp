// Shows explained games and agents on stdout, as JSON if the invocation asks for it.
#pragma once

#include <string>

#include "leagues/archive/game_view.hpp"
#include "leagues/archive/review.hpp"
#include "leagues/cli/terminal/invocation.hpp"

namespace danno::leagues::cli::terminal {

void show(const archive::GameView& game, const Invocation& invocation);

/// Shows an agent's reviews in a league.
void show(const std::string& agent, const archive::Reviews& reviews, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
