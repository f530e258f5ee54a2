// Grades from ratings: by the grades of known agents (anchors), or by the mean winning chance
// against all others.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "leagues/archive/grade_sheet.hpp"
#include "leagues/tables/division_ratings.hpp"

namespace danno::leagues::archive {

struct RatedGrade {
  double grade = 0;
  std::optional<double> error = {};  ///< Half of a 95 % interval; empty if unbounded or unknown.
};

/// Returns the share of the scale that Elo gives an agent without anchors: its mean winning chance
/// against each of the others, whoever it met. 0 if there are none.
[[nodiscard]] double mean_chance(std::span<const double> elos, std::size_t agent);

/// Returns the grade of each agent, indexed by its number in the ratings; nullopt for agents that
/// never met the anchors (without anchors: anybody), not even through others. Grades are not
/// limited to the scale yet. Throws what grade_sheet() throws; `rules` names the division in the
/// message.
[[nodiscard]] std::vector<std::optional<RatedGrade>> rated_grades(
    const tables::DivisionRatings& rated, const Grading& grading, const std::string& rules);

}  // namespace danno::leagues::archive
