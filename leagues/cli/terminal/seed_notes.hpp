// The notes about seeds on stderr before the first game.
#pragma once

#include <string_view>

#include "leagues/store/store.hpp"

namespace danno::leagues::cli::terminal {

/// Shows the commitments to two drawn seeds, in hex.
void tell_commitments(std::string_view dice, std::string_view agents);

/// Shows an open seed, or the commitments.
void tell_epoch(const store::Epoch& epoch);

/// Warns if a typed seed has fewer than 128 bits, at 4 bits per character as in hex; text made up
/// by people has even fewer.
void warn_of_short_seed(std::string_view seed);

}  // namespace danno::leagues::cli::terminal
