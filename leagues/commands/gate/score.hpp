// The score of a gate: the candidate's Elo against baselines of fixed Elo.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/commands/agent/grades.hpp"
#include "leagues/commands/gate/report.hpp"
#include "leagues/ratings/anchored_score.hpp"

namespace danno::leagues::commands::gate {

/// The result of a gate that gives a score: the candidate's Elo against baselines of fixed Elo over
/// all deals, and whether it reaches a required value.
struct GateScore {
  ratings::AnchoredScore score;
  std::vector<double> anchors;     ///< Elo by test of the report.
  std::optional<double> at_least;  ///< Empty if only a number is wanted.
  /// Passed or failed if the whole interval says so, otherwise inconclusive; without at_least
  /// passed. Faults and interruptions count as in the report.
  GateVerdict verdict = GateVerdict::Open;
};

/// Returns the score of a report whose tests were played to the end. A score of fewer deals than
/// report::kMinDealsForMatchInterval has no interval.
[[nodiscard]] GateScore compute_score(const GateReport& report, std::vector<double> anchors,
                                      std::optional<double> at_least);

/// "1034 ±25", the bound that it has, or "1034".
[[nodiscard]] std::string format_score(const ratings::AnchoredScore& score);
/// Returns "scores 1034 ±25, …", to follow the candidate's name.
[[nodiscard]] std::string score_outcome(const GateReport& report, const GateScore& score);
[[nodiscard]] std::string score_json(const GateReport& report, const GateScore& score);
[[nodiscard]] std::string score_markdown(const GateReport& report, const GateScore& score);

/// Returns the grade of a score: one test per anchor, and the figures elo, elo_low and elo_high, if
/// bounded, and the shares. The score must say something about the candidate: not
/// is_broken(score.verdict).
[[nodiscard]] agent::Grade make_grade(const GateReport& report, const GateScore& score);

}  // namespace danno::leagues::commands::gate
