// The result of a check or a mark as files for graders: courses, competitions, badges.
//
// Written after the formats' own pages.
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

#include "leagues/check/check.hpp"
#include "leagues/gate/score.hpp"

namespace danno::leagues::check {

/// Texts are plain: control characters are shown, not sent.
struct Grade {
  struct Test {
    std::string name;
    bool passed = true;
    std::vector<std::string> output;  ///< Lines.
  };
  /// More is better.
  struct Figure {
    std::string key;  ///< Of [a-z0-9_].
    double value = 0;
  };
  std::string agent;
  std::string given_by;  ///< "danno check".
  bool passed = false;   ///< Full points, or none.
  std::string outcome;   ///< One line.
  std::string badge;     ///< A word or a figure.
  std::vector<Test> tests;
  std::vector<Figure> figures;
};

/// A test a line; figures are the shares, in percent, won against the opponents that measure
/// strength.
[[nodiscard]] Grade grade_of(const CheckReport& report);
/// A test an anchor; figures are elo, elo_low, elo_high as far as they are bounded, and the shares.
/// Of a score that says something of the candidate: not is_broken(score.verdict).
[[nodiscard]] Grade grade_of(const gate::GateReport& report, const gate::GateScore& score);

inline constexpr int kFullPoints = 100;

[[nodiscard]] std::string gradescope_results(const Grade& grade);
[[nodiscard]] std::string codabench_scores(const Grade& grade);
/// One page with nothing outside it.
[[nodiscard]] std::string codabench_page(const Grade& grade);
[[nodiscard]] std::string shields_badge(const Grade& grade);

/// The four files, each written whole. The folder is there. Throws std::system_error.
void write_grade_files(const Grade& grade, const std::filesystem::path& folder);

}  // namespace danno::leagues::check
