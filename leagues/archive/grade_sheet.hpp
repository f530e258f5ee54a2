// The grades of a league's agents as CSV, for the gradebook of a course.
#pragma once

#include <string>

#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::archive {

/// `low` is the grade of who wins nothing, `high` of who beats everybody in every game; `low` may
/// be the larger number.
struct Scale {
  double low = 0;
  double high = 100;
};

/// A line for each agent that is in the league now, by author and agent: `author`, `agent`
/// (without its version), a grade for each rule set, and `grade`, their mean. A grade is the
/// agent's score (0 to 1, as in table.json) as a share of the scale, with two digits; `low` for an
/// agent that never started, and empty for one that has no games.
[[nodiscard]] std::string grade_sheet(const store::Store& store, const Scale& scale,
                                      const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::archive
