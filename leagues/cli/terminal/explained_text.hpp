// How explained steps are shown: in words for people, in JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "leagues/text/json.hpp"
#include "referee/record/explanation.hpp"

namespace danno::leagues::cli::terminal {

/// A step with all that is known of it.
struct ToldStep {
  referee::record::Step step;
  referee::record::ExplainedStep explained;
  rules::Position before;
};

/// "12.3 %"; with a sign where it is a change.
[[nodiscard]] std::string show_chance(double chance);
[[nodiscard]] std::string show_change(double change);

/// "keep 144 roll", "bank", "accept".
[[nodiscard]] std::string show_decision(const rules::Definition& definition, rules::Action action,
                                        rules::Dice keep);
[[nodiscard]] std::string show_best(const rules::Definition& definition,
                                    const solver::Choice& best);

/// Totals of the step's seat and the other, turn points, what is special: "1200:2350, turn 300".
[[nodiscard]] std::string show_standing(const rules::Definition& definition, const ToldStep& told);

/// Chances of the step's seat, unrounded; totals by seat.
[[nodiscard]] text::Json step_json(const rules::Definition& definition, const ToldStep& told);

/// A row a throw with its decision; the first row is the heading. `players` go by seat.
[[nodiscard]] std::vector<std::vector<std::string>> step_rows(
    const rules::Definition& definition, const std::vector<std::string>& players,
    const std::vector<ToldStep>& steps);

}  // namespace danno::leagues::cli::terminal
