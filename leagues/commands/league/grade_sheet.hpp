// Makes the grades of a league's agents as CSV, for the gradebook of a course.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/report/division_ratings.hpp"
#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::commands::league {

/// The range of grades: `low` is the worst and `high` the best; `low` may be the larger number.
struct Scale {
  double low = 0;
  double high = 100;
};

/// An agent of the league, with or without its version, and the grade given for its strength.
struct GradeAnchor {
  std::string agent;
  double grade = 0;
};

struct Grading {
  Scale scale;
  /// The anchors of the grades, in any order. If empty, a grade is the mean winning chance against
  /// every other agent of the table, by the ratings there. Otherwise there are at least two. A
  /// grade is then linear in Elo between neighbours; the nearest line continues beyond the
  /// outermost anchors.
  std::vector<GradeAnchor> anchors = {};
};

struct GradeSheet {
  std::string csv;
  /// Agents without a named author. Their lines begin with their own name instead, or with "NAME
  /// (no author)" if an author has that name.
  std::vector<std::string> authorless;
};

/// Makes a line for each agent that is in the league now, sorted by author and agent: `author`,
/// `agent` (without its version), a grade for each rule set, and `grade`, their mean. A grade has
/// two digits and lies within the scale; it is the worst for an agent that never started, and empty
/// for one without games. Each grade is followed by its error, half of a 95 % interval, which is
/// empty if unbounded, and for a tournament.
///
/// Throws std::invalid_argument where the grading does not fit the league: a tournament has no
/// ratings, or an anchor is not rated, or the ratings do not rise (or fall) with the anchors'
/// grades.
[[nodiscard]] GradeSheet grade_sheet(const store::Reader& store, Grading grading,
                                     const solver::Watch& watch = solver::unwatched);

/// A grade from ratings: by the grades of known agents (anchors), or by the mean winning chance
/// against all others.
struct RatedGrade {
  double grade = 0;
  std::optional<double> error = {};  ///< Half of a 95 % interval; empty if unbounded or unknown.
};

/// Returns the grade of each agent, indexed by its number in the ratings; nullopt for agents that
/// never met the anchors (without anchors: anybody), not even through others. Grades are not
/// limited to the scale yet. Throws what grade_sheet() throws; `rules` names the division in the
/// message.
[[nodiscard]] std::vector<std::optional<RatedGrade>> rated_grades(
    const report::DivisionRatings& rated, const Grading& grading, const std::string& rules);

}  // namespace danno::leagues::commands::league
