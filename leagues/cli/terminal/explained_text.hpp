// The form of explained steps: words for people, JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "leagues/archive/game_view.hpp"
#include "leagues/files/json.hpp"

namespace danno::leagues::cli::terminal {

/// Return a chance as "12.3 %"; with a sign if it is a change.
[[nodiscard]] std::string show_chance(double chance);
[[nodiscard]] std::string show_change(double change);

/// Returns the total of the step's seat, those of the others clockwise, turn points, and special
/// states: "1200:2350, turn 300".
[[nodiscard]] std::string show_standing(const rules::Definition& definition,
                                        const archive::ViewedStep& step);

/// Chances of the step's seat, unrounded, null where there are none; docs/log-and-json.md has it.
[[nodiscard]] files::Json step_json(const rules::Definition& definition,
                                    const archive::ViewedStep& step);

/// Returns a heading and then one row per throw with its decision. `players` are indexed by seat.
[[nodiscard]] std::vector<std::vector<std::string>> step_rows(
    const rules::Definition& definition, const std::vector<std::string>& players,
    const std::vector<archive::ViewedStep>& steps);

}  // namespace danno::leagues::cli::terminal
