// The grades of a league's agents as CSV, for the gradebook of a course.
#pragma once

#include <string>
#include <vector>

#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::archive {

/// `low` is the worst grade, `high` the best; `low` may be the larger number.
struct Scale {
  double low = 0;
  double high = 100;
};

/// An agent of the league, with or without its version, and the grade that its strength is worth.
struct GradeAnchor {
  std::string agent;
  double grade = 0;
};

struct Grading {
  Scale scale;
  /// None: a grade is the share of pairs won. Else two at least, in any order: a grade is linear in
  /// Elo between neighbours, and beyond the outermost as between the last two.
  std::vector<GradeAnchor> anchors = {};
  /// Agents of a tier (ratings::AgentRating::tier) share the mean of their grades.
  bool by_tier = false;
};

struct GradeSheet {
  std::string csv;
  /// Agents whose author has no name: their line begins with their own name instead, and with
  /// "NAME (no author)" where somebody is called so.
  std::vector<std::string> authorless;
};

/// A line for each agent that is in the league now, by author and agent: `author`, `agent`
/// (without its version), a grade for each rule set, and `grade`, their mean. A grade has two
/// digits and is kept within the scale; it is the worst for an agent that never started, and empty
/// for one that has no games. With anchors each grade is followed by its error, half of a 95 %
/// interval, empty where that is unbounded.
///
/// Throws std::invalid_argument where the grading does not fit the league: a tournament has no
/// ratings, or an anchor is not rated, or the ratings do not rise (or fall) with the anchors'
/// grades.
[[nodiscard]] GradeSheet grade_sheet(const store::Reader& store, const Grading& grading,
                                     const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::archive
