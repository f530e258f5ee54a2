// Writes the result of a check or a score as results.json for Gradescope:
// https://gradescope-autograders.readthedocs.io/en/latest/specs/
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "leagues/gate/check.hpp"
#include "leagues/gate/reports.hpp"
#include "leagues/ratings/anchored_score.hpp"

namespace danno::leagues::gate {

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
/// tables::kMinDealsForMatchInterval has no interval.
[[nodiscard]] GateScore compute_score(const GateReport& report, std::vector<double> anchors,
                                      std::optional<double> at_least);

/// "1034 ±25", the bound that it has, or "1034".
[[nodiscard]] std::string show_score(const ratings::AnchoredScore& score);
/// Returns "scores 1034 ±25, …", to follow the candidate's name.
[[nodiscard]] std::string score_outcome(const GateReport& report, const GateScore& score);
[[nodiscard]] std::string score_json(const GateReport& report, const GateScore& score);
[[nodiscard]] std::string score_markdown(const GateReport& report, const GateScore& score);

/// A grade as shown by graders. Texts are plain: control characters are escaped.
struct Grade {
  struct Test {
    std::string name;
    bool passed = true;
    std::vector<std::string> output;  ///< The output lines.
  };
  /// A figure; more is better.
  struct Figure {
    std::string key;  ///< A name of [a-z0-9_].
    double value = 0;
  };
  std::string agent;
  bool passed = false;  ///< Full points if true, otherwise none.
  std::string outcome;  ///< A line of text.
  std::vector<Test> tests;
  std::vector<Figure> figures;
};

/// Returns the grade of a check: one test per line, and figures with the shares, in percent, won
/// against the opponents that measure strength.
[[nodiscard]] Grade grade_of(const CheckReport& report);
/// Returns the grade of a score: one test per anchor, and the figures elo, elo_low and elo_high, if
/// bounded, and the shares. The score must say something about the candidate: not
/// is_broken(score.verdict).
[[nodiscard]] Grade grade_of(const gate::GateReport& report, const gate::GateScore& score);

inline constexpr int kFullPoints = 100;

[[nodiscard]] std::string gradescope_results(const Grade& grade);

/// Writes results.json. The folder must exist. Throws std::system_error.
void write_grade_file(const Grade& grade, const std::filesystem::path& folder);

}  // namespace danno::leagues::gate
