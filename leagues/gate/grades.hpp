// Writes the result of a check or a score as files for graders: courses, competitions, badges.
//
// The formats' own pages are:
//
// results.json, Gradescope: https://gradescope-autograders.readthedocs.io/en/latest/specs/
//
// scores.json, Codabench:
// https://github.com/codalab/codabench/wiki/Leaderboard-Functionality
//
// detailed_results.html, Codabench:
// https://docs.codabench.org/latest/Organizers/Benchmark_Creation/Detailed-Results-and-Visualizations
//
// badge.json, shields.io: https://shields.io/badges/endpoint-badge
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "leagues/gate/check.hpp"
#include "leagues/gate/score.hpp"

namespace danno::leagues::gate {

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
  std::string given_by;  ///< The command, such as "danno check".
  bool passed = false;   ///< Full points if true, otherwise none.
  std::string outcome;   ///< A line of text.
  std::string badge;     ///< A word or a figure.
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
[[nodiscard]] std::string codabench_scores(const Grade& grade);
/// Returns one self-contained page.
[[nodiscard]] std::string codabench_page(const Grade& grade);
[[nodiscard]] std::string shields_badge(const Grade& grade);

/// Writes the four files, each whole. The folder must exist. Throws std::system_error.
void write_grade_files(const Grade& grade, const std::filesystem::path& folder);

}  // namespace danno::leagues::gate
