// A gate as JUnit XML, as GitHub, GitLab and Jenkins read it: what does not pass is a failure, what
// could not be tested an error, and what is undecided is skipped unless it is to count.
#pragma once

#include <string>

#include "leagues/gate/reports.hpp"
#include "leagues/gate/score.hpp"

namespace danno::leagues::gate {

/// One test case a baseline; one of the candidate alone where it cannot play.
[[nodiscard]] std::string gate_junit(const GateReport& report);
/// One test case.
[[nodiscard]] std::string score_junit(const GateReport& report, const GateScore& score);

}  // namespace danno::leagues::gate
