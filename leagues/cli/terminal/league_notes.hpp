// The notes of a run on stderr before it plays.
#pragma once

#include "leagues/formats/report.hpp"
#include "leagues/play/league_run.hpp"

namespace danno::leagues::cli::terminal {

/// Shows who cannot start, how much there is to play, and the seed's commitment.
void tell_league(const store::League& league, const formats::Report& report,
                 const play::LeagueRun& run);

}  // namespace danno::leagues::cli::terminal
