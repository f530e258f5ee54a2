// Grades interpolated from the ratings of agents with given grades (anchors).
#pragma once

#include <optional>
#include <vector>

#include "leagues/archive/grade_sheet.hpp"
#include "leagues/tables/division_ratings.hpp"

namespace danno::leagues::archive {

struct AnchoredGrade {
  double grade = 0;
  std::optional<double> error = {};  ///< Half of a 95 % interval; empty if unbounded or unknown.
};

/// Returns the grade of each agent, indexed by its number in the ratings; nullopt for agents that
/// never met the anchors, not even through others. Grades are not limited to the scale yet. Throws
/// what grade_sheet() throws; `rules` names the division in the message.
[[nodiscard]] std::vector<std::optional<AnchoredGrade>> anchored_grades(
    const tables::DivisionRatings& rated, const Grading& grading, const std::string& rules);

}  // namespace danno::leagues::archive
