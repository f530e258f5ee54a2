// What a stored league in rounds shows beside its tables: its winners, and which deals tell of its
// matches.
#pragma once

#include <string>
#include <vector>

#include "leagues/formats/rounds_files.hpp"
#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// Of the division of that number.
[[nodiscard]] ShownRounds rounds_of(const formats::RoundsTables& tables, std::size_t number);

/// The last deal of every match that is finished, those of the last stage first.
[[nodiscard]] std::vector<Candidate> rounds_games(const ShownDivision& division);

/// A deal of the match that has a page, the last one; null if none has.
[[nodiscard]] const ShownGame* find_game(const ShownDivision& division,
                                         const formats::RoundsMatch& match);

/// Entrants in the first place; nobody before the end.
[[nodiscard]] std::vector<int> winners_of(const ShownRounds& rounds);

}  // namespace danno::leagues::site
