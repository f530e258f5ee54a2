// A game told throw by throw: dice drawn at reading speed at a terminal, else a plain line a throw.
#pragma once

#include <span>
#include <string>

#include "referee/record/record.hpp"

namespace danno::leagues::cli::terminal {

/// Tells it to stdout, with the standing at the end; `names` by seat, fit to be shown. The record
/// is legal.
void tell_game(const rules::RuleSet& rules, const referee::record::GameRecord& game,
               std::span<const std::string> names);

}  // namespace danno::leagues::cli::terminal
