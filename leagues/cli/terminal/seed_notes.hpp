// What is said of seeds on stderr, before the first game.
#pragma once

#include <string_view>

#include "leagues/store/store.hpp"

namespace danno::leagues::cli::terminal {

/// What two drawn seeds are committed to with, in hex.
void tell_commitments(std::string_view dice, std::string_view agents);

/// An open seed, or the commitments.
void tell_epoch(const store::Epoch& epoch);

/// A warning if a typed seed has less than 128 bits, at 4 bits a character, those of a hex
/// digit; a text that people make up has fewer yet.
void warn_of_short_seed(std::string_view seed);

}  // namespace danno::leagues::cli::terminal
