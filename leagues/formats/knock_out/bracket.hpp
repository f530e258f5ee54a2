// A knock-out's bracket as lines of text.
#pragma once

#include <string>
#include <vector>

#include "leagues/formats/knock_out/scheme.hpp"

namespace danno::leagues::formats::knock_out {

/// Whether it is of the main part: single elimination's, or that of the winners.
[[nodiscard]] bool is_main(const Duel& duel);

/// The sides of the duels of the main part, a column a stage, from the first that has no more than
/// so many duels; `names` are by entrant. The first line has the stages' names.
[[nodiscard]] std::vector<std::string> draw_bracket(const KnockOut& knock_out,
                                                    const std::vector<std::string>& names,
                                                    std::size_t most_duels);

}  // namespace danno::leagues::formats::knock_out
