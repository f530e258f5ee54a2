// A gate as JUnit XML for GitHub, GitLab and Jenkins. A test that does not pass is a failure, one
// that could not be run is an error, and an undecided one is skipped unless it is set to count.
#pragma once

#include <string>

#include "leagues/gate/reports.hpp"
#include "leagues/gate/score.hpp"

namespace danno::leagues::gate {

/// Returns one test case per baseline; a single one for the candidate if it cannot play.
[[nodiscard]] std::string gate_junit(const GateReport& report);
/// Returns one test case.
[[nodiscard]] std::string score_junit(const GateReport& report, const GateScore& score);

}  // namespace danno::leagues::gate
