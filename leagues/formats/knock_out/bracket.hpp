// Draws a knock-out's bracket as lines of text.
#pragma once

#include <string>
#include <vector>

#include "leagues/formats/knock_out/scheme.hpp"

namespace danno::leagues::formats::knock_out {

/// Returns whether the duel is in the main part: that of single elimination, or the winners' part.
[[nodiscard]] bool is_main(const Duel& duel);

/// Returns the sides of the main part's duels, a column per stage, from the first stage on that has
/// at most `most_duels` duels. `names` is indexed by entrant. The first line has the stages' names.
[[nodiscard]] std::vector<std::string> draw_bracket(const KnockOut& knock_out,
                                                    const std::vector<std::string>& names,
                                                    std::size_t most_duels);

}  // namespace danno::leagues::formats::knock_out
