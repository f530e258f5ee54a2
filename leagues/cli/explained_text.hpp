// The words for changes of chances and for the standing at an explained step.
#pragma once

#include <string>

#include "leagues/report/game_view.hpp"

namespace danno::leagues::cli {

/// Returns a change of a chance as "+12.3 %".
[[nodiscard]] std::string format_change(double change);

/// Returns the total of the step's seat, those of the others clockwise, turn points, and special
/// states: "1200:2350, turn 300".
[[nodiscard]] std::string format_standing(const rules::Definition& definition,
                                          const report::ViewedStep& step);

}  // namespace danno::leagues::cli
