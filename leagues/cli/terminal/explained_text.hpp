// How explained steps are shown: in words for people, in JSON for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/record/explanation.hpp"

namespace danno::cli {

/// A step with all that is known of it.
struct ToldStep {
  referee::Step step;
  referee::ExplainedStep explained;
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

/// Chances of the step's seat, unrounded.
[[nodiscard]] nlohmann::ordered_json step_json(const rules::Definition& definition,
                                               const ToldStep& told);

/// A row a throw with its decision; the first row is the heading. `players` go by seat.
[[nodiscard]] std::vector<std::vector<std::string>> step_rows(
    const rules::Definition& definition, const std::vector<std::string>& players,
    const std::vector<ToldStep>& steps);

}  // namespace danno::cli
