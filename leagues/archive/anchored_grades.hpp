// Grades that stand on the ratings of agents whose grades were said.
#pragma once

#include <optional>
#include <vector>

#include "leagues/archive/grade_sheet.hpp"
#include "leagues/tables/division_ratings.hpp"

namespace danno::leagues::archive {

struct AnchoredGrade {
  double grade = 0;
  std::optional<double> error = {};  ///< Half of a 95 % interval; none: unbounded, or not known.
};

/// By number in the ratings; none for agents that never met the anchors, not even through others.
/// Not yet kept within the scale. Throws as grade_sheet(); `rules` names the division there.
[[nodiscard]] std::vector<std::optional<AnchoredGrade>> anchored_grades(
    const tables::DivisionRatings& rated, const Grading& grading, const std::string& rules);

}  // namespace danno::leagues::archive
